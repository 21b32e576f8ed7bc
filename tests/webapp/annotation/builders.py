"""What tests of annotation need to be there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from evaluators.judge import Sample as Seen
from evaluators.rubrics import rubric
from sandboxes import catalogue
from sandboxes.workflows import RecoveryInstance
from tests.webapp.recovery.builders import recovery_instance_of
from webapp import clock
from webapp.accounts.models import Role as AccountRole
from webapp.accounts.models import User
from webapp.annotation.found import Found
from webapp.annotation.judging import known_judge, start_run
from webapp.annotation.models import Campaign, Grade, JudgeRun, Role, Sample, Sheet, SheetState
from webapp.annotation.responses import changes_between
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt

HOUR = timedelta(hours=1)
MOMENT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ITEMS = tuple(item.id for item in rubric("sde").items)


def annotator(name: str, role: AccountRole = AccountRole.ANNOTATOR) -> User:
    """Somebody who grades."""
    return get_user_model().objects.create_user(username=name, role=role)


def campaign(name: str = "First round", **fields: Any) -> Campaign:
    """A campaign by the SDE rubric, with nothing in it."""
    known = rubric("sde")
    return Campaign.objects.create(
        **{
            "name": name,
            "rubric": known.name,
            "rubric_digest": known.digest,
            "kind": "response",
            "opened_at": MOMENT,
            **fields,
        }
    )


def response_body(task: str = "tell_two_travellers-1", seed: int = 1) -> dict[str, Any]:
    """What graders see of a response that repairs an instance as its reference does."""
    made = made_instance(recovery_instance_of(task, seed))
    assert isinstance(made, RecoveryInstance)
    tools = [catalogue()[name].documentation() for name in made.offered]
    return asdict(
        Seen(
            query=made.workflow.query,
            tools=[{k: tool[k] for k in ("name", "description", "input_schema")} for tool in tools],
            before=made.plan.as_json(),
            after=made.repairs[0].as_json(),
            history=made.history,
            observations=[{"round": made.rounds_before, **run} for run in made.observations],
            thought="One node has failed for want of an argument. I mend it and leave the rest.",
            changes=changes_between(made.plan, made.repairs[0]),
        )
    )


def samples(
    where: Campaign,
    count: int,
    *,
    owner: User | None = None,
    role: Role = Role.ORDINARY,
    reference: Mapping[str, Any] | None = None,
    contestant: str = "tester",
) -> list[Sample]:
    """Samples of so many attempts of an agent, all of the same response."""
    record, body = recovery_instance_of(), response_body()
    entrant = agent(contestant, {}, owner)
    made = []
    for _ in range(count):
        attempt = open_attempt(record, entrant, conditions_for(record), owner)
        # A site that is served beside the tests would close what seems to have lain open for long.
        Attempt.objects.filter(pk=attempt.pk).update(opened_at=timezone.now())
        found = Found(event_number=1, body=body, cluster=f"query {attempt.pk % 5}", level=1)
        made.append(
            Sample.objects.create(
                campaign=where,
                attempt=attempt,
                event_number=found.event_number,
                contestant=entrant,
                body=dict(found.body),
                digest=found.digest,
                cluster=found.cluster,
                level=found.level,
                types=["Parameter_Missing"],
                role=role,
                reference=dict(reference or {}),
                place=attempt.pk,
            )
        )
    return made


def different_samples(where: Campaign, count: int) -> list[Sample]:
    """Samples of which no two show the same: their thoughts differ."""
    made = samples(where, count)
    for place, sample in enumerate(made, 1):
        sample.body = sample.body | {"thought": f"{sample.body['thought']} This is try {place}."}
        sample.digest = f"{place:032}"
        sample.save()
    return made


def graded(sample: Sample, grader: User, values: Mapping[str, float | None] | float) -> Sheet:
    """A sheet that was handed in: all items with one value, or each with its own; None: skipped."""
    given = dict.fromkeys(ITEMS, values) if isinstance(values, float) else values
    sheet = Sheet.objects.create(
        sample=sample,
        grader=grader,
        state=SheetState.SAVED,
        reserved_at=MOMENT,
        expires_at=MOMENT + timedelta(minutes=30),
        saved_at=MOMENT + timedelta(minutes=5),
        revision=len(given),
    )
    for item, value in given.items():
        skipped = "" if value is not None else "can't be judged"
        Grade.objects.create(sheet=sheet, item=item, value=value, skipped=skipped)
    return sheet


def disputed() -> Sample:
    """A sample on which two people differ at S1; the same one each time."""
    known = Sample.objects.filter(campaign__name="Disputed").first()
    if known is not None:
        return known
    (sample,) = samples(campaign("Disputed"), 1)
    for name, value in (("zora", 1.0), ("yann", 0.0)):
        graded(sample, annotator(name), {"S1": value, "S2": 1.0})
    return sample


def sheet_in_hand(grader: User) -> Sheet:
    """A sheet that somebody has just filled, and has still to hand in."""
    where = Campaign.objects.first() or campaign()
    (sample,) = samples(where, 1)
    sheet = graded(sample, grader, 1.0)
    now = clock.now()
    sheet.state, sheet.saved_at, sheet.expires_at = SheetState.RESERVED, None, now + HOUR
    sheet.save()
    return sheet


def judge_run_of(where: Campaign) -> JudgeRun:
    """A run of a judge that nobody answers: it has read nothing, and waits."""
    judge = known_judge("Grader", "grader-1", "http://127.0.0.1:1/v1", {}, rubric("sde"))
    return start_run(judge, where, None, by_command=True)
