"""Fields that take what the schema says and nothing else: "16" is no integer, 16 is no text."""

from __future__ import annotations

import re
from typing import Any

from django.core.validators import ProhibitNullCharactersValidator, RegexValidator
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from sandboxes import sorted_json

LARGEST = 2**63 - 1
"""The largest number that a database keeps."""
LARGEST_DETAILS = 20_000

LINE = r"[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*"
"""Something visible, and no control character."""
_DJANGOS_CHECK = ProhibitNullCharactersValidator()
_DIGITS = re.compile(r"[0-9]{1,19}")


class Exact:
    """A serializer whose schema allows no field that it does not name."""


class Asked(Exact, serializers.Serializer[Any]):
    """What a client sends."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse a field that there is not: it is a misspelt one."""
        if not isinstance(data, dict):
            raise ValidationError({"non_field_errors": ["A JSON object is expected."]})
        known = ", ".join(self.fields)
        unknown = [name for name in data if name not in self.fields]
        if unknown:
            raise ValidationError(
                {name: [f"There is no such field; there are: {known}."] for name in unknown}
            )
        return super().to_internal_value(data)


class Told(Exact, serializers.Serializer[Any]):
    """What a client is sent."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """All of them are there, each time."""
        fields = super().get_fields()
        for field in fields.values():
            field.read_only, field.required = True, False
        return fields


class ExactSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """What the schema says of exact serializers."""

    target_class = Exact
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """What is sent has the name of the thing itself."""
        return type(self.target).__name__.removesuffix("Told")

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Any:
        """As it would be, and nothing besides."""
        plain: Any = auto_schema._map_serializer
        schema = plain(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


class Whole(serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        """Refuse what only looks like one."""
        if type(data) is not int:
            self.fail("invalid")
        return int(data)


class QueryWhole(serializers.IntegerField):
    """A whole number in a query, where all is text."""

    def to_internal_value(self, data: Any) -> int:
        """Digits, and not more of them than a database keeps."""
        if not (isinstance(data, str) and _DIGITS.fullmatch(data)):
            self.fail("invalid")
        return int(data)


class Text(serializers.CharField):
    """A text that a database keeps, as it was sent."""

    def __init__(self, *, allow_blank: bool = False, **kwargs: Any) -> None:
        shortest = None if allow_blank else 1
        super().__init__(
            trim_whitespace=False, allow_blank=allow_blank, min_length=shortest, **kwargs
        )
        # Instead of Django's own check, of which the schema would tell nothing.
        self.validators = [each for each in self.validators if each != _DJANGOS_CHECK]
        self.validators.append(RegexValidator(r"\A[^\x00]*\Z", "It holds NUL."))

    def to_internal_value(self, data: Any) -> str:
        """Refuse what only could be made one."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Line(serializers.RegexField):
    """A name: one line with something to be seen in it, as it was sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(rf"\A{LINE}\Z", trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Refuse what only could be made a text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string"})
class ToolName(serializers.Field[str, str, str, Any]):
    """Any text: one that names no tool is answered with an error that counts, on every way in."""

    def to_internal_value(self, data: Any) -> str:
        """Take any text, also an empty one."""
        if not isinstance(data, str):
            raise ValidationError("The name of a tool is a text.")
        return data


@extend_schema_field({})
class AnyJson(serializers.Field[Any, Any, Any, Any]):
    """Any JSON."""

    def to_internal_value(self, data: Any) -> Any:
        """As it is."""
        return data

    def to_representation(self, value: Any) -> Any:
        """As it is."""
        return value


@extend_schema_field({"type": "object", "additionalProperties": {}})
class JsonObject(AnyJson):
    """A JSON object that a database keeps."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse what is none, or can't be kept."""
        if not isinstance(data, dict):
            raise ValidationError("A JSON object is expected.")
        if len(sorted_json(data)) > LARGEST_DETAILS:
            raise ValidationError(f"At most {LARGEST_DETAILS:,} characters of JSON.")
        if _holds_nul(data):
            raise ValidationError("It holds NUL, which a database does not keep.")
        return data


def _holds_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_nul(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(map(_holds_nul, value))
    return isinstance(value, str) and "\x00" in value
