"""Judges at work: each call is one reading, asked once, kept whole, and never guessed.

A reading is idempotent: whoever has its lease asks the model and writes down what came, the first
answer before the second one is asked for. A process that dies leaves a lease that lapses, and the
reading is taken up again. What a model answered is the judge's; that it could not be reached, or
that we failed, is ours, pauses the run, and scores nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, F, Min, OuterRef, Q

from agents.model import (
    AddressRefused,
    ContextTooLong,
    Model,
    ModelSettings,
    ModelUnreachable,
)
from evaluators.judge import (
    JudgeCall,
    NoPrompts,
    content_hash,
    grade_dimension,
    judge_identity,
    judge_messages,
    probed,
    prompt_hash,
)
from evaluators.rubrics import Rubric, RubricError, rubric
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.judge_usage import with_reply
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import (
    Campaign,
    Judge,
    JudgeRun,
    JudgeRunStatus,
    Reading,
    ReadingState,
    Role,
    Sample,
)
from webapp.runs.leases import this_process
from webapp.runs.outage import OUTAGE
from webapp.runs.subjects import allowed_addresses

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=30)
"""Longer than an answer takes with all its tries. Processes of this machine need not lapse: that
they are gone is seen at once."""
_OUTAGES_SAT_OUT = 60
"""Seconds for which an answer is not given up because the database is away."""
CHANGED = "Its prompts or its rubric have changed since it began: it would be another judge."


class JudgingError(ValueError):
    """A judge can't do that; the text says why."""


def known_judge(
    name: str, model: str, address: str, sampling: Mapping[str, Any], by: Rubric
) -> Judge:
    """A judge, by what makes it the one it is: model, prompts, rubric and sampling.

    Args:
        name: What people call it; a known one keeps its own.
        model: Name of the model.
        address: Where it is asked.
        sampling: How.
        by: What it grades by.

    Raises:
        JudgingError: the address is not allowed here, something of it can't be, or judges can't
            grade by the rubric.
    """
    try:
        address = ModelSettings(model=model, base_url=address, **sampling).base_url
        allowed_addresses().key_name(address)
        identity = judge_identity(model, by, sampling)
    except (AddressRefused, NoPrompts, ValueError, TypeError) as error:
        raise JudgingError(str(error)) from error
    judge, _ = Judge.objects.get_or_create(
        identity=identity,
        defaults={
            "name": name,
            "model": model,
            "address": address,
            "sampling": dict(sampling),
            "rubric": by.name,
            "rubric_digest": by.digest,
            "prompt_hash": prompt_hash(by),
            "made_at": clock.now(),
        },
    )
    if judge.address != address:
        Judge.objects.filter(pk=judge.pk).update(address=address)
        judge.address = address
    return judge


def is_stale(judge: Judge) -> bool:
    """Whether a judge is no longer what it was: a prompt or the rubric has changed since."""
    try:
        today = rubric(judge.rubric)
        prompts = prompt_hash(today)
    except (RubricError, NoPrompts):  # it is gone
        return True
    return (
        judge.prompt_hash != prompts
        or judge.rubric_digest != today.digest
        or judge.identity != judge_identity(judge.model, today, judge.sampling)
    )


def start_run(
    judge: Judge,
    campaign: Campaign,
    owner: User | None,
    *,
    probe: str = "",
    limit: int | None = None,
    concurrency: int = 4,
    by_command: bool = False,
) -> JudgeRun:
    """Let a judge read the samples of a campaign; what it has read already is not asked for again.

    Args:
        judge: Who.
        campaign: What.
        owner: Who wants it.
        probe: Which probe; none: it grades.
        limit: How many samples at most, in the order in which people get them; None: all.
        concurrency: How many calls go on at once.
        by_command: Whether a command works on it, and no worker does.

    Raises:
        JudgingError: the judge is stale or grades by another rubric, or there is no such probe of
            what is graded.
    """
    kind = KINDS[campaign.kind]
    if probe and probe not in kind.probes:
        probes = ", ".join(kind.probes)
        raise JudgingError(f"no probe {probe!r} of {kind.title.lower()}; there are: {probes}")
    if is_stale(judge):
        raise JudgingError(f"{judge} is stale: its prompts or its rubric have changed since")
    if judge.rubric != campaign.rubric:
        raise JudgingError(f"{judge} grades by {judge.rubric}, and these are by {campaign.rubric}")
    known = rubric(campaign.rubric)
    samples = campaign.samples.exclude(role=Role.TRAINING).order_by("place", "pk")
    with transaction.atomic():
        run = JudgeRun.objects.create(
            judge=judge,
            campaign=campaign,
            probe=probe,
            owner=owner,
            made_at=clock.now(),
            concurrency=concurrency,
            by_command=by_command,
        )
        for sample in samples[:limit]:
            _add_readings(run, sample, known)
    return run


