"""What rules say of the items S2, S3, S4 and E1, each with its reasons."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.plans import Verdict, plan_facts
from tests.evaluators.plans.evidence import (
    HELD,
    Json,
    evidence,
    matching,
    node,
    plan,
    repaired,
    submission,
)

OLD = {"1": "1", "3": "3", "4": "4"}
LOST = {"solved": False, "completed": False}


def verdict(item: str, made: Json, **parts: Any) -> Verdict:
    return plan_facts(evidence(made, **parts)).rules[item]


def changed(made: Json, name: str, **fields: Any) -> Json:
    """The plan with other fields of one node."""
    return {"nodes": [other | (fields if other["id"] == name else {}) for other in made["nodes"]]}


class TestTopology:
    def test_all_true_edges_and_no_others_are_right(self) -> None:
        assert verdict("S2", submission(repaired())) == Verdict(1.0)

    def test_an_edge_by_way_of_others_counts(self) -> None:
        by_way = repaired(node("9", "2b"))
        by_way = changed(by_way, "3", dependencies=["1", "9"])
        made = submission(by_way, ran=["1", "2", "9"])
        assert verdict("S2", made) == Verdict(1.0)

    def test_a_needless_edge_is_half_right_and_is_told(self) -> None:
        made = submission(repaired(waits="1"))
        assert verdict("S2", made) == Verdict(
            0.5, ("node 2b wait for node 1, which nothing asks for",)
        )

    def test_what_the_true_edges_imply_is_no_needless_edge(self) -> None:
        made = submission(changed(repaired(), "4", dependencies=["3", "1"]))
        assert verdict("S2", made) == Verdict(1.0)

    def test_a_missing_edge_is_wrong_even_beside_a_needless_one(self) -> None:
        made = submission(changed(repaired(waits="1"), "3", dependencies=["1"]))
        assert verdict("S2", made, **LOST) == Verdict(
            0.0, ("nothing makes node 3 wait for node 2b",)
        )

    def test_an_unmatched_call_leaves_its_edges_missing_where_the_goal_is_missed(self) -> None:
        names = {"1": "1", "3": "3", "4": "4"}
        assert verdict("S2", submission(repaired(), names), **LOST) == Verdict(
            0.0, ("no node makes call 2 of the reference as it should be made",)
        )

    def test_an_unmatched_call_is_unscored_where_the_goal_is_reached(self) -> None:
        made = submission(repaired(node("7", "root"), node("8", "root"), last="4 7 8"))
        assert verdict("S2", made) == Verdict(
            None, ("nodes 7, 8: no call of the reference, yet it works",)
        )
        one = submission(repaired(node("7", "root")))
        assert verdict("S2", one).reasons == ("node 7: no call of the reference, yet it works",)

    def test_a_call_that_ran_before_is_not_held_against_the_plan(self) -> None:
        made = submission(repaired(node("7", "root")), ran=["1", "2", "7"])
        assert verdict("S2", made) == Verdict(1.0)


class TestLegality:
    def test_calls_without_a_slip_are_legal(self) -> None:
        assert verdict("S3", submission(repaired())) == Verdict(1.0)

    def test_one_slip_that_runs_anyway_is_half_right(self) -> None:
        made = submission(repaired(), slips={"4": "tool_4 takes no colour."})
        assert verdict("S3", made) == Verdict(0.5, ("node 4: tool_4 takes no colour.",))

    def test_one_slip_that_does_not_run_is_wrong(self) -> None:
        made = submission(repaired(), slips={"4": "tool_4 needs x."})
        runs = [{"id": "4", "status": "error"}]
        assert verdict("S3", made, runs=runs) == Verdict(0.0, ("node 4: tool_4 needs x.",))
        assert verdict("S3", made, runs=[]).value == 0.0

    def test_two_slips_are_wrong_even_if_both_run(self) -> None:
        made = submission(repaired(), slips={"3": "A slip.", "4": "Another."})
        assert verdict("S3", made) == Verdict(0.0, ("node 3: A slip.", "node 4: Another."))


class TestAdvancement:
    def test_statuses_that_follow_from_what_ran_are_right(self) -> None:
        assert verdict("S4", submission(repaired())) == Verdict(1.0)

    @pytest.mark.parametrize(
        ("name", "status", "reason"),
        [
            ("2", False, "node 2 ran"),
            ("4", True, "node 4 did not run"),
            ("response", True, "node response did not run"),
        ],
    )
    def test_one_status_that_is_off_is_half_right(
        self, name: str, status: bool, reason: str
    ) -> None:
        made = submission(changed(repaired(), name, status=status))
        assert verdict("S4", made) == Verdict(0.5, (reason,))

    def test_two_that_are_off_are_wrong(self) -> None:
        off = changed(changed(repaired(), "1", status=False), "3", status=True)
        assert verdict("S4", submission(off)) == Verdict(0.0, ("node 1 ran", "node 3 did not run"))

    def test_the_roots_status_does_not_matter(self) -> None:
        made = submission(changed(repaired(), "root", status=False))
        assert verdict("S4", made) == Verdict(1.0)


class TestMinimality:
    def test_a_listed_repair_by_whatever_name_is_minimal(self) -> None:
        assert verdict("E1", submission(repaired())) == Verdict(1.0)
        renamed = submission(repaired(anew="2_again"), matching("2_again"))
        assert verdict("E1", renamed) == Verdict(1.0)

    def test_descriptions_and_statuses_are_no_edits(self) -> None:
        told = changed(repaired(), "4", description="Quite another", status=True)
        assert verdict("E1", submission(told)) == Verdict(1.0)

    def test_edges_at_the_fault_are_inside_its_region(self) -> None:
        made = submission(changed(repaired(), "2b", dependencies=["root", "1"]))
        assert verdict("E1", made) == Verdict(1.0)

    def test_edges_at_a_labelled_node_are_inside_even_if_the_repair_leaves_it_there(self) -> None:
        label = {"type": "Serial_Error", "round": 1, "node": "4", "field": "dependencies"}
        held = changed(repaired(), "4", dependencies=["3", "1"])
        made = submission(changed(repaired(), "4", dependencies=["3", "2"]))
        assert verdict("E1", made, labels=[label], previous=held) == Verdict(1.0)

    def test_needless_edits_that_do_no_harm_are_half_right(self) -> None:
        made = submission(repaired(node("7", "root")))
        assert verdict("E1", made) == Verdict(
            0.5, ("node 7 is added", "node 7 waits for node root")
        )

    def test_needless_edits_are_wrong_where_the_goal_is_missed(self) -> None:
        made = submission(changed(repaired(), "4", tool="tool_5"))
        assert verdict("E1", made, **LOST) == Verdict(0.0, ("node 4 has another tool",))

    @pytest.mark.parametrize(
        ("name", "fields", "reasons"),
        [
            ("4", {"arguments": {"z": 1}}, ("node 4 has another arguments",)),
            (
                "4",
                {"dependencies": ["3", "1"]},
                ("node 4 waits for node 1",),
            ),
            (
                "response",
                {"dependencies": ["1"]},
                ("node response waits for node 1", "node response waits no more for node 4"),
            ),
        ],
    )
    def test_every_kind_of_edit_is_told(
        self, name: str, fields: Json, reasons: tuple[str, ...]
    ) -> None:
        made = submission(changed(repaired(), name, **fields))
        assert verdict("E1", made) == Verdict(0.5, reasons)

    def test_a_lost_node_is_an_edit(self) -> None:
        without = {"nodes": [one for one in repaired(last="3")["nodes"] if one["id"] != "4"]}
        made = submission(without, {"1": "1", "2b": "2", "3": "3"})
        found = verdict("E1", made, **LOST)
        assert found.value == 0.0
        assert "node 4 is gone" in found.reasons

    def test_a_goal_reached_by_another_repair_is_unscored(self) -> None:
        made = submission(changed(HELD, "3", dependencies=["1"], arguments={"x": 5}), OLD)
        assert verdict("E1", made) == Verdict(
            None, ("the goal is reached by a repair that is not listed",)
        )
        assert verdict("E1", made, **LOST).value is not None

    @pytest.mark.parametrize("error", ["Serial_Error", "Toolcall_Redundancy"])
    def test_where_the_plan_may_go_on_as_it_is_doing_so_is_scored(self, error: str) -> None:
        label = {"type": error, "round": 1, "node": "2", "field": "", "was": None, "became": None}
        assert verdict("E1", submission(HELD, {}), labels=[label]) == Verdict(1.0)
        both = [label, label | {"type": "Type_Error"}]
        assert verdict("E1", submission(HELD, {}), labels=both).value is None

    def test_the_best_of_the_listed_repairs_is_taken(self) -> None:
        longer = repaired(node("8", "3"), last="4 8")
        repairs = [
            {"plan": repaired(), "matching": matching()},
            {"plan": longer, "matching": matching()},
        ]
        for listed in (repairs, repairs[::-1]):
            assert verdict("E1", submission(longer), repairs=listed) == Verdict(1.0)
            assert verdict("E1", submission(repaired()), repairs=listed) == Verdict(1.0)

    def test_at_most_five_reasons_are_given(self) -> None:
        more = [node(str(number), "root") for number in range(20, 29)]
        assert len(verdict("E1", submission(repaired(*more))).reasons) == 5

    def test_references_to_a_renamed_node_are_no_edit_and_others_are(self) -> None:
        other = changed(repaired(), "3", arguments={"x": "{{1/y}}"})
        found = verdict("E1", submission(other), **LOST)
        assert found == Verdict(1.0), "node 3 is in the region: the repair relinks it"
        aside = changed(repaired(), "4", arguments={"x": "{{2b/y}}"})
        assert verdict("E1", submission(aside)).reasons == ("node 4 has another arguments",)


def test_a_plan_of_both_ends_is_told_what_it_lacks() -> None:
    bare = submission(plan(last="root"), {})
    rules = plan_facts(evidence(bare, solved=False)).rules
    assert (rules["S2"].value, rules["E1"].value) == (0.0, 0.0)
    assert rules["S2"].reasons[0] == "no node makes call 1 of the reference as it should be made"
    assert rules["S5"] == Verdict(1.0)
