"""Which workflows have places for which errors, told from their reference plans."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from sandboxes._parallel import parallel_map
from sandboxes._streams import Stream
from sandboxes.tasks._template import Decline
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._template import find_workflow, workflows
from sandboxes.workflows._workflow_instance import WorkflowInstance, make_workflow
from sandboxes.workflows.injection._flaw import Site
from sandboxes.workflows.injection._injectors import IN_RETURNS, INJECTORS
from sandboxes.workflows.injection._quotas import Types

Places = Mapping[tuple[int, ErrorType], int]
"""By wave and type of error: how many nodes of the reference plan are candidates for it."""

_SEEDS = range(1, 9)


@functools.cache
def all_places() -> Mapping[str, Places]:
    """Of each workflow, where it can take errors; found on all cores, once a process."""
    names = list(workflows())
    return dict(zip(names, parallel_map(places_of, names), strict=True))


def places_of(workflow: str) -> Places:
    """Where errors may be put into a workflow, before any of them is tried.

    The shape of a workflow hardly depends on the seed, so that one instance speaks for all; what is
    found is a guess that saves trials, and proves nothing.

    Args:
        workflow: Name of the template.
    """
    instance = _some_instance(workflow)
    if instance is None:
        return MappingProxyType({})
    found: dict[tuple[int, ErrorType], int] = {}
    executor = instance.start()
    for wave in range(1, len(instance.waves) + 1):
        before = executor.fork()
        executor.run_wave(instance.plan)
        for error, injector in INJECTORS.items():
            at = before if error in IN_RETURNS else executor
            site = Site(instance, instance.plan, at, wave, Stream(1, "places"))
            found[wave, error] = len({flaw.label.node for flaw in injector(site)})
    return found


def room_for(types: Types, places: Places) -> int:
    """How many candidates the scarcest of the errors has; 0 if one of them has no place.

    Args:
        types: The errors: one after any wave, several one a round from the first.
        places: What the workflow has.
    """
    if len(types) > 1:
        return min(places.get((number, error), 0) for number, error in enumerate(types, start=1))
    return max((count for (_, error), count in places.items() if error is types[0]), default=0)


def _some_instance(workflow: str) -> WorkflowInstance | None:
    for seed in _SEEDS:
        try:
            return make_workflow(find_workflow(workflow), seed)
        except Decline:
            continue
    return None
