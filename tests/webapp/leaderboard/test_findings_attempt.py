"""What the page of an attempt tells of its way; and the built-in agents' ways, as they are."""

from __future__ import annotations

import pytest

from evaluators import TRAJECTORY_VERSION
from tests.webapp.builders import public_instance
from tests.webapp.leaderboard.courses import analysed
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.attempts.models import Attempt, Status
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.leaderboard.findings import chosen_set, part_of
from webapp.leaderboard.findings_patterns import read_patterns
from webapp.leaderboard.kept import forget
from webapp.runs.analysis import analyse_attempt
from webapp.runs.builtin import builtin_agent, run
from webapp.runs.models import AnalysisRecord


def by_built_in(name: str, task: str = "buy_cheapest") -> Attempt:
    """An attempt that a built-in agent has made."""
    instance = public_instance(task)
    attempt = open_attempt(
        instance, builtin_agent(name), conditions_for(instance, profile="none"), None
    )
    run(attempt.pk)
    attempt.refresh_from_db()
    assert attempt.status == Status.FINISHED
    return attempt


def of(owner: Persona, **fields: str) -> Attempt:
    """A finished attempt of somebody's."""
    instance = public_instance()
    attempt = open_attempt(
        instance, agent("tester", {}, owner.user), conditions_for(instance), owner.user
    )
    ended = {"status": "finished", "ended_by": "subject", "claim": "done", **fields}
    Attempt.objects.filter(pk=attempt.pk).update(
        started_at=attempt.opened_at, ended_at=attempt.opened_at, **ended
    )
    attempt.refresh_from_db()
    return attempt


def test_whose_it_is_reads_patterns_and_calls_and_researchers_the_sentence(
    owner: Persona, researcher: Persona, stranger: Persona
) -> None:
    attempt = analysed(
        of(owner),
        "clean_slate",
        "saturation",
        new=(1_000, 60, 400),
        billed=(1_500, 2_000, 60),
        rounds=7,
    )
    path = f"/attempts/{attempt.pk}"

    page = owner.page(path)
    assert faults(page) == []
    assert "Clean slate at calls 2, 3" in text_of(page)
    assert {"#event-2", "#event-3"} <= set(Markup(page).links())
    assert "Tools called 3 Rounds 7 New tokens 1,460" in text_of(page)
    assert "Billed tokens 3,560 1,500 uncached, 2,000 cached, 60 output" in text_of(page)
    assert "secret_tool" not in page

    told = researcher.page(path)
    assert faults(told) == []
    assert "It is told of saturation at secret_tool." in text_of(told)
    assert stranger.get(path).status_code == 404


def test_where_no_pattern_and_no_reply_is_known_nothing_is_made_up(owner: Persona) -> None:
    page = owner.page(f"/attempts/{analysed(of(owner)).pk}")
    assert "No failure pattern was found." in text_of(page)
    for word in ("Rounds", "New tokens", "Billed tokens", "Searches"):
        assert word not in text_of(page)


@pytest.mark.parametrize("status", ["open", "errored", "lapsed"])
def test_before_its_end_nothing_is_told(status: str, owner: Persona, researcher: Persona) -> None:
    attempt = analysed(of(owner, status=status), "clean_slate")
    for persona in (owner, researcher):
        page = persona.page(f"/attempts/{attempt.pk}")
        assert "On the way" not in page
        assert "Clean slate" not in page


def test_an_attempt_that_is_not_analysed_has_no_such_part(owner: Persona) -> None:
    attempt = analysed(of(owner), "clean_slate", version="0")
    assert "On the way" not in owner.page(f"/attempts/{attempt.pk}")


@pytest.mark.django_db(transaction=True)
def test_the_ways_of_built_in_agents_are_found_as_they_went(researcher: Persona) -> None:
    forget()
    greedy, oracle = by_built_in("greedy"), by_built_in("oracle")
    for attempt in (greedy, oracle):
        assert analyse_attempt(attempt) is not None
    assert AnalysisRecord.objects.filter(version=TRAJECTORY_VERSION).count() == 2

    chosen = chosen_set("")
    assert chosen is not None
    rows = read_patterns(part_of(chosen), with_traps=True).rows
    found = {
        row.who.name: (row.failed, row.analysed, {s.pattern: s.number for s in row.shares})
        for row in rows
    }
    assert found == {
        "greedy": (1, 1, {"saturation": 0, "clean_slate": 1, "defeatism": 0, "none": 0}),
        "oracle": (0, 1, {"saturation": 0, "clean_slate": 0, "defeatism": 0, "none": 0}),
    }
    evidence = AnalysisRecord.objects.get(attempt=greedy).body["patterns"][0]
    page = researcher.page(f"/attempts/{greedy.pk}")
    assert evidence["sentence"] in text_of(page)
    for number in evidence["calls"]:
        assert f"#event-{number}" in Markup(page).links()
    assert "No failure pattern was found." in text_of(researcher.page(f"/attempts/{oracle.pk}"))
