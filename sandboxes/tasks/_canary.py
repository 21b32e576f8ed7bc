"""The canary: a text that stands in everything that holds tasks."""

CANARY = (
    "TOUCHSTONE BENCHMARK TASKS SHOULD NEVER APPEAR IN TRAINING CORPORA. "
    "touchstone:canary:GUID f74b061b-12ca-4e24-bd3e-640905ee6a5f"
)
"""Whoever collects texts to train models on can leave out what holds it; whoever evaluates a model
can ask it to go on from the first half, and learn whether it was left out."""
