"""What all views of the API share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.cache import patch_cache_control
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from webapp.api.fields import Asked, Told
from webapp.api.pagination import Pages
from webapp.api.wire import JsonAnswer, JsonBody


class ApiView(APIView):
    """For signed-in users."""

    permission_classes: tuple[type[BasePermission], ...] = (IsAuthenticated,)
    parser_classes = (JsonBody,)
    renderer_classes = (JsonAnswer,)
    metadata_class = None
    http_method_names = ["get", "head", "post", "delete"]  # noqa: RUF012 - as Django declares it

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Let a body in chunks count: the framework takes one without a length for none."""
        if "CONTENT_LENGTH" not in request.META and "HTTP_TRANSFER_ENCODING" in request.META:
            request.META["CONTENT_LENGTH"] = "-1"
        return super().initialize_request(request, *args, **kwargs)

    def finalize_response(self, *args: Any, **kwargs: Any) -> Response:
        """Let nobody keep what is for one account only, and may hold secrets."""
        response = super().finalize_response(*args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    def asked(self, kind: type[Asked]) -> dict[str, Any]:
        """What is asked for in the body.

        Raises:
            ValidationError: it can't be.
        """
        return _valid(kind, self.request.data)

    def queried(self, kind: type[Asked]) -> dict[str, Any]:
        """What is asked for in the query.

        Raises:
            ValidationError: it can't be.
        """
        query = self.request.query_params
        # Twice the same is a list, which no field takes: nobody has to guess which one counts.
        sent = {name: query.getlist(name) for name in query}
        return _valid(
            kind, {name: all_[0] if len(all_) == 1 else all_ for name, all_ in sent.items()}
        )

    def paged(
        self, found: QuerySet[Any] | Sequence[Any], told: type[Told], **context: Any
    ) -> Response:
        """One page of what was found."""
        pages = Pages()
        rows = pages.paginate_queryset(found, self.request, view=self)
        return pages.get_paginated_response(told(rows, many=True, context=context).data)


class PublicView(ApiView):
    """For everybody."""

    permission_classes = (AllowAny,)


class Nowhere(PublicView):
    """What answers at an address that there is not, in the shape of all refusals."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Whatever the method."""
        super().initial(request, *args, **kwargs)
        raise NotFound("There is nothing at this address. GET /api/v1/schema tells what there is.")


def _valid(kind: type[Asked], sent: Any) -> dict[str, Any]:
    serializer = kind(data=sent)
    serializer.is_valid(raise_exception=True)
    valid: dict[str, Any] = serializer.validated_data
    return valid
