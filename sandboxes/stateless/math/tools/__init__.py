"""The tools of Math, by what they are about."""
