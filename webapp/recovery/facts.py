"""The facts about an attempt at recovery in words, each with what it is made of and its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.attempts.models import EndedBy
from webapp.pages.words import counted, legible

Json = Mapping[str, Any]
BY_PROGRAM, BY_RULE = "by program", "by rule"
UNSCORED = "unscored"
_RULES = {
    "S2": "topological dependency",
    "S3": "tool call legality",
    "S4": "state advancement",
    "S5": "topological parsability",
    "E1": "modification minimality",
}
_OF_PROGRAMS = {"S5"}
_TONES = {1.0: "ok", 0.5: "failed", 0.0: "bad"}
_NOT_REACHED = {
    EndedBy.ROUNDS: "the last round was used up before the response was reached",
    EndedBy.SUBJECT: "it was finished before the response was reached",
}


@dataclass(frozen=True)
class Fact:
    """One fact.

    Args:
        name: Its name.
        meaning: What it says, in words; empty where the name does.
        value: The value, or that it is unscored.
        tone: The colour that goes with it; empty if none does.
        source: Who says so.
        reasons: What it is made of, or why.
    """

    name: str
    meaning: str
    value: str
    tone: str
    source: str
    reasons: list[str]


@dataclass(frozen=True)
class FactsTold:
    """What is known of an attempt without anybody's opinion.

    Args:
        headline: Whether it is solved, and why not, in a sentence.
        solved: Whether it is.
        efficacy: E5, as it is read.
        made_of: G_q and T_q: fewest rounds, and rounds that were used; None if not known.
        completed: Whether the response was reached.
        course: How it went.
        rules: What is said of the first plan.
    """

    headline: str
    solved: bool
    efficacy: str
    made_of: tuple[int, int] | None
    completed: bool
    course: list[Fact]
    rules: list[Fact]


def told_facts(body: Json, evidence: Json | None, ended_by: EndedBy) -> FactsTold:
    """The facts of a score in words.

    Args:
        body: The score's.
        evidence: What it rests on; None if that is not kept.
        ended_by: What ended the attempt.
    """
    return FactsTold(
        headline=_headline(body, evidence, ended_by),
        solved=body["solved"],
        efficacy=_figure(body["efficacy"]),
        made_of=None if evidence is None else (evidence["best_rounds"], evidence["rounds"]),
        completed=body["completed"],
        course=_course(body, evidence),
        rules=[_rule(item, body["rules"].get(item)) for item in _RULES],
    )


def _headline(body: Json, evidence: Json | None, ended_by: EndedBy) -> str:
    if not body["solved"]:
        if body["completed"]:
            why = "the response was reached, but what is left behind is not what was asked for"
        else:
            why = _NOT_REACHED.get(ended_by, "it ended before the response was reached")
        return f"Not solved: {why}."
    if evidence is None:
        return "Solved."
    best, used = evidence["best_rounds"], evidence["rounds"]
    if used <= best:
        return f"Solved in {counted(used, 'round')}, as few as it takes."
    return f"Solved in {counted(used, 'round')}; {best} would do."


def _course(body: Json, evidence: Json | None) -> list[Fact]:
    solved, completed = body["solved"], body["completed"]
    parts = _parts(evidence)
    invalid, submissions = body["invalid"], body["submissions"]
    first = {True: "The first was refused.", False: "The first was taken.", None: ""}
    return [
        _said("Solved, S_q", "response reached, and the end state is right", solved),
        _said("Completed", "the paper's S_q: the response was reached", completed),
        _made("E5", "problem-solving efficacy", body["efficacy"], solved, parts.get("E5")),
        _made(
            "E5, paper", "with the paper's S_q", body["efficacy_paper"], completed, parts.get("E5")
        ),
        _made(
            "E5, onward",
            "rounds since taking over alone",
            body["onward"],
            solved,
            parts.get("onward"),
        ),
        _made("Tool-use efficiency", "", body["efficiency"], solved, parts.get("efficiency")),
        Fact(
            "Invalid plans",
            "submissions that were refused",
            f"{invalid} of {submissions}",
            "",
            BY_PROGRAM,
            [first[body["first_invalid"]]] if submissions else ["Nothing was submitted."],
        ),
    ]


def _parts(evidence: Json | None) -> dict[str, str]:
    """What the shares are made of: the best that can be, and what was used."""
    if evidence is None:
        return {}
    before = evidence["rounds_before"]
    return {
        "E5": f"min(1, G_q {evidence['best_rounds']} / T_q {evidence['rounds']})",
        "onward": f"min(1, R* {evidence['rounds_left']} / {evidence['rounds'] - before})",
        "efficiency": f"min(1, C* {evidence['fewest_calls']} / C {evidence['calls']})",
    }


def _said(name: str, meaning: str, holds: bool) -> Fact:
    word, tone = ("yes", "ok") if holds else ("no", "bad")
    return Fact(name, meaning, word, tone, BY_PROGRAM, [])


def _made(name: str, meaning: str, value: float, holds: bool, part: str | None) -> Fact:
    reasons = [] if part is None else [f"S_q {int(holds)} \N{MULTIPLICATION SIGN} {part}"]
    return Fact(name, meaning, _figure(value), "", BY_PROGRAM, reasons)


def _rule(item: str, verdict: Json | None) -> Fact:
    source = BY_PROGRAM if item in _OF_PROGRAMS else BY_RULE
    if verdict is None:
        return Fact(item, _RULES[item], UNSCORED, "", source, ["Nothing was submitted."])
    value = verdict["value"]
    return Fact(
        item,
        _RULES[item],
        UNSCORED if value is None else f"{value:g}",
        "" if value is None else _TONES.get(value, ""),
        source,
        [_sentence(legible(reason)) for reason in verdict["reasons"]],
    )


def _sentence(reason: str) -> str:
    whole = reason[:1].upper() + reason[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."


def _figure(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
