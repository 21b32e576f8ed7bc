"""Workflows: plans of parallel calls, their executor, and what goes wrong in them."""

from sandboxes._version import workflows_version
from sandboxes.workflows._backends import (
    NotRecorded,
    RecordedBackend,
    SimulatedBackend,
    WorldBackend,
)
from sandboxes.workflows._difference import Difference, difference
from sandboxes.workflows._environment import (
    LONGEST_THOUGHT,
    SUBMIT_PLAN,
    RecoveryEnvironment,
    Submission,
)
from sandboxes.workflows._errors import WRONG_REACTION, ErrorGroup, ErrorType
from sandboxes.workflows._evidence import recovery_evidence
from sandboxes.workflows._executor import (
    ROUND_LIMIT,
    Backend,
    Executor,
    NodeRun,
    PlannedCall,
    Wave,
)
from sandboxes.workflows._gate import Doubt, doubts
from sandboxes.workflows._graph import Problem, graph_of, layers, problems
from sandboxes.workflows._parse import PlanError, parse_plan, sound_plan
from sandboxes.workflows._plan import ENDS, RESPONSE, ROOT, Node, Plan, natural
from sandboxes.workflows._references import Unresolved, reference, references, renamed, resolve
from sandboxes.workflows._template import Workflow, WorkflowError, find_workflow, workflows
from sandboxes.workflows._workflow_instance import WorkflowInstance, make_workflow
from sandboxes.workflows.injection import (
    Label,
    NoPlace,
    Recipe,
    RecoveryInstance,
    Tally,
    generate,
    make_faulty,
    recovery_instance,
    remake,
)

__all__ = [
    "ENDS",
    "LONGEST_THOUGHT",
    "RESPONSE",
    "ROOT",
    "ROUND_LIMIT",
    "SUBMIT_PLAN",
    "WRONG_REACTION",
    "Backend",
    "Difference",
    "Doubt",
    "ErrorGroup",
    "ErrorType",
    "Executor",
    "Label",
    "NoPlace",
    "Node",
    "NodeRun",
    "NotRecorded",
    "Plan",
    "PlanError",
    "PlannedCall",
    "Problem",
    "Recipe",
    "RecordedBackend",
    "RecoveryEnvironment",
    "RecoveryInstance",
    "SimulatedBackend",
    "Submission",
    "Tally",
    "Unresolved",
    "Wave",
    "Workflow",
    "WorkflowError",
    "WorkflowInstance",
    "WorldBackend",
    "difference",
    "doubts",
    "find_workflow",
    "generate",
    "graph_of",
    "layers",
    "make_faulty",
    "make_workflow",
    "natural",
    "parse_plan",
    "problems",
    "recovery_evidence",
    "recovery_instance",
    "reference",
    "references",
    "remake",
    "renamed",
    "resolve",
    "sound_plan",
    "workflows",
    "workflows_version",
]
