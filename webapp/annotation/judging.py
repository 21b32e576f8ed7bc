"""Judges at work: each call is one reading, asked once, kept whole, and never guessed.

A reading is idempotent: whoever has its lease asks the model and writes down what came. A process
that dies leaves a lease that lapses, and the reading is taken up again. What a model answered is
the judge's; that it could not be reached is ours, pauses the run, and scores nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from agents.model import ContextTooLong, Model, ModelUnreachable, Usage
from evaluators.judge import (
    PROBES,
    JudgeCall,
    content_hash,
    grade_dimension,
    judge_identity,
    judge_messages,
    probed,
    prompt_hash,
)
from evaluators.judge import Sample as Seen
from evaluators.rubrics import Rubric, rubric
from webapp import clock
from webapp.accounts.models import User
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

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=15)
"""Longer than a call takes with all its tries."""


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
    """
    identity = judge_identity(model, by, sampling)
    judge, _ = Judge.objects.get_or_create(
        identity=identity,
        defaults={
            "name": name,
            "model": model,
            "address": address,
            "sampling": dict(sampling),
            "rubric": by.name,
            "rubric_digest": by.digest,
            "prompt_hash": prompt_hash(),
            "made_at": clock.now(),
        },
    )
    if judge.address != address:
        Judge.objects.filter(pk=judge.pk).update(address=address)
        judge.address = address
    return judge


def is_stale(judge: Judge) -> bool:
    """Whether a judge is no longer what it was: a prompt or the rubric has changed since."""
    today = rubric(judge.rubric)
    return (
        judge.prompt_hash != prompt_hash()
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
        JudgingError: the judge is stale or grades by another rubric, or there is no such probe.
    """
    if probe and probe not in PROBES:
        raise JudgingError(f"no probe {probe!r}; there are: {', '.join(PROBES)}")
    if is_stale(judge):
        raise JudgingError(f"{judge} is stale: its prompts or its rubric have changed since")
    if judge.rubric != campaign.rubric or KINDS[campaign.kind].name != "response":
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
    seen = probed(Seen(**sample.body), run.probe)
    for dimension in known.dimensions:
        content = content_hash(run.judge.identity, judge_messages(known, dimension, seen))
        same = {"judge": run.judge, "sample": sample, "dimension": dimension, "probe": run.probe}
        stored = Reading.objects.filter(**same).first()
        if stored is not None:
            if stored.state in (ReadingState.WAITING, ReadingState.FAILED):
                stored.run, stored.state = run, ReadingState.WAITING
                stored.save(update_fields=("run", "state"))
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
    """The next readings of a run that nobody has in hand, as long as it is running."""
    if most <= 0 or run.status != JudgeRunStatus.RUNNING:
        return []
    lapsed = Q(lease_until=None) | Q(lease_until__lt=clock.now())
    waiting = run.readings.filter(lapsed, state=ReadingState.WAITING)
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:most])


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
    mine = {"lease_owner": this_process(), "lease_until": clock.now() + LEASE}
    if not free.update(tries=F("tries") + 1, **mine):
        return False
    reading = Reading.objects.select_related("run", "judge", "sample").get(pk=reading_id)
    known = _known_answer(reading)
    if known:
        _keep(reading, **known)
        return True
    usage = [Usage()]
    try:
        call = _asked(reading, model_of(reading.judge), usage)
    except ModelUnreachable as error:
        _not_answered(reading, str(error))
        return False
    except ContextTooLong as error:
        call = JudgeCall("", "", {}, (f"the model can't take it: {error}",), 1)
    _written(reading, call, usage[0])
    return True


def _asked(reading: Reading, model: Model, usage: list[Usage]) -> JudgeCall:
    known = rubric(reading.judge.rubric)
    seen = probed(Seen(**reading.sample.body), reading.probe)

    def ask(messages: Any) -> str:
        reply = model.reply(messages, ())
        usage[0] += reply.usage or Usage()
        return reply.text

    return grade_dimension(known, reading.dimension, seen, ask)


def _written(reading: Reading, call: JudgeCall, usage: Usage) -> None:
    _keep(
        reading,
        state=call.state,
        raw=call.raw,
        repaired=call.repaired,
        grades={name: {"value": g.value, "reason": g.reason} for name, g in call.grades.items()},
        problems=list(call.problems),
        usage=asdict(usage),
        read_at=clock.now(),
        error="",
    )


def _keep(reading: Reading, **facts: Any) -> None:
    held = Reading.objects.filter(pk=reading.pk, lease_owner=this_process())
    held.update(**facts, lease_owner="", lease_until=None)


def _not_answered(reading: Reading, why: str) -> None:
    """The run pauses: what one call meets, the others will meet as well."""
    logger.warning("%s: %s", reading, why)
    _keep(reading, error=why)
    running = JudgeRun.objects.filter(pk=reading.run_id, status=JudgeRunStatus.RUNNING)
    running.update(status=JudgeRunStatus.PAUSED, why=why[:300])


def _is_free() -> Q:
    """What nobody has in hand; queued for a worker is in nobody's."""
    return Q(lease_until=None) | Q(lease_until__lt=clock.now()) | Q(lease_owner="")


def steer(run: JudgeRun, status: JudgeRunStatus) -> None:
    """Pause a run, let it go on, or cancel it; a cancelled one stays so."""
    changed = JudgeRun.objects.filter(pk=run.pk).exclude(status=JudgeRunStatus.CANCELLED)
    changed.update(status=status, why="")


def counts_of(run: JudgeRun) -> dict[str, int]:
    """How many readings of a run are in which state."""
    states = run.readings.values_list("state", flat=True)
    return {state.value: sum(one == state for one in states) for state in ReadingState}
