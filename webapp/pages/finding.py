"""Attempts found by more than their status: what researchers, who see all of them, look for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet

from webapp.accounts.models import User
from webapp.attempts.models import ContestantKind
from webapp.benchmark.models import Task
from webapp.pages.forms import AttemptFilter
from webapp.pages.listing import listed_attempts


class ResearcherFilter(AttemptFilter):
    """Which attempts are listed to a researcher."""

    kind = forms.ChoiceField(
        required=False,
        label="Who acts",
        choices=[
            ("", "People and agents"),
            (ContestantKind.PERSON, "People"),
            (ContestantKind.AGENT, "Agents"),
        ],
    )
    task = forms.ChoiceField(required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        field = self.fields["task"]
        assert isinstance(field, forms.ChoiceField)
        # Also of tasks that are there no longer: their attempts are.
        names = Task.objects.order_by("name").values_list("name", flat=True).distinct()
        field.choices = [("", "All tasks"), *((name, name) for name in names)]


def filter_for(user: User, data: Any) -> AttemptFilter:
    """What a user may look for: a task's name may give away what is to be found out."""
    return ResearcherFilter(data) if user.is_researcher else AttemptFilter(data)


def found_attempts(user: User, chosen: Mapping[str, str]) -> QuerySet[Any]:
    """The attempts that a user may read and looks for, newest first."""
    mine = chosen.get("whose") == "mine"
    found = listed_attempts(user, chosen.get("status", ""), mine=mine)
    if chosen.get("kind"):
        found = found.filter(contestant__kind=chosen["kind"])
    return found.filter(instance__task__name=chosen["task"]) if chosen.get("task") else found
