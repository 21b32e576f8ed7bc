"""Errors by class: what is met, how often it is tried, how long is waited."""

from __future__ import annotations

import pickle
import re
import socket
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from agents.model import (
    RULES,
    Addresses,
    ContextTooLong,
    ErrorClass,
    ModelSettings,
    ModelUnreachable,
    OpenAIModel,
)
from agents.model._failures import asked_wait
from tests.agents.fake_openai import (
    FakeOpenAI,
    Step,
    completes,
    dripping,
    garbage_body,
    reset_connection,
    says,
    slow,
    status,
    truncated_body,
)
from tests.agents.model.asking import HELLO, answer, asked

GOOD = says("good")


def gives_up(*script: Step, **settings: Any) -> tuple[ModelUnreachable, list[float], int]:
    """What is raised, the waits before, and the number of requests."""
    with asked(script, **settings) as found, pytest.raises(ModelUnreachable) as raised:
        found.reply()
    return raised.value, found.waits, len(found.fake.requests)


@pytest.mark.parametrize(
    ("step", "met", "wait"),
    [
        (status(429), "rate_limit", 1.0),
        (status(500), "server", 0.5),
        (status(502), "server", 0.5),
        (status(529), "server", 0.5),
        (status(408), "server", 0.5),
        (status(409), "server", 0.5),
        (slow(5, says("late")), "timeout", 0.5),
        (truncated_body(), "connection", 0.5),
        (reset_connection(), "connection", 0.5),
        (garbage_body(), "garbled", 0.25),
        (garbage_body(b""), "garbled", 0.25),
        (garbage_body(b'{"choices": [{"mess'), "garbled", 0.25),
        (garbage_body(b"[]"), "garbled", 0.25),
        (garbage_body(b"\xff\xfe{"), "garbled", 0.25),
        (garbage_body(b"[" * 100_000), "garbled", 0.25),
        (garbage_body(b'{"choices": []}'), "garbled", 0.25),
        (garbage_body(b'{"choices": [7]}'), "garbled", 0.25),
        (completes(None), "garbled", 0.25),
        (completes("hello"), "garbled", 0.25),
        (Step({"error": {"code": 429, "message": "busy"}}), "rate_limit", 1.0),
        (Step({"error": "overloaded"}), "garbled", 0.25),
        (Step({"choices": [{"error": {"code": 502, "message": "gone"}}]}), "server", 0.5),
        (Step(raw=b"no gzip", headers={"Content-Encoding": "gzip"}), "garbled", 0.25),
    ],
)
def test_what_passes_is_met_once_and_then_there_is_a_reply(
    step: Step, met: str, wait: float
) -> None:
    with asked([step, GOOD], timeout=1.0 if step.after else 60.0) as found:
        reply = found.reply()
    assert (reply.text, reply.retries, found.waits) == ("good", (met,), [wait])
    assert len(found.fake.requests) == 2
    assert found.fake.bodies[0] == found.fake.bodies[1]


@pytest.mark.parametrize(
    ("step", "error_class", "message"),
    [
        (status(401), ErrorClass.CREDENTIALS, "HTTP 401: scripted 401"),
        (status(403), ErrorClass.CREDENTIALS, "HTTP 403: scripted 403"),
        (status(400), ErrorClass.REFUSED, "HTTP 400: scripted 400"),
        (status(402), ErrorClass.REFUSED, "HTTP 402: scripted 402"),
        (
            status(404),
            ErrorClass.REFUSED,
            "HTTP 404: scripted 404. Is the path of the address right?",
        ),
        (
            Step(raw=b"", status=404),
            ErrorClass.REFUSED,
            "HTTP 404: there is no /v1/chat/completions. Is the path of the address right?",
        ),
        (status(422), ErrorClass.REFUSED, "HTTP 422: scripted 422"),
        (status(429, code="insufficient_quota"), ErrorClass.REFUSED, "HTTP 429: scripted 429"),
        (status(429, type="insufficient_quota"), ErrorClass.REFUSED, "HTTP 429: scripted 429"),
        (Step({"detail": "no\n such\x00 model"}, status=404), ErrorClass.REFUSED, "no such model"),
        (Step([{"error": {"message": "listed"}}], status=400), ErrorClass.REFUSED, "400: listed"),
        (Step({"error": "a bare text"}, status=400), ErrorClass.REFUSED, "400: a bare text"),
        (Step(raw=b"not even JSON", status=400), ErrorClass.REFUSED, "400: not even JSON"),
        (Step(raw=b"", status=400), ErrorClass.REFUSED, "HTTP 400"),
        (status(400, message="half \ud800"), ErrorClass.REFUSED, "400: half ?"),
    ],
)
def test_what_does_not_pass_is_not_tried_again(
    step: Step, error_class: ErrorClass, message: str
) -> None:
    error, waits, requests = gives_up(step, GOOD)
    assert (error.error_class, error.retries) == (error_class, (error_class,))
    assert str(error).startswith(f"{error_class}: HTTP {step.status}")
    assert str(error).endswith(message)
    assert (waits, requests) == ([], 1)


