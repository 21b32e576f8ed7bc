"""Probes of a judge: the same sample, changed in what must not matter."""

from __future__ import annotations

from dataclasses import replace

from evaluators.judge._sample import Material, Sample

PROBES = ("again", "longer", "order")
"""Asked once more as it is; with a longer thought; with all lists in another order."""
_OF_ANYTHING = ("again",)

_NEUTRAL = (
    " I have gone through the plan from its root to its response, one call after the other, and "
    "have looked at what each of them returned. I have compared the arguments with what the tools "
    "ask for. I have also gone through the order in which the calls stand. What I have said above "
    "is what I make of it, and the plan that follows is the one that I submit."
)


def probes_of(kind: type[Material]) -> tuple[str, ...]:
    """The probes that make sense of a kind of material.

    A whole attempt has no thought that could be longer, and the order of its calls matters: it can
    only be asked for again.

    Args:
        kind: Its class.
    """
    return PROBES if issubclass(kind, Sample) else _OF_ANYTHING


def probed(material: Material, probe: str) -> Material:
    """The material as a probe shows it.

    Args:
        material: What is graded.
        probe: "" or "again": as it is; "longer": a passage that says nothing new is added to the
            thought; "order": tools, observations and changes stand the other way round.

    Raises:
        ValueError: there is no such probe of it.
    """
    known = probes_of(type(material))
    if probe and probe not in known:
        raise ValueError(f"no probe {probe!r}; there are: {', '.join(known)}")
    if probe in ("", "again") or not isinstance(material, Sample):
        return material
    if probe == "longer":
        return replace(material, thought=material.thought + _NEUTRAL)
    return replace(
        material,
        tools=list(reversed(material.tools)),
        observations=list(reversed(material.observations)),
        changes=list(reversed(material.changes)),
    )
