"""What the attempt of a run has used up, and its model's replies one by one."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, Sum

from agents.model import Reply, reply_from_json
from webapp.attempts.models import Attempt
from webapp.pages.logs import Passage
from webapp.pages.words import legible
from webapp.runs.models import ReplyRecord, Run
from webapp.runs.replies import DOLLAR
from webapp.runs.words import ERROR_WORDS, NATIVE_NOT_MADE, REPLY_WORDS, Counted, worded

REPLIES_A_PAGE = 20
_WITHOUT_A_CALL = ("empty", "no_call")


@dataclass(frozen=True)
class Usage:
    """What an attempt has used up of its model.

    Args:
        run: The run whose attempt it is.
        kinds: The replies by kind.
        replies: How many there are.
        prompt: Tokens of prompts, cached ones included.
        cached: Those of them that the provider had in its cache.
        output: Tokens of replies, reasoning included.
        reasoning: Those of them that were thought and not said.
        money: US dollars; None if no reply has a known price.
        untold: Of how many replies no tokens were told.
        unpriced: Of how many no price is known.
        seconds: How long the model took.
    """

    run: Run
    kinds: list[Counted]
    replies: int
    prompt: int
    cached: int
    output: int
    reasoning: int
    money: Decimal | None
    untold: int
    unpriced: int
    seconds: float


@dataclass(frozen=True)
class AskedCall:
    """A call that a reply asks for.

    Args:
        name: Name of the tool, as the model wrote it.
        arguments: Its arguments, likewise.
    """

    name: str
    arguments: Passage


@dataclass(frozen=True)
class ReplyLine:
    """A reply as it is read.

    Args:
        record: What was kept of it.
        word: Its kind in words.
        tone: The colour that goes with it.
        text: What was said; None if nothing.
        calls: The calls that it asks for.
        money: What it cost; None if that is not known.
        retries: What was met before it came, in words, and how often.
        finish_reason: Why it stopped, in the provider's word.
    """

    record: ReplyRecord
    word: str
    tone: str
    text: Passage | None
    calls: list[AskedCall]
    money: Decimal | None
    retries: list[tuple[str, int]]
    finish_reason: str


def usage_of(attempt: Attempt) -> Usage | None:
    """What an attempt has used up; None if it belongs to no run."""
    run = Run.objects.filter(attempt=attempt).select_related("run_set").first()
    if run is None:
        return None
    replies = ReplyRecord.objects.filter(attempt=attempt).order_by()
    sums: dict[str, Any] = replies.aggregate(
        # First: behind a sum, its name would mean the sum.
        untold=Count("pk", filter=Q(prompt=None)),
        unpriced=Count("pk", filter=Q(cost=None)),
        replies=Count("pk"),
        prompt=Sum("prompt"),
        cached=Sum("cached"),
        output=Sum("output"),
        reasoning=Sum("reasoning"),
        cost=Sum("cost"),
        seconds=Sum("seconds"),
    )
    numbers = dict(replies.values_list("kind").annotate(n=Count("pk")))
    order = [*REPLY_WORDS, *sorted(set(numbers) - set(REPLY_WORDS))]
    kinds = [
        Counted(*worded(REPLY_WORDS, kind), numbers[kind]) for kind in order if kind in numbers
    ]
    cost = sums.pop("cost")
    money = None if cost is None else Decimal(cost) / DOLLAR
    return Usage(run, kinds, money=money, **{name: value or 0 for name, value in sums.items()})


def reply_line(record: ReplyRecord, dialect: str = "") -> ReplyLine:
    """A reply as it is read.

    Args:
        record: What was kept of it.
        dialect: In which calls are written, if that is known.
    """
    reply: Reply = reply_from_json(json.loads(record.body))
    met: Counter[str] = Counter(record.retries)
    word, tone = worded(REPLY_WORDS, record.kind)
    if dialect == "text" and reply.tool_uses and record.kind in _WITHOUT_A_CALL:
        word = NATIVE_NOT_MADE
    return ReplyLine(
        record,
        word,
        tone,
        _passage(reply.text) if reply.text else None,
        [AskedCall(legible(use.name), _passage(use.arguments)) for use in reply.tool_uses],
        None if record.cost is None else Decimal(record.cost) / DOLLAR,
        [(ERROR_WORDS.get(name, name).lower(), number) for name, number in met.items()],
        reply.finish_reason,
    )


def _passage(text: str) -> Passage:
    told = legible(text)
    return Passage(told, len(told))
