"""JSON in, JSON out: nothing comes in that a database or another transport would not take."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer

from webapp.api.errors import Malformed, TooLarge

DEEPEST = 101
"""How many arrays and objects may stand inside one another: arguments 100, as on every way in."""


class JsonAnswer(JSONRenderer):
    """In ASCII: what a subject named a tool may hold half a surrogate pair, which is no UTF-8."""

    ensure_ascii = True
    charset = None


class JsonBody(JSONParser):
    """Strict JSON in UTF-8, up to the size that Django reads into memory."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Read a body.

        Raises:
            TooLarge: it is longer than is read; a length that was told is checked before.
            Malformed: it is no JSON.
        """
        assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE is not None
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        return parsed(body)


def parsed(body: bytes) -> Any:
    """The value of a JSON text.

    Raises:
        Malformed: it is none, or holds what is no number, no text, or twice the same key.
    """
    try:
        value = json.loads(
            body.decode(),
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except RecursionError as error:
        raise Malformed(f"The body is nested deeper than {DEEPEST} levels.") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"The body is not UTF-8 (byte {error.start}).") from error
    except json.JSONDecodeError as error:
        raise Malformed(f"The body is no JSON: {error}.") from error
    except ValueError as error:
        raise Malformed("The body holds a number with too many digits.") from error
    _require_shallow(value)
    _require_text(value)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("The body holds an object in which a key stands twice.")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"The body is no JSON: {name} is no number.")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Malformed("The body holds a number that is too large.")
    return value


def _require_shallow(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST + 1):
        outer = [item for item in level if isinstance(item, dict | list)]
        if not outer:
            return
        level = [
            inner for item in outer for inner in (item.values() if isinstance(item, dict) else item)
        ]
    raise Malformed(f"The body is nested deeper than {DEEPEST} levels.")


def _require_text(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Malformed("The body holds half a surrogate pair, which is no text.") from error
