"""Hand-made evidence of attempts at recovery.

The reference: 1 and 2 begin at once, 3 needs both, 4 needs 3. Call 2 of the first wave timed out;
the listed repairs try it again, as 2b or, waiting for 1, as 2c.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
REFERENCE: Json = {"edges": [["1", "3"], ["2", "3"], ["3", "4"]], "calls": ["1", "2", "3", "4"]}
RAN = ["1", "2"]


def node(name: str, *needs: str, status: bool = False, tool: str = "", **arguments: Any) -> Json:
    return {
        "id": name,
        "tool": tool or f"tool_{name[0]}",
        "arguments": arguments,
        "description": "",
        "dependencies": list(needs),
        "status": status,
    }


def plan(*nodes: Json, last: str = "4") -> Json:
    root = node("root", status=True) | {"tool": None}
    response = node("response", *last.split()) | {"tool": None}
    return {"nodes": [root, *nodes, response]}


HELD = plan(
    node("1", "root", status=True),
    node("2", "root", status=True),
    node("3", "1", "2", x="{{2/y}}"),
    node("4", "3"),
)


def repaired(*more: Json, anew: str = "2b", waits: str = "root", last: str = "4") -> Json:
    return plan(
        node("1", "root", status=True),
        node("2", "root", status=True),
        node(anew, waits),
        node("3", "1", anew, x=f"{{{{{anew}/y}}}}"),
        node("4", "3"),
        *more,
        last=last,
    )


def matching(anew: str = "2b") -> dict[str, str]:
    return {"1": "1", anew: "2", "3": "3", "4": "4"}


def submission(plan: Json | None, names: dict[str, str] | None = None, **parts: Any) -> Json:
    return {
        "thought": "",
        "plan": plan,
        "refusal": "" if plan is not None else "Node 3 depends on itself.",
        "round": 2,
        "ran": RAN,
        "matching": matching() if names is None else names,
        "slips": {},
    } | parts


def evidence(*submissions: Json, **parts: Any) -> Json:
    """An attempt that took over after one round and was solved in the fewest."""
    return {
        "rounds_before": 1,
        "rounds": 5,
        "best_rounds": 5,
        "rounds_left": 4,
        "fewest_calls": 4,
        "calls": 5,
        "completed": True,
        "solved": True,
        "labels": [
            {
                "type": "Timeout_Error",
                "round": 1,
                "node": "2",
                "field": "output",
                "was": None,
                "became": "The call timed out.",
            }
        ],
        "previous": HELD,
        "repairs": [{"plan": repaired(), "matching": matching()}],
        "reference": REFERENCE,
        "submissions": list(submissions),
        "runs": [{"id": name, "status": "ok"} for name in ("1", "2b", "3", "4")],
    } | parts
