"""Attempts and how they are opened, as clients see them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from agents.retrieval import RETRIEVERS
from sandboxes import PROFILES
from sandboxes.suites import suite_names
from webapp.api.fields import LARGEST, LINE, Asked, JsonObject, Line, QueryWhole, Text, Told, Whole
from webapp.api.operations import PageQuery
from webapp.attempts.conditions import DAY, Conditions
from webapp.attempts.models import Attempt, ConditionsRecord, ContestantKind, EndedBy, Status

ACCESS = ("all", "needed", "palette", "retrieval")
VIEWS = ("json", "readable")
ME = "me"
_LONGEST_NAME = 100
_MOST = 10_000


class ConditionsAsked(Asked):
    """What is not left at its default."""

    profile = serializers.ChoiceField(tuple(PROFILES), required=False, help_text="Of faults.")
    access = serializers.ChoiceField(
        ACCESS,
        required=False,
        help_text="List all tools, or the needed ones and distractors. palette: they are searched, "
        "as in the console. retrieval: those that a retriever finds.",
    )
    retriever = serializers.ChoiceField(
        RETRIEVERS, required=False, help_text="What finds tools, with the access retrieval."
    )
    top_k = Whole(
        required=False,
        min_value=0,
        max_value=_MOST,
        help_text="How many tools nearest to the instruction are listed; 0: the subject looks for "
        "them itself.",
    )
    view = serializers.ChoiceField(
        VIEWS, required=False, help_text="readable: set as text and tables, as in the console."
    )
    distractors = Whole(required=False, min_value=0, max_value=_MOST)
    call_budget = Whole(required=False, allow_null=True, min_value=1, max_value=_MOST)
    seconds = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=30 * DAY,
        help_text="From the start, pauses apart; null: no limit; a day if not said.",
    )


class AgentAsked(Asked):
    """An agent system: the same name and details are the same contestant."""

    name = Line(max_length=_LONGEST_NAME)
    details = JsonObject(required=False, help_text="Model, strategy, prompt hashes, settings ...")


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": [ME]},
            {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "maxLength": _LONGEST_NAME, "pattern": f"^{LINE}$"},
                    "details": {"type": "object", "additionalProperties": {}},
                },
                "required": ["name"],
                "additionalProperties": False,
            },
        ]
    }
)
class Contender(serializers.Field[Any, Any, Any, Any]):
    """Who is to act: "me", or an agent; gives None for "me"."""

    def to_internal_value(self, data: Any) -> Any:
        """Tell the two apart."""
        if data == ME:
            return None
        if not isinstance(data, dict):
            raise ValidationError(f'Either "{ME}", or an agent: {{"name", "details"}}.')
        return AgentAsked().run_validation(data)


class OpeningAsked(Asked):
    """What is to be attempted, by whom, under what conditions."""

    suite = serializers.ChoiceField(suite_names())
    task = Text(max_length=80)
    seed = Whole(min_value=1, max_value=LARGEST)
    conditions = ConditionsAsked(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`as` is a word of Python's, so that no attribute can have this name."""
        contender = Contender(help_text=f'"{ME}", or an agent of mine.')
        return {**super().get_fields(), "as": contender}


class AttemptQuery(PageQuery):
    """Which attempts."""

    status = serializers.ChoiceField(Status.choices, required=False)
    task = Text(required=False, max_length=80, help_text="Name of a task.")
    contestant = QueryWhole(required=False, min_value=1, max_value=LARGEST)


class ContestantTold(Told):
    """Who acts."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(ContestantKind.choices)
    name = serializers.CharField()
    details = JsonObject()


class ConditionsTold(Told):
    """Everything that has to be equal before two attempts may be compared."""

    digest = serializers.CharField(help_text="Equal conditions have equal digests.")
    suite = serializers.CharField()
    suite_version = serializers.CharField()
    instances = serializers.CharField(help_text="public, or which drawing of private ones.")
    catalogue_hash = serializers.CharField()
    call_budget = serializers.IntegerField(allow_null=True, help_text="null: the instance's own.")
    seconds = serializers.IntegerField(allow_null=True)
    profile = serializers.CharField()
    access = serializers.ChoiceField(ACCESS)
    distractors = serializers.IntegerField()
    retriever = serializers.CharField(help_text='With its version; "": none.')
    top_k = serializers.IntegerField()
    hints = serializers.CharField()
    view = serializers.ChoiceField(VIEWS)

    def to_representation(self, instance: ConditionsRecord) -> dict[str, Any]:
        """The digest, and what it was made from."""
        body = Conditions.model_validate(instance.body).model_dump()
        return {"digest": instance.digest, **body}


class AttemptTold(Told):
    """One contestant at one instance under given conditions."""

    id = serializers.IntegerField()
    suite = serializers.CharField(source="instance.task.suite.name")
    task = serializers.CharField(source="instance.task.name")
    seed = serializers.IntegerField(
        source="instance.public_seed", allow_null=True, help_text="null: a private instance."
    )
    contestant = ContestantTold()
    owner = serializers.SerializerMethodField(help_text="Whose account opened it; null: the site.")
    repeat = serializers.IntegerField(help_text="Which attempt of its kind it is, from 1.")
    conditions = ConditionsTold()
    world_version = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    opened_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_by = serializers.ChoiceField(
        [("", "Not ended"), *EndedBy.choices], help_text='"": it has not ended.'
    )
    claim = serializers.CharField(help_text="done or cannot_be_done, if the subject said so.")
    answer = serializers.CharField(help_text="What the subject said besides.")

    def get_owner(self, attempt: Attempt) -> str | None:
        """The pseudonym."""
        return None if attempt.owner is None else attempt.owner.username


class ProgressTold(Told):
    """How far it is."""

    status = serializers.CharField(help_text="open, paused, outdated, finished, errored or lapsed.")
    calls_left = serializers.IntegerField()
    seconds_left = serializers.IntegerField(
        allow_null=True, help_text="null: no limit, not started, paused, or over."
    )
    number = serializers.IntegerField(help_text="Number of the last event of its log.")


class AttemptWithProgressTold(AttemptTold):
    """An attempt, and how far it is."""

    progress = ProgressTold()


class AddressesTold(Told):
    """Where an attempt is reached: whoever knows an address acts in the attempt."""

    token = serializers.CharField(help_text="The secret in the addresses.")
    mcp = serializers.URLField(help_text="MCP Streamable HTTP.")
    websocket = serializers.CharField(help_text="JSON-RPC over WebSocket.")


class AttemptOpenedTold(AttemptTold):
    """A new attempt, and where it is reached."""

    addresses = AddressesTold()
