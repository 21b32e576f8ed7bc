"""The strategies that are compared: one loop, and what is listed, or what a reply is taken for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from agents.react._prompts import USUAL_K

_NONE: Mapping[str, int] = MappingProxyType({})
USUAL_DIALECTS = ("native", "text")
"""Those in which tools are called; which one is a choice."""
_INTERDEPENDENT, _RECOVERY = "interdependent", "recovery"


@dataclass(frozen=True, slots=True)
class Strategy:
    """How a subject comes to its tools.

    Args:
        name: By which contestants name it.
        access: The access that its attempts' conditions have.
        description: What it does, in a sentence.
        options: The whole numbers that may be chosen, and what they are otherwise.
        fixed: Those that may not.
        suites: At which suites it can attempt something.
        dialects: In which dialects it may be spoken, the usual one first.
    """

    name: str
    access: str
    description: str
    options: Mapping[str, int] = field(default_factory=lambda: _NONE)
    fixed: Mapping[str, int] = field(default_factory=lambda: _NONE)
    suites: tuple[str, ...] = (_INTERDEPENDENT,)
    dialects: tuple[str, ...] = USUAL_DIALECTS

    def conditions(self, **chosen: int) -> dict[str, str | int]:
        """What the strategy says about an attempt's conditions.

        Args:
            chosen: Options that are not to be as usual.

        Raises:
            ValueError: it does not take such an option, or not below zero.
        """
        for name, value in chosen.items():
            if name not in self.options:
                retriever = ("retriever",) if self.access == "retrieval" else ()
                takes = ", ".join((*self.options, *retriever)) or "no options"
                raise ValueError(f"{self.name} takes {takes}, not {name}")
            if value < 0:
                raise ValueError(f"{name}: not below zero, got {value}")
        return {"access": self.access, **self.options, **self.fixed, **chosen}


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        strategy.name: strategy
        for strategy in (
            Strategy(
                "full_context",
                "all",
                "Has all tools before it from the start.",
                suites=(_INTERDEPENDENT, _RECOVERY),
            ),
            Strategy(
                "rag",
                "retrieval",
                "Has those tools before it that fit the task's words best.",
                options=MappingProxyType({"top_k": USUAL_K}),
            ),
            Strategy(
                "iterative_rag",
                "retrieval",
                "Has no tools before it and looks for them itself, as often as it wants.",
                fixed=MappingProxyType({"top_k": 0}),
            ),
            Strategy(
                "distractors",
                "needed",
                "Has the needed tools before it, among others that are not needed.",
                options=MappingProxyType({"distractors": 0}),
            ),
            Strategy(
                "replan",
                "all",
                "Writes a thought and the whole plan as it should go on, round by round.",
                suites=(_RECOVERY,),
                dialects=("plan",),
            ),
            Strategy(
                "replan_few_shot",
                "all",
                "Does the same, and has three worked examples before it.",
                suites=(_RECOVERY,),
                dialects=("plan_few_shot",),
            ),
        )
    }
)
"""By name."""
