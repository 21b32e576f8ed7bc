"""The one shape of whatever goes wrong: `{"error": {"reason", "message", "details"?}}`."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from webapp.attempts.errors import DoorError

logger = logging.getLogger(__name__)

_RETRY_SECONDS = "1"
_SIGN_IN = "Send a token (Authorization: Bearer ...), or sign in."
_INTERNAL = "Something on our side broke. It was logged; what you sent need not be changed."


class TooLarge(exceptions.APIException):
    """The body is longer than is read."""

    status_code = 413
    default_code = "too_large"
    default_detail = "The body is too large: at most 1 MiB (1,048,576 bytes) is read."


class Malformed(exceptions.APIException):
    """What was sent can't be read, whatever it means."""

    status_code = 400
    default_code = "parse_error"
    default_detail = "The request can't be read."


class Suspicious(exceptions.APIException):
    """What Django does not take from anybody."""

    status_code = 400
    default_code = "invalid_request"


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """What a client is told; set as EXCEPTION_HANDLER."""
    if isinstance(error, DoorError):
        return _refusal(error.http_status, error.reason, str(error))
    known = _as_api_error(error)
    if known is None:
        request = context["request"]
        logger.exception("%s %s failed", request.method, request.path)
        return _refusal(500, "internal_error", _INTERNAL)
    if isinstance(known, exceptions.ValidationError):
        return _refusal(known.status_code, "invalid_params", _sentence(known.detail), known.detail)
    response = _refusal(known.status_code, known.default_code, _sentence(known.detail))
    if header := getattr(known, "auth_header", None):
        response["WWW-Authenticate"] = header
    return response


def _as_api_error(error: Exception) -> exceptions.APIException | None:
    if isinstance(error, exceptions.NotAuthenticated):
        error.detail = exceptions.ErrorDetail(_SIGN_IN, error.default_code)
    if isinstance(error, exceptions.APIException):
        return error
    if isinstance(error, Http404):
        return exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(error, RequestDataTooBig):
        return TooLarge()
    if isinstance(error, SuspiciousOperation):
        return Suspicious(str(error))
    return None


def _refusal(status: int, reason: str, message: str, details: Any = None) -> Response:
    error: dict[str, Any] = {"reason": reason, "message": message}
    if details is not None:
        error["details"] = details if isinstance(details, dict) else {"non_field_errors": details}
    response = Response({"error": error}, status)
    if status in (429, 503):
        response["Retry-After"] = _RETRY_SECONDS
    return response


def _sentence(detail: Any, path: str = "") -> str:
    """The first complaint, after the place it is about."""
    if isinstance(detail, dict):
        name, rest = next(iter(detail.items()))
        inner = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
        return _sentence(rest, inner)
    if isinstance(detail, list):
        return _sentence(detail[0], path)
    return f"{path}: {detail}" if path else str(detail)
