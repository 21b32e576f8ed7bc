"""The arguments of `run_agent`, and what they choose."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import CommandParser

from agents import run_set as run_built_in
from agents.react import USUAL_DIALECTS
from agents.retrieval import RETRIEVERS
from webapp.benchmark.loading import load_suite
from webapp.benchmark.models import Instance, Suite
from webapp.commands import OnDone, positive
from webapp.runs.caps import CAPS, caps_as_json
from webapp.runs.choosing import private_instances, public_instances
from webapp.runs.making import Choice, NotChosen, Plan, require_sound, require_suited
from webapp.runs.words import CAP_WORDS

_CONDITIONS = ("top_k", "distractors", "retriever", "call_budget")
_SAMPLING = ("temperature", "top_p", "max_output_tokens", "seed", "reasoning_effort")
_USUAL_CONCURRENCY = 8
_LONGEST = 366 * 24 * 3600.0
_FLAGS = ("private", "without_traps")


class Noted(argparse.Action):
    """Keeps a value, and that it was given: what is left out is no choice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, values)
        if option_string is not None:
            namespace.given = {*getattr(namespace, "given", ()), self.dest}


def add_model_arguments(parser: CommandParser) -> None:
    """Add what agents that ask a model take."""
    group = parser.add_argument_group("agents that ask a model")
    group.add_argument("--model", default="", help="name of the model")
    group.add_argument("--base-url", default="", help="OpenAI-compatible address (docs/models.md)")
    group.add_argument("--name", default="", help="what the board calls it")
    group.add_argument(
        "--dialect", choices=USUAL_DIALECTS, default="", help="how calls are written (native)"
    )
    group.add_argument("--top-k", type=positive, help="rag: how many tools are listed (30)")
    group.add_argument("--retriever", choices=RETRIEVERS, help="what finds tools (bm25)")
    group.add_argument("--distractors", type=_whole, help="how many tools besides the needed ones")
    group.add_argument("--call-budget", type=positive, help="calls of an attempt (4 x gold, 100)")
    group.add_argument("--temperature", type=float, help="of sampling; not sent if left out")
    group.add_argument("--top-p", type=float, help="likewise")
    group.add_argument("--max-output-tokens", type=positive, help="of one reply")
    group.add_argument("--seed", type=_whole, help="seed of the model's sampling")
    group.add_argument("--reasoning-effort", help="in the provider's word, such as low")
    group.add_argument("--timeout", type=_seconds, help="seconds that a request may take (120)")
    group.add_argument("--tries", type=positive, help="tries of a request (6)")
    group.add_argument("--private", action="store_true", help="at the private instances instead")
    group.add_argument(
        "--concurrency", type=positive, default=_USUAL_CONCURRENCY, help="attempts at once (8)"
    )
    kinds: tuple[Callable[[str], Any], ...] = (positive, positive, _money, _seconds)
    for name, type_ in zip(CAPS, kinds, strict=True):
        group.add_argument(f"--max-{name}", type=type_, help=f"{CAP_WORDS[name]}, of one attempt")
        group.add_argument(f"--set-max-{name}", type=type_, help=f"{CAP_WORDS[name]}, of all runs")
    group.add_argument(
        "--at", metavar="ADDRESS", help="act in one attempt, at its MCP or ws address"
    )
    group.add_argument("--resume", type=positive, metavar="N", help="go on with run set N")


def in_process(options: dict[str, Any], on_done: OnDone) -> dict[str, Any]:
    """Run a built-in agent in process; nothing is kept.

    Raises:
        NotChosen: the suite has no such agent, or no such faults.
        TaskError: there is no such suite or task, or it has no traps.
    """
    suite = options["suite"]
    require_suited(Choice(options["agent"], conditions=_profile(options["profile"])), suite)
    found = run_built_in(
        options["agent"],
        suite,
        options["tasks"],
        options["seeds"],
        repeats=options["repeats"],
        profile=options["profile"],
        traps=not options["without_traps"],
        on_done=on_done,
    )
    return found.as_json()


def choice_of(options: dict[str, Any]) -> Choice:
    """The agent that the arguments choose."""
    return Choice(
        agent="full_context" if options["agent"] == "react" else options["agent"],
        model=options["model"],
        base_url=options["base_url"],
        dialect=options["dialect"],
        name=options["name"],
        sampling={name: options[name] for name in _SAMPLING},
        asking={name: options[name] for name in ("timeout", "tries")},
        conditions={name: options[name] for name in _CONDITIONS} | _profile(options["profile"]),
        caps=_caps(options, "max_"),
    )


def plan_of(options: dict[str, Any], on_done: OnDone) -> Plan:
    """The set that the arguments choose; public instances that are not there yet are loaded.

    Raises:
        NotChosen: arguments don't go together.
        TaskError: there is no such suite or task.
    """
    if options["without_traps"]:
        raise NotChosen("without_traps", "goes with built-in agents only.")
    choice = choice_of(options)
    require_suited(choice, options["suite"])  # all before minutes are spent on loading
    require_sound(choice, set_caps_of(options))
    suite = load_suite(
        options["suite"], [] if options["private"] else options["seeds"], on_done, options["tasks"]
    )
    return Plan(
        suite=suite,
        instances=_instances(suite, options),
        agents=[choice],
        repeats=options["repeats"],
        concurrency=options["concurrency"],
        caps=set_caps_of(options),
        by_command=True,
    )


def require_alone(options: dict[str, Any]) -> None:
    """Refuse, with a set that is gone on with, what would change nothing of it.

    Args:
        options: What was parsed, with what was `given`.

    Raises:
        NotChosen: the first such option.
    """
    known = {"resume", *(f"set_max_{name}" for name in CAPS)}
    given = {*options.get("given", ()), *(name for name in _FLAGS if options[name])}
    for name in sorted(given - known):
        caps = ", ".join(f"--set-max-{cap}" for cap in CAPS)
        raise NotChosen(
            name,
            f"does not go with --resume, which takes {caps} and --json: a set is as it was made.",
        )


def set_caps_of(options: dict[str, Any]) -> dict[str, Any]:
    """The caps that the arguments give a whole set."""
    return caps_as_json(_caps(options, "set_max_"))


def _instances(suite: Suite, options: dict[str, Any]) -> list[Instance]:
    if options["private"]:
        return list(private_instances(suite, options["tasks"]))
    return list(public_instances(suite, options["tasks"], options["seeds"]))


def _profile(name: str) -> dict[str, str]:
    return {} if name == "default" else {"profile": name}


def _caps(options: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {name: options[f"{prefix}{name}"] for name in CAPS}


def _whole(text: str) -> int:
    """A whole number from 0."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def _seconds(text: str) -> float:
    """A number of seconds above zero, up to a year."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0, up to a year")
    return seconds


def _money(text: str) -> str:
    """An amount of US dollars above zero, as text, which loses nothing."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(0)
    if not (amount.is_finite() and amount > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of US dollars")
    return text