def _add_readings(run: JudgeRun, sample: Sample, known: Rubric) -> None:
    """What is still to be read of a sample; an equal question that was answered is copied."""
    seen = probed(KINDS[run.campaign.kind].judged(sample.body), run.probe)
    for dimension in known.dimensions:
        content = content_hash(run.judge.identity, judge_messages(known, dimension, seen))
        same = {"judge": run.judge, "sample": sample, "dimension": dimension, "probe": run.probe}
        stored = Reading.objects.filter(**same)
        if stored.exists():  # what is answered at this moment is not to be asked for again
            stored.filter(state__in=(ReadingState.WAITING, ReadingState.FAILED)).update(
                run=run, state=ReadingState.WAITING
            )
            continue
        reading = Reading(run=run, content=content, **same)
        for name, value in _known_answer(reading).items():
            setattr(reading, name, value)
        reading.save()


def _known_answer(reading: Reading) -> dict[str, Any]:
    """What the same judge has answered to an equal question; nothing if it has not been asked."""
    answered = Reading.objects.filter(
        judge=reading.judge, content=reading.content, probe=reading.probe
    )
    answered = answered.exclude(state__in=(ReadingState.WAITING, ReadingState.FAILED))
    found = answered.order_by("pk").first()
    if found is None:
        return {}
    names = ("state", "raw", "repaired", "grades", "problems", "read_at")
    return {name: getattr(found, name) for name in names}


def next_readings(run: JudgeRun, most: int) -> list[int]:
    """The next readings of a run that nobody has in hand, as long as it is running.

    Of equal questions one is given out, and the others once it is answered: they are copies then.
    """
    if most <= 0 or run.status != JudgeRunStatus.RUNNING:
        return []
    now = clock.now()
    waiting = Reading.objects.filter(state=ReadingState.WAITING)
    lapsed = Q(lease_until=None) | Q(lease_until__lt=now)
    asked = waiting.filter(judge=run.judge_id, probe=run.probe, lease_until__gte=now)
    free = waiting.filter(lapsed, ~Exists(asked.filter(content=OuterRef("content"))), run=run)
    firsts = free.order_by().values("content").annotate(first=Min("pk"))
    return list(firsts.order_by("first").values_list("first", flat=True)[:most])


def read(reading_id: int, model_of: Callable[[Judge], Model]) -> bool:
    """Make a reading, if it is still to be made and nobody else has it in hand.

    Args:
        reading_id: Which.
        model_of: The model of a judge, to be asked.

    Returns:
        Whether it was made.
    """
    free = Reading.objects.filter(
        _is_free(), pk=reading_id, state=ReadingState.WAITING, run__status=JudgeRunStatus.RUNNING
    )
    if not free.update(tries=F("tries") + 1, lease_owner=this_process(), lease_until=_lease()):
        return False
    reading = Reading.objects.select_related("run", "judge", "sample__campaign").get(pk=reading_id)
    known = _known_answer(reading)
    if known:
        _keep(reading, **known)
        return True
    try:
        return _answered(reading, model_of)
    except ModelUnreachable as error:
        _not_answered(reading, str(error))
    except Exception:
        logger.exception("%s broke", reading)
        _not_answered(reading, "Something of ours broke; the log of the site says what.")
    return False


