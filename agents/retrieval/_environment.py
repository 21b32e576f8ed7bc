"""An attempt in which only some tools are listed: those that a retriever finds."""

from __future__ import annotations

from dataclasses import dataclass

from agents.retrieval._retriever import Retriever
from sandboxes import AttemptFinished, FaultProfile, Outcome, catalogue
from sandboxes.tasks import Instance, InterdependentEnvironment

MOST_RETRIEVED = 100


@dataclass(frozen=True)
class Retrieval:
    """One search for tools.

    Args:
        query: The words.
        k: How many were asked for.
        found: Names of the tools, best first.
    """

    query: str
    k: int
    found: tuple[str, ...]


class RetrievingEnvironment(InterdependentEnvironment):
    """An attempt that lists what fits the instruction, or what the subject itself looks for.

    All other tools can be called all the same.

    Args:
        instance: The instance.
        retriever: What finds tools.
        top: How many tools are found by the instruction and listed from the start; None: none, and
            the subject retrieves them itself.
        profile: How often calls meet faults; a FaultProfile or its name.
        call_budget: How many calls may be made; None: as many as the instance allows.

    Raises:
        KeyError: no such profile.
        ValueError: top is less than 1.
    """

    def __init__(
        self,
        instance: Instance,
        retriever: Retriever,
        top: int | None = None,
        profile: FaultProfile | str = "default",
        *,
        call_budget: int | None = None,
    ) -> None:
        offered = () if top is None else tuple(retriever.best(instance.instruction, top))
        super().__init__(instance, profile, call_budget=call_budget, offered=offered)
        self._listed = offered
        self._retriever = retriever
        self.retrieves = top is None
        self.retrievals: tuple[Retrieval, ...] = ()

    def retrieve_tools(self, query: object, k: object) -> Outcome:
        """List the tools that fit some words best, from now on. It is no call.

        Args:
            query: What is wanted, in words; whatever the subject wrote.
            k: How many tools, 1 to 100; whatever the subject wrote.

        Returns:
            An outcome whose output is a list of ``{"name", "description", "input_schema"}``, best
            first; status "error" and a sentence where query or k can't be, or where tools aren't
            retrieved in this attempt.

        Raises:
            AttemptFinished: the attempt has ended.
        """
        if self.finished:
            raise AttemptFinished("The attempt has ended; no tools can be retrieved.")
        if not self.retrieves:
            return Outcome("error", "Tools can't be retrieved here; those on offer are listed.")
        if not isinstance(query, str) or not query.strip():
            return Outcome("error", "query must be a text that says in words what is wanted.")
        if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= MOST_RETRIEVED:
            return Outcome("error", f"k must be a whole number from 1 to {MOST_RETRIEVED}.")
        found = tuple(self._retriever.best(query, k))
        self.retrievals += (Retrieval(query, k, found),)
        self._listed += tuple(name for name in found if name not in self._listed)
        self._offered = self._listed
        return Outcome("ok", [_told(name) for name in found])


def _told(name: str) -> dict[str, object]:
    documented = catalogue()[name].documentation()
    return {key: documented[key] for key in ("name", "description", "input_schema")}
