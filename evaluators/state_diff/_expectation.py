"""What a right end is: a state, and how strictly its parts count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluators.state_diff._text import TextRule


@dataclass(frozen=True)
class Expectation:
    """One right end of a task.

    Args:
        truth: The state that the ground truth leaves behind, JSON.
        texts: How prescribed texts are compared, by path of the leaf in the truth with ``*`` for
            ids; all others are compared exactly.
        ordered: Paths of collections in which the order of created records is prescribed.
        summed: Paths of collections in which the number of created records is free.
        counted: Neutral paths that count in this task.
    """

    truth: Mapping[str, Any]
    texts: tuple[tuple[str, TextRule], ...] = ()
    ordered: tuple[str, ...] = ()
    summed: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
