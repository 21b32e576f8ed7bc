"""manage.py harvest_recovery: each round with an error is kept once; and the page that counts."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from agents import make_agent
from sandboxes.workflows import ErrorType
from tests.webapp.builders import entry_of
from tests.webapp.recovery.builders import opened
from webapp.accounts.models import Role, User
from webapp.attempts import services
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EvidenceRecord
from webapp.recovery.frequency import WIDTH, Column, draw, read_frequency
from webapp.recovery.harvest import harvest
from webapp.recovery.models import HarvestedRound

pytestmark = pytest.mark.django_db(transaction=True)


def acted(agent: str) -> Attempt:
    """An ended attempt of an agent's."""
    attempt = opened()
    instance = made_instance(attempt.instance)
    assert instance is not None
    make_agent(agent, instance).act(DoorEnvironment(entry_of(attempt)))
    return attempt


def refused_then_unknown_tool() -> Attempt:
    """An ended attempt: what can't be read, then the repair with a tool that there is not."""
    attempt = opened()
    instance: Any = made_instance(attempt.instance)
    plan = instance.repairs[0].as_json()
    ran = set(instance.executor.ledger)
    wrong = next(
        node for node in plan["nodes"] if node["tool"] is not None and node["id"] not in ran
    )
    wrong["tool"] = "no_such_tool"
    for given in ({"nodes": "none"}, plan):
        services.call_tool(entry_of(attempt), "submit_plan", {"thought": "", "plan": given}).wait()
    services.finish(entry_of(attempt), "done", "").wait()
    return attempt


def command() -> Any:
    printed = StringIO()
    call_command("harvest_recovery", "--json", stdout=printed)
    return json.loads(printed.getvalue())


def test_rounds_are_kept_with_their_event_plan_observations_and_what_is_found() -> None:
    attempt = refused_then_unknown_tool()
    found = harvest()
    assert (found.attempts, found.rounds, found.harvested, found.unlabelled) == (1, 2, 2, 1)
    first, second = HarvestedRound.objects.all()
    instance: Any = made_instance(attempt.instance)
    before = instance.rounds_before
    assert [first.round, second.round] == [before + 1, before + 2]
    events = list(attempt.events.filter(kind="call").order_by("number"))
    assert [first.event_number, second.event_number] == [event.number for event in events]
    assert (first.types, first.plan, first.observations) == ([], None, [])
    assert first.refusal == '"nodes" is a list of nodes; this is a text.'
    assert first.is_unlabelled
    assert second.types == ["Tool_name_Error"]
    assert second.plan == json.loads(events[1].arguments)["plan"]
    assert second.observations == json.loads(events[1].answer)["output"]["observations"]
    assert {finding["since"] for finding in second.findings} == {before + 2}
    assert second.level == 1


def test_a_second_run_adds_nothing_and_counts_the_same() -> None:
    refused_then_unknown_tool()
    first = command()
    kept = list(HarvestedRound.objects.values())
    again = command()
    assert list(HarvestedRound.objects.values()) == kept
    assert (first["harvested"], first["known"]) == (2, 0)
    assert (again["harvested"], again["known"]) == (0, 2)
    for name in ("attempts", "rounds", "unlabelled", "by_level", "by_type", "inherited"):
        assert again[name] == first[name]
    assert list(first["by_type"]) == [error.value for error in ErrorType]
    assert first["by_type"]["Tool_name_Error"] == 1
    assert sum(first["by_type"].values()) == 1
    assert first["by_level"] == {"1": 2, "2": 0}


def test_what_comes_later_is_added_and_an_oracle_brings_nothing() -> None:
    acted("oracle")
    assert command()["harvested"] == 0
    refused_then_unknown_tool()
    found = command()
    assert (found["attempts"], found["harvested"]) == (2, 2)


def test_open_attempts_are_left_until_they_have_ended() -> None:
    attempt = opened()
    services.call_tool(
        entry_of(attempt), "submit_plan", {"thought": "", "plan": {"nodes": "none"}}
    ).wait()
    assert command()["attempts"] == 0


