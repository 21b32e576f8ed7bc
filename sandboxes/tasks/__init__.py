"""Tasks: templates over seeded worlds, their instances, their environment and the gate."""

from sandboxes._version import tasks_version
from sandboxes.tasks._client import CannotBeDone, Client, GoldRefused
from sandboxes.tasks._environment import OUTCOMES, InterdependentEnvironment
from sandboxes.tasks._gate import Failure, Verdict, gate
from sandboxes.tasks._instance import Instance, find_instance, find_template, make_instance
from sandboxes.tasks._template import SUITES, Decline, TaskError, Template, templates
from sandboxes.tasks._verify import Verification, chosen_tasks, verify

__all__ = [
    "OUTCOMES",
    "SUITES",
    "CannotBeDone",
    "Client",
    "Decline",
    "Failure",
    "GoldRefused",
    "Instance",
    "InterdependentEnvironment",
    "TaskError",
    "Template",
    "Verdict",
    "Verification",
    "chosen_tasks",
    "find_instance",
    "find_template",
    "gate",
    "make_instance",
    "tasks_version",
    "templates",
    "verify",
]
