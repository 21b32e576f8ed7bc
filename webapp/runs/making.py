"""Making a set: what was chosen, checked as a whole, and written down as runs."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.db import transaction

from agents import AGENT_NAMES, AGENTS
from agents.model import AddressRefused, KeyMissing, ModelSettings, OpenAIModel
from agents.react import DIALECTS, STRATEGIES, Dialect, prompt_hashes
from sandboxes.suites import find_suite
from sandboxes.workflows import RecoveryInstance
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts import errors
from webapp.attempts.models import Contestant
from webapp.attempts.opening import agent, conditions_for
from webapp.benchmark.loading import current_suite
from webapp.benchmark.models import Instance, Suite
from webapp.runs.builtin import builtin_agent
from webapp.runs.caps import caps_as_json
from webapp.runs.choosing import public_instances
from webapp.runs.dispatch import dispatch
from webapp.runs.models import Entrant, Run, RunSet
from webapp.runs.naming import contestant_name, set_name
from webapp.runs.prices import NoPrice, prices, require_prices
from webapp.runs.subjects import allowed_addresses

_SAMPLING = ("temperature", "top_p", "max_output_tokens", "seed", "reasoning_effort")
_STRATEGY = ("top_k", "distractors")
_LARGEST_SET = 100_000
_NO_CAPS: Mapping[str, Any] = MappingProxyType({})
_NO_FAULTS = (None, "none", "default")
_WHY = {RecoveryInstance.suite: ", which has one tool that is always listed"}
"""Why a suite has no use for the other strategies."""


class NotChosen(errors.NotACall):
    """What was chosen does not make a set.

    Args:
        field: Which choice is wrong.
        text: What to change.
    """

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True)
class Choice:
    """An agent as it is chosen.

    Args:
        agent: Name of a built-in agent or of a strategy.
        model: Name of the model that a strategy asks.
        base_url: Where.
        dialect: How calls are written; empty: as is usual for the strategy.
        name: What the board calls it; empty: after what tells it apart.
        sampling: temperature, top_p, max_output_tokens, seed, reasoning_effort: those not left out.
        asking: timeout in seconds, and tries.
        conditions: top_k, retriever, distractors, profile, call_budget, seconds: those not left
            out.
        caps: calls, tokens, money, seconds that one attempt may use up.
    """

    agent: str
    model: str = ""
    base_url: str = ""
    dialect: str = ""
    name: str = ""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    asking: Mapping[str, Any] = field(default_factory=dict)
    conditions: Mapping[str, Any] = field(default_factory=dict)
    caps: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """A set as it is chosen.

    Args:
        suite: At which suite.
        instances: At which of its instances.
        agents: Who attempts them.
        repeats: How often.
        concurrency: How many runs may go on at once.
        caps: calls, tokens, money, seconds that all of them may use up.
        name: What it is called; empty: after its agents.
        by_command: Whether a command works on it.
    """

    suite: Suite
    instances: Sequence[Instance]
    agents: Sequence[Choice]
    repeats: int = 1
    concurrency: int = 8
    caps: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    by_command: bool = False


def make_set(plan: Plan, owner: User | None) -> RunSet:
    """Write a set down with all its runs. Nothing is begun.

    Args:
        plan: What was chosen.
        owner: Whose it is.

    Raises:
        NotChosen: something does not go together, or does not exist.
        DoorError: the conditions can't be.
    """
    if not plan.instances:
        raise NotChosen("tasks", "There is no such instance that has passed the gate.")
    runs = len(plan.instances) * len(plan.agents) * plan.repeats
    if runs > _LARGEST_SET:
        raise NotChosen("repeats", f"{runs:,} runs are more than {_LARGEST_SET:,}: make fewer.")
    for choice in plan.agents:  # all, before anything of any is written down
        require_suited(choice, plan.suite.name)
        require_sound(choice, plan.caps)
    entrants = [_entrant(choice, plan.instances[0], owner) for choice in plan.agents]
    with transaction.atomic():
        run_set = RunSet.objects.create(
            name=plan.name or set_name(entrants),
            suite=plan.suite,
            owner=owner,
            made_at=clock.now(),
            concurrency=plan.concurrency,
            by_command=plan.by_command,
            caps=_given(plan.caps),
        )
        for entrant in entrants:
            entrant.run_set = run_set
            entrant.save()
        Run.objects.bulk_create(_runs(run_set, entrants, plan), batch_size=500)
    return run_set


def _runs(run_set: RunSet, entrants: Iterable[Entrant], plan: Plan) -> list[Run]:
    return [
        Run(run_set=run_set, entrant=entrant, instance=instance, repeat=repeat)
        for repeat in range(1, plan.repeats + 1)
        for instance in plan.instances
        for entrant in entrants
    ]


def require_sound(choice: Choice, set_caps: Mapping[str, Any] = _NO_CAPS) -> ModelSettings | None:
    """Check a choice as far as it can be before a model is asked.

    Args:
        choice: The agent.
        set_caps: What all attempts of its set may use up.

    Returns:
        How its model is asked; None if it asks none.

    Raises:
        NotChosen: something does not go together, or does not exist.
    """
    _conditions(choice)
    if choice.agent in AGENT_NAMES:
        return None
    settings = _settings(choice)
    for name, caps in (("max_money", choice.caps), ("set_max_money", set_caps)):
        if caps.get("money") is not None:
            try:
                require_prices([choice.model])
            except NoPrice as unknown:
                raise NotChosen(name, str(unknown)) from unknown
    return settings


def _entrant(choice: Choice, example: Instance, owner: User | None) -> Entrant:
    settings = require_sound(choice)
    conditions, caps = _conditions(choice), _given(choice.caps)
    conditions_for(example, **conditions)
    if settings is None:
        return Entrant(contestant=builtin_agent(choice.agent), conditions=conditions, caps=caps)
    return Entrant(
        contestant=_contestant(choice, settings, owner),
        conditions=conditions,
        address=settings.base_url,
        asking={"timeout": settings.timeout, "tries": settings.tries},
        caps=caps,
        prices=prices().version,
    )


def require_suited(choice: Choice, suite: str) -> None:
    """Refuse an agent that has nothing to do at a suite, and faults that its worlds never have.

    Args:
        choice: The agent; one that there is not is refused elsewhere.
        suite: Name of the suite.

    Raises:
        NotChosen: they don't go together.
        TaskError: there is no such suite.
    """
    known = AGENTS[find_suite(suite).name]
    strategy = STRATEGIES.get(choice.agent)
    if choice.agent in AGENT_NAMES and choice.agent not in known:
        raise NotChosen(
            "agent", f"Of the suite {suite} there are the built-in agents {', '.join(known)}."
        )
    if strategy is not None and suite not in strategy.suites:
        there = ", ".join(name for name, one in STRATEGIES.items() if suite in one.suites)
        raise NotChosen(
            "agent",
            f"{choice.agent} is for the suite {' or '.join(strategy.suites)}. Of those that ask a "
            f"model there are {there} for {suite}{_WHY.get(suite, '')}.",
        )
    if suite == RecoveryInstance.suite and choice.conditions.get("profile") not in _NO_FAULTS:
        raise NotChosen(
            "profile", "In recovery nothing goes wrong but what was put into the plan: choose none."
        )


def _conditions(choice: Choice) -> dict[str, Any]:
    """What of the conditions is not left at its default."""
    chosen = _given(choice.conditions)
    if choice.agent in AGENT_NAMES:
        return chosen
    strategy = STRATEGIES.get(choice.agent)
    if strategy is None:
        known = ", ".join((*AGENT_NAMES, *STRATEGIES))
        raise NotChosen("agent", f"There is no agent {choice.agent!r}; there are: {known}.")
    options = {name: chosen.pop(name) for name in _STRATEGY if name in chosen}
    try:
        chosen |= strategy.conditions(**options)
    except ValueError as error:
        raise NotChosen(next(iter(options), "agent"), f"{error}.") from error
    if strategy.access == "retrieval":
        return {"retriever": "bm25", **chosen}
    if "retriever" in chosen:
        raise NotChosen("retriever", f"{choice.agent} retrieves nothing.")
    return chosen


def _settings(choice: Choice) -> ModelSettings:
    dialect_of(choice)
    if not choice.model or not choice.base_url:
        name = "base_url" if choice.model else "model"
        raise NotChosen(name, f"{choice.agent} asks a model: its name and its address are needed.")
    try:
        settings = ModelSettings(
            model=choice.model,
            base_url=choice.base_url,
            **_given(choice.sampling),
            **_given(choice.asking),
        )
        require_askable(settings)
    except (AddressRefused, KeyMissing) as error:
        raise NotChosen("base_url", str(error)) from error
    except ValueError as error:
        raise NotChosen(str(error).split()[0], str(error)) from error
    return settings


def dialect_of(choice: Choice) -> Dialect:
    """In which dialect an agent that asks a model is spoken to.

    Args:
        choice: The agent, of a strategy that there is.

    Raises:
        NotChosen: its strategy has no such dialect.
    """
    known = STRATEGIES[choice.agent].dialects
    name = choice.dialect or known[0]
    if name in known:
        return DIALECTS[name]
    if len(known) == 1:
        raise NotChosen("dialect", f"{choice.agent} has one of its own: leave the dialect out.")
    raise NotChosen("dialect", f"There are the dialects {', '.join(known)}.")


def require_askable(settings: ModelSettings) -> None:
    """Refuse an address that may not be asked, or whose key is missing.

    Raises:
        AddressRefused: it may not be asked.
        KeyMissing: its key is not in the environment.
    """
    OpenAIModel(settings, allowed_addresses()).close()


def _contestant(choice: Choice, settings: ModelSettings, owner: User | None) -> Contestant:
    """The same model, strategy, prompts and sampling are the same contestant, wherever it runs."""
    sampling = settings.as_json()
    dialect = dialect_of(choice)
    details = {
        "strategy": choice.agent,
        "dialect": dialect.name,
        "prompts": dict(prompt_hashes(dialect)),
        "model": {name: sampling[name] for name in ("model", *_SAMPLING)},
    }
    return agent(choice.name or contestant_name(details), details, owner)


def _given(chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in chosen.items() if value is not None}


_FIELDS = {
    "base_url": "address",
    "max_output_tokens": "max_output",
    "max_money": "attempt_money",
    "set_max_money": "set_money",
}
"""What the page's form calls a choice, where it has another name for it."""


