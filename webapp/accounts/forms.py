"""What is typed into the account pages."""

from __future__ import annotations

from datetime import timedelta

from django import forms

from webapp.accounts.models import ApiToken

_DAYS = {"30": "30 days", "90": "90 days", "365": "a year", "": "until it is revoked"}


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        max_length=ApiToken._meta.get_field("name").max_length,
        help_text="What you will know it by, such as the program that uses it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = forms.ChoiceField(
        label="Valid for", choices=list(_DAYS.items()), initial="90", required=False
    )

    def life(self) -> timedelta | None:
        """How long the token is valid; None: until it is revoked."""
        days = self.cleaned_data["days"]
        return timedelta(days=int(days)) if days else None
