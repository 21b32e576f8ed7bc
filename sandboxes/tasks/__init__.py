"""Tasks: templates over seeded worlds, their instances, their environment and the gate."""

from sandboxes._version import tasks_version
from sandboxes.tasks._canary import CANARY
from sandboxes.tasks._client import CannotBeDone, Client, GoldRefused
from sandboxes.tasks._environment import OUTCOMES, InterdependentEnvironment
from sandboxes.tasks._facts import latent_tools, task_facts
from sandboxes.tasks._gate import Failure, Verdict, gate
from sandboxes.tasks._instance import Instance, find_instance, find_template, make_instance
from sandboxes.tasks._sizes import Size, sizes
from sandboxes.tasks._template import SUITES, TRAPS, Decline, TaskError, Template, templates
from sandboxes.tasks._verify import Verification, chosen_tasks, verdicts, verify

__all__ = [
    "CANARY",
    "OUTCOMES",
    "SUITES",
    "TRAPS",
    "CannotBeDone",
    "Client",
    "Decline",
    "Failure",
    "GoldRefused",
    "Instance",
    "InterdependentEnvironment",
    "Size",
    "TaskError",
    "Template",
    "Verdict",
    "Verification",
    "chosen_tasks",
    "find_instance",
    "find_template",
    "gate",
    "latent_tools",
    "make_instance",
    "sizes",
    "task_facts",
    "tasks_version",
    "templates",
    "verdicts",
    "verify",
]