def make_chosen(user: User, chosen: Mapping[str, Any]) -> RunSet:
    """Make a set as it was chosen on its page, and begin it.

    Args:
        user: Whose it is.
        chosen: What `NewSetForm.chosen` gives.

    Raises:
        NotChosen: something does not go together; its field is one of the form's.
        DoorError: the conditions can't be.
    """
    suite = current_suite(chosen["suite"])
    if suite is None:
        raise NotChosen("suite", "The suite is not loaded.")
    try:
        made = make_set(_plan(suite, chosen), user)
    except NotChosen as refused:
        raise NotChosen(_FIELDS.get(refused.field, refused.field), str(refused)) from refused
    transaction.on_commit(functools.partial(dispatch, made.pk))
    return made


def _plan(suite: Suite, chosen: Mapping[str, Any]) -> Plan:
    conditions = {name: chosen[name] for name in (*_STRATEGY, "retriever")}
    if chosen["profile"] != "default":
        conditions["profile"] = chosen["profile"]
    temperature = chosen["temperature"]
    choice = Choice(
        agent=chosen["agent"],
        model=chosen["model"] or "",
        base_url=chosen["address"] or "",
        dialect=chosen["dialect"] or "",
        sampling={
            "temperature": None if temperature is None else float(temperature),
            "max_output_tokens": chosen["max_output"],
        },
        conditions=conditions,
        caps=caps_as_json(chosen["attempt_caps"]),
    )
    return Plan(
        suite=suite,
        instances=list(public_instances(suite, chosen["tasks"], chosen["seeds"])),
        agents=[choice],
        repeats=chosen["repeats"],
        concurrency=chosen["concurrency"],
        caps=caps_as_json(chosen["set_caps"]),
        name=chosen["name"],
    )
