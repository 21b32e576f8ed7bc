"""What is known of a task and of the catalogue, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators.state_diff import TaskKind


@dataclass(frozen=True)
class Sweep:
    """A tool that pays for everything on a list, whoever put it there.

    Args:
        tool: Its name.
        shown_by: The reads that show the list.
        waiting: Ids of what was on the list before the attempt, still to be paid for.
    """

    tool: str
    shown_by: frozenset[str]
    waiting: frozenset[str]


@dataclass(frozen=True)
class Place:
    """An argument that names a record by its place in a list, instead of an id.

    Args:
        argument: Its name; answers show places under the same name.
        count: How many records the list held before the attempt.
    """

    argument: str
    count: int


@dataclass(frozen=True)
class TaskFacts:
    """What a trajectory is held against.

    Args:
        instruction: What the subject read.
        kind: What the task asks for.
        records: Generated ids of the records that were there before the attempt. Names (cities,
            tickers) are not among them: whoever knows the name need not look it up.
        needed: The tools that the gold calls, in both branches of a condition.
        latent: Those of them that others need first and that the instruction's words don't suggest.
        succeeding: The tools of which a call of the gold's succeeded.
        mutating: All tools of the catalogue that may change the state.
        sweeps: The tools that pay for everything.
        places: The arguments that are places in lists.
    """

    instruction: str
    kind: TaskKind
    records: frozenset[str]
    needed: frozenset[str]
    latent: frozenset[str]
    succeeding: frozenset[str]
    mutating: frozenset[str]
    sweeps: tuple[Sweep, ...] = ()
    places: tuple[Place, ...] = ()
