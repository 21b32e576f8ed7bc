"""What templates are made with, one module per app: how to pick, how to prepare, steps of golds."""
