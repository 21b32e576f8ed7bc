"""The suite is large enough, of every size, over all apps, and holds every trap."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from statistics import median

import pytest

from evaluators import CANNOT_BE_DONE, DONE, TaskKind
from sandboxes import catalogue, servers
from sandboxes.tasks import (
    TRAPS,
    Decline,
    Instance,
    Template,
    make_instance,
    sizes,
    templates,
)

SUITE = "interdependent"
KNOWN = templates(SUITE)
APPS = [server.name for server in servers() if server.state is not None]
LEVELS = {1: range(2, 9), 2: range(9, 21), 3: range(21, 1000)}
SEEDS = range(1, 4)
ACTS_NOT = {kind.value: kind for kind in TaskKind if kind is not TaskKind.CHANGE}


@pytest.fixture(scope="module")
def instances() -> dict[str, list[Instance]]:
    """The public instances of each template."""
    return {name: list(_made(template)) for name, template in KNOWN.items()}


def _made(template: Template, seeds: range = SEEDS) -> Iterator[Instance]:
    for seed in seeds:
        with contextlib.suppress(Decline):
            yield make_instance(template, seed)


def servers_of(instance: Instance) -> set[str]:
    """The stateful servers whose tools the gold calls."""
    called = {catalogue()[call.tool].server for call in instance.longest_run.trace}
    return called & set(APPS)


def test_there_are_enough_templates_of_every_level() -> None:
    assert len(KNOWN) >= 120
    counts = Counter(template.level for template in KNOWN.values())
    shares = {level: count / len(KNOWN) for level, count in counts.items()}
    assert shares == pytest.approx({1: 0.5, 2: 0.3, 3: 0.2}, abs=0.05)


def test_enough_cross_apps_and_every_app_and_stateless_server_is_needed(
    instances: dict[str, list[Instance]],
) -> None:
    widths = Counter(min(len(template.apps), 3) for template in KNOWN.values())
    assert widths[2] >= 40
    assert widths[3] >= 20
    needed = Counter(
        catalogue()[tool].server
        for known in instances.values()
        for tool in {call.tool for i in known for call in i.longest_run.trace}
    )
    assert set(needed) == {server.name for server in servers()}


@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_is_in_at_least_eight_templates(trap: str) -> None:
    assert sum(trap in template.traps for template in KNOWN.values()) >= 8


def test_some_are_very_large(instances: dict[str, list[Instance]]) -> None:
    large, giant = 0, 0
    for known in instances.values():
        runs = [instance.longest_run.trace for instance in known]
        tools = min(len({call.tool for call in trace}) for trace in runs)
        large += tools >= 15
        giant += tools >= 30 and min(map(len, runs)) >= 60
    assert large >= 10
    assert giant >= 3


@pytest.mark.parametrize("name", KNOWN)
def test_a_template_is_what_it_declares(name: str, instances: dict[str, list[Instance]]) -> None:
    """Its level by its calls, its apps by its tools, and whether it asks for nothing."""
    template, made = KNOWN[name], instances[name]
    assert made, "it fits at least one public seed"
    calls = [len(instance.longest_run.trace) for instance in made]
    assert round(median(calls)) in LEVELS[template.level], calls
    assert set().union(*map(servers_of, made)) == set(template.apps)
    assert list(template.apps) == [app for app in APPS if app in template.apps], "in their order"
    kinds = {instance.draft.kind for instance in made}
    allowed = {TaskKind.CHANGE} | {ACTS_NOT[trap] for trap in template.traps if trap in ACTS_NOT}
    assert kinds <= allowed


@pytest.mark.parametrize("trap", ACTS_NOT)
def test_a_label_that_nothing_is_to_be_done_is_true_of_some_instances(trap: str) -> None:
    for name, template in KNOWN.items():
        if trap in template.traps:
            kinds = (instance.draft.kind for instance in _made(template, range(1, 21)))
            assert ACTS_NOT[trap] in kinds, name


def test_phrasings_say_the_same_in_other_words() -> None:
    for name, template in KNOWN.items():
        assert len({*template.phrasings}) == len(template.phrasings) >= 3, name
        placeholders = {frozenset(_placeholders(text)) for text in template.phrasings}
        assert len(placeholders) == 1, f"{name}: a phrasing leaves something out"


def _placeholders(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


def test_no_attempt_in_budget_passes_midnight(instances: dict[str, list[Instance]]) -> None:
    """The clock moves ten seconds at most with a call, and no world starts after eleven."""
    budgets = [instance.call_budget for known in instances.values() for instance in known]
    assert 10 * max(budgets) <= 3600


def test_saying_one_thing_always_solves_only_what_asks_for_it(
    instances: dict[str, list[Instance]],
) -> None:
    """The floors of the board: always "done", and always "cannot be done", without a call."""
    for known in instances.values():
        for instance in known:
            untouched, kind = instance.world.fork(), instance.draft.kind
            assert instance.score(untouched, DONE).correct is (kind is TaskKind.DO_NOTHING)
            assert instance.score(untouched, CANNOT_BE_DONE).correct is (
                kind is TaskKind.IMPOSSIBLE
            )


@pytest.mark.verify
def test_few_seeds_are_declined() -> None:
    seeds = range(1, 21)
    made = len(sizes(SUITE, seeds))
    assert made >= 1_900
    assert made >= (1 - 0.16) * len(KNOWN) * len(seeds)
