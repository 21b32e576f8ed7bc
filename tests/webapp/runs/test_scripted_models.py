"""Every strategy against every way a model may answer: what is recorded is what was scripted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest

from agents.react import STRATEGIES
from sandboxes import CallClass, Outcome
from tests.agents.fake_openai import (
    Body,
    FakeOpenAI,
    Script,
    Step,
    calls,
    empty,
    prose_call,
    says,
    slow,
    status,
    truncated_arguments,
    usage,
)
from tests.sampling import sampled
from tests.webapp.runs.sets import asking, only_run, planned, worked
from webapp.attempts.models import Attempt, EventKind
from webapp.runs.caps import used_by
from webapp.runs.models import ReplyRecord, RunSet
from webapp.runs.results import results

pytestmark = pytest.mark.django_db(transaction=True)

CALLING = [name for name, one in STRATEGIES.items() if "interdependent" in one.suites]
DONE = ("finish_task", {"outcome": "done"})
LOOK: tuple[str, dict[str, str]] = ("get_all_contacts", {})


@dataclass(frozen=True)
class Case:
    """A script, and what is recorded of an attempt under it.

    Args:
        script: What the model answers.
        classes: Calls by class, those that are not none.
        kinds: Replies by kind.
        tokens: Prompt, cached, output and reasoning.
        money: US dollars, at 0.15 for a million uncached tokens, 0.075 cached, 0.60 output.
        ending: How the run ended.
        ended_by: What ended the attempt.
        retries: Errors that were met on the way, of all replies.
    """

    script: Script | list[Step]
    classes: dict[str, int]
    kinds: dict[str, int]
    tokens: tuple[int, int, int, int]
    money: str
    ending: str = "finished"
    ended_by: str = "subject"
    retries: list[str] = field(default_factory=list)


def _good() -> list[Step]:
    return [
        calls(LOOK, usage=usage(1000, 0, 20, 5)),
        calls(DONE, usage=usage(1200, 1000, 10, 0)),
    ]


def _endless(body: Body) -> Step:
    return calls(LOOK, usage=usage(1000, 500, 10))


GOOD: dict[str, Any] = {
    "classes": {"valid": 1},
    "kinds": {"calls": 1, "finish": 1},
    "tokens": (2200, 1000, 30, 5),
    "money": "0.000273",
}
CASES = {
    "good": Case(_good(), **GOOD),
    "slow": Case([slow(0.2, step) for step in _good()], **GOOD),
    "429 then good": Case([status(429, retry_after=0), *_good()], **GOOD, retries=["rate_limit"]),
    "500 then good": Case([status(500), *_good()], **GOOD, retries=["server"]),
    "truncated JSON": Case(
        [truncated_arguments("get_contact_info", usage(1000, 0, 20)), *_good()],
        classes={"valid": 1, "syntactic": 1},
        kinds={"malformed": 1, "calls": 1, "finish": 1},
        tokens=(3200, 1000, 50, 5),
        money="0.000435",
    ),
    "hallucinated tool": Case(
        [calls(("read_minds", {"of": "everybody"}), usage=usage(1000, 0, 20)), *_good()],
        classes={"valid": 1, "syntactic": 1},
        kinds={"calls": 2, "finish": 1},
        tokens=(3200, 1000, 50, 5),
        money="0.000435",
    ),
    "endless loop": Case(
        _endless,
        classes={"valid": 100},
        kinds={"calls": 100},
        tokens=(100_000, 50_000, 1_000, 0),
        money="0.01185",
        ending="budget",
        ended_by="budget",
    ),
    "empty": Case(
        [empty(usage(1000, 0, 0))] * 5,
        classes={},
        kinds={"empty": 5},
        tokens=(5000, 0, 0, 0),
        money="0.00075",
        ending="silence",
        ended_by="silence",
    ),
    "call in prose": Case(
        [prose_call("get_all_contacts", usage(1000, 0, 15)), *_good()],
        classes={"valid": 1},
        kinds={"no_call": 1, "calls": 1, "finish": 1},
        tokens=(3200, 1000, 45, 5),
        money="0.000432",
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("strategy", sampled(CALLING, 3))
def test_what_is_recorded_is_what_was_scripted(strategy: str, name: str) -> None:
    case = CASES[name]
    with FakeOpenAI(case.script) as fake:
        run_set = worked(planned(asking(fake.base_url, strategy)))

    run = only_run(run_set)
    assert (run.state, run.ending, run.error_class) == ("done", case.ending, "")
    assert run.attempt is not None
    assert run.attempt.ended_by == case.ended_by
    assert classes_of(run.attempt) == case.classes
    assert recorded_kinds(run_set) == case.kinds
    used = used_by(run_set)
    assert (used.prompt, used.cached, used.output, used.reasoning) == case.tokens
    assert used.money == Decimal(case.money)
    assert retries_of(run_set) == case.retries
    assert results(run_set)["errors"] == {}


def classes_of(attempt: Attempt) -> dict[str, int]:
    """Calls by class; they add up to all."""
    statuses = attempt.events.filter(kind=EventKind.CALL).values_list("status", flat=True)
    counts: Counter[CallClass] = Counter(Outcome(found, None).call_class for found in statuses)
    return {kind.value: count for kind, count in counts.items()}


def recorded_kinds(run_set: RunSet) -> dict[str, int]:
    replies = ReplyRecord.objects.filter(attempt__run__run_set=run_set)
    return dict(Counter(replies.values_list("kind", flat=True)))


def retries_of(run_set: RunSet) -> list[str]:
    replies = ReplyRecord.objects.filter(attempt__run__run_set=run_set).order_by("number")
    return [found for met in replies.values_list("retries", flat=True) for found in met]


def test_the_strategies_list_what_they_say() -> None:
    offered = {}
    for strategy, options in (
        ("full_context", {}),
        ("rag", {"top_k": 60}),
        ("iterative_rag", {}),
        ("distractors", {"distractors": 7}),
    ):
        with FakeOpenAI(_good()) as fake:
            conditions = {"profile": "none", **options}
            worked(planned(asking(fake.base_url, strategy, conditions=conditions)))
            offered[strategy] = [tool["function"]["name"] for tool in fake.bodies[0]["tools"]]
    assert {name: len(tools) for name, tools in offered.items()} == {
        "full_context": 315,
        "rag": 61,
        "iterative_rag": 2,
        "distractors": 11,
    }
    assert set(offered["iterative_rag"]) == {"finish_task", "retrieve_tools"}
    assert all("finish_task" in tools for tools in offered.values())


def test_iterative_rag_is_offered_what_it_has_found() -> None:
    steps = [
        calls(
            ("retrieve_tools", {"query": "list all contacts with their tags", "k": 20}),
            usage=usage(100, 0, 5),
        ),
        *_good(),
    ]
    with FakeOpenAI(steps) as fake:
        run_set = worked(planned(asking(fake.base_url, "iterative_rag")))
        names = [[tool["function"]["name"] for tool in body["tools"]] for body in fake.bodies]
    assert len(names[0]) == 2
    assert len(names[1]) == 22
    assert "get_all_contacts" in names[1]
    run = only_run(run_set)
    assert run.attempt is not None
    assert run.attempt.events.get(kind=EventKind.CALL).unlisted is False
    assert run.attempt.events.filter(kind=EventKind.RETRIEVE).count() == 1
    assert recorded_kinds(run_set) == {"calls": 2, "finish": 1}


@pytest.mark.parametrize("strategy", CALLING)
def test_the_text_dialect_records_the_same(strategy: str) -> None:
    steps = [
        says('<tool>{"name": "get_all_contacts", "arguments": {}}</tool>', usage(1000, 0, 20, 5)),
        says("All is done.\n[END]", usage(1200, 1000, 10)),
    ]
    with FakeOpenAI(steps) as fake:
        run_set = worked(planned(asking(fake.base_url, strategy, dialect="text")))
        assert "tools" not in fake.bodies[0]
    run = only_run(run_set)
    assert run.attempt is not None
    assert (run.attempt.ended_by, run.attempt.claim) == ("subject", "done")
    assert classes_of(run.attempt) == {"valid": 1}
    used = used_by(run_set)
    assert (used.prompt, used.cached, used.output, used.reasoning) == GOOD["tokens"]
    assert used.money == Decimal(GOOD["money"])


def test_a_model_without_a_price_costs_an_unknown_amount_and_not_nothing() -> None:
    with FakeOpenAI(_good()) as fake:
        run_set = worked(planned(asking(fake.base_url, model="my-own-model")))
    used = used_by(run_set)
    assert (used.money, used.unpriced, used.tokens) == (None, 2, 2230)
