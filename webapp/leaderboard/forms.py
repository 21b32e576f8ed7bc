"""What is chosen on the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from webapp.leaderboard.sets import ConditionsSet


class ConditionsChoice(forms.Form):
    """Under which conditions.

    Args:
        data: What was asked for.
        sets: Those that there are.
    """

    conditions = forms.ChoiceField(required=False)

    def __init__(self, data: Any, sets: Iterable[ConditionsSet]) -> None:
        super().__init__(data)
        _choose(self, "conditions", [(known.digest, _told(known)) for known in sets])


class BoardFilter(ConditionsChoice):
    """Which rows, and over which tasks.

    Args:
        data: What was asked for.
        sets: Sets of conditions.
        levels: Levels of tasks.
        apps: Apps of tasks.
    """

    level = forms.ChoiceField(required=False)
    app = forms.ChoiceField(required=False)

    def __init__(
        self, data: Any, sets: Iterable[ConditionsSet], levels: Iterable[int], apps: Iterable[str]
    ) -> None:
        super().__init__(data, sets)
        _choose(self, "level", [("", "All levels"), *((str(level),) * 2 for level in levels)])
        _choose(self, "app", [("", "All apps"), *((app, app) for app in apps)])


def _choose(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def _told(known: ConditionsSet) -> str:
    return f"{known.conditions.suite}: {known.words} · {known.scored:,} scored · {known.short}"
