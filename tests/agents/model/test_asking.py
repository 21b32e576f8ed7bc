"""What is sent, from many threads, and what is left open."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from agents.model import Addresses, AddressRefused, ModelSettings, ModelUnreachable, OpenAIModel
from tests.agents.fake_openai import Body, FakeOpenAI, Step, says, status, usage
from tests.agents.model.asking import HELLO, asked

TOOL = {"type": "function", "function": {"name": "buy", "parameters": {"type": "object"}}}


def test_what_is_not_set_is_not_sent() -> None:
    with asked([says("")]) as found:
        found.reply()
    assert found.fake.bodies == [{"model": "m", "messages": HELLO}]
    assert found.fake.requests[0].path == "/v1/chat/completions"


def test_what_is_set_is_sent() -> None:
    conversation: list[dict[str, Any]] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Buy \N{PEAR}."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "buy", "arguments": "{oops"}}
            ],
        },
        {"role": "tool", "tool_call_id": "1", "content": "no JSON"},
    ]
    settings: dict[str, Any] = {
        "temperature": 0.0, "top_p": 0.9, "max_output_tokens": 100, "seed": 0,
        "reasoning_effort": "low",
    }  # fmt: skip
    with asked([says("")], **settings) as found:
        found.model.reply(conversation, [TOOL])
    assert found.fake.bodies == [
        {
            "model": "m", "messages": conversation, "tools": [TOOL], "temperature": 0.0,
            "top_p": 0.9, "max_tokens": 100, "seed": 0, "reasoning_effort": "low",
        }
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://mine.openai.azure.com/openai/v1", "max_completion_tokens"),
        ("https://api.deepseek.com", "max_tokens"),
        ("https://api.openai.com.example", "max_tokens"),
    ],
)
def test_the_limit_has_the_name_that_the_address_knows(base_url: str, name: str) -> None:
    settings = ModelSettings("m", base_url, max_output_tokens=7)
    with OpenAIModel(settings, Addresses.from_text(f"{base_url}="), environment={}) as model:
        assert model._request(HELLO, [])[name] == 7


def test_many_threads_share_one_model() -> None:
    def echo(body: Body) -> Step:
        text = body["messages"][0]["content"]
        return says(text, usage(int(text), 0, 1))

    with asked(echo) as found, ThreadPoolExecutor(16) as pool:

        def ask(number: int) -> tuple[str, int]:
            reply = found.model.reply([{"role": "user", "content": str(number)}], [])
            assert reply.usage is not None
            return reply.text, reply.usage.prompt

        replies = list(pool.map(ask, range(200)))
    assert replies == [(str(number), number) for number in range(200)]
    assert len(found.fake.requests) == 200


def test_a_closed_model_is_not_asked() -> None:
    with asked([says("")]) as found:
        found.reply()
        found.model.close()
        found.model.close()
        with pytest.raises(RuntimeError, match="was closed"):
            found.reply()
    OpenAIModel(ModelSettings("m", "http://localhost"), environment={}).close()


def test_the_client_is_only_imported_when_a_model_is_asked() -> None:
    code = (
        "import sys; from agents.model import ModelSettings, OpenAIModel; "
        "OpenAIModel(ModelSettings('m', 'http://localhost'), environment={}).close(); "
        "print('openai' in sys.modules, 'httpx2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_settings_can_be_kept_and_read_again() -> None:
    settings = ModelSettings("m", "HTTP://LocalHost:8000/v1/", temperature=0.5, seed=7)
    assert settings.as_json() == {
        "model": "m", "base_url": "http://localhost:8000/v1", "temperature": 0.5, "top_p": None,
        "max_output_tokens": None, "seed": 7, "reasoning_effort": None, "timeout": 120.0,
        "tries": 6,
    }  # fmt: skip
    assert ModelSettings.from_json(json.loads(json.dumps(settings.as_json()))) == settings
    with pytest.raises(TypeError):
        ModelSettings.from_json({**settings.as_json(), "api_key": "x"})


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"model": " "}, "A model has a name."),
        ({"temperature": -1}, "temperature is a number from 0, not -1."),
        ({"temperature": True}, "temperature is a number from 0, not True."),
        ({"top_p": float("nan")}, "top_p is a number from 0, not nan."),
        ({"timeout": 0}, "timeout is a number from 0.001, not 0."),
        ({"timeout": float("inf")}, "timeout is a number from 0.001, not inf."),
        ({"tries": 0}, "tries is a whole number from 1, not 0."),
        ({"max_output_tokens": 1.5}, "max_output_tokens is a whole number from 1, not 1.5."),
        ({"seed": "7"}, "seed is a whole number, not '7'."),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        ModelSettings(**{"model": "m", "base_url": "http://localhost", **wrong})


def test_a_key_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(AddressRefused) as raised:
        ModelSettings("m", "http://sk-secret@localhost")
    assert "sk-secret" not in str(raised.value)


def test_a_conversation_that_breaks_the_protocol_is_refused_by_the_fake_too() -> None:
    call = {"id": "1", "type": "function", "function": {"name": "buy", "arguments": "{}"}}
    wants = {"role": "assistant", "content": None, "tool_calls": [call]}
    answered = {"role": "tool", "tool_call_id": "1", "content": "{}"}
    broken: list[list[dict[str, Any]]] = [
        [],
        [{"role": "robot", "content": ""}],
        [*HELLO, wants],
        [*HELLO, wants, *HELLO],
        [*HELLO, answered],
        [*HELLO, wants, answered, answered],
    ]
    for conversation in broken:
        with (
            asked([says("")]) as found,
            pytest.raises(ModelUnreachable, match=r"^refused: HTTP 400: "),
        ):
            found.model.reply(conversation, [])
    with asked([says("fine")]) as found:
        assert found.model.reply([*HELLO, wants, answered, *HELLO], []).text == "fine"


def test_a_script_that_is_over_says_so() -> None:
    with (
        asked([]) as found,
        pytest.raises(ModelUnreachable, match="the script has 0 steps, this is 1"),
    ):
        found.reply()


def test_a_server_on_its_own_plays_a_named_script() -> None:
    command = [sys.executable, "-m", "tests.agents.fake_openai", "--script", "looks_and_finishes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            settings = ModelSettings("m", process.stdout.readline().strip())
            with OpenAIModel(settings, environment={}) as model:
                first = model.reply(HELLO, [TOOL])
                use = first.tool_uses[0]
                call = {"id": use.id, "function": {"name": use.name, "arguments": use.arguments}}
                wants = {"role": "assistant", "tool_calls": [{"type": "function", **call}]}
                got = {"role": "tool", "tool_call_id": use.id, "content": "[]"}
                last = model.reply([*HELLO, wants, got], [TOOL])
        finally:
            process.terminate()
        assert process.wait(20) == 0
    assert [(use.name, use.arguments) for use in (use, *last.tool_uses)] == [
        ("get_all_contacts", "{}"),
        ("finish_task", '{"outcome": "done"}'),
    ]


def test_a_server_that_ends_leaves_no_thread_waiting() -> None:
    with FakeOpenAI(lambda body: Step({}, after=600)) as fake:
        settings = ModelSettings("m", fake.base_url, timeout=0.2, tries=1)
        with (
            OpenAIModel(settings, environment={}) as model,
            pytest.raises(ModelUnreachable, match=r"^timeout: "),
        ):
            model.reply(HELLO, [])
    with asked([status(401)]) as found, pytest.raises(ModelUnreachable, match=r"^credentials: "):
        found.reply()
