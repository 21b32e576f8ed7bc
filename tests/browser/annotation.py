"""Grading on the prepared site: a campaign in the middle, and one with a training round."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from agents.model import Function, Message, Reply, Usage
from webapp.accounts.models import User
from webapp.annotation.campaigns import Plan, open_campaign, set_reference
from webapp.annotation.grading import Entered, enter, hand_in, rubric_of, skip
from webapp.annotation.judging import known_judge, next_readings, read, start_run, steer
from webapp.annotation.models import Campaign, JudgeRun, JudgeRunStatus, Role, Sheet
from webapp.annotation.queue import next_sheet
from webapp.attempts.models import Attempt, ContestantKind

_VALUES = (1.0, 1.0, 0.5, 1.0, 0.0)
_WHY = "Every change that the plan makes is announced, and nothing else is."


def grading(
    passes: Callable[..., None], researcher: User, annotators: tuple[User, User]
) -> dict[str, int]:
    """The numbers of campaigns and sheets, by what is to be seen there.

    Args:
        passes: Lets time pass.
        researcher: Who opens the campaigns.
        annotators: Who grades in them; the first is looked at.
    """
    by_agents = Attempt.objects.filter(contestant__kind=ContestantKind.AGENT)
    going = open_campaign(Plan("Repairs, first round", "response", 6), by_agents, researcher)
    taught = open_campaign(
        Plan("Repairs, with training", "response", 2, pass_mark=0.9, seed=2), by_agents, researcher
    )
    first = taught.samples.first()
    assert first is not None
    reference = {item.id: {"value": 1.0, "why": _WHY} for item in rubric_of(taught).items}
    set_reference(first, Role.TRAINING, reference)
    looked_at, other = annotators
    saved = _graded(passes, looked_at, going)
    for _ in range(2):
        _graded(passes, other, going)
    left = next_sheet(other, going)
    assert left is not None
    skip(other, left.pk, left.revision, "The query is in a language that I don't read.")
    training = _graded(passes, looked_at, taught)
    begun = next_sheet(looked_at, going)
    assert begun is not None
    for revision, item in enumerate(rubric_of(going).items[:6]):
        enter(looked_at, begun.pk, revision, Entered(item.id, _VALUES[revision % len(_VALUES)]))
    judged = _judged(passes, going, researcher)
    return {
        "judge-run": judged.pk,
        "campaign": going.pk,
        "taught": taught.pk,
        "sheet": begun.pk,
        "saved": saved.pk,
        "training": training.pk,
    }


def _graded(passes: Callable[..., None], grader: User, where: Campaign) -> Sheet:
    sheet = next_sheet(grader, where)
    assert sheet is not None
    for revision, item in enumerate(rubric_of(where).items):
        passes(seconds=8)
        value = _VALUES[(revision + sheet.pk) % len(_VALUES)]
        enter(grader, sheet.pk, revision, Entered(item.id, value))
    return hand_in(grader, sheet.pk, len(rubric_of(where).items))


class _Grader:
    """A model that mostly answers as it should."""

    def __init__(self) -> None:
        self._asked = 0

    def reply(self, messages: Sequence[Message], functions: Sequence[Function]) -> Reply:
        """Grade all items; now and then, chat instead."""
        self._asked += 1
        if self._asked % 7 in (5, 6):
            return Reply("The plan looks fine to me, and I would give it full marks.")
        keys = str(messages[0]["content"]).rpartition("each once: ")[2].partition(". ")[0]
        given = {key: {"value": 1, "reason": "Node 3 is mended."} for key in keys.split(", ")}
        return Reply(json.dumps(given), usage=Usage(2_100, 0, 240, 0))


def _judged(passes: Callable[..., None], where: Campaign, owner: User) -> JudgeRun:
    """A run of a judge in the middle, paused."""
    judge = known_judge("Model J", "model-j-2026-01", "http://127.0.0.1:1/v1", {}, rubric_of(where))
    run, grader = start_run(judge, where, owner, by_command=True), _Grader()
    for reading in next_readings(run, 9):
        passes(seconds=4)
        read(reading, lambda judge: grader)
    steer(run, JudgeRunStatus.PAUSED)
    return run
