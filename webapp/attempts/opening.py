"""Opening attempts, and the secrets in their addresses."""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.crypto import salted_hmac
from pydantic import ValidationError

from sandboxes import catalogue_hash, sorted_json, world_version
from sandboxes.workflows import SUBMIT_PLAN, RecoveryInstance
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts import errors
from webapp.attempts.conditions import Conditions
from webapp.attempts.hot import HotAttempt, known_instance
from webapp.attempts.log import NewEvent
from webapp.attempts.models import (
    Attempt,
    AttemptToken,
    ConditionsRecord,
    Contestant,
    ContestantKind,
    EventKind,
    Status,
)
from webapp.attempts.retrieval import nearest, retriever_of_today
from webapp.attempts.steps import Waits, in_steps
from webapp.attempts.stored import stored_json
from webapp.attempts.turns import Entry, append, in_turn, in_worker
from webapp.benchmark.models import Instance
from webapp.secrets import digest_of

UNSTARTED = timedelta(days=7)
"""How long an attempt may lie unstarted before it lapses."""
_LONGEST_NAME = 100
_TRIES = 5


def person(user: User) -> Contestant:
    """A user as a contestant. A user name may be longer than a contestant's name."""
    name = user.username[:_LONGEST_NAME]
    return _contestant(ContestantKind.PERSON, name, {"user": user.pk}, user)


def agent(name: str, details: dict[str, Any], user: User | None) -> Contestant:
    """An agent system as a contestant: the same name and details are the same contestant.

    Args:
        name: What the board calls it.
        details: Model, strategy, prompt hashes, sampling settings: whatever tells it apart.
        user: Whose it is; None for the built-in ones.
    """
    return _contestant(ContestantKind.AGENT, name, details, user)


def _contestant(
    kind: ContestantKind, name: str, details: dict[str, Any], user: User | None
) -> Contestant:
    whole = [kind.value, name, details, None if user is None else user.pk]
    found, _ = Contestant.objects.get_or_create(
        digest=digest_of(sorted_json(whole))[:32],
        defaults={"kind": kind, "name": name, "details": details, "user": user},
    )
    return found


