"""What is asked for on the page of training data, and what is chosen there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from webapp.annotation.training_data import Asked
from webapp.annotation.training_models import TrainingKind
from webapp.annotation.training_scores import PEOPLE, Source


class CandidatesForm(forms.Form):
    """Which candidates are asked for; what is left out is as usual.

    Args:
        data: What was sent.
        sources: Whose grades may be counted.
    """

    kind = forms.ChoiceField(label="For", choices=TrainingKind.choices, required=False)
    source = forms.ChoiceField(label="Graded by", required=False)
    held_out = forms.CharField(
        label="Held-out queries, separated by commas",
        required=False,
        max_length=4000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, data: Any, sources: list[Source]) -> None:
        super().__init__(data)
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(source.name, source.title) for source in sources]

    @property
    def asked(self) -> Asked:
        """What was asked for; what can't be read of it is as usual."""
        self.is_valid()
        cleaned: Mapping[str, str] = self.cleaned_data
        names = re.split(r"[,\s]+", cleaned.get("held_out", ""))
        return Asked(
            TrainingKind(cleaned.get("kind") or TrainingKind.SFT),
            cleaned.get("source") or PEOPLE,
            frozenset(filter(None, names)),
        )


class ChoiceForm(forms.Form):
    """What becomes of a candidate."""

    key = forms.CharField(max_length=40)
    keep = forms.TypedChoiceField(
        choices=[("1", "Keep"), ("0", "Drop")], coerce=lambda value: value == "1"
    )
    why = forms.CharField(required=False)
