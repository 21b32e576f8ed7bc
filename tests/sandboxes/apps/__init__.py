"""The tools of the apps, against the specification."""
