"""The workflow templates, by what they are about."""
