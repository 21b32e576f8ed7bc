"""The tools of Chem, by what they are about."""
