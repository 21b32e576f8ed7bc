"""The analysis of one attempt's course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from evaluators.trajectory._clean_slate import clean_slate
from evaluators.trajectory._defeatism import defeatism
from evaluators.trajectory._facts import TaskFacts
from evaluators.trajectory._pattern import Pattern
from evaluators.trajectory._saturation import called, in_view, saturation
from evaluators.trajectory._tokens import (
    BilledTokens,
    UniqueTokens,
    billed_tokens,
    unique_tokens,
)
from evaluators.trajectory._trajectory import CLASSES, Ending, Trajectory

EVALUATOR = "trajectory"
VERSION = "1"


class ErroredAttempt(ValueError):
    """An attempt that broke for a reason of ours says nothing about its subject."""


@dataclass(frozen=True, slots=True)
class Recall:
    """How many of some tools came up.

    Args:
        found: Those that did.
        of: All.
    """

    found: int
    of: int

    @property
    def share(self) -> float | None:
        """Found / of; None where there is nothing to find."""
        return self.found / self.of if self.of else None

    def as_json(self) -> dict[str, Any]:
        """The figures as JSON."""
        return {"found": self.found, "of": self.of, "share": self.share}


@dataclass(frozen=True)
class Analysis:
    """What an attempt's course comes to.

    Args:
        calls: How many calls of each class: valid, failed, fault, syntactic; they add up to all.
        unlisted: How many calls, of whatever class, were of tools that were not on offer.
        distinct_tools: How many tools were called and understood.
        retrievals: How many searches for tools there were.
        rounds: How many replies asked for calls; None where the replies are not known.
        unique: Tokens of what was new; None where the replies are not known.
        billed: Tokens that were billed; None where the replies are not known.
        called: Of the needed tools, those that were called; "latent": of the latent ones alone.
        in_view: Of the needed tools, those that were listed or retrieved; "latent": likewise.
        patterns: The failure patterns that were found.
        evaluator: Name of the evaluator.
        version: Version of the evaluator.
    """

    calls: Mapping[str, int]
    unlisted: int
    distinct_tools: int
    retrievals: int
    rounds: int | None
    unique: UniqueTokens | None
    billed: BilledTokens | None
    called: Mapping[str, Recall]
    in_view: Mapping[str, Recall]
    patterns: tuple[Pattern, ...]
    evaluator: str = EVALUATOR
    version: str = VERSION

    def as_json(self) -> dict[str, Any]:
        """The analysis as JSON."""
        return {
            "calls": dict(self.calls),
            "unlisted": self.unlisted,
            "distinct_tools": self.distinct_tools,
            "retrievals": self.retrievals,
            "rounds": self.rounds,
            "tokens": {
                "unique": None if self.unique is None else asdict(self.unique),
                "billed": None if self.billed is None else asdict(self.billed),
            },
            "recall": {
                "called": {name: found.as_json() for name, found in self.called.items()},
                "in_view": {name: found.as_json() for name, found in self.in_view.items()},
            },
            "patterns": [pattern.as_json() for pattern in self.patterns],
            "evaluator": self.evaluator,
            "version": self.version,
        }


def analyse(trajectory: Trajectory, facts: TaskFacts) -> Analysis:
    """Analyse the course of an attempt that has ended (docs/trajectories.md).

    Args:
        trajectory: What the subject did.
        facts: What is known of its task.

    Returns:
        The figures and the patterns; what rests on something unknown is None, or not reported.

    Raises:
        ErroredAttempt: the attempt broke for a reason of ours.
    """
    if trajectory.ending is Ending.ERROR:
        raise ErroredAttempt("an attempt that errored is not analysed")
    classes = Counter(CLASSES[call.status] for call in trajectory.calls)
    replies = trajectory.replies
    groups = {"needed": facts.needed, "latent": facts.latent}
    patterns = (find(trajectory, facts) for find in (saturation, clean_slate, defeatism))
    return Analysis(
        calls={name: classes[name] for name in CLASSES.values()},
        unlisted=sum(call.unlisted for call in trajectory.calls),
        distinct_tools=len({call.tool for call in trajectory.calls if call.status != "error"}),
        retrievals=len(trajectory.retrievals),
        rounds=None if replies is None else sum(bool(reply.calls) for reply in replies),
        unique=None if replies is None else unique_tokens(replies),
        billed=None if replies is None else billed_tokens(replies),
        called={
            name: Recall(len(called(trajectory, group)), len(group))
            for name, group in groups.items()
        },
        in_view={
            name: Recall(len(in_view(trajectory, group)), len(group))
            for name, group in groups.items()
        },
        patterns=tuple(pattern for pattern in patterns if pattern is not None),
    )
