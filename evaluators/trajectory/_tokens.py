"""Tokens, counted twice: what was new to the conversation, and what was billed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from evaluators.trajectory._trajectory import ModelReply, TokenUsage


@dataclass(frozen=True, slots=True)
class UniqueTokens:
    """Each part of the conversation once, as in ComplexMCP's tables; None where it is not known.

    Args:
        prompt: Of the first reply's prompt.
        output: Of all replies, reasoning included.
        responses: Of what came between the replies.
    """

    prompt: int | None
    output: int | None
    responses: int | None


@dataclass(frozen=True, slots=True)
class BilledTokens:
    """What the provider billed, over all replies; None where a reply's usage is not known.

    Args:
        uncached: Of the prompts, those billed in full.
        cached: Of the prompts, those in its cache.
        output: Of the replies, reasoning included.
    """

    uncached: int | None
    cached: int | None
    output: int | None


def unique_tokens(replies: Sequence[ModelReply]) -> UniqueTokens:
    """What was new to the conversation.

    Responses are told by difference: a later prompt is the one before, the reply to it as far as
    it was said (output - reasoning, which is not sent again), and what came in between. So every
    number is the provider's own tokeniser's; one of ours would count another model's words. What
    comes in between is mostly answers of tools, and their wrapping, reminders and descriptions of
    tools that were retrieved besides. Where the conversation was cut shorter than that, the
    difference is negative and counts as 0.

    Args:
        replies: In order.
    """
    usages = [reply.usage for reply in replies]
    first = usages[0] if usages else TokenUsage(0)
    known = _all_known(usages)
    if known is None:
        return UniqueTokens(None if first is None else first.prompt, None, None)
    responses = sum(
        max(0, later.prompt - earlier.prompt - (earlier.output - earlier.reasoning))
        for earlier, later in pairwise(known)
    )
    return UniqueTokens(known[0].prompt if known else 0, _sum_of(known), responses)


def billed_tokens(replies: Sequence[ModelReply]) -> BilledTokens:
    """What was billed, by component.

    Args:
        replies: In order.
    """
    known = _all_known([reply.usage for reply in replies])
    if known is None:
        return BilledTokens(None, None, None)
    cached = sum(usage.cached for usage in known)
    return BilledTokens(sum(usage.prompt for usage in known) - cached, cached, _sum_of(known))


def _all_known(usages: Sequence[TokenUsage | None]) -> list[TokenUsage] | None:
    known = [usage for usage in usages if usage is not None]
    return known if len(known) == len(usages) else None


def _sum_of(known: Sequence[TokenUsage]) -> int:
    return sum(usage.output for usage in known)
