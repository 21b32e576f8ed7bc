"""An attempt at recovery in the console: what is taken over, what was submitted, what is held now.

All of it is what an agent is told as well: what there is before the first call, and the answers to
submissions. Nothing here knows what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sandboxes import Outcome
from sandboxes.workflows import (
    ROUND_LIMIT,
    SUBMIT_PLAN,
    Plan,
    RecoveryEnvironment,
    RecoveryInstance,
    sound_plan,
)
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.attempts.stored import tool_name
from webapp.attempts.telling import TaskView
from webapp.console.fields import Field, fields_of
from webapp.console.plan_text import held_text
from webapp.console.readable import Node, readable
from webapp.pages.logs import CLASS_WORDS
from webapp.pages.words import counted, legible
from webapp.recovery.drawing import Drawing, draw


@dataclass(frozen=True)
class Ran:
    """A call of a plan that ran.

    Args:
        id: Id of its node.
        round: In which round.
        tool: What was called.
        word: How it went, in a word or two.
        tone: The colour that goes with it.
        sent: The arguments, references resolved, set for reading; None if there are none.
        output: What came back, set for reading.
    """

    id: str
    round: int
    tool: str
    word: str
    tone: str
    sent: Node | None
    output: Node


@dataclass(frozen=True)
class ToolDoc:
    """A tool that plans may use.

    Args:
        name: Its name.
        description: Its description, as agents read it.
        fields: Its arguments.
    """

    name: str
    description: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Submission:
    """What was submitted once, and what came of it.

    Args:
        place: The how manieth submission it is.
        round: Which round it used up.
        thought: The thought.
        refusal: Why it could not be run; empty if it could.
        ran: What the wave ran.
        completed: Whether the response was reached.
        plan: The plan; None if it could not be run.
        before: The plan that was held before.
        known: What came of all calls up to then, by node.
    """

    place: int
    round: int
    thought: str
    refusal: str
    ran: tuple[Ran, ...]
    completed: bool
    plan: Plan | None
    before: Plan
    known: Mapping[str, str]

    @cached_property
    def drawing(self) -> Drawing | None:
        """The plan, compared with the one before; None if it could not be run."""
        return None if self.plan is None else draw(self.plan, self.before, self.known)

    @property
    def said(self) -> str:
        """What came of it, in a sentence or two."""
        if self.refusal:
            return f"Submission {self.place} was refused: {self.refusal}"
        well = sum(not one.tone for one in self.ran)
        told = f"{counted(len(self.ran), 'call')} ran"
        told += " well." if well == len(self.ran) else f", {well} of them well."
        if not self.ran:
            told = "" if self.completed else "No call of the plan could run now."
        end = "The response was reached." if self.completed else ""
        return " ".join(filter(None, (f"Submission {self.place}, round {self.round}:", told, end)))


@dataclass(frozen=True)
class TakenOver:
    """What there is before the first submission.

    Args:
        round: How many rounds were used up.
        drawing: The plan that is taken over.
        last: What its last calls returned.
        earlier: What earlier calls returned.
        tools: What plans may use.
    """

    round: int
    drawing: Drawing
    last: tuple[Ran, ...]
    earlier: tuple[Ran, ...]
    tools: tuple[ToolDoc, ...]


class Course:
    """How an attempt at recovery has gone so far.

    Args:
        observation: What there is before the first submission.
        calls: The events of its calls, in order.

    Attributes:
        submissions: What was submitted, by number of its event.
        held: The plan that is held now: the last that could be run, or the one taken over.
        known: What came of all calls that ran, by node.
        rounds: How many rounds were used up.
    """

    def __init__(self, observation: Mapping[str, Any], calls: Iterable[Event]) -> None:
        self._observation = observation
        self.held = sound_plan(observation["plan"])
        self.rounds: int = observation["round"]
        seen = (*observation["history"], *observation["observations"])
        self.known = {run["id"]: run["status"] for run in seen}
        self.submissions: dict[int, Submission] = {}
        for event in calls:
            if tool_name(event) == SUBMIT_PLAN.name:
                self._take(event)

    def _take(self, event: Event) -> None:
        arguments, answer = json.loads(event.arguments), json.loads(event.answer)
        output, refused = answer["output"], answer["status"] != "ok"
        given = arguments if isinstance(arguments, dict) else {}
        thought = given.get("thought")
        self.rounds += 1
        before, runs = self.held, [] if refused else output["observations"]
        self.known = self.known | {run["id"]: run["status"] for run in runs}
        if not refused:
            self.held = sound_plan(given["plan"])
        self.submissions[event.number] = Submission(
            place=len(self.submissions) + 1,
            round=self.rounds,
            thought=legible(thought) if isinstance(thought, str) else "",
            refusal=legible(str(output)) if refused else "",
            ran=tuple(_ran(run, self.rounds) for run in runs),
            completed=not refused and output["completed"],
            plan=None if refused else self.held,
            before=before,
            known=self.known,
        )

    @property
    def limit(self) -> int:
        """How many rounds there are."""
        return ROUND_LIMIT

    @property
    def text(self) -> str:
        """The plan that is held now, to be edited."""
        return held_text(self.held, self.known)

    @property
    def said(self) -> str:
        """What came of the last submission; empty before the first."""
        return "" if not self.submissions else list(self.submissions.values())[-1].said

    @property
    def taken_over(self) -> TakenOver:
        """What there was before the first submission."""
        told = self._observation
        seen = (*told["history"], *told["observations"])
        return TakenOver(
            round=told["round"],
            drawing=draw(sound_plan(told["plan"]), ran={run["id"]: run["status"] for run in seen}),
            last=tuple(_ran(run, told["round"]) for run in told["observations"]),
            earlier=tuple(_ran(run, run["round"]) for run in told["history"]),
            tools=tuple(
                ToolDoc(tool["name"], tool["description"], fields_of(tool["input_schema"]))
                for tool in told["tools"]
            ),
        )


def course_of(attempt: Attempt, view: TaskView | None) -> Course | None:
    """How an attempt at recovery has gone so far; None if it is at something else.

    Args:
        attempt: The attempt.
        view: What the door says of it; None if it has just ended.
    """
    observation = _first_seen(attempt) if view is None else view.observation
    if observation is None:
        return None
    return Course(observation, attempt.events.filter(kind=EventKind.CALL).order_by("number"))


def _first_seen(attempt: Attempt) -> Any:
    """The same, of an attempt of which the door tells nothing more."""
    instance = made_instance(attempt.instance)
    if not isinstance(instance, RecoveryInstance):
        return None
    return RecoveryEnvironment(instance).first_observation


def _ran(run: Mapping[str, Any], number: int) -> Ran:
    word, tone = CLASS_WORDS[Outcome(run["status"], None).call_class]
    return Ran(
        id=run["id"],
        round=number,
        tool=run["tool"],
        word=word,
        tone=tone,
        sent=readable(run["arguments"]) if run["arguments"] else None,
        output=readable(run["output"]),
    )