def test_a_redirect_is_not_followed() -> None:
    with asked([GOOD]) as elsewhere:
        away = {"Location": f"{elsewhere.fake.base_url}/chat/completions"}
        error, _, requests = gives_up(Step({}, status=307, headers=away))
        assert elsewhere.fake.requests == []
    assert (error.error_class, requests) == (ErrorClass.REFUSED, 1)


def test_an_address_where_nobody_listens_is_a_connection_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "agents.model._retries")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    waits: list[float] = []
    settings = ModelSettings("m", f"http://127.0.0.1:{port}/v1", tries=3)
    with (
        OpenAIModel(settings, environment={}, sleep=waits.append, jitter=lambda: 0.0) as model,
        pytest.raises(ModelUnreachable) as raised,
    ):
        model.reply(HELLO, [])
    assert raised.value.retries == (ErrorClass.CONNECTION,) * 3
    assert waits == [0.5, 1.0]
    assert [record.getMessage() for record in caplog.records] == [
        f"No connection to http://127.0.0.1:{port}/v1 (try {number} of 3; again in {waited} s)"
        for number, waited in ((1, 0.5), (2, 1.0))
    ]


def test_a_path_that_does_not_end_as_most_do_is_told() -> None:
    with (
        FakeOpenAI([GOOD]) as fake,
        OpenAIModel(ModelSettings("m", fake.base_url.removesuffix("/v1")), environment={}) as model,
        pytest.raises(ModelUnreachable) as raised,
    ):
        model.reply(HELLO, [])
    assert raised.value.message == (
        "HTTP 404: there is no /chat/completions. Is the path of the address right? "
        "It mostly ends in /v1."
    )


@pytest.mark.parametrize(
    ("script", "settings", "told"),
    [
        (
            [status(503), status(429), GOOD],
            {},
            [
                "{}: HTTP 503: scripted 503 (try 1 of 6; again in 0.5 s)",
                "{}: HTTP 429: scripted 429 (try 2 of 6; again in 1.0 s)",
            ],
        ),
        (
            [garbage_body(), garbage_body(), GOOD],
            {},
            [
                "{}: the answer is no chat completion: no JSON (try 1 of 4; again in 0.2 s)",
                "{}: the answer is no chat completion: no JSON (try 2 of 4; again in 0.5 s)",
            ],
        ),
        (
            [status(500), garbage_body(), GOOD],
            {"tries": 3},
            [
                "{}: HTTP 500: scripted 500 (try 1 of 3; again in 0.5 s)",
                "{}: the answer is no chat completion: no JSON (try 2 of 3; again in 0.2 s)",
            ],
        ),
    ],
)
def test_the_log_names_the_address_and_how_often_it_is_still_tried(
    script: list[Step],
    settings: dict[str, Any],
    told: list[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "agents.model._retries")
    with asked(script, **settings) as found:
        found.reply()
        address = found.fake.base_url
    assert [record.getMessage() for record in caplog.records] == [
        line.format(address) for line in told
    ]


@pytest.mark.parametrize(
    ("step", "waits"),
    [
        (status(429), [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0]),
        (status(503), [0.5, 1.0, 2.0, 4.0, 8.0]),
        (reset_connection(), [0.5, 1.0, 2.0, 4.0, 8.0]),
        (garbage_body(), [0.25, 0.5, 1.0]),
        (slow(5, GOOD), [0.5, 1.0]),
    ],
)
def test_each_class_has_its_own_patience(step: Step, waits: list[float]) -> None:
    error, waited, requests = gives_up(*[step] * 20, tries=20, timeout=0.3)
    assert waited == waits
    assert requests == RULES[error.error_class].tries == len(waits) + 1
    assert error.retries == (error.error_class,) * requests


def test_there_are_rules_for_all_classes_and_one_try_for_what_does_not_pass() -> None:
    assert set(RULES) == set(ErrorClass)
    assert all((rule.tries > 1) is kind.is_passing for kind, rule in RULES.items())


def test_the_document_tells_the_rules() -> None:
    document = Path(__file__).parents[3] / "docs" / "models.md"
    rows = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \| (.*)\|$", document.read_text("utf-8"), re.M)
    told = {name: (int(tries), waits.strip()) for name, tries, waits in rows}
    assert told == {
        str(kind): (
            rule.tries,
            f"{rule.first:g} s, doubled, up to {rule.cap:g} s" if kind.is_passing else "",
        )
        for kind, rule in RULES.items()
    }
    assert {rule.growth for kind, rule in RULES.items() if kind.is_passing} == {2.0}


def test_the_tries_of_the_settings_bound_all_classes_together() -> None:
    script = [status(429), status(500), garbage_body(), status(500), GOOD]
    error, waits, requests = gives_up(*script, tries=4)
    assert error.error_class is ErrorClass.SERVER
    assert [str(kind) for kind in error.retries] == ["rate_limit", "server", "garbled", "server"]
    assert (waits, requests) == ([1.0, 0.5, 0.25], 4)

    with asked(script, tries=5) as found:
        reply = found.reply()
    assert reply.retries == ("rate_limit", "server", "garbled", "server")
    assert found.waits == [1.0, 0.5, 0.25, 1.0], "each class counts its own waits"


def test_jitter_spreads_waits_up_to_the_whole() -> None:
    with asked([status(500), status(500), GOOD], jitter=0.5) as found:
        found.reply()
    assert found.waits == [0.75, 1.5]


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"Retry-After": "0"}, 0.0),
        ({"Retry-After-Ms": "1500", "Retry-After": "7"}, 1.5),
        ({"Retry-After": "86400"}, 120.0),
        ({"Retry-After": "-3"}, 1.0),
        ({"Retry-After": "nan"}, 1.0),
        ({"Retry-After": "inf"}, 1.0),
        ({"Retry-After": "soon"}, 1.0),
    ],
)
def test_a_server_that_names_the_wait_is_heard_up_to_two_minutes(
    headers: dict[str, str], wait: float
) -> None:
    with asked([Step({}, status=429, headers=headers), GOOD]) as found:
        assert found.reply().retries == ("rate_limit",)
    assert found.waits == [wait]


