"""What the API is, for programs: OpenAPI."""

from __future__ import annotations

import functools
from typing import Any

from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from rest_framework.request import Request
from rest_framework.response import Response

from webapp.api.fields import LARGEST
from webapp.api.views.base import PublicView


class Schema(PublicView):
    schema = None

    def get(self, request: Request) -> Response:
        return Response(schema())


@functools.cache
def schema() -> dict[str, Any]:
    """The OpenAPI document: the same for everybody, so it is made once."""
    patterns = [path("api/v1/", include("webapp.api.urls"))]
    generator: Any = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    # Choices stand where they are used: components named by chance would change with every field.
    with patched_settings({"POSTPROCESSING_HOOKS": []}):
        made = generator.get_schema(public=True)
    described: dict[str, Any] = _corrected(made)
    return described


def _corrected(part: Any) -> Any:
    """Ids with their bounds, and nothing of what the generator notes for its own hook."""
    if isinstance(part, list):
        return [_corrected(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    if (part.get("in"), part.get("name")) == ("path", "id"):
        return {**part, "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST}}
    return {key: _corrected(inner) for key, inner in part.items() if key != "x-spec-enum-id"}
