"""The tools of String, by what they are about."""