def test_a_moment_is_waited_for_by_the_servers_own_clock() -> None:
    date = "Mon, 30 Nov 2026 10:00:00 GMT"
    assert asked_wait({"date": date, "retry-after": "Mon, 30 Nov 2026 10:00:09 GMT"}) == 9.0
    assert asked_wait({"date": date, "retry-after": "Mon, 30 Nov 2026 09:00:00 GMT"}) == 0.0
    assert asked_wait({"retry-after": "Mon, 30 Nov 2026 10:00:09 GMT"}) is None
    assert asked_wait({"date": date, "retry-after": "Mon, 30 Nov 2026 10:00:09"}) is None
    never = ("Mon, 01 Jan 99999999999 00:00:00 GMT", "Mon, 01 Jan 2027 00:00:00 +99999999999999")
    assert [asked_wait({"date": date, "retry-after": moment}) for moment in never] == [None, None]


def test_those_told_the_same_moment_are_spread_after_it() -> None:
    with asked([status(429, retry_after=7), GOOD], jitter=0.5) as found:
        found.reply()
    assert found.waits == [8.0]


@pytest.mark.parametrize(
    "step",
    [
        dripping(0.05, 400, says("at last")),
        dripping(0.05, 400, status(500)),
        dripping(0.05, 400, status(401)),
        Step(GOOD.content, drip_headers=(0.05, 400)),
    ],
)
def test_a_server_that_drips_is_not_waited_for_without_end(step: Step) -> None:
    error, _, _ = gives_up(step, timeout=1.0, tries=1)
    assert str(error) == "timeout: no answer in time (ReadTimeout)"


def test_a_thread_of_its_own_has_a_deadline_of_its_own() -> None:
    with asked([GOOD, dripping(0.05, 400, GOOD), GOOD], timeout=1.0, tries=1) as found:
        assert found.reply().text == "good"
        with ThreadPoolExecutor(1) as pool, pytest.raises(ModelUnreachable, match="timeout"):
            pool.submit(found.reply).result()
        assert found.reply().text == "good"


def test_of_a_refusal_without_end_only_the_beginning_is_read() -> None:
    script = [Step(raw=b"down " * 13_000_000, status=500), GOOD]
    with asked(script) as found:
        tracemalloc.start()
        try:
            reply = found.reply()
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert (reply.text, reply.retries) == ("good", ("server",))
    assert most < 16_000_000, "of 65 MB"


def test_a_long_message_is_searched_in_no_time() -> None:
    error, _, _ = gives_up(status(400, message="exceed" * 100_000))
    assert error.error_class is ErrorClass.REFUSED


