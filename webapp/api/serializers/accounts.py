"""Accounts and their tokens, as clients see them."""

from __future__ import annotations

from rest_framework import serializers

from webapp.accounts.models import Role
from webapp.api.fields import Asked, Line, Told, Whole

_LONGEST_DAYS = 3650


class MeTold(Told):
    """The account behind a request."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)


class TokenAsked(Asked):
    """A token that is to be made."""

    name = Line(max_length=100, help_text="By which you know it.")
    expires_in_days = Whole(
        required=False, allow_null=True, min_value=1, max_value=_LONGEST_DAYS, help_text="Or never."
    )


class TokenTold(Told):
    """A token, without its secret, which is kept nowhere."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class TokenMadeTold(TokenTold):
    """A new token, and its secret, which is shown this once."""

    token = serializers.CharField()
