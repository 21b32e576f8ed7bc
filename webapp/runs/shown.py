"""What runs add up to, for people at a terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console


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
    for title in ("replies", "endings", "errors"):
        if found[title]:
            console.print(f"{title.capitalize()}: {_listed(found[title])}.")
    money = "no price is known" if found["money"] is None else f"{found['money']} US dollars"
    unpriced = f" and {found['unpriced']} replies without a price" if found["unpriced"] else ""
    console.print(f"Tokens: {_listed(found['tokens'])}; {money}{unpriced}.")


def show_at(console: Console, found: dict[str, Any]) -> None:
    """One attempt at an address."""
    console.print(f"Ended: {found['ending']} ({found['detail']}). The score is at its site.")
    console.print(f"Replies: {_listed(found['replies'])}; {found['calls']} calls.")
    console.print(f"{found['tokens']:,} tokens, {found['money']} US dollars.")


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "none"


def _percent(rate: float | None) -> str:
    return "n/a" if rate is None else f"{100 * rate:.1f} %"
