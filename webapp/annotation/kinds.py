"""The kinds of sample there are: a new one is a module that makes its bodies and a template."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet

from evaluators.judge import Material, Sample, WholeAttempt, probes_of
from webapp.annotation import attempts, responses
from webapp.annotation.found import Found, Offer
from webapp.attempts.models import Attempt


@dataclass(frozen=True)
class Kind:
    """A kind of sample.

    Args:
        name: As it stands in campaigns.
        title: What people call it.
        suite: Which attempts samples come from.
        rubric: Name of the rubric it is graded by.
        offers: What attempts offer to be graded, as far as their records tell: by attempt.
        samples: What an attempt offers, as graders see it; fewer if it can't be made today.
        material: What the grading page shows of a body, for the template.
        template: Which template shows it.
        judged: What a judge is shown of a body.
        probes: The probes of a judge that make sense of it.
    """

    name: str
    title: str
    suite: str
    rubric: str
    offers: Callable[[QuerySet[Attempt]], Iterator[tuple[int, Offer]]]
    samples: Callable[[Attempt], Iterator[Found]]
    material: Callable[[Mapping[str, Any]], Any]
    template: str
    judged: Callable[[Mapping[str, Any]], Material]
    probes: tuple[str, ...]


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind(
                name="response",
                title="Repaired plans",
                suite="recovery",
                rubric="sde",
                offers=responses.offers_of,
                samples=responses.samples_of,
                material=responses.material_of,
                template="annotation/material/response.html",
                judged=responses.judged,
                probes=probes_of(Sample),
            ),
            Kind(
                name="attempt",
                title="Whole attempts",
                suite="interdependent",
                rubric="patterns",
                offers=attempts.offers_of,
                samples=attempts.samples_of,
                material=attempts.material_of,
                template="annotation/material/attempt.html",
                judged=attempts.judged,
                probes=probes_of(WholeAttempt),
            ),
        )
    }
)
