"""Which responses are selected (ParaRecover, SFT and DPO data), and what became of the rest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from typing import Generic, TypeVar

from evaluators.training_data._responses import Exclusion, KeptOut, ScoredResponse
from evaluators.training_data._sieve import Sieve

MORE_POINTS_THAN = 10.0
"""A response to be imitated has more than these of its 15 points."""
WORTH_COMPARING = 3.0
"""Each response of a pair has at least these."""
WIDER_GAP_THAN = 5.0
"""And the better one is ahead by more than these."""


@dataclass(frozen=True)
class Example:
    """A response to be imitated (SFT).

    Args:
        response: The response.
    """

    response: ScoredResponse

    @property
    def key(self) -> str:
        """By which it is known, whoever has scored it."""
        return f"sft-{self.response.digest}"


@dataclass(frozen=True)
class Pair:
    """Two responses to the same instance, of which one is preferred (DPO).

    Args:
        chosen: The one with more points.
        rejected: The other.
    """

    chosen: ScoredResponse
    rejected: ScoredResponse

    @property
    def key(self) -> str:
        """By which it is known, whoever has scored it; the other way round it is another pair."""
        both = f"{self.chosen.digest} {self.rejected.digest}"
        return f"dpo-{blake2b(both.encode(), digest_size=16).hexdigest()}"


@dataclass(frozen=True)
class Report:
    """What became of the responses.

    Args:
        responses: How many there were.
        excluded: How many of them are out, by reason; all reasons, each response once.
        unscored_items: Of those that are out for want of a score: how many lack which item.
        eligible: How many are left.
        selected: How many examples or pairs these make.
    """

    responses: int
    excluded: Mapping[Exclusion, int]
    unscored_items: Mapping[str, int]
    eligible: int
    selected: int

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "responses": self.responses,
            "excluded": {str(why): count for why, count in self.excluded.items()},
            "unscored_items": dict(self.unscored_items),
            "eligible": self.eligible,
            "selected": self.selected,
        }


Candidate = TypeVar("Candidate", Example, Pair)


@dataclass(frozen=True)
class Selection(Generic[Candidate]):
    """What was selected.

    Args:
        candidates: In the order in which the responses came; pairs by prompt.
        report: What became of the rest.
    """

    candidates: Sequence[Candidate]
    report: Report


def select_single(responses: Iterable[ScoredResponse], out: KeptOut) -> Selection[Example]:
    """Responses to be imitated: those with more than 10 of 15 points.

    Args:
        responses: By one source of graded items.
        out: What is kept out.
    """
    sieve = Sieve(out, lambda points: points > MORE_POINTS_THAN)
    found = [Example(response) for response in sieve.passed(responses)]
    return Selection(found, _report(sieve, len(found)))


def select_pairs(responses: Iterable[ScoredResponse], out: KeptOut) -> Selection[Pair]:
    """Pairs of responses to one prompt: each at least 3 points, more than 5 points apart.

    Args:
        responses: By one source of graded items.
        out: What is kept out.
    """
    sieve = Sieve(out, lambda points: points >= WORTH_COMPARING)
    by_prompt: dict[str, list[ScoredResponse]] = defaultdict(list)
    for response in sieve.passed(responses):
        by_prompt[response.prompt].append(response)
    found = [pair for some in by_prompt.values() for pair in _pairs(some)]
    return Selection(found, _report(sieve, len(found)))


def _pairs(responses: Sequence[ScoredResponse]) -> Iterator[Pair]:
    for one, other in combinations(responses, 2):
        gap = one.gap(other)
        if abs(gap) > WIDER_GAP_THAN:
            yield Pair(one, other) if gap > 0 else Pair(other, one)


def _report(sieve: Sieve, selected: int) -> Report:
    excluded = {why: sieve.excluded[why] for why in Exclusion}
    return Report(sieve.responses, excluded, sieve.unscored_items, sieve.eligible, selected)
