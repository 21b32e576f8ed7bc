"""What templates share, by app and theme: how to pick, how to prepare, steps of golds."""
