"""What is typed into the account pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from webapp.accounts.models import ApiToken, Role, User
from webapp.accounts.throttle import TooManyTries, count_try

_DAYS = {"30": "30 days", "90": "90 days", "365": "a year", "never": "until it is revoked"}
_LONGEST_NAME = cast(int, User._meta.get_field("username").max_length)
_MOST_AT_ONCE = 200


class SignInForm(AuthenticationForm):
    """A name and a password, which may be tried so often.

    Attributes:
        refused: Why the password was not even looked at; None if it was.
    """

    refused: TooManyTries | None = None

    def clean(self) -> dict[str, Any]:
        """Look at the password, unless it is too early.

        Raises:
            ValidationError: it is, or the password is wrong.
        """
        typed = self.cleaned_data
        if not typed.get("username") or not typed.get("password"):
            return typed
        assert self.request is not None
        try:
            tried = count_try(typed["username"], self.request.META.get("REMOTE_ADDR") or "")
        except TooManyTries as error:
            self.refused = error
            raise ValidationError(str(error), code="too_many") from error
        cleaned = super().clean()
        tried.forgive()
        return cleaned


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        max_length=ApiToken._meta.get_field("name").max_length,
        help_text="What you will know it by, such as the program that uses it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = forms.ChoiceField(label="Valid for", choices=list(_DAYS.items()), initial="90")

    def life(self) -> timedelta | None:
        """How long the token is valid; None: until it is revoked."""
        days = self.cleaned_data["days"]
        return None if days == "never" else timedelta(days=int(days))


class InviteForm(forms.Form):
    """Who is invited, and as what."""

    names = forms.CharField(
        label="Pseudonyms, one a line",
        help_text="Letters, digits and @ . + - _ only. Who is behind them is for you to know.",
        widget=forms.Textarea(
            attrs={
                "rows": 4,
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )
    role = forms.ChoiceField(
        choices=Role.choices, initial=Role.PARTICIPANT, widget=forms.RadioSelect
    )

    def clean_names(self) -> list[str]:
        """The pseudonyms, each of which is free and could be a name.

        Raises:
            ValidationError: one is not; every such one is told.
        """
        lines = [line.strip() for line in self.cleaned_data["names"].splitlines()]
        names = [User.normalize_username(line) for line in lines if line]
        if len(names) > _MOST_AT_ONCE:
            raise ValidationError(f"At most {_MOST_AT_ONCE} at once; these are {len(names)}.")
        # Names that differ in case alone are one to people, so they are one here.
        known = {name.casefold() for name in User.objects.values_list("username", flat=True)}
        wrong = []
        for name in names:
            complaint = _complaint(name, known)
            known.add(name.casefold())
            if complaint:
                wrong.append(f"“{name[:_LONGEST_NAME]}” {complaint}")
        if wrong:
            raise ValidationError(wrong)
        return names


def _complaint(name: str, known: set[str]) -> str:
    """Why a name can't be somebody's; empty if it can."""
    if len(name) > _LONGEST_NAME:
        return f"is longer than {_LONGEST_NAME} characters."
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        return "has characters that no pseudonym has."
    return "is taken, or stands here twice." if name.casefold() in known else ""


class RoleForm(forms.Form):
    """A role."""

    role = forms.ChoiceField(choices=Role.choices)


class PeopleFilter(forms.Form):
    """Which accounts are listed."""

    q = forms.CharField(
        label="Pseudonym",
        required=False,
        max_length=_LONGEST_NAME,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(required=False, choices=[("", "All roles"), *Role.choices])
