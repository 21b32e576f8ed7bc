"""JSON-RPC 2.0 in text frames: what a frame asks for, and the frames that go back.

Nothing here waits or knows of attempts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from webapp.attempts.errors import DoorError

Id = str | int
_MISSING = object()


class Malformed(DoorError):
    """A frame that can't be answered as it stands.

    Args:
        text: What to change.
        id_: Id of the request, where it could be read.
    """

    def __init__(self, text: str, id_: Id | None = None) -> None:
        super().__init__(text)
        self.id = id_


class ParseError(Malformed):
    """The frame is no JSON."""

    reason = "parse_error"
    code = -32700
    http_status = 400


class InvalidRequest(Malformed):
    """The frame is JSON, but no request."""

    reason = "invalid_request"
    code = -32600
    http_status = 400


class UnknownMethod(Malformed):
    """There is no such method."""

    reason = "unknown_method"
    code = -32601
    http_status = 404


class InvalidParams(Malformed):
    """The parameters are not those of the method."""

    reason = "invalid_params"
    code = -32602
    http_status = 400


class Broken(DoorError):
    """Something of ours broke; it is in the log, and nothing of it is told."""

    reason = "internal_error"
    code = -32603
    http_status = 500

    def __init__(
        self,
        text: str = (
            "Something on our side broke. Send it again; with an idempotency key it is never done "
            "twice."
        ),
    ) -> None:
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class Request:
    """What a frame asks for.

    Args:
        id: By which the answer is known.
        method: What to do.
        params: With what.
    """

    id: Id
    method: str
    params: dict[str, Any]


def parse(frame: str | None) -> Request | None:
    """The request in a frame; None for a notification, which nobody answers.

    Args:
        frame: Its text; None if it was binary.

    Raises:
        Malformed: it is neither.
    """
    if frame is None:
        raise InvalidRequest("Send text frames; this one was binary.")
    message = _decoded(frame)
    if isinstance(message, list):
        raise InvalidRequest("There are no batches here. Send each request in a frame of its own.")
    if not isinstance(message, dict):
        raise InvalidRequest("A request is a JSON object.")
    method, id_ = message.get("method"), message.get("id", _MISSING)
    if id_ is _MISSING and isinstance(method, str):
        return None
    if isinstance(id_, bool) or not isinstance(id_, str | int):
        raise InvalidRequest("id: a text or a whole number.")
    if message.get("jsonrpc") != "2.0":
        raise InvalidRequest('jsonrpc: must be "2.0".', id_)
    if not isinstance(method, str):
        raise InvalidRequest("method: the name of a method, a text.", id_)
    params = message.get("params", {})
    if not isinstance(params, dict):
        raise InvalidParams("params: an object, parameters by name.", id_)
    return Request(id_, method, params)


def result(id_: Id, value: dict[str, Any]) -> str:
    """The frame that answers a request."""
    return _encoded({"jsonrpc": "2.0", "id": id_, "result": value})


def refusal(id_: Id | None, error: DoorError) -> str:
    """The frame that says why a request is refused."""
    told = {"code": error.code, "message": str(error), "data": {"reason": error.reason}}
    return _encoded({"jsonrpc": "2.0", "id": id_, "error": told})


def notification(method: str, params: dict[str, Any]) -> str:
    """A frame that answers nothing and expects no answer."""
    return _encoded({"jsonrpc": "2.0", "method": method, "params": params})


def _encoded(message: dict[str, Any]) -> str:
    # In ASCII: half a surrogate pair, which may stand in an id, could not be sent otherwise.
    return json.dumps(message, separators=(",", ":"))


def _decoded(frame: str) -> Any:
    try:
        return json.loads(frame, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ParseError("The frame is nested too deeply.") from error
    except json.JSONDecodeError as error:
        raise ParseError(f"The frame is no JSON: {error}.") from error
    except ValueError as error:
        raise ParseError("The frame holds a number with too many digits.") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ParseError(f"{name} is no JSON.")
