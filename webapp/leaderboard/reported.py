"""Figures that papers report of themselves. They stand apart from what was measured here."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

_FOLDER = Path(__file__).with_name("reported")


def reported(paper: str = "complexmcp") -> dict[str, Any]:
    """A paper's tables, as it has them: shares in per cent, calls for each attempt."""
    found: dict[str, Any] = json.loads((_FOLDER / f"{paper}.json").read_text(encoding="utf-8"))
    return found


@functools.cache
def reported_tables(
    paper: str = "complexmcp", template: str = "leaderboard/reported.html"
) -> SafeString:
    """The same as a folded part of a page. It never changes, so it is rendered once.

    Args:
        paper: Which paper.
        template: What sets its tables.
    """
    return render_to_string(template, {"paper": reported(paper)})
