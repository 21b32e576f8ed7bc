"""The page of training data: the next candidate with its material, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators.sde import ITEMS
from webapp.accounts.models import User
from webapp.annotation.models import Sample
from webapp.annotation.responses import Material
from webapp.annotation.training_data import (
    REASONS,
    Asked,
    Candidate,
    Candidates,
    candidates,
    last_choice,
)
from webapp.annotation.training_export import responses_of
from webapp.annotation.training_models import TrainingChoice
from webapp.annotation.training_scores import KIND

_TITLES = ("Chosen", "Rejected")


@dataclass(frozen=True)
class ResponseShown:
    """A response of a candidate.

    Args:
        title: What it is in its candidate.
        points: Of 15.
        scores: Item and value.
        attempt: Key of the attempt that it was made in.
        material: What graders saw of it.
    """

    title: str
    points: float
    scores: list[tuple[str, float]]
    attempt: int
    material: Material


@dataclass(frozen=True)
class CandidateShown:
    """A candidate.

    Args:
        key: By which it is known.
        instance: Name of what it responds to.
        responses: Its one response, or both, the better one first.
    """

    key: str
    instance: str
    responses: list[ResponseShown]

    @property
    def material(self) -> Material:
        """What came before the response: the same for both."""
        return self.responses[0].material


@dataclass(frozen=True)
class Queue:
    """How far it is, and what comes next.

    Args:
        found: The candidates.
        shown: The one that is to be decided on; None if none is left.
        last: What whoever asks has chosen last, and may undo.
    """

    found: Candidates
    shown: CandidateShown | None
    last: TrainingChoice | None

    @property
    def left_out(self) -> list[tuple[int, str]]:
        """How many responses are no candidates, and why, in words."""
        counts = self.found.report.excluded
        return [(counts[why], words) for why, words in REASONS.items() if counts.get(why)]


def read_queue(user: User, asked: Asked, key: str = "") -> Queue:
    """The next candidate that nobody has decided on.

    Args:
        user: Who asks.
        asked: Among which candidates.
        key: Of one that is to be shown instead, if it is still undecided.

    Raises:
        NoSource: there is no such judge.
    """
    found = candidates(asked)
    undecided = found.undecided
    wanted = next((one for one in undecided if one.key == key), None)
    following = wanted or next(iter(undecided), None)
    shown = None if following is None else _shown(following)
    return Queue(found, shown, last_choice(user, asked.kind))


def _shown(candidate: Candidate) -> CandidateShown:
    responses = responses_of(candidate)
    samples = Sample.objects.in_bulk([int(one.id) for one in responses])
    titles = ("The response",) if len(responses) == 1 else _TITLES
    told = []
    for title, one in zip(titles, responses, strict=True):
        assert one.points is not None
        scores = [(item, value) for item in ITEMS if (value := one.items[item]) is not None]
        sample = samples[int(one.id)]
        material = KIND.material(sample.body)
        told.append(ResponseShown(title, one.points, scores, sample.attempt_id, material))
    return CandidateShown(candidate.key, responses[0].instance, told)
