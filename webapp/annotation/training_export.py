"""Training data as records: the prompt as the replanner's model gets it, and the reply to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agents.model import Message, Reply, reply_from_json
from agents.react import DIALECTS, PlanDialect, first_submission, replan_prompt, replan_reply
from evaluators.training_data import Example, Pair, ScoredResponse, dpo_record, sft_record
from webapp.annotation.models import Sample
from webapp.annotation.training_data import Candidate, Candidates
from webapp.attempts.conditions import Conditions
from webapp.attempts.hot import fresh_environment
from webapp.attempts.models import Attempt, Event
from webapp.recovery.instances import todays
from webapp.runs.models import ReplyRecord

_AT_ONCE = 200


@dataclass
class Export:
    """Candidates on their way out.

    Args:
        found: The candidates.
        undecided: Whether those that nobody has decided on go out as well; dropped ones never do.

    Attributes:
        written: How many records there were so far.
        outdated: How many have none: the code of today makes another instance, or none.
    """

    found: Candidates
    undecided: bool = False
    written: int = 0
    outdated: int = 0

    def lines(self) -> Iterator[str]:
        """The records as JSON Lines, in order."""
        chosen = self.chosen
        for start in range(0, len(chosen), _AT_ONCE):
            some = chosen[start : start + _AT_ONCE]
            samples = _samples(some)
            for candidate in some:
                record = _record(candidate, samples)
                if record is None:
                    self.outdated += 1
                else:
                    self.written += 1
                    yield json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"

    @property
    def chosen(self) -> list[Candidate]:
        """The candidates that go out."""
        out = {one.key for one in (self.found.kept if not self.undecided else self.found.found)}
        out -= {one.key for one in self.found.dropped}
        return [one for one in self.found.found if one.key in out]

    def as_json(self) -> dict[str, Any]:
        """What went out, for programs."""
        found = self.found
        return {
            "kind": str(found.asked.kind),
            "source": found.asked.source,
            "held_out": sorted(found.asked.held_out),
            "unmatched": found.unmatched,
            "written": self.written,
            "outdated": self.outdated,
            "kept": len(found.kept),
            "dropped": len(found.dropped),
            "undecided": len(found.undecided),
            "report": found.report.as_json(),
        }


def responses_of(candidate: Candidate) -> tuple[ScoredResponse, ...]:
    """The responses of a candidate, the better one first."""
    if isinstance(candidate, Example):
        return (candidate.response,)
    return (candidate.chosen, candidate.rejected)


def prompt_of(attempt: Attempt) -> list[Message] | None:
    """What a replanner's model is sent first in an attempt; None if that can't be told any more.

    Args:
        attempt: With its instance, task, suite and conditions.
    """
    made = todays(attempt.instance)
    if made is None:
        return None
    conditions = Conditions.model_validate(attempt.conditions.body)
    environment = fresh_environment(attempt, made, conditions)
    return replan_prompt(environment.brief, environment.first_observation)


def reply_of(sample: Sample) -> str:
    """What was answered first: a replanner's reply as it came, anybody else's as it would be.

    Args:
        sample: A first response, with its attempt and contestant.
    """
    dialect = DIALECTS.get(sample.contestant.details.get("dialect", ""))
    if isinstance(dialect, PlanDialect):
        said = first_submission(_replies(sample.attempt))
        if said is not None:
            return said
    event = Event.objects.get(attempt=sample.attempt_id, number=sample.event_number)
    sent = json.loads(event.arguments)
    plan = sent.get("plan", sent) if isinstance(sent, dict) else sent
    return replan_reply(sample.body["thought"], plan)


def _replies(attempt: Attempt) -> Iterable[Reply]:
    bodies = ReplyRecord.objects.filter(attempt=attempt).order_by("number")
    return (reply_from_json(json.loads(body)) for body in bodies.values_list("body", flat=True))


def _samples(some: Sequence[Candidate]) -> dict[str, Sample]:
    keys = [int(response.id) for candidate in some for response in responses_of(candidate)]
    related = ("attempt__instance__task__suite", "attempt__instance__draw", "attempt__conditions")
    found = Sample.objects.filter(pk__in=keys).select_related("contestant", *related)
    return {str(sample.pk): sample for sample in found}


def _record(candidate: Candidate, samples: Mapping[str, Sample]) -> dict[str, Any] | None:
    answered = [samples[response.id] for response in responses_of(candidate)]
    prompt = prompt_of(answered[0].attempt)
    if prompt is None:
        return None
    replies = [reply_of(sample) for sample in answered]
    if isinstance(candidate, Pair):
        return dpo_record(candidate, prompt, *replies)
    return sft_record(candidate, prompt, *replies)
