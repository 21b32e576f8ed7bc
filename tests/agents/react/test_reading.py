"""How replies are read in both dialects: kinds, calls, and what goes into the conversation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents.model import Reply, ToolUse
from agents.react import MemoryLog, ReactAgent, ReplyKind
from tests.agents.react.scripted import (
    NATIVE,
    TEXT,
    EchoSession,
    ScriptedModel,
    answers,
    finishes,
    native,
    says,
)

KINDS = ReplyKind
DEEP = "[" * 100 + "]" * 100


def read(reply: Reply) -> tuple[ReplyKind, list[tuple[str, Any]], list[Any], list[Any]]:
    """Kind of a reply, the calls that came of it, what was told, and what was put down of it."""
    dialect = NATIVE if reply.tool_uses else TEXT
    session, log, model = EchoSession(), MemoryLog(), ScriptedModel([reply, finishes(dialect)])
    ReactAgent(model, dialect, log=log).act(session)
    messages = model.asked[-1][0] if len(model.asked) > 1 else []
    return log.kinds[0], session.calls, answers(messages), messages[2:]


@pytest.mark.parametrize(
    ("written", "arguments"),
    [
        ('{"at": [1, null]}', {"at": [1, None]}),
        ("", {}),
        (" \n", {}),
        ("[1]", [1]),
        ("null", None),
        ('"text"', "text"),
        (' {"a": 1} ', {"a": 1}),
    ],
)
def test_native_arguments_that_are_json_are_passed_on(written: str, arguments: Any) -> None:
    kind, calls, _, _ = read(native(("look", written)))
    assert (kind, calls) == (KINDS.CALLS, [("look", arguments)])


@pytest.mark.parametrize(
    "written",
    [
        '{"at": "thi',
        "look at this",
        '{"at": NaN}',
        '{"at": -Infinity}',
        '{"at": 1e999}',
        '{"at": ' + "1" * 5000 + "}",
        r'{"at": "\ud800"}',
        '{"at": ' + DEEP + "}",
        '{"at": ' + "[" * 100_000,
    ],
)
def test_native_arguments_that_are_none_are_a_call_with_the_raw_text(written: str) -> None:
    kind, calls, told, messages = read(native(("look", written)))
    assert (kind, calls) == (KINDS.MALFORMED, [("look", written[:40_000])])
    assert len(told) == 1
    echoed = messages[0]["tool_calls"][0]["function"]["arguments"]
    assert json.loads(echoed) == {"unreadable_arguments": written[:40_000]}


def test_what_can_not_be_sent_is_written_as_question_marks() -> None:
    reply = native(("lo\ud800ok", '{"at": "\udc00'), text="Well\ud83d")
    kind, calls, _, messages = read(reply)
    assert (kind, calls) == (KINDS.MALFORMED, [("lo?ok", '{"at": "?')])
    assert messages[0]["content"] == "Well?"
    assert messages[0]["tool_calls"][0]["function"]["name"] == "lo?ok"


def test_native_calls_are_put_down_as_they_were_written() -> None:
    reply = native(("look", '{"at":  1}'), ("such a tool!", "[2]"), text="Both.")
    kind, calls, _, messages = read(reply)
    assert (kind, calls) == (KINDS.CALLS, [("look", {"at": 1}), ("such a tool!", [2])])
    assert messages[0] == {
        "role": "assistant",
        "content": "Both.",
        "tool_calls": [
            {
                "id": "a",
                "type": "function",
                "function": {"name": "look", "arguments": '{"at":  1}'},
            },
            {
                "id": "b",
                "type": "function",
                "function": {
                    "name": "such a tool!",
                    "arguments": '{"unreadable_arguments": "[2]"}',
                },
            },
        ],
    }


def test_calls_without_an_id_of_their_own_get_one() -> None:
    uses = tuple(ToolUse(id_, "look", "{}") for id_ in ("", "x", "x"))
    _, _, _, messages = read(Reply("", uses))
    ids = ["call_1_1", "x", "call_1_3"]
    assert [call["id"] for call in messages[0]["tool_calls"]] == ids
    assert [message["tool_call_id"] for message in messages[1:]] == ids


def test_one_call_that_can_not_be_read_makes_a_reply_malformed() -> None:
    kind, calls, _, _ = read(native(("look", "{}"), ("buy", "{"), ("finish_task", "{")))
    assert (kind, calls) == (KINDS.MALFORMED, [("look", {}), ("buy", "{")])


def test_a_name_is_passed_on_as_far_as_names_go() -> None:
    _, calls, _, _ = read(native(("", "{}"), ("x" * 5000, "{}")))
    assert [name for name, _ in calls] == ["", "x" * 200]


def test_a_call_in_prose_is_none_in_the_native_dialect() -> None:
    prose = '<tool>{"name": "look", "arguments": {}}</tool>\n[END]'
    session, log = EchoSession(), MemoryLog()
    model = ScriptedModel([says(prose), finishes(NATIVE)])
    ReactAgent(model, NATIVE, log=log).act(session)
    assert log.kinds == [KINDS.NO_CALL, KINDS.FINISH]
    assert session.calls == []


def test_native_calls_are_none_in_the_text_dialect() -> None:
    session, log = EchoSession(), MemoryLog()
    model = ScriptedModel([native(("look", "{}")), finishes(TEXT)])
    ReactAgent(model, TEXT, log=log).act(session)
    assert log.kinds == [KINDS.EMPTY, KINDS.FINISH]
    assert session.calls == []


CALL = '<tool>{"name": "look", "arguments": {"at": "</b>"}}</tool>'


@pytest.mark.parametrize(
    ("text", "kept", "calls"),
    [
        (CALL, CALL, [("look", {"at": "</b>"})]),
        (f"So:\n{CALL} and {CALL}", f"So:\n{CALL}", [("look", {"at": "</b>"})]),
        (f"With <tool> I call: {CALL}", f"With <tool> I call: {CALL}", [("look", {"at": "</b>"})]),
        (f"{CALL}\n[END]", CALL, [("look", {"at": "</b>"})]),
        ('<tool>{"name": "look"}</tool>',) * 2 + ([("look", {})],),
        ('<tool>{"name": "look", "arguments": [1]}</tool>',) * 2 + ([("look", [1])],),
        ('<tool>\n{"arguments": null, "name": "a b"}\n</tool>',) * 2 + ([("a b", None)],),
    ],
)
def test_a_text_call_is_what_stands_behind_the_last_opening_tag_before_the_first_closing_one(
    text: str, kept: str, calls: list[Any]
) -> None:
    kind, made, told, messages = read(says(text))
    assert (kind, made) == (KINDS.CALLS, calls)
    assert messages[0] == {"role": "assistant", "content": kept}
    assert len(told) == 1


@pytest.mark.parametrize(
    ("inner", "closing"),
    [
        ('{"name": "look", "arguments": {"at": ', "</tool>"),
        ('{"name": "look", "arguments": {}}', ""),
        ('{"name": "look", "arguments": {"at": NaN}}', "</tool>"),
        (' {\n"name" : "look"', ""),
    ],
)
def test_a_broken_text_call_whose_name_can_be_read_is_a_call_with_the_raw_text(
    inner: str, closing: str
) -> None:
    kind, calls, _, _ = read(says(f"I call <tool>{inner}{closing}"))
    assert (kind, calls) == (KINDS.MALFORMED, [("look", inner)])


@pytest.mark.parametrize(
    "text",
    [
        "<tool>look(at)</tool>",
        "<tool></tool>",
        '<tool>{"arguments": {"name": "look"}</tool>',
        '<tool>{"tool": "look"}</tool>',
        '<tool>{"name": 7}</tool>',
        '<tool>["look"]</tool>',
        '<tool>{"name": "lo',
        r'<tool>{"name": "\u12"',
        "no opening</tool>",
        "I would use <tool> here.\n[END]",
    ],
)
def test_a_text_call_without_a_name_is_told_of_and_not_made(text: str) -> None:
    kind, calls, told, messages = read(says(text))
    assert (kind, calls) == (KINDS.MALFORMED, [])
    assert told[0]["status"] == "error"
    assert told[0]["output"].startswith("The call could not be read")
    assert messages[0]["content"] == text


def test_a_broken_end_ends_nothing() -> None:
    for text in (
        '<tool>{"name": "finish_task", "arguments": {"outcome": "done"}}',
        '<tool>{"name": "finish_task", "arguments": {"outcome": "done"</tool>',
    ):
        kind, _, told, _ = read(says(text))
        assert kind is KINDS.MALFORMED
        assert told[0]["output"].endswith("Nothing was finished.")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("[END]", "done"),
        ("All done.\n\n[END]  \n\n", "done"),
        ("Well.\n  [END] done", "done"),
        ("No way.\n[END] cannot_be_done", "cannot_be_done"),
        (
            '<tool>{"name":"finish_task","arguments":{"outcome":"cannot_be_done"}}</tool>',
            "cannot_be_done",
        ),
    ],
)
def test_text_ends_by_the_end_sentence_or_by_the_tool(text: str, claim: str) -> None:
    session, log = EchoSession(), MemoryLog()
    ReactAgent(ScriptedModel([says(text)]), TEXT, log=log).act(session)
    assert (log.kinds, session.claim) == ([KINDS.FINISH], (claim, ""))


@pytest.mark.parametrize(
    "text", ["I am done [END]", "[END]\nor not", "[end]", "[END] maybe", "[END] donee", "[END]."]
)
def test_what_only_looks_like_the_end_sentence_is_no_end(text: str) -> None:
    assert read(says(text))[0] is KINDS.NO_CALL
