"""Annotation: people and judges grade what subjects did, and how far they can be trusted."""
