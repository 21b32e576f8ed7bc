"""The stateful apps: one folder each, found by walking."""
