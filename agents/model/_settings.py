"""What is asked of a model besides the conversation: part of who the contestant is, so no key."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from agents.model._addresses import read_address

_NUMBERS = {"temperature": 0.0, "top_p": 0.0, "timeout": 0.001}
_INTEGERS = {"max_output_tokens": 1, "tries": 1}


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A model, where it is, and how it samples. What is None is not sent.

    Args:
        model: Its name, as the address knows it.
        base_url: The address up to, not including, ``/chat/completions``; kept in its one spelling.
        temperature: Sampling temperature, from 0.
        top_p: Share of the probability that is sampled from, from 0.
        max_output_tokens: Most tokens of one reply, from 1.
        seed: For providers that sample repeatably.
        reasoning_effort: In the provider's words, such as "low".
        timeout: Seconds that one try may take, above 0.
        tries: Most tries for one reply, from 1.

    Raises:
        ValueError: a value is none of these.
        AddressRefused: the address can't be read.
    """

    model: str
    base_url: str
    temperature: float | None = None
    top_p: float | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    timeout: float = 120.0
    tries: int = 6

    def __post_init__(self) -> None:
        object.__setattr__(self, "base_url", str(read_address(self.base_url)))
        if not self.model.strip():
            raise ValueError("A model has a name.")
        for name, least in _NUMBERS.items():
            value = getattr(self, name)
            if value is not None and not (_is_number(value) and value >= least):
                raise ValueError(f"{name} is a number from {least:g}, not {value!r}.")
        for name, low in _INTEGERS.items():
            value = getattr(self, name)
            if value is not None and not (type(value) is int and value >= low):
                raise ValueError(f"{name} is a whole number from {low}, not {value!r}.")
        if self.seed is not None and type(self.seed) is not int:
            raise ValueError(f"seed is a whole number, not {self.seed!r}.")

    def as_json(self) -> dict[str, Any]:
        """All of it, to be kept."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Settings as `as_json` gave them.

        Raises:
            ValueError: a value is none of these.
            TypeError: a name is unknown or missing.
        """
        return cls(**kept)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and math.isfinite(value)