def conditions_for(instance: Instance, **choices: Any) -> Conditions:
    """The conditions of an attempt at an instance.

    Args:
        instance: The instance.
        choices: What is not left at its default: call_budget, seconds, profile, access ...; a
            retriever by its name, to which the version of today is added.

    Raises:
        NotACall: a choice can't be.
        NotOffered: there is no such retriever here.
    """
    suite = instance.task.suite
    if suite.name == RecoveryInstance.suite:
        choices = _of_recovery(choices)
    if choices.get("retriever"):
        choices["retriever"] = retriever_of_today(choices["retriever"].split()[0])
    try:
        return Conditions(
            suite=suite.name,
            suite_version=suite.version,
            instances=instance.table,
            catalogue_hash=suite.catalogue_hash,
            **choices,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "conditions"
        raise errors.NotACall(f"{place}: {first['msg']}.") from error


def _of_recovery(choices: dict[str, Any]) -> dict[str, Any]:
    """What may be chosen where there is one tool, and no faults but those that were injected."""
    if choices.get("access", "all") not in ("all", "palette"):
        raise errors.NotACall("access: recovery has one tool, which is always listed.")
    return {**choices, "access": "all", "profile": "none"}


def open_attempt(
    instance: Instance, contestant: Contestant, conditions: Conditions, owner: User | None
) -> Attempt:
    """Open an attempt. Its addresses hold `token_of` it.

    Raises:
        NotOffered: the instance has not passed the gate, or belongs to an older version.
        NotACall: a person can't act under these conditions.
    """
    _require_current(instance)
    if contestant.kind == ContestantKind.PERSON and conditions.access == "retrieval":
        raise errors.NotACall("access: retrieval is for agents; people search the palette.")
    record, _ = ConditionsRecord.objects.get_or_create(
        digest=conditions.digest, defaults={"body": conditions.model_dump()}
    )
    attempt = Attempt(
        instance=instance,
        contestant=contestant,
        conditions=record,
        owner=owner,
        world_version=instance.task.suite.world_version,
        offered=_offered(instance, conditions),
        opened_at=clock.now(),
    )
    for tries_left in reversed(range(_TRIES)):
        try:
            with transaction.atomic():
                _save(attempt)
        except IntegrityError:  # two repeats were opened at once
            if not tries_left:
                raise
        else:
            break
    return attempt


def _save(attempt: Attempt) -> None:
    same = Attempt.objects.filter(
        instance=attempt.instance, contestant=attempt.contestant, conditions=attempt.conditions
    )
    attempt.pk = None
    attempt.repeat = (same.aggregate(last=Max("repeat"))["last"] or 0) + 1
    attempt.save(force_insert=True)
    token = _token(attempt, 1)
    AttemptToken.objects.create(attempt=attempt, digest=digest_of(token), serial=1)


def _require_current(instance: Instance) -> None:
    suite = instance.task.suite
    if not instance.gate_passed:
        raise errors.NotOffered(f"{instance} has not passed the gate.")
    if (suite.world_version, suite.catalogue_hash) != (world_version(), catalogue_hash()):
        raise errors.NotOffered(f"{instance} belongs to an older version of the suite.")
    if instance.draw is not None and instance.draw.retired_at is not None:
        raise errors.NotOffered(f"{instance} is retired: private instances were drawn anew.")


def _offered(instance: Instance, conditions: Conditions) -> list[str] | None:
    if conditions.suite == RecoveryInstance.suite:
        return [SUBMIT_PLAN.name]
    if conditions.access == "retrieval":
        top_k = conditions.top_k
        return nearest(conditions.retriever, instance.instruction, top_k) if top_k else []
    if conditions.access != "needed":
        return None
    known = known_instance(instance)
    if known is None:
        raise errors.NotOffered(f"{instance} is no task of this version.")
    return list(known.offered(conditions.distractors))


def token_of(attempt: Attempt) -> str:
    """The secret in an attempt's addresses; made from the site's own secret, and never stored."""
    newest = attempt.tokens.filter(revoked_at=None).last()
    if newest is None:
        raise errors.RevokedToken
    return _token(attempt, newest.serial)


def _token(attempt: Attempt, serial: int) -> str:
    what = f"{attempt.pk}/{serial}/{attempt.opened_at.isoformat()}"
    mac = salted_hmac("attempt token", what, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


@in_steps
def renew_token(entry: Entry) -> Waits[str]:
    """Give an attempt a new address; the old one is revoked, also in other processes."""

    def act(hot: HotAttempt) -> Waits[str]:
        tokens = AttemptToken.objects.filter(attempt=hot.attempt.pk)
        last = yield in_worker(tokens.last)
        serial = 1 if last is None else last.serial + 1
        token = _token(hot.attempt, serial)
        digest, now = digest_of(token), clock.now()

        def write() -> None:
            tokens.filter(revoked_at=None).update(revoked_at=now)
            AttemptToken.objects.create(attempt=hot.attempt, digest=digest, serial=serial)

        arguments = stored_json({"digest": digest})
        event = NewEvent(kind=EventKind.TOKEN, at=now, channel=entry.channel, arguments=arguments)
        yield from append(hot, event, then=write)
        return token

    return (yield from in_turn(entry, act, fresh=True))


@in_steps
def lapse(entry: Entry) -> Waits[None]:
    """Close an attempt that nobody has started; it counts for nothing."""

    def act(hot: HotAttempt) -> Waits[None]:
        if hot.started_at is not None or hot.ending is not None:
            return
        now, row = clock.now(), Attempt.objects.filter(pk=hot.attempt.pk)

        def write() -> None:
            row.update(status=Status.LAPSED, ended_at=now)

        event = NewEvent(kind=EventKind.LAPSE, at=now, channel=entry.channel)
        yield from append(hot, event, then=write)

    return (yield from in_turn(entry, act, fresh=True))
