"""What a frame asks for, and what is said of one that asks for nothing."""

from __future__ import annotations

import json

import pytest

from webapp.attempts import errors, frames
from webapp.attempts.frames import Request, parse

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'


def test_a_request_has_an_id_a_method_and_parameters_by_name() -> None:
    frame = '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"now"}}'
    assert parse(frame) == Request("a", "tools/call", {"name": "now"})
    assert parse(PING) == Request(1, "ping", {})
    assert parse(f" \n{PING}\t") == Request(1, "ping", {})
    assert parse('{"jsonrpc":"2.0","id":-7,"method":"x","more":[]}') == Request(-7, "x", {})


def test_of_doubled_members_the_last_counts_as_over_mcp() -> None:
    frame = '{"jsonrpc":"2.0","id":1,"method":"a","id":2,"method":"b","params":{"x":1,"x":2}}'
    assert parse(frame) == Request(2, "b", {"x": 2})


@pytest.mark.parametrize(
    "frame",
    [
        '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"now"}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"method":"x","params":7}',
    ],
)
def test_what_has_a_method_and_no_id_is_a_notification(frame: str) -> None:
    assert parse(frame) is None


@pytest.mark.parametrize(
    ("frame", "code", "text"),
    [
        ("", -32700, "no JSON: Expecting value"),
        ("{", -32700, "no JSON: Expecting property name"),
        (PING + PING, -32700, "no JSON: Extra data"),
        ("{'id':1}", -32700, "no JSON: Expecting property name"),
        ('{"id":1,"method":"a\nb"}', -32700, "no JSON: Invalid control character"),
        ("\ufeff" + PING, -32700, "no JSON"),
        ('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":NaN}}', -32700, "NaN is no JSON"),
        ('{"jsonrpc":"2.0","id":Infinity,"method":"x"}', -32700, "Infinity is no JSON"),
        ("-Infinity", -32700, "-Infinity is no JSON"),
        ("[" * 100_000, -32700, "nested too deeply"),
        ('{"a":' * 100_000, -32700, "nested too deeply"),
        ('{"id":' + "9" * 5_000 + "}", -32700, "too many digits"),
        (f"[{PING}]", -32600, "no batches"),
        ("[]", -32600, "no batches"),
        ("null", -32600, "a JSON object"),
        ('"ping"', -32600, "a JSON object"),
        ("1e400", -32600, "a JSON object"),
        ("{}", -32600, "id: a text or a whole number"),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, "id: a text or a whole number"),
        ('{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, "id: a text or a whole number"),
        ('{"jsonrpc":"2.0","id":1.0,"method":"ping"}', -32600, "id: a text or a whole number"),
        ('{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, "id: a text or a whole number"),
        ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, "id: a text or a whole number"),
        (None, -32600, "Send text frames"),
    ],
)
def test_what_is_no_request_is_refused_with_what_to_change(
    frame: str | None, code: int, text: str
) -> None:
    with pytest.raises(frames.Malformed) as refused:
        parse(frame)
    assert (refused.value.code, refused.value.id) == (code, None)
    assert text in str(refused.value)


@pytest.mark.parametrize(
    ("frame", "code", "text"),
    [
        ('{"jsonrpc":"2.0","id":1,"result":{}}', -32600, "method: the name of a method"),
        ('{"jsonrpc":"2.0","id":1,"method":7}', -32600, "method: the name of a method"),
        ('{"jsonrpc":"2.0","id":1}', -32600, "method: the name of a method"),
        ('{"id":1,"method":"ping"}', -32600, 'jsonrpc: must be "2.0"'),
        ('{"jsonrpc":2.0,"id":1,"method":"ping"}', -32600, 'jsonrpc: must be "2.0"'),
        ('{"jsonrpc":"2.0","id":1,"method":"x","params":[]}', -32602, "params: an object"),
        ('{"jsonrpc":"2.0","id":1,"method":"x","params":null}', -32602, "params: an object"),
    ],
)
def test_a_refusal_bears_the_id_where_there_is_one(frame: str, code: int, text: str) -> None:
    with pytest.raises(frames.Malformed) as refused:
        parse(frame)
    assert (refused.value.code, refused.value.id) == (code, 1)
    assert text in str(refused.value)


def test_frames_are_compact_json_in_ascii() -> None:
    assert frames.result("\ud800", {"text": "ü"}) == (
        '{"jsonrpc":"2.0","id":"\\ud800","result":{"text":"\\u00fc"}}'
    )
    assert json.loads(frames.refusal(None, errors.UnknownToken())) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {
            "code": 1001,
            "message": "There is no attempt at this address. Copy it once more.",
            "data": {"reason": "unknown_token"},
        },
    }
    assert json.loads(frames.notification("event", {"number": 3})) == {
        "jsonrpc": "2.0",
        "method": "event",
        "params": {"number": 3},
    }
