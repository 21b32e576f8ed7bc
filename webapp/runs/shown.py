"""What runs add up to, for people at a terminal."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rich.console import Console
from rich.markup import escape

from webapp.pages.words import counted, legible
from webapp.runs.words import REPLY_WORDS, worded


def show_run(console: Console, found: dict[str, Any]) -> None:
    """The attempts of a built-in agent in process."""
    console.print(
        f"{found['correct']} of {found['scored']} scored attempts correct "
        f"({_percent(found['success_rate'])}); {found['errored']} errored, "
        f"{found['declined']} seeds declined."
    )
    console.print(
        f"Completion {_percent(found['completion_rate'])}, "
        f"misbehaving {_percent(found['misbehaving_rate'])}: means over the "
        f"{found['rated_instances']} instances in which something had to change. "
        f"{_percent(found['damaged'])} of the attempts broke something."
    )
    console.print(f"Calls: {_listed(found['calls'])}.")


def show_set(console: Console, found: dict[str, Any]) -> None:
    """A run set."""
    low, high = found["interval"]
    interval = "" if low is None else f", 95 % interval {_percent(low)} to {_percent(high)}"
    console.print(
        f"{found['correct']} of {found['scored']} scored attempts correct "
        f"({_percent(found['success_rate'])}{interval}); {found['errored']} errored."
    )
    console.print(f"Runs: {_listed(found['runs'])}.")
    console.print(f"Calls: {_listed(found['calls'])}.")
    if found["replies"]:
        console.print(f"Replies: {_replies(found['replies'])}.")
    if found["endings"]:
        console.print(f"Endings: {_listed(found['endings'])}.")
    console.print(f"Tokens: {_listed(found['tokens'])}{_money(found)}.")
    for trouble in found["troubles"]:
        console.print(_trouble(trouble))


def show_at(console: Console, found: dict[str, Any]) -> None:
    """One attempt at an address."""
    console.print(f"Ended: {found['ending']} ({found['detail']}). The score is at its site.")
    console.print(f"Replies: {_replies(found['replies'])}. {counted(found['calls'], 'call')}.")
    console.print(f"{counted(found['tokens'], 'token')}{_money(found)}.")


def _money(found: dict[str, Any]) -> str:
    """What it cost, behind what it took; nothing where no reply was paid for."""
    unpriced = found["unpriced"]
    if found["money"] is None:
        return "; no price is known" if unpriced else ""
    left_out = f" and {counted(unpriced, 'reply', 'replies')} without a price" if unpriced else ""
    return f"; {Decimal(found['money']).normalize():f} US dollars{left_out}"


def _trouble(trouble: dict[str, Any]) -> str:
    """What kept runs from going on, and what was noted with the newest of them."""
    failed, again, name = trouble["failed"], trouble["again"], trouble["error"]
    told = [f"{counted(failed, 'run')} failed"] if failed else []
    if again:
        told.append(f"{counted(again, 'run')} {'waits' if again == 1 else 'wait'} for another try")
    # Of a traceback the last line says most; the class stands before what an address said.
    text = (trouble["text"].strip().splitlines() or [""])[-1].removeprefix(f"{name}: ")
    return escape(f"{' and '.join(told)} ({name}): {legible(text)}")


def _replies(kinds: dict[str, int]) -> str:
    return _listed({worded(REPLY_WORDS, kind)[0]: number for kind, number in kinds.items()})


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "none"


def _percent(rate: float | None) -> str:
    return "n/a" if rate is None else f"{100 * rate:.1f} %"