def _answered(reading: Reading, model_of: Callable[[Judge], Model]) -> bool:
    """Ask, and write down what came; whether it was asked."""
    if is_stale(reading.judge):
        _not_answered(reading, CHANGED)
        return False
    call = _asked(reading, model_of(reading.judge))
    _keep(
        reading,
        state=call.state,
        raw=call.raw,
        repaired=call.repaired,
        grades={name: {"value": g.value, "reason": g.reason} for name, g in call.grades.items()},
        problems=list(call.problems),
        usage=reading.usage,
        content=reading.content,
        read_at=clock.now(),
        error="",
    )
    return True


def _asked(reading: Reading, model: Model) -> JudgeCall:
    """Ask the model. A first answer that needs a second is kept, and never asked for again."""
    known, kind = rubric(reading.judge.rubric), KINDS[reading.sample.campaign.kind]
    seen = probed(kind.judged(reading.sample.body), reading.probe)
    plain = judge_messages(known, reading.dimension, seen)
    content = content_hash(reading.judge.identity, plain)
    if content != reading.content:  # what is shown of a sample is told in other words now
        reading.content, reading.raw, reading.usage = content, "", {}

    too_long: list[str] = []

    def ask(messages: Any) -> str:
        is_first = len(messages) == len(plain)
        if too_long:
            return ""
        if is_first and reading.usage:
            return reading.raw
        if not is_first:
            kept = {"raw": reading.raw, "usage": reading.usage, "content": content}
            _hold(reading, **kept, lease_until=_lease())
        try:
            reply = model.reply(messages, ())
        except ContextTooLong as error:
            too_long.append(f"the model can't take so much: {error}")
            return ""
        reading.usage = with_reply(reading.usage, reply)
        if is_first:
            reading.raw = reply.text
        return reply.text

    call = grade_dimension(known, reading.dimension, seen, ask)
    return replace(call, problems=tuple(too_long)) if too_long else call


def _lease() -> Any:
    return clock.now() + LEASE


def _keep(reading: Reading, **facts: Any) -> None:
    """Write down what came of a reading, and give it out of hand."""
    _hold(reading, **facts, lease_owner="", lease_until=None)


def _hold(reading: Reading, **facts: Any) -> None:
    """Write something down of a reading that is in hand. What was answered outlasts an outage."""
    mine = Reading.objects.filter(pk=reading.pk, lease_owner=this_process())
    for second in range(_OUTAGES_SAT_OUT):
        try:
            mine.update(**facts)
        except OUTAGE as error:
            logger.warning("the database is waited for, %s s so far: %s", second, error)
            connection.close()
            time.sleep(1)
        else:
            return
    mine.update(**facts)


def _not_answered(reading: Reading, why: str) -> None:
    """The run pauses: what one call meets, the others will meet as well."""
    logger.warning("%s: %s", reading, why)
    _keep(reading, error=why)
    running = JudgeRun.objects.filter(pk=reading.run_id, status=JudgeRunStatus.RUNNING)
    running.update(status=JudgeRunStatus.PAUSED, why=why[:300])


def _is_free() -> Q:
    """What nobody has in hand; queued for a worker is in nobody's."""
    return Q(lease_until=None) | Q(lease_until__lt=clock.now()) | Q(lease_owner="")


def steer(run: JudgeRun, status: JudgeRunStatus, why: str = "") -> None:
    """Pause a run, let the site's workers go on with it, or cancel it; a cancelled one stays so.

    Args:
        run: Which.
        status: What is wanted of it.
        why: Why it is paused, if not because somebody wanted it.
    """
    changed = JudgeRun.objects.filter(pk=run.pk).exclude(status=JudgeRunStatus.CANCELLED)
    going_on = {"by_command": False} if status == JudgeRunStatus.RUNNING else {}
    changed.update(status=status, why=why[:300], **going_on)
    queued = run.readings.filter(state=ReadingState.WAITING, lease_owner="")
    queued.update(lease_until=None)  # workers pass over it; nobody is to wait for them later


def counts_of(run: JudgeRun) -> dict[str, int]:
    """How many readings of a run are in which state."""
    states = run.readings.values_list("state", flat=True)
    return {state.value: sum(one == state for one in states) for state in ReadingState}
