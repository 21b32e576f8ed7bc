"""What people would have given on the whole, where a judge has read more than they have graded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaluators import Estimate
from evaluators.calibration import corrected_mean
from evaluators.sde import DIMENSIONS, SdeScore
from webapp.recovery.opinions import PEOPLE

AVERAGE = "Avg"


@dataclass(frozen=True)
class Scored:
    """A response with what it is worth by each source.

    Args:
        workflow: Its workflow: what is not independent of each other.
        scores: By source.
    """

    workflow: str
    scores: Mapping[str, SdeScore]


@dataclass(frozen=True)
class Corrected:
    """A judge's scores, corrected by those of people; over responses.

    Args:
        source: The judge.
        judged: How many responses it has read.
        graded: How many of them people have graded as well.
        dimensions: SI, DR, ES and Avg, 0 to 100.
    """

    source: str
    judged: int
    graded: int
    dimensions: Mapping[str, Estimate]


def corrected_scores(responses: Iterable[Scored], judges: Iterable[str]) -> tuple[Corrected, ...]:
    """The corrected scores of each judge that has read more than people have graded.

    Args:
        responses: The responses.
        judges: The sources that are judges.
    """
    known = list(responses)
    found = (_of(judge, [one for one in known if judge in one.scores]) for judge in judges)
    return tuple(one for one in found if 0 < one.graded < one.judged)


def value_of(score: SdeScore, name: str) -> float | None:
    """A dimension, or the average of all three."""
    return score.average if name == AVERAGE else score.dimensions[name]


def _of(judge: str, read: list[Scored]) -> Corrected:
    return Corrected(
        source=judge,
        judged=len(read),
        graded=sum(PEOPLE in one.scores for one in read),
        dimensions={name: _estimate(judge, read, name) for name in (*DIMENSIONS, AVERAGE)},
    )


def _estimate(judge: str, read: list[Scored], name: str) -> Estimate:
    """Of the responses that the judge has scored whole; people's part is what they have so too."""
    only: list[tuple[float, str]] = []
    both: list[tuple[tuple[float, float], str]] = []
    for one in read:
        judged = value_of(one.scores[judge], name)
        person = value_of(one.scores[PEOPLE], name) if PEOPLE in one.scores else None
        if judged is None:
            continue
        if person is None:
            only.append((judged, one.workflow))
        else:
            both.append(((judged, person), one.workflow))
    clusters = [workflow for _, workflow in (*only, *both)]
    return corrected_mean([value for value, _ in only], [pair for pair, _ in both], clusters)