def test_records_that_do_not_fit_together_are_our_fault_and_stop_nothing() -> None:
    broken = refused_then_unknown_tool()
    record = EvidenceRecord.objects.get(attempt=broken)
    body = json.loads(record.body)
    body["submissions"].pop()
    record.body = json.dumps(body)
    record.save()
    refused_then_unknown_tool()
    printed = StringIO()
    with pytest.raises(SystemExit):
        call_command("harvest_recovery", "--json", stdout=printed)
    found = json.loads(printed.getvalue())
    assert (found["attempts"], found["unreadable"], found["harvested"]) == (2, 1, 2)
    assert not HarvestedRound.objects.filter(attempt=broken).exists()


def test_people_read_a_table() -> None:
    refused_then_unknown_tool()
    printed = StringIO()
    call_command("harvest_recovery", stdout=printed)
    assert printed.getvalue().startswith(
        "1 attempts, 2 rounds. With errors: 2 new, 0 known; 1 of them are unlabelled.\n"
    )
    assert re.search(r"Tool_name_Error +1 +0", printed.getvalue())


def test_the_frequency_is_counted_by_contestant_with_the_unlabelled_apart() -> None:
    attempt = refused_then_unknown_tool()
    harvest()
    HarvestedRound.objects.create(
        attempt=attempt,
        event_number=99,
        round=30,
        level=2,
        inherited=["Serial_Error"],
        findings=[{"inherited": True}],
        harvested_at=attempt.opened_at,
    )
    found = read_frequency()
    assert [(one.name, one.contestant) for one in found.columns] == [
        ("All", None),
        ("tester", attempt.contestant_id),
    ]
    for column in found.columns:
        assert (column.rounds, column.labelled, column.unlabelled, column.inherited) == (3, 1, 1, 1)
        assert (column.level_2, column.by_type) == (1, {"Tool_name_Error": 1})
    rows = {row.name: row.counts for _, rows in found.groups for row in rows}
    assert len(rows) == 14
    assert rows["Tool name Error"] == [1, 1]
    assert sum(sum(counts) for counts in rows.values()) == 2


def test_bars_grow_by_as_much_for_each_power_of_ten() -> None:
    column = Column("All")
    column.by_type.update({"Type_Error": 1, "Serial_Error": 10, "Null_Error": 100})
    chart = draw(column)
    width = {bar.name: bar.width for bar in chart.bars}
    assert [value for value, _ in chart.ticks] == [1, 10, 100]
    assert width["Null Error"] - width["Serial Error"] == pytest.approx(
        width["Serial Error"] - width["Type Error"], abs=0.11
    )
    assert width["Type Error"] > 0
    assert width["Timeout Error"] == 0
    assert max(bar.end for bar in chart.bars) < WIDTH
    assert "Null Error 100" in chart.sentence


def test_the_page_shows_bars_and_the_same_as_a_table() -> None:
    client = Client()
    client.force_login(User.objects.create_user("researcher", role=Role.RESEARCHER))
    path = "/recovery/frequency"
    assert "Nothing has been harvested yet." in client.get(path).content.decode()
    attempt = refused_then_unknown_tool()
    harvest()
    for query in ("", f"?contestant={attempt.contestant_id}", "?contestant=nobody"):
        shown = client.get(path + query).content.decode()
        assert len(re.findall('<rect class="bar"', shown)) == 1
        assert len(re.findall('<text class="name"', shown)) == 14
        assert re.search(r'<th scope="row">Unlabelled</th><td [^>]*>1</td>', shown)


@pytest.mark.parametrize("role", [Role.PARTICIPANT, Role.ANNOTATOR])
def test_others_than_researchers_find_nothing(role: Role) -> None:
    client = Client()
    client.force_login(User.objects.create_user("other", role=role))
    assert client.get("/recovery/frequency").status_code == 404
