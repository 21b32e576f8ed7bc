"""What a model wrote comes through as it is, in whichever form its server put it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents.model import Reply, ToolUse, Usage, reply_from_json
from agents.model._completion import read_completion
from tests.agents.fake_openai import (
    Body,
    Step,
    calls,
    completes,
    empty,
    prose_call,
    says,
    status,
    truncated_arguments,
    usage,
)
from tests.agents.model.asking import answer


def message(**parts: Any) -> Reply:
    """The reply that a message makes."""
    return answer(completes({"role": "assistant", **parts}))


def test_words_come_with_the_reason_the_model_and_the_usage() -> None:
    reply = answer(says("Hello", usage(120, 100, 30, 10), "length"))
    assert reply == Reply("Hello", (), Usage(120, 100, 30, 10), "length", "m", reply.seconds)
    assert reply_from_json(json.loads(json.dumps(reply.as_json()))) == reply


def test_calls_come_in_order_with_their_ids() -> None:
    reply = answer(calls(("first", {"a": 1}), ("second", "{}"), text="Both."))
    assert reply.text == "Both."
    assert reply.tool_uses == (
        ToolUse("call_0_1", "first", '{"a": 1}'),
        ToolUse("call_1_1", "second", "{}"),
    )
    assert reply.finish_reason == "tool_calls"


@pytest.mark.parametrize(
    ("step", "text", "uses"),
    [
        (empty(), "", ()),
        (says(None), "", ()),
        (prose_call("buy"), "I will now call buy with no arguments.", ()),
        (truncated_arguments("buy"), "", (ToolUse("call_0_1", "buy", '{"contact": "Ad'),)),
        (calls(("no_such_tool", {})), "", (ToolUse("call_0_1", "no_such_tool", "{}"),)),
        (calls(("buy", "[1]")), "", (ToolUse("call_0_1", "buy", "[1]"),)),
    ],
)
def test_what_is_malformed_is_the_subjects_reply_and_no_error(
    step: Step, text: str, uses: tuple[ToolUse, ...]
) -> None:
    reply = answer(step)
    assert (reply.text, reply.tool_uses, reply.retries) == (text, uses, ())


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "Hello "}, {"type": "text", "text": "you"}], "Hello you"),
        (["Hello ", "you"], "Hello you"),
        ([{"type": "refusal", "refusal": "No."}], "No."),
        ([{"type": "image_url", "image_url": {}}, 7, None], ""),
        ([], ""),
        ({"text": "odd"}, '{"text": "odd"}'),
        (7, "7"),
    ],
)
def test_content_in_other_forms_is_made_text(content: Any, text: str) -> None:
    assert message(content=content).text == text


def test_what_was_thought_is_not_said() -> None:
    assert message(content="42", reasoning_content="Hmm", reasoning="Hmm").text == "42"
    assert message(content=None, reasoning_content="Hmm").text == ""


def test_the_words_of_a_refusal_are_said() -> None:
    assert message(content=None, refusal="I can't do that.").text == "I can't do that."


@pytest.mark.parametrize(
    ("call", "use"),
    [
        ({"id": "1", "function": {"name": "f", "arguments": {"é": 1}}}, ("1", "f", '{"é": 1}')),
        ({"id": "1", "function": {"name": "f", "arguments": None}}, ("1", "f", "null")),
        ({"id": "1", "function": {"name": "f"}}, ("1", "f", "")),
        ({"id": None, "function": {"name": None, "arguments": ""}}, ("", "", "")),
        ({"id": 7, "function": {"name": 8, "arguments": 9}}, ("7", "8", "9")),
        ({"id": "1", "function": None}, ("1", "", "")),
        ({"id": "1", "function": "f()"}, ("1", "", "f()")),
        ({"id": "1"}, ("1", "", "")),
        ({"id": "1", "type": "custom", "custom": {"name": "f", "input": "x"}}, ("1", "f", "x")),
        ("f()", ("", "", "f()")),
        (None, ("", "", "")),
    ],
)
def test_calls_in_other_forms_are_kept_as_text(call: Any, use: tuple[str, str, str]) -> None:
    body = {"choices": [{"message": {"content": None, "tool_calls": [call]}}]}
    reply = read_completion(json.dumps(body).encode())
    assert isinstance(reply, Reply)
    assert reply.tool_uses == (ToolUse(*use),)


def test_the_older_form_of_a_call_is_understood() -> None:
    older = {"name": "f", "arguments": "{}"}
    assert message(content=None, function_call=older).tool_uses == (ToolUse("", "f", "{}"),)
    assert message(content=None, tool_calls=[], function_call=older).tool_uses[0].name == "f"
    assert message(content=None, tool_calls=None, function_call=None).tool_uses == ()


def test_of_several_choices_the_first_counts() -> None:
    first, second = ({"message": {"content": text}} for text in ("first", "second"))
    assert answer(completes(None, choices=[first, second])).text == "first"


def test_half_a_surrogate_pair_is_replaced_and_a_whole_one_kept() -> None:
    raw = rb'{"choices": [{"message": {"content": "\ud83d\ude00 \ud83d"}}]}'
    assert answer(Step(raw=raw)).text == "\N{GRINNING FACE} \N{REPLACEMENT CHARACTER}"


def test_a_call_that_the_provider_could_not_read_is_a_reply() -> None:
    refused = status(400, code="tool_use_failed", failed_generation="<function=buy{")
    reply = answer(refused)
    assert (reply.text, reply.finish_reason, reply.usage) == (
        "<function=buy{", "tool_use_failed", None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (usage(120, 100, 30, 10), Usage(120, 100, 30, 10)),
        (usage(0, 0, 0, 0), Usage(0, 0, 0, 0)),
        ({"prompt_tokens": 5, "completion_tokens": 2}, Usage(5, 0, 2, 0)),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "prompt_cache_hit_tokens": 4},
            Usage(5, 4, 2, 0),
        ),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "prompt_cache_hit_tokens": None},
            Usage(5, 0, 2, 0),
        ),
        (
            {**usage(5, 3, 2), "prompt_cache_hit_tokens": 4},
            Usage(5, 3, 2, 0),
        ),
        (
            {
                "prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": None,
                "completion_tokens_details": {"reasoning_tokens": None},
            },
            Usage(5, 0, 2, 0),
        ),
        ({**usage(5, 0, 2, 9), "total_tokens": 16}, Usage(5, 0, 11, 9)),
        (None, None),
        ({}, None),
        ([], None),
        ({"prompt_tokens": 5}, None),
        ({"completion_tokens": 5}, None),
        (usage(-1, 0, 1), None),
        (usage(10**8, 0, 1), Usage(10**8, 0, 1)),
        (usage(10**8 + 1, 0, 1), None),
        (usage(2**63 - 1, 0, 1), None),
        (usage(1, 0, 10**30), None),
        (usage(1, 0, -1), None),
        (usage(5, -1, 1), None),
        (usage(5, 6, 1), None),
        (usage(5, 0, 1, 2), None),
        (usage(5, 0, 1, -1), None),
        ({"prompt_tokens": 5.0, "completion_tokens": 2}, None),
        ({"prompt_tokens": "5", "completion_tokens": 2}, None),
        ({"prompt_tokens": True, "completion_tokens": 2}, None),
    ],
)  # fmt: skip
def test_usage_is_what_was_told_or_unknown(told: Body | None, found: Usage | None) -> None:
    assert answer(completes({"content": ""}, told)).usage == found
