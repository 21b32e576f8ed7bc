"""A key is used and never seen."""

from __future__ import annotations

import json
import logging
import pickle
import traceback
from types import FrameType

import pytest

from agents.model import Addresses, ErrorClass, KeyMissing, ModelSettings, ModelUnreachable
from agents.model import OpenAIModel as Model
from tests.agents.fake_openai import Step, calls, completes, says, status
from tests.agents.model.asking import HELLO, asked

KEY = "sk-very-secret-0123456789"
HELD = {"OPENAI_API_KEY": KEY}
ECHOES = [
    status(401, message=f"Incorrect API key: {KEY}. You sent Authorization: Bearer {KEY}"),
    status(400, message=f"Bearer {KEY}", code=KEY, type=KEY, param=KEY),
    Step(raw=f"Bearer {KEY}".encode(), status=500),
    Step({"error": {"message": f"\n{KEY}" * 100}}, status=429),
    Step({"error": KEY}),
    status(400, message=f"maximum context length: {KEY}"),
]


def is_ours(frame: FrameType) -> bool:
    """Whether a frame is of the package."""
    return str(frame.f_globals["__name__"]).startswith("agents.")


@pytest.mark.parametrize("step", ECHOES)
def test_a_server_that_echoes_the_key_does_not_make_it_seen(
    step: Step, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with asked([step] * 3, environment=HELD, tries=3) as found:
        with pytest.raises(Exception, match=r"\[key\]") as raised:
            found.reply()
        shown = [repr(found.model), str(vars(found.model)), str(found.model.settings.as_json())]
    assert found.fake.requests[0].headers["authorization"] == f"Bearer {KEY}"
    error = raised.value
    assert (error.__cause__, error.__context__) == (None, None)
    shown += [str(error), repr(error), str(error.args), str(pickle.dumps(error))]
    shown += traceback.format_exception(error)
    ours = [frame for frame, _ in traceback.walk_tb(error.__traceback__) if is_ours(frame)]
    assert ours, "debuggers and error pages show what is in the frames"
    shown += [repr(frame.f_locals) for frame in ours]
    shown += [record.getMessage() + str(vars(record)) for record in caplog.records]
    assert caplog.records, "the client's own log is looked at as well"
    assert [text for text in shown if KEY in text] == []


def test_a_reply_that_echoes_the_key_loses_it() -> None:
    told = calls((KEY, {"key": KEY}), text=f"Your key is {KEY}.")
    told.content["choices"][0]["finish_reason"] = KEY
    told.content["model"] = KEY
    with asked([told], environment=HELD) as found:
        reply = found.reply()
    assert KEY not in json.dumps(reply.as_json())
    assert reply.text == "Your key is [key]."
    assert reply.tool_uses[0].arguments == '{"key": "[key]"}'


def test_a_word_that_is_no_secret_stays_in_replies() -> None:
    with asked([says("ollama runs")], environment={"OPENAI_API_KEY": "ollama"}) as found:
        assert found.reply().text == "ollama runs"


def test_this_machine_is_asked_without_a_key() -> None:
    with asked([says("none the wiser"), status(400, message="none")]) as found:
        assert found.reply().text == "none the wiser"
        with pytest.raises(ModelUnreachable, match=r"^refused: HTTP 400: none$"):
            found.reply()
    assert found.fake.requests[0].headers["authorization"] == "Bearer none"


def test_an_address_that_says_so_gets_no_key() -> None:
    with asked([says("")], environment=HELD, addresses="http://127.0.0.1=") as found:
        found.reply()
    assert found.fake.requests[0].headers["authorization"] == "Bearer none"


def test_the_address_names_the_variable() -> None:
    environment = {**HELD, "LOCAL_KEY": "local-key-0123456789"}
    with asked([says("")], environment=environment, addresses="http://127.0.0.1=LOCAL_KEY") as a:
        a.reply()
    assert a.fake.requests[0].headers["authorization"] == "Bearer local-key-0123456789"


def test_without_its_key_another_address_is_refused_at_once() -> None:
    settings = ModelSettings("m", "https://api.openai.com/v1")
    for environment in ({}, {"OPENAI_API_KEY": ""}, {"OPENAI_API_KEY": " \n"}):
        with pytest.raises(KeyMissing) as raised:
            Model(settings, environment=environment)
        assert str(raised.value) == (
            "https://api.openai.com/v1 needs a key, and the environment variable OPENAI_API_KEY "
            "that should hold it is not set."
        )
    with Model(settings, environment=HELD) as model:
        assert repr(model) == "OpenAIModel(m at https://api.openai.com/v1)"
    lan = Addresses.from_text("http://10.0.0.5:8000=")
    Model(ModelSettings("m", "http://10.0.0.5:8000/v1"), lan, environment={}).close()


@pytest.mark.parametrize("key", ["sk-secret 1234", "sk-secr\u00e9t", "sk-secret\n1234", "sk\x00s"])
def test_a_key_that_can_be_none_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(KeyMissing) as raised:
        Model(ModelSettings("m", "http://127.0.0.1"), environment={"OPENAI_API_KEY": key})
    assert key not in str(raised.value)
    assert "OPENAI_API_KEY holds is no key" in str(raised.value)


def test_the_end_of_a_line_is_no_part_of_a_key() -> None:
    with asked([says("")], environment={"OPENAI_API_KEY": f"{KEY}\n"}) as found:
        found.reply()
    assert found.fake.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_the_key_is_read_when_it_is_used() -> None:
    environment = {"OPENAI_API_KEY": "first-key-0123456789"}
    with asked([says(""), says("")], environment=environment) as found:
        found.reply()
        environment["OPENAI_API_KEY"] = KEY
        found.reply()
        environment["OPENAI_API_KEY"] = "no key"
        with pytest.raises(ModelUnreachable) as raised:
            found.reply()
    sent = [seen.headers["authorization"] for seen in found.fake.requests]
    assert sent == ["Bearer first-key-0123456789", f"Bearer {KEY}"]
    assert raised.value.retries == (ErrorClass.CREDENTIALS,)


def test_nothing_of_the_environment_is_sent_but_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, f"{name}-of-another")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: of-another\nAuthorization: of-another")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/of-another")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    with asked([says("")], environment=HELD) as found:
        found.reply()
    sent = found.fake.requests[0].headers
    assert "of-another" not in str(sent)
    assert sorted(sent) == [
        "accept", "accept-encoding", "authorization", "connection", "content-length",
        "content-type", "host", "user-agent", "x-stainless-raw-response",
    ]  # fmt: skip


def test_without_another_environment_the_key_is_that_of_this_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with asked([completes({"content": ""})]) as found:
        with Model(ModelSettings("m", found.fake.base_url)) as model:
            model.reply(HELLO, [])
        assert found.fake.requests[0].headers["authorization"] == f"Bearer {KEY}"
