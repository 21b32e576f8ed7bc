"""What is chosen at an instance of recovery."""

from __future__ import annotations

from typing import Any

from django import forms

from webapp.attempts.models import Contestant
from webapp.pages.forms import AGENT, ME


class OpenRecoveryForm(forms.Form):
    """An attempt at recovery to be opened: there is one tool, and nothing else to be chosen."""

    contestant = forms.ChoiceField(
        label="Who acts",
        choices=[(ME, "I do"), (AGENT, "an agent of mine")],
        initial=ME,
        widget=forms.RadioSelect,
    )
    agent = forms.CharField(
        label="Name of the agent",
        required=False,
        max_length=Contestant._meta.get_field("name").max_length,
        help_text="Attempts under the same name count as the same agent.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        if chosen.get("contestant") == AGENT and not chosen.get("agent"):
            self.add_error("agent", "Name the agent, or choose to act yourself.")
        return chosen
