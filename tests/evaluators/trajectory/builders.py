"""A small shop, a booking list and a hall of airports: calls as they are kept, facts to match."""

from __future__ import annotations

from typing import Any

from evaluators import (
    Analysis,
    Ending,
    Pattern,
    Place,
    Sweep,
    TaskFacts,
    TaskKind,
    TracedCall,
    Trajectory,
    analyse,
)

FACTS = TaskFacts(
    instruction="Buy a fig, pay for it and greet contact_told.",
    kind=TaskKind.CHANGE,
    records=frozenset(
        {"line_old", "shop_1", "item_1", "airport_1", "airport_12", "contact_told", "contact_2"}
    ),
    needed=frozenset({"find_item", "add_line", "pay_all", "enter_password"}),
    latent=frozenset({"enter_password"}),
    succeeding=frozenset({"find_item", "add_line", "pay_all", "enter_password"}),
    mutating=frozenset(
        {"add_line", "drop_line", "pay_all", "enter_password", "star", "greet", "book", "publish"}
    ),
    sweeps=(Sweep("pay_all", frozenset({"show_lines"}), frozenset({"line_old"})),),
    places=(Place("seat_idx", 2),),
)


def course(*calls: TracedCall, **known: Any) -> Trajectory:
    """An attempt that ended with the claim to be done and was judged wrong, unless told else."""
    told = {"ending": Ending.SUBJECT, "claim": "done", "correct": False, **known}
    return Trajectory(calls, **told)


class Log:
    """Makes calls with rising numbers."""

    def __init__(self) -> None:
        self.calls: list[TracedCall] = []

    def add(self, tool: str, output: Any = None, status: str = "ok", **arguments: Any) -> Log:
        """One more call; returns the log itself."""
        number = len(self.calls) + 1
        self.calls.append(TracedCall(number, tool, arguments, status, output))
        return self

    def course(self, **known: Any) -> Trajectory:
        """What was called so far, as `course` makes it."""
        return course(*self.calls, **known)

    def analysis(self, facts: TaskFacts = FACTS, **known: Any) -> Analysis:
        """What the analysis says of it."""
        return analyse(self.course(**known), facts)

    def pattern(self, name: str, facts: TaskFacts = FACTS, **known: Any) -> Pattern | None:
        """The pattern of a name, if it was found."""
        return pattern(self.analysis(facts, **known), name)


def pattern(analysis: Analysis, name: str) -> Pattern | None:
    """The pattern of a name, if it was found."""
    return next((found for found in analysis.patterns if found.name == name), None)
