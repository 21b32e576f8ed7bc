"""What differs is told by record and in names, each change with the calls that made it."""

from __future__ import annotations

import json

import pytest

from agents import make_agent
from tests.webapp.builders import entry_of, opened
from tests.webapp.pages.markup import Markup, text_of
from tests.webapp.pages.personas import Persona
from webapp.attempts import services
from webapp.attempts.hot import known_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EvidenceRecord
from webapp.benchmark.models import Instance
from webapp.pages.differences import Difference, difference_of
from webapp.pages.replay import replay_of

# One of each kind of change: values, created and removed records, sets, sums, nested records.
TASKS = (
    "buy_cheapest",
    "group_and_hand_over",
    "like_latest_moment",
    "delete_silent_contacts",
    "mention_in_group",
    "comment_on_oldest_moment",
    "fill_cart_only",
)


def solved(task: str, owner: Persona) -> Attempt:
    """An attempt that the oracle has made."""
    attempt = opened(task=task, owner=owner.user)
    instance = known_instance(attempt.instance)
    assert instance is not None
    make_agent("oracle", instance).act(DoorEnvironment(entry_of(attempt)))
    attempt.refresh_from_db()
    return attempt


def difference(attempt: Attempt) -> Difference:
    """The difference, with a plain number as the way to each event."""
    return difference_of(attempt.scores.get(), replay_of(attempt), str)


@pytest.mark.parametrize("task", TASKS)
def test_every_change_that_was_made_is_linked_to_its_call(task: str, owner: Persona) -> None:
    attempt = solved(task, owner)
    assert attempt.scores.get().correct

    found = difference(attempt)

    rows = [row for app in found.apps for thing in app.things for row in thing.rows]
    assert len(rows) == attempt.scores.get().total
    tools = dict(attempt.events.values_list("number", "tool"))
    for row in rows:
        assert row.word == "met"
        assert row.calls, row
        assert all(tools[call.number] for call in row.calls)
    assert found.why_not == ""


@pytest.mark.parametrize("task", TASKS)
def test_no_id_stands_where_a_name_is_known(task: str, owner: Persona) -> None:
    found = difference(solved(task, owner))

    for app in (*found.apps, *found.neutral):
        for thing in (*app.things, *app.folded):
            for text in (thing.title, *(part.text for row in thing.rows for part in row.parts)):
                assert not any(f"{kind}_" in text for kind in ("user", "shop", "item", "group"))


def test_a_change_is_linked_to_the_call_that_made_it(owner: Persona) -> None:
    attempt = solved("buy_cheapest", owner)

    page = owner.page(f"/attempts/{attempt.pk}")

    paid = attempt.events.get(tool="checkout_all").number
    added = attempt.events.get(tool="add_to_cart").number
    text = text_of(page)
    assert f"93478.15 no. {paid}" in text
    assert f"Count: 96 \N{RIGHTWARDS ARROW} 95 no. {added}" in text
    links = [link for link in Markup(page).links() if link.startswith("#event-")]
    assert f"#event-{paid}" in links


def test_a_call_on_another_page_of_the_log_is_found_there(
    owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.pages.reading.LINES_A_PAGE", 3)
    attempt = solved("buy_cheapest", owner)
    paid = attempt.events.get(tool="checkout_all").number
    other = (paid - 1) // 3 + 1

    first = owner.page(f"/attempts/{attempt.pk}")
    assert f'href="?page={other}#event-{paid}"' in first
    there = owner.page(f"/attempts/{attempt.pk}", page=str(other))
    assert f'href="#event-{paid}"' in there
    assert f'id="event-{paid}"' in there


def test_what_is_missing_has_no_call_and_what_is_broken_has(owner: Persona) -> None:
    attempt = opened(task="buy_cheapest", owner=owner.user)
    found = services.call_tool(entry_of(attempt), "search_items", {"item_name": "a"}).wait()
    shop = json.loads(found.text)["output"][0]["sid"]
    services.call_tool(entry_of(attempt), "star_shop", {"sid": shop}).wait()
    services.finish(entry_of(attempt), "done").wait()

    rows = [row for app in difference(attempt).apps for thing in app.things for row in thing.rows]

    assert {row.word: {call.number for call in row.calls} for row in rows} == {
        "missing": set(),
        "broken": {3},
    }


def test_changes_that_do_not_count_are_folded(owner: Persona) -> None:
    attempt = opened(task="share_contact", owner=owner.user)
    services.call_tool(entry_of(attempt), "acc_network", {}).wait()
    services.finish(entry_of(attempt), "done").wait()

    text = text_of(owner.page(f"/attempts/{attempt.pk}"))

    assert "Other changes, which do not count" in text
    assert "Network accelerated: no \N{RIGHTWARDS ARROW} yes" in text


def test_of_older_worlds_and_tasks_the_page_says_that_links_are_missing(owner: Persona) -> None:
    old_world, old_task = (solved("buy_cheapest", owner) for _ in range(2))
    Attempt.objects.filter(pk=old_world.pk).update(world_version="older")
    page = text_of(owner.page(f"/attempts/{old_world.pk}"))
    assert "No links to the calls that made the changes: The attempt was made in worlds" in page
    assert "Count: 96 \N{RIGHTWARDS ARROW} 95 " in page
    assert "call 2" not in page

    Instance.objects.filter(pk=old_task.instance_id).update(fingerprint="older")
    page = text_of(owner.page(f"/attempts/{old_task.pk}"))
    assert "The task was changed after the attempt." in page


def test_a_score_whose_evidence_is_gone_is_told_from_what_it_holds(owner: Persona) -> None:
    attempt = solved("buy_cheapest", owner)
    EvidenceRecord.objects.all().delete()

    assert "Count: 96 \N{RIGHTWARDS ARROW} 95" in text_of(owner.page(f"/attempts/{attempt.pk}"))


def test_many_changes_are_folded(owner: Persona, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.pages.changes.MOST_THINGS", 2)
    attempt = solved("buy_cheapest", owner)

    page = owner.page(f"/attempts/{attempt.pk}")

    (app,) = difference(attempt).apps
    assert f"{len(app.folded)} more" in text_of(page)
    assert len(app.things) == 2
