"""The gate takes true preconditions wherever they stand, and no other edges."""

from __future__ import annotations

import pytest

from sandboxes._streams import Stream
from sandboxes.tasks.kit.talk import others
from sandboxes.workflows import Workflow, WorkflowInstance, doubts, make_workflow
from sandboxes.workflows._template import Maker, Planner, Query, Step
from sandboxes.workflows.kit import find_person, tell


def made(make: Maker, seed: int = 1) -> WorkflowInstance:
    """An instance of a workflow of two phrasings."""
    words = ("Found a group of {first} and {second}.", "A group, please: {first}, {second}, me.")
    return make_workflow(Workflow("found", 1, ("LightTalk",), words, "It is there.", make), seed)


def founded(plan: Planner, draw: Stream, *, is_waited_for: bool) -> tuple[Query, list[Step]]:
    """A group of two people, which needs a privilege; whether the plan says so."""
    friends = draw.sample(others(plan.world), 2)
    found = [find_person(plan, friend.name) for friend in friends]
    right = plan.call("ask_for_privilege", "Ask for the right to found groups")
    uids = [step["uid"] for step in found]
    after = [right] if is_waited_for else []
    plan.call("create_group_chat", "Found the group", after=after, uids=uids)
    return Query({"first": friends[0].name, "second": friends[1].name}), found


def with_the_edge(plan: Planner, draw: Stream) -> Query:
    return founded(plan, draw, is_waited_for=True)[0]


def without_the_edge(plan: Planner, draw: Stream) -> Query:
    return founded(plan, draw, is_waited_for=False)[0]


def with_an_edge_too_many(plan: Planner, draw: Stream) -> Query:
    query, (first, second) = founded(plan, draw, is_waited_for=True)
    third = draw.choice([one for one in others(plan.world) if one.name not in query.words.values()])
    uid = find_person(plan, third.name)
    plan.call("mark_as_read", "Mark the chat as read", after=[second], uid=first["uid"])
    tell(plan, third.name, uid, "Done.")
    return query


def test_a_precondition_that_runs_early_by_luck_is_one_all_the_same() -> None:
    assert doubts(made(with_the_edge)) == []


def test_an_edge_that_is_left_out_is_found() -> None:
    found = {doubt.check for seed in range(1, 5) for doubt in doubts(made(without_the_edge, seed))}
    assert found == {"order"}


def test_an_edge_that_nothing_asks_for_is_found() -> None:
    texts = [doubt.text for doubt in doubts(made(with_an_edge_too_many))]
    assert "node 6 needs no node 2" in texts


@pytest.mark.parametrize("make", [with_the_edge, without_the_edge])
def test_what_is_waited_for_decides_how_many_rounds_are_left(make: Maker) -> None:
    instance = made(make)
    assert instance.rounds_left(frozenset({"1", "2"})) == (3 if make is with_the_edge else 2)
