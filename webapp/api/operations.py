"""What the schema says of an operation: what it takes, what it answers, how it refuses."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from webapp.api.fields import LARGEST, AnyJson, Asked, QueryWhole, Told
from webapp.api.pagination import Pages

F = TypeVar("F", bound=Callable[..., Any])

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]([ -~]{0,198}[!-~])?$"},
    OpenApiParameter.HEADER,
    description="The same key and the same request: the same answer, and nothing done twice.",
)
REFUSALS = {
    400: "The request can't be read, or says what can't be.",
    401: "No valid token and no session.",
    403: "Visible, but not allowed; or a session without its CSRF token.",
    404: "There is no such thing, or it is somebody else's.",
    406: "Answers are JSON.",
    409: "The attempt is over, paused or outdated; or the key was used for something else.",
    413: "The body is larger than 1 MiB.",
    415: "The body is not application/json.",
    429: "Too many calls wait for this attempt.",
    500: "Something on our side broke.",
    503: "It could not be written down, so it has not happened.",
}
DOOR = (409, 429, 503)
"""How an attempt refuses, beside what every operation may say."""


class Complaint(Told):
    """What went wrong."""

    reason = serializers.CharField(help_text="A stable word for programs.")
    message = serializers.CharField(help_text="A sentence that says what to change.")
    details = serializers.DictField(
        child=AnyJson(), help_text="By field, what is wrong with it. Only where fields are."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The details are there only sometimes."""
        fields = super().get_fields()
        fields["details"].read_only = False
        return fields


class Refusal(Told):
    """The one shape of whatever goes wrong."""

    error = Complaint()


class PageQuery(Asked):
    """Which part of a list."""

    page = QueryWhole(required=False, min_value=1, max_value=LARGEST, help_text="From 1.")
    per_page = QueryWhole(
        required=False,
        min_value=1,
        max_value=Pages.max_page_size,
        help_text=f"How many; {Pages.page_size} if not said.",
    )


@functools.cache
def page_of(row: type[Told]) -> type[Told]:
    """The shape of a list in pages."""
    fields = {
        "__doc__": "One page of a list.",
        "count": serializers.IntegerField(help_text="How many there are on all pages."),
        "next": serializers.URLField(allow_null=True, help_text="The next page."),
        "previous": serializers.URLField(allow_null=True, help_text="The page before."),
        "results": row(many=True),
    }
    return type(f"{row.__name__.removesuffix('Told')}Page", (Told,), fields)


def operation(
    name: str,
    summary: str,
    answer: type[Told] | None,
    *,
    status: int = 200,
    body: type[Asked] | None = None,
    query: type[Asked] | None = None,
    headers: Iterable[OpenApiParameter] = (),
    refusals: Iterable[int] = (),
) -> Callable[[F], F]:
    """Describe an operation.

    Args:
        name: Its id in the schema.
        summary: What it does.
        answer: What it answers; None: nothing.
        status: With which status.
        body: What it takes in the body.
        query: What it takes in the query.
        headers: What it takes in headers.
        refusals: Statuses with which it refuses, beside those that go without saying.
    """
    said = {401, 406, 500, *refusals}
    if body is not None:
        said |= {400, 413, 415}
    if query is not None:
        said |= {400, 404}
    responses: dict[int, Any] = {status: OpenApiResponse(answer, description=summary)}
    for code in sorted(said):
        responses[code] = OpenApiResponse(Refusal, description=REFUSALS[code])
    return extend_schema(
        operation_id=name,
        summary=summary,
        description="",
        request=body,
        responses=responses,
        parameters=[*([query] if query else []), *headers],
    )
