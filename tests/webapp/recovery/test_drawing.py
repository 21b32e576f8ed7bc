"""A plan is drawn in layers, with few crossings, and says what ran and what differs."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from sandboxes.suites import find_suite
from sandboxes.workflows import Node, Plan, RecoveryInstance, layers
from tests.webapp.pages.markup import Markup
from webapp.annotation.responses import changes_between
from webapp.recovery.drawing import MOST_DRAWN, Drawing, DrawnNode, draw
from webapp.recovery.layered import crossings_of, lay_out

ROOT_FOLDER = Path(__file__).resolve().parents[3]
DIAMOND = {"a": ("root",), "b": ("root",), "c": ("a", "b"), "response": ("c",)}


def plan_of(needs: dict[str, tuple[str, ...]], **more: Node) -> Plan:
    """A plan whose calls wait for these."""
    calls = [
        more.get(name, Node(name, None if name == "response" else "mul", dependencies=found))
        for name, found in needs.items()
    ]
    return Plan((Node("root", status=True), *calls))


def node(drawing: Drawing, name: str) -> DrawnNode:
    return next(one for one in drawing.nodes if one.id == name)


def instance(task: str) -> RecoveryInstance:
    found = find_suite("recovery").instance(task, 1)
    assert isinstance(found, RecoveryInstance)
    return found


def test_columns_are_the_layers_of_the_plan() -> None:
    plan = instance("alerts_for_the_watch_list-1").plan
    drawing = draw(plan)

    columns: dict[int, list[str]] = {}
    for one in drawing.nodes:
        columns.setdefault(one.middle_x, []).append(one.id)
    found = [sorted(columns[x]) for x in sorted(columns)]
    assert found == [sorted(layer) for layer in layers(plan)]


@pytest.mark.parametrize("task", ["alerts_for_the_watch_list-1", "tell_two_travellers-2"])
def test_no_box_lies_on_another_or_outside(task: str) -> None:
    held = instance(task)
    drawing = draw(held.repairs[0], held.plan)

    boxes = [(one.x, one.y, one.x + one.width, one.y + one.height) for one in drawing.nodes]
    for place, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= drawing.width
        assert 0 <= top < bottom <= drawing.height
        for other in boxes[place + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, (drawing.nodes[place].id, other)


def test_crossings_that_need_not_be_are_undone() -> None:
    sizes = dict.fromkeys("abcxyz", (10, 10))
    layer = dict.fromkeys("abc", 0) | dict.fromkeys("xyz", 1)
    edges = [("a", "z"), ("b", "x"), ("c", "y")]
    after = {source: [target] for source, target in edges}
    assert crossings_of(["abc", "xyz"], after) == 2

    laid = lay_out("abcxyz", layer, sizes, edges)
    columns = [sorted(names, key=lambda name: laid.boxes[name][1]) for names in ("abc", "xyz")]
    assert crossings_of(columns, after) == 0


def test_an_edge_over_several_layers_runs_between_the_boxes_and_not_through_them() -> None:
    needs = {"a": ("root",), "b": ("a",), "c": ("b",), "response": ("a", "c")}
    drawing = draw(plan_of(needs))

    edge = next(one for one in drawing.edges if (one.source, one.target) == ("a", "response"))
    heights = [float(y) for y in re.findall(r"C[^H]* (\S+?)(?:H|$)", edge.path)]
    for name in "bc":
        box = node(drawing, name)
        assert not any(box.y <= height <= box.y + box.height for height in heights[:-1])
    assert heights[-1] == node(drawing, "response").middle_y


def test_states_are_told_by_what_ran_and_not_by_what_the_plan_says() -> None:
    plan = plan_of(DIAMOND, a=Node("a", "mul", dependencies=("root",), status=False))
    drawing = draw(plan, ran={"a": "ok", "b": "failed"})

    states = {one.id: (one.state, one.state_word) for one in drawing.nodes}
    assert states == {
        "root": ("", ""),
        "a": ("ran", "ran well"),
        "b": ("failed", "failed"),
        "c": ("waits", "not yet"),
        "response": ("waits", "not yet"),
    }
    assert drawing.sentence == ("A plan of 3 calls in 2 waves: 1 ran well, 1 failed and 1 not yet.")
    assert {one.state for one in draw(plan).nodes} == {""}


def test_what_is_new_changed_and_gone_is_marked_with_its_edges() -> None:
    before = plan_of(DIAMOND)
    changed = Node("c", "add", {"x": 1}, dependencies=("a", "d"))
    needs = {"a": ("root",), "c": ("a", "d"), "d": ("root",), "response": ("c",)}
    drawing = draw(plan_of(needs, c=changed), before)

    marks = {one.id: one.mark for one in drawing.nodes}
    assert marks == {
        "root": "", "a": "", "c": "changed", "d": "added", "response": "", "b": "removed",
    }  # fmt: skip
    edges = {(one.source, one.target): one.mark for one in drawing.edges if one.mark}
    assert edges == {
        ("d", "c"): "added",
        ("root", "d"): "added",
        ("b", "c"): "removed",
        ("root", "b"): "removed",
    }
    rows = {row.id: row for row in drawing.rows}
    assert rows["c"].differences == (
        'tool was "mul"',
        "argument x is new",
        "waits for d now",
        "no longer waits for b",
    )
    assert drawing.rows[-1].id == "b"
    assert drawing.sentence == (
        "A plan of 3 calls in 2 waves. Compared with the plan before: 1 node new, "
        "1 node changed, 1 node gone, 2 edges new and 2 edges gone."
    )
    assert drawing.key == (("added", "new"), ("changed", "changed"), ("removed", "gone"))


def test_a_status_alone_is_told_in_the_list_and_marks_nothing() -> None:
    before = plan_of(DIAMOND)
    after = Plan(tuple(replace(one, status=True) for one in before.nodes))
    drawing = draw(after, before)

    assert {one.mark for one in drawing.nodes} == {""}
    assert drawing.sentence.endswith("Nothing but statuses differs.")
    assert next(row for row in drawing.rows if row.id == "a").differences == ("status was false",)
    assert draw(before, before).sentence.endswith("Nothing differs.")


def test_only_the_argument_that_differs_is_told() -> None:
    before = plan_of(DIAMOND, a=Node("a", "mul", {"x": 1, "y": 2}, dependencies=("root",)))
    after = plan_of(DIAMOND, a=Node("a", "mul", {"x": 1, "y": 3}, dependencies=("root",)))

    row = next(row for row in draw(after, before).rows if row.id == "a")
    assert row.differences == ("argument y was 2",)


def test_where_the_plan_is_not_beside_it_a_difference_tells_both_values() -> None:
    before = plan_of(DIAMOND, a=Node("a", "mul", {"x": 1, "y": 2}, dependencies=("root",)))
    after = plan_of(DIAMOND, a=Node("a", "add", {"y": 3, "z": 4}, dependencies=("root",)))
    assert changes_between(before, after) == [
        'Node a: tool is "add", was "mul".',
        "Node a: argument x is gone, was 1.",
        "Node a: argument y is 3, was 2.",
        "Node a: argument z is new: 4.",
    ]


def test_an_edge_that_is_gone_may_lead_back() -> None:
    before = plan_of({"a": ("b",), "b": ("root",), "response": ("a",)})
    after = plan_of({"a": ("root",), "b": ("a",), "response": ("b",)})

    gone = [one for one in draw(after, before).edges if one.mark == "removed"]
    assert {(one.source, one.target) for one in gone} == {
        ("b", "a"), ("root", "b"), ("a", "response"),
    }  # fmt: skip


def test_what_is_not_sound_is_drawn_as_far_as_it_goes() -> None:
    circle = plan_of({"a": ("b", "nowhere"), "b": ("a",), "response": ("b",)})
    drawing = draw(circle)

    assert {(one.source, one.target) for one in drawing.edges} == {
        ("a", "b"), ("b", "a"), ("b", "response"),
    }  # fmt: skip
    assert next(row for row in drawing.rows if row.id == "a").waits_for == ("b", "nowhere")
    assert draw(Plan(())).sentence == "A plan of 0 calls in 0 waves."


def test_long_names_are_shortened_and_whole_in_the_title() -> None:
    tool = "get_the_very_longest_of_all_names"
    drawing = draw(plan_of(DIAMOND, a=Node("a", tool, dependencies=("root",))))

    assert node(drawing, "a").label == "get_the_very_longes…"
    assert node(drawing, "a").title == f"a: {tool}"


def test_above_fifty_nodes_there_is_the_list_alone() -> None:
    def wide(calls: int) -> Drawing:
        names = [str(number) for number in range(calls)]
        return draw(plan_of({**dict.fromkeys(names, ("root",)), "response": tuple(names)}))

    most = MOST_DRAWN - 2
    assert (wide(most).drawn, len(wide(most).nodes)) == (True, MOST_DRAWN)
    large = wide(most + 1)
    assert (large.drawn, large.nodes, large.edges) == (False, (), ())
    assert len(large.rows) == MOST_DRAWN + 1
    page = render_to_string("recovery/graph.html", {"drawing": large})
    assert "<svg" not in page
    assert "the list has all of it" in page


def test_the_same_plan_is_drawn_in_the_same_way_in_any_process() -> None:
    program = (
        "from sandboxes.suites import find_suite\n"
        "from webapp.recovery.drawing import draw\n"
        "held = find_suite('recovery').instance('tell_two_travellers-2', 1)\n"
        "print(draw(held.repairs[0], held.plan, {'1': 'ok'}))\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT_FOLDER,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].startswith("Drawing(sentence='A plan of")


def test_the_templates_escape_and_close_all_they_write() -> None:
    odd = '<b>&"\u202e\ud800'
    plan = Plan(
        (
            Node("root"),
            Node(odd, odd, {odd: [odd]}, odd, ("root",)),
            Node("response", dependencies=(odd,)),
        )
    )
    drawing = draw(plan, Plan((Node("root"),)), {odd: "ok"})
    for name in ("graph", "plan_list"):
        page = render_to_string(f"recovery/{name}.html", {"drawing": drawing})
        page.encode()
        assert "<b>" not in page
        assert Markup(page).complaints == []
        assert " style=" not in page


def test_the_drawing_says_itself_to_whoever_does_not_see_it() -> None:
    drawing = draw(plan_of(DIAMOND), ran={})
    page = render_to_string("recovery/graph.html", {"drawing": drawing, "label": "A graph"})
    svg = Markup(page).all("svg")[0]
    assert (svg["role"], svg["aria-label"]) == ("img", drawing.sentence)
    assert {"tabindex": "0", "role": "group", "aria-label": "A graph"}.items() <= next(
        one for one in Markup(page).all("div") if one["class"] == "plan-canvas"
    ).items()


def test_the_layers_of_every_workflow_come_one_after_the_other() -> None:
    for task in sorted(find_suite("recovery").sheets())[::40]:
        drawing = draw(instance(task).plan)
        left = {one.id: one.middle_x for one in drawing.nodes}
        assert all(left[edge.source] < left[edge.target] for edge in drawing.edges)
        xs = sorted(set(left.values()))
        assert all(after - before > 40 for before, after in pairwise(xs))
