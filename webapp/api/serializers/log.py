"""What happens in an attempt, as clients see it."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sandboxes import servers
from sandboxes.tasks import OUTCOMES
from webapp.api.fields import LARGEST, AnyJson, Asked, JsonObject, QueryWhole, Text, Told, ToolName
from webapp.api.operations import PageQuery
from webapp.attempts.models import Event, EventKind
from webapp.attempts.stored import tool_name


class CallAsked(Asked):
    """A call. Arguments that are no object are answered with an error that counts."""

    tool = ToolName(help_text="Its exact name.")
    arguments = AnyJson(required=False, allow_null=True, help_text="An object; {} if left out.")


class RetrievalAsked(Asked):
    """What tools are looked for. What can't be is answered with an error."""

    query = AnyJson(allow_null=True, help_text="In words.")
    k = AnyJson(required=False, allow_null=True, help_text="How many; 30 if left out.")


class FinishAsked(Asked):
    """How the attempt ends."""

    outcome = serializers.ChoiceField(OUTCOMES)
    answer = Text(required=False, allow_blank=True, max_length=100_000)


class PauseAsked(Asked):
    """Why."""

    reason = Text(max_length=1_000)


class LogQuery(PageQuery):
    """Which part of the log."""

    after = QueryWhole(
        required=False, min_value=0, max_value=LARGEST, help_text="Only what has a larger number."
    )


class ToolQuery(Asked):
    """Which tools."""

    server = serializers.ChoiceField([server.name for server in servers()], required=False)


class AnswerTold(Told):
    """The answer to a call, or to finishing."""

    number = serializers.IntegerField(help_text="Number of its event in the log.")
    status = serializers.CharField(help_text="ok, failed, internal_error or error.")
    text = serializers.CharField(
        help_text='Canonical JSON {"status", "output"}: the same text on every way in.'
    )


class TaskDocumentTold(Told):
    """What is to be done, and what is left of the limits."""

    instruction = serializers.CharField()
    finishing = serializers.CharField(help_text="How to end.")
    call_budget = serializers.IntegerField()
    calls_left = serializers.IntegerField()
    seconds_left = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(help_text="open, paused, outdated, or how it ended.")


class ToolTold(Told):
    """A tool on offer, in the words that every subject reads."""

    name = serializers.CharField()
    description = serializers.CharField()
    inputSchema = JsonObject(help_text="JSON Schema of its arguments.")
    server = serializers.CharField()
    mutates = serializers.BooleanField(help_text="Whether it may change the state.")


class ToolsTold(Told):
    """The tools on offer, in the order of the catalogue."""

    tools = ToolTold(many=True)


class EventTold(Told):
    """An entry of an attempt's log."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(EventKind.choices)
    at = serializers.DateTimeField()
    channel = serializers.CharField(help_text="On which way it came; empty: by itself.")
    key = serializers.CharField(help_text="Its idempotency key, if it had one.")
    tool = serializers.SerializerMethodField(help_text="Name as it was sent; empty: no call.")
    arguments = serializers.SerializerMethodField(help_text="As they were sent; null: none.")
    status = serializers.CharField()
    answer = serializers.CharField(help_text="The text of the answer, to the byte.")
    state_hash = serializers.SerializerMethodField(
        help_text="Of the state after it; empty while the attempt is open."
    )
    unlisted = serializers.BooleanField(help_text="Whether the tool was not on offer.")
    seconds = serializers.FloatField(allow_null=True, help_text="How long it took here.")

    def get_tool(self, event: Event) -> str:
        """Not escaped, as it is stored."""
        return tool_name(event)

    @extend_schema_field({})
    def get_arguments(self, event: Event) -> Any:
        """As JSON. What is said of a new address is of no use to anybody."""
        if not event.arguments or event.kind == EventKind.TOKEN:
            return None
        return json.loads(event.arguments)

    def get_state_hash(self, event: Event) -> str:
        """Not while it could help a subject: the other ways in do not tell it either."""
        return event.state_hash if self.context["ended"] else ""
