"""Probes of a judge: the same sample, changed in what must not matter."""

from __future__ import annotations

from dataclasses import replace

from evaluators.judge._sample import Sample

PROBES = ("again", "longer", "order")
"""Asked once more as it is; with a longer thought; with all lists in another order."""

_NEUTRAL = (
    " I have gone through the plan from its root to its response, one call after the other, and "
    "have looked at what each of them returned. I have compared the arguments with what the tools "
    "ask for. I have also gone through the order in which the calls stand. What I have said above "
    "is what I make of it, and the plan that follows is the one that I submit."
)


def probed(sample: Sample, probe: str) -> Sample:
    """The sample as a probe shows it.

    Args:
        sample: The sample.
        probe: "" or "again": as it is; "longer": a passage that says nothing new is added to the
            thought; "order": tools, observations and changes stand the other way round.

    Raises:
        ValueError: there is no such probe.
    """
    if probe in ("", "again"):
        return sample
    if probe == "longer":
        return replace(sample, thought=sample.thought + _NEUTRAL)
    if probe == "order":
        return replace(
            sample,
            tools=list(reversed(sample.tools)),
            observations=list(reversed(sample.observations)),
            changes=list(reversed(sample.changes)),
        )
    raise ValueError(f"no probe {probe!r}; there are: {', '.join(PROBES)}")
