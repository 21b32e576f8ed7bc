"""The interdependent suite: tasks over the stateful apps, one module per theme."""
