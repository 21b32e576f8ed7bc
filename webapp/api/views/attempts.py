"""Attempts: which there are, opening one, and its addresses."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from webapp.addresses import addresses
from webapp.api.openings import open_for
from webapp.api.operations import DOOR, operation, page_of
from webapp.api.rights import (
    entry_of,
    get_own_entry,
    get_readable_attempt,
    readable_attempts,
    user_of,
)
from webapp.api.serializers.attempts import (
    AddressesTold,
    AttemptOpenedTold,
    AttemptQuery,
    AttemptTold,
    AttemptWithProgressTold,
    OpeningAsked,
    ProgressTold,
)
from webapp.api.views.base import ApiView
from webapp.attempts import services
from webapp.attempts.opening import renew_token, token_of

_COLUMNS = {"status": "status", "task": "instance__task__name", "contestant": "contestant"}


class Attempts(ApiView):
    @operation(
        "list_attempts",
        "List my attempts; a researcher's are all",
        page_of(AttemptTold),
        query=AttemptQuery,
    )
    def get(self, request: Request) -> Response:
        asked = self.queried(AttemptQuery)
        wanted = {column: asked[name] for name, column in _COLUMNS.items() if name in asked}
        return self.paged(readable_attempts(user_of(request)).filter(**wanted), AttemptTold)

    @operation(
        "open_attempt",
        "Open an attempt",
        AttemptOpenedTold,
        status=201,
        body=OpeningAsked,
        refusals=(403, 404),
    )
    def post(self, request: Request) -> Response:
        attempt = open_for(user_of(request), self.asked(OpeningAsked))
        told = AttemptTold(attempt).data
        told["addresses"] = _addresses(request, token_of(attempt))
        place = reverse("api-attempt", (attempt.pk,), request=request)
        return Response(told, 201, headers={"Location": place})


class OneAttempt(ApiView):
    @operation(
        "get_attempt",
        "Get an attempt, and how far it is; the clock does not start",
        AttemptWithProgressTold,
        refusals=(404, *DOOR),
    )
    def get(self, request: Request, id: int) -> Response:
        view = services.peek(entry_of(get_readable_attempt(request, id))).wait()
        # Read after the look, which may have ended it: its time may have run out.
        told = AttemptTold(get_readable_attempt(request, id)).data
        told["progress"] = ProgressTold(view).data
        return Response(told)


class Token(ApiView):
    @operation(
        "renew_addresses",
        "Get new addresses; the old ones are revoked",
        AddressesTold,
        refusals=(403, 404, *DOOR),
    )
    def post(self, request: Request, id: int) -> Response:
        token = renew_token(get_own_entry(request, id)).wait()
        return Response(_addresses(request, token))


def _addresses(request: Request, token: str) -> dict[str, Any]:
    return {"token": token, **asdict(addresses(request, token))}
