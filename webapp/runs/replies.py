"""Replies of models, kept as they come: whoever goes on with an attempt asks for none twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from decimal import Decimal

from django.db import IntegrityError, transaction

from agents.model import Reply, reply_from_json
from webapp import clock
from webapp.attempts.stored import stored_json
from webapp.runs.models import ReplyRecord

DOLLAR = 10**12
"""In the unit that costs are kept in."""


class LostToAnother(Exception):
    """Another process goes on with the attempt."""


class KeptReplies:
    """The replies of one attempt, in the database.

    Args:
        attempt_id: Of which.
        cost: What a reply costs, in US dollars; None where that is not known.
    """

    def __init__(self, attempt_id: int, cost: Callable[[Reply], Decimal | None]) -> None:
        self._attempt_id = attempt_id
        self._cost = cost

    def earlier(self) -> Sequence[Reply]:
        """Those that were kept before, in order."""
        bodies = ReplyRecord.objects.filter(attempt=self._attempt_id).order_by("number")
        return [reply_from_json(json.loads(body)) for body in bodies.values_list("body", flat=True)]

    def keep(self, number: int, reply: Reply, kind: str) -> None:
        """Keep a reply.

        Raises:
            LostToAnother: another process has kept one of this number.
        """
        usage = reply.usage
        record = ReplyRecord(
            attempt_id=self._attempt_id,
            number=number,
            at=clock.now(),
            kind=kind,
            body=stored_json(reply.as_json()),
            cost=None if (cost := self._cost(reply)) is None else round(cost * DOLLAR),
            seconds=reply.seconds,
            retries=list(reply.retries),
        )
        if usage is not None:
            record.prompt, record.cached = usage.prompt, usage.cached
            record.output, record.reasoning = usage.output, usage.reasoning
        try:
            with transaction.atomic():
                record.save(force_insert=True)
        except IntegrityError as error:
            raise LostToAnother(f"reply {number} of attempt {self._attempt_id}") from error
