"""What is chosen on the recovery board."""

from __future__ import annotations

from typing import Any

from django import forms

from webapp.pages.words import legible
from webapp.recovery.board import RecoveryBoard


class TypesChoice(forms.Form):
    """Whose attempts are shown by type of error.

    Args:
        data: What was asked for.
        board: The board, whose rows may be chosen.
    """

    contestant = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    source = forms.ChoiceField(required=False, label="Scored by")

    def __init__(self, data: Any, board: RecoveryBoard) -> None:
        super().__init__(data)
        by = self.fields["source"]
        assert isinstance(by, forms.ChoiceField)
        by.choices = [("", "People, or the first judge"), *((s, legible(s)) for s in board.sources)]
        if not board.sources:
            del self.fields["source"]
        field = self.fields["contestant"]
        assert isinstance(field, forms.ChoiceField)
        everybody = [("", "All people and agents")] if board.rows else []
        named = {
            str(row.contestant): legible(f"{row.name} {row.mark}".rstrip())
            for row in (*board.rows, *board.limits)
            if not row.is_summary
        }
        field.choices = [*everybody, *named.items()]

    @property
    def chosen(self) -> int | None:
        """The key of the contestant; None if nothing that can be chosen was asked for."""
        found: int | None = self.cleaned_data["contestant"] if self.is_valid() else None
        return found

    @property
    def source_chosen(self) -> str:
        """By whom responses are scored; empty if nobody that can be chosen was asked for."""
        return str(self.cleaned_data.get("source", "")) if self.is_valid() else ""
