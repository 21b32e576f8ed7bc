"""Real records of the published benchmarks, which lie beside the checkout and are not committed."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonpatch

SHARED = Path(os.environ.get("TOUCHSTONE_SHARED", Path(__file__).parents[2] / "shared")) / "data"
COMPLEXMCP = SHARED / "complexmcp"
ABSENT = f"no published records: {COMPLEXMCP.name} is not at TOUCHSTONE_SHARED/data"


@dataclass(frozen=True)
class PublishedCase:
    """One state triple with the figures that the published judge gives."""

    name: str
    old: Any
    truth: Any
    new: Any
    total: int
    recall: int
    misbehave: int
    correct: bool


def published_cases() -> Iterator[PublishedCase]:
    """Every published case, its states independent of one another in memory."""
    for path in sorted(COMPLEXMCP.glob("task_*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        for case in data["cases"]:
            base = copy.deepcopy(data[case["base"]])
            yield PublishedCase(
                name=f"{path.stem}/{case['new_env_kind']}",
                old=data["old_env"],
                truth=data["gt_env"],
                new=jsonpatch.apply_patch(base, case["patch"]),
                total=case["total"],
                recall=case["recall"],
                misbehave=case["misbehave"],
                correct=case["correct"],
            )
