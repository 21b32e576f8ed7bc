"""The one small protocol through which a subject acts, wherever its attempt is."""

from __future__ import annotations

from typing import Any, Protocol

from sandboxes import Brief, Outcome, canonical_json

_OBSERVED = "What there is before the first call, as JSON:"


def with_observation(told: str, observation: Any) -> str:
    """What a subject is told to do, and below it what there is to see before it acts.

    Args:
        told: The task in words.
        observation: JSON; None where there is nothing.

    Returns:
        The same words wherever a task is told as one text.
    """
    if observation is None:
        return told
    return f"{told}\n\n{_OBSERVED}\n{canonical_json(observation)}"


class Session(Protocol):
    """An attempt, as its subject sees it: every environment of a suite, and every address of one.

    A call that comes after the end raises `AttemptFinished`. Whatever else is raised is no fault of
    the subject's: the attempt can't go on for a reason of ours.
    """

    @property
    def brief(self) -> Brief:
        """The instruction, how many calls may be made, and how to finish."""

    @property
    def first_observation(self) -> Any:
        """What there is before the first call, JSON; None where there is nothing."""

    @property
    def finished(self) -> bool:
        """Whether the attempt has ended."""

    def tools(self) -> list[dict[str, Any]]:
        """The tools that are listed now: name, description, input_schema.

        Where they have to be retrieved, what was retrieved so far is among them.
        """

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool, listed or not.

        Args:
            name: Its name, whatever the subject wrote.
            arguments: JSON, whatever the subject wrote; what is no object is an error that counts.

        Raises:
            AttemptFinished: the attempt has ended.
        """

    def finish(self, outcome: str, answer: str = "") -> None:
        """End the attempt with "done" or "cannot_be_done".

        Raises:
            ValueError: another outcome.
            AttemptFinished: it has ended before.
        """


class RetrievingSession(Session, Protocol):
    """A session in which tools can be looked for: a control tool, and no call."""

    @property
    def retrieves(self) -> bool:
        """Whether `retrieve_tools` is on offer in this attempt."""

    def retrieve_tools(self, query: str, k: int) -> Outcome:
        """List the tools that fit some words best, from now on.

        Args:
            query: What is wanted, in words.
            k: How many tools.

        Returns:
            An outcome whose output is a list of ``{"name", "description", "input_schema"}``, best
            first; status "error" and a sentence where query or k can't be.

        Raises:
            AttemptFinished: the attempt has ended.
        """
