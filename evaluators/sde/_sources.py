"""Items of the rubric by who scored them: one score a source, and what many of them come to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from evaluators.sde._scores import DIMENSIONS, FACTS, ITEMS, SdeScore, sde_score

PROGRAM = "program"
"""The source of S5 and E5."""


@dataclass(frozen=True)
class ItemScore:
    """What a source says of an item of a response.

    Args:
        item: The item: S1 to S5, D1 to D5, E1 to E5.
        value: 1, 0.5 or 0, for E5 any number between; None: unscored.
        source: Who says so: "program" for S5 and E5; else "rule", "person", "judge" or a name.
    """

    item: str
    value: float | None
    source: str


@dataclass(frozen=True)
class SdeMean:
    """A dimension, or the average of all three, over instances.

    Args:
        value: 0 to 100, the mean over instances of the means over their responses; None if no
            response has it.
        n: Of how many instances.
        of: How many instances there are.
        missing: Its items that responses lack, each with how many of them do.
    """

    value: float | None
    n: int
    of: int
    missing: Mapping[str, int]


@dataclass(frozen=True)
class SdeSummary:
    """What many responses are worth by one source.

    Args:
        source: Whose graded items they are; S5 and E5 are always a program's.
        dimensions: SI, DR and ES.
        average: Mean of the three, where a response has all of them.
        responses: How many there are.
    """

    source: str
    dimensions: Mapping[str, SdeMean]
    average: SdeMean
    responses: int

    @property
    def is_scored(self) -> bool:
        """Whether any response has any dimension."""
        return any(mean.n for mean in self.dimensions.values())


def scores_by_source(items: Iterable[ItemScore]) -> dict[str, SdeScore]:
    """What one response is worth, by each source of graded items; sources are never mixed.

    Args:
        items: From all sources. What the program says of S5 and E5 counts for each of them.

    Returns:
        By source, in the order of their names.

    Raises:
        ValueError: a source scored an item twice, a program a graded item or another source a fact,
            there is no such item, or a value is none of its levels.
    """
    given: dict[str, dict[str, float | None]] = defaultdict(dict)
    for one in items:
        if (one.item in FACTS) != (one.source == PROGRAM):
            raise ValueError(f"{one.item} is not scored by {one.source}")
        if one.item in given[one.source]:
            raise ValueError(f"{one.source} scored {one.item} twice")
        given[one.source][one.item] = one.value
    facts = given.pop(PROGRAM, {})
    return {source: _score(graded, facts, source) for source, graded in sorted(given.items())}


def facts_of_response(is_valid: bool, efficacy: float | None) -> tuple[ItemScore, ...]:
    """What the program says of a response: S5 of its own plan, E5 of its attempt.

    S5 asks of each submitted plan whether it can be run. E5 = S_q min(1, G_q / T_q) is a figure of
    the whole attempt (docs/recovery.md): its rounds are counted from the state that the subject
    took over in, those of earlier responses included, and each response is carried on to the same
    end. So all responses of an attempt have the same E5.

    Args:
        is_valid: Whether its plan could be run.
        efficacy: E5 of its attempt, 0 to 1; None where it is not known, such as before the attempt
            has ended: then it is unscored, which is not zero.
    """
    facts = (("S5", float(is_valid)), ("E5", efficacy))
    return tuple(ItemScore(item, value, PROGRAM) for item, value in facts)


def sde_summary(source: str, scores: Mapping[str, Sequence[SdeScore]]) -> SdeSummary:
    """What many responses come to by one source.

    Args:
        source: Whose scores they are.
        scores: By instance; those with something unscored among them.
    """
    known = [score for found in scores.values() for score in found]
    lacking = Counter(item for score in known for item in ITEMS if item not in score.sources)
    dimensions = {
        name: _mean(
            {key: [score.dimensions[name] for score in found] for key, found in scores.items()},
            {item: lacking[item] for item in parts if lacking[item]},
        )
        for name, parts in DIMENSIONS.items()
    }
    average = _mean(
        {key: [score.average for score in found] for key, found in scores.items()},
        {item: lacking[item] for item in ITEMS if lacking[item]},
    )
    return SdeSummary(source, dimensions, average, len(known))


def _score(
    graded: Mapping[str, float | None], facts: Mapping[str, float | None], source: str
) -> SdeScore:
    sources = {**dict.fromkeys(graded, source), **dict.fromkeys(facts, PROGRAM)}
    return sde_score({**graded, **facts}, sources)


def _mean(values: Mapping[str, list[float | None]], missing: Mapping[str, int]) -> SdeMean:
    means = []
    for found in values.values():
        known = [value for value in found if value is not None]
        if known:
            means.append(fsum(known) / len(known))
    of = sum(1 for found in values.values() if found)
    return SdeMean(fsum(means) / len(means) if means else None, len(means), of, missing)