def test_blanks_before_a_reply_do_no_harm() -> None:
    assert answer(dripping(0.01, 3, GOOD)).text == "good"


def test_the_sleep_may_stop_it() -> None:
    class Stopped(Exception):
        pass

    def stop(seconds: float) -> None:
        raise Stopped

    with asked([status(500), GOOD]) as found:
        settings = ModelSettings("m", found.fake.base_url)
        with (
            OpenAIModel(settings, environment={}, sleep=stop) as model,
            pytest.raises(Stopped),
        ):
            model.reply(HELLO, [])
        assert len(found.fake.requests) == 1


def test_seconds_are_those_of_the_injected_clock_waits_included() -> None:
    now = [100.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    with asked([status(429, retry_after=5), GOOD]) as found:
        settings = ModelSettings("m", found.fake.base_url)
        with OpenAIModel(
            settings,
            Addresses.from_text("http://127.0.0.1"),
            environment={},
            sleep=sleep,
            clock=lambda: now[0],
            jitter=lambda: 0.0,
        ) as model:
            assert model.reply(HELLO, []).seconds == 5.0


TOO_LONG = [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000.",
    "Input length (9000) exceeds model's maximum context length (8192).",
    "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "prompt is too long: 200001 tokens > 200000 maximum",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "the request exceeds the available context size, try increasing it",
    "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
    "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000",
    "Range of input length should be [1, 30720]",
    "You passed 9000 input tokens. However, the model's context length is only 8192 tokens.",
    "Input prompt (35247 tokens) is too long and exceeds limit of 1000",
    "max_tokens must be at least 1, got -186.",
]
NOT_TOO_LONG = [
    "max_tokens is too large: 100000. This model supports at most 16384 completion tokens.",
    "Unsupported parameter: 'max_tokens' is not supported with this model.",
    "Invalid 'tools': array too long. Expected an array with maximum length 128.",
    "The model `gpt-9` does not exist or you do not have access to it.",
    "Unsupported parameter: 'context_length'.",
    "Input validation error: 'tools' array too long.",
    "Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 12000.",
]


@pytest.mark.parametrize("message", TOO_LONG)
@pytest.mark.parametrize("code", [400, 413, 422])
def test_a_conversation_that_grew_too_long_is_the_subjects(message: str, code: int) -> None:
    script = [status(500), status(code, message=message), GOOD]
    with asked(script) as found, pytest.raises(ContextTooLong) as raised:
        found.reply()
    assert str(raised.value) == f"HTTP {code}: {message}"
    assert raised.value.retries == (ErrorClass.SERVER,)
    assert len(found.fake.requests) == 2
    assert not isinstance(raised.value, ModelUnreachable)


def test_the_code_alone_says_that_it_is_too_long() -> None:
    for told in ({"code": "context_length_exceeded"}, {"type": "exceed_context_size_error"}):
        with asked([status(400, **told)]) as found, pytest.raises(ContextTooLong):
            found.reply()


@pytest.mark.parametrize("message", NOT_TOO_LONG)
def test_other_refusals_are_not_taken_for_it(message: str) -> None:
    error, _, _ = gives_up(status(400, message=message))
    assert error.error_class is ErrorClass.REFUSED


def test_asking_for_more_output_than_fits_at_all_is_a_setting_of_ours() -> None:
    step = status(400, message=TOO_LONG[0])
    error, _, _ = gives_up(step, max_output_tokens=8192)
    assert error.error_class is ErrorClass.REFUSED
    with asked([step], max_output_tokens=8191) as found, pytest.raises(ContextTooLong):
        found.reply()


def test_a_context_length_that_is_no_length_is_no_failure_of_ours() -> None:
    step = status(400, message=f"maximum context length is {'9' * 5_000} tokens")
    with asked([step], max_output_tokens=100) as found, pytest.raises(ContextTooLong):
        found.reply()


def test_a_long_message_is_cut() -> None:
    error, _, _ = gives_up(status(400, message="x" * 10_000))
    assert error.message == f"HTTP 400: {'x' * 490} ..."


def test_errors_can_be_pickled() -> None:
    lost = ModelUnreachable(ErrorClass.SERVER, "gone", (ErrorClass.TIMEOUT, ErrorClass.SERVER))
    again = pickle.loads(pickle.dumps(lost))
    assert (again.error_class, again.message, again.retries) == (
        lost.error_class, lost.message, lost.retries,
    )  # fmt: skip
    grown = pickle.loads(pickle.dumps(ContextTooLong("grown", (ErrorClass.SERVER,))))
    assert (grown.message, grown.retries) == ("grown", (ErrorClass.SERVER,))
