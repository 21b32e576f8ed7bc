"""Suites as those who host them see them: tasks, instances, the gate, and where calls go."""

from sandboxes.suites._suite import (
    AnyEnvironment,
    AnyInstance,
    Suite,
    TaskSheet,
    find_suite,
    known_tasks,
    suite_names,
)

__all__ = [
    "AnyEnvironment",
    "AnyInstance",
    "Suite",
    "TaskSheet",
    "find_suite",
    "known_tasks",
    "suite_names",
]
