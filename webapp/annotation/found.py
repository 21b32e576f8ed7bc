"""What may be graded, before it is in a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sandboxes import canonical_json


@dataclass(frozen=True)
class Offer:
    """Something of an attempt that may be graded, as far as its record tells of it.

    Args:
        event_number: The event that it is about; 0: the whole attempt.
        level: Of the instance.
        types: Types of error in it, by label.
    """

    event_number: int
    level: int
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """Something of an attempt that may be graded.

    Args:
        event_number: The event that it is about; 0: the whole attempt.
        body: All that graders see of it, JSON: no name, no label, no score.
        cluster: What is shared by all samples of the same query.
        level: Of the instance.
        types: Types of error in it, by label.
    """

    event_number: int
    body: Mapping[str, Any]
    cluster: str
    level: int
    types: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Hash of the body: equal ones are read once by a judge."""
        return blake2b(canonical_json(self.body).encode(), digest_size=16).hexdigest()
