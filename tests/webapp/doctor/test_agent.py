"""doctor --agent: what is told of agents that do it right, and of those that do one thing wrong."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx2
import pytest

from tests.webapp.doctor import agent_clients as agents
from tests.webapp.doctor.agent_clients import (
    by_name,
    examined,
    examined_acting,
    examined_at,
    reply,
    service,
    states,
)
from tests.webapp.doctor.ailments import free_port, server
from webapp.doctor.agent import NoPort, examine_agent
from webapp.doctor.agent_world import errand

CHECKS = [
    "connection",
    "tools listed",
    "instruction",
    "results read",
    "arguments",
    "tool names",
    "faults",
    "task",
    "finish",
    "time",
]


@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_an_agent_that_does_it_right_lacks_nothing(mode: str, version: str) -> None:
    report = examined_acting(agents.right, mode)
    assert [check.name for check in report.checks] == CHECKS
    assert states(report) == {}
    found = {name: check.found for name, check in by_name(report).items()}
    assert found["connection"] == f"mcp 0.1.0, MCP {version}"
    assert found["instruction"] == (
        "its word came back with find_locker (it stood in the server's instructions and "
        "finish_task's text)"
    )
    assert found["results read"] == "the code of find_locker and the seal of open_locker came back"
    assert found["arguments"] == "whole numbers, a list and an object came as such"
    assert found["faults"] == "open_locker was called again after its fault"
    assert found["task"] == "solved, with 4 calls"
    assert found["finish"] == "with done"
    assert [(call["tool"], call["status"]) for call in report.calls] == [
        ("find_locker", "ok"),
        ("open_locker", "internal_error"),
        ("open_locker", "ok"),
        ("sign_out_parcels", "ok"),
    ]
    assert (report.seed, report.instruction) == (agents.SEED, errand(agents.SEED).instruction())
    assert report.stopped_by == 0


def test_an_agent_that_ignores_results_is_told_so() -> None:
    report = examined_acting(agents.ignore_results)
    assert states(report) == {"results read": "missing", "task": "missing", "finish": "warning"}
    found = by_name(report)
    assert found["results read"].found == (
        "find_locker answered with a code that came back in no later call"
    )
    assert found["results read"].remedy.startswith("Give the model the text of each answer")
    assert found["task"].found == "not solved: never opened (4 calls)"
    assert found["finish"].found == "with done, though the task was not solved"


def test_an_agent_that_never_finishes_is_waited_for_until_the_time_is_over() -> None:
    report = examined_acting(agents.solve, seconds=5)
    assert states(report) == {"finish": "missing"}
    finish = by_name(report)["finish"]
    assert finish.found == "finish_task was not called before the time was over"
    assert finish.remedy.startswith("Let the agent end with finish_task")


def test_numbers_that_come_as_texts_are_told_with_the_place() -> None:
    report = examined_acting(agents.send_numbers_as_texts)
    assert by_name(report)["arguments"].found == (
        'open_locker: "locker" came as a text, and must be a whole number, without quotes or '
        "decimal point"
    )
    assert states(report) == {
        "arguments": "missing",
        "faults": "warning",
        "task": "missing",
        "finish": "missing",
    }


def test_an_agent_that_mends_its_arguments_gets_a_note() -> None:
    report = examined_acting(agents.mend_the_numbers)
    assert states(report) == {"arguments": "warning"}
    assert by_name(report)["arguments"].found.startswith("mended after an error: open_locker: ")


def test_an_agent_that_gives_up_at_the_fault_is_told_to_try_again() -> None:
    report = examined_acting(agents.give_up_at_the_fault)
    assert states(report) == {
        "arguments": "warning",
        "faults": "missing",
        "task": "missing",
        "finish": "missing",
    }
    found = by_name(report)
    assert found["faults"].found == (
        "open_locker met a fault (internal_error) and was not called again"
    )
    assert found["faults"].remedy.endswith("try again after internal_error.")
    assert found["arguments"].found == "not seen: a list and an object"
    assert found["finish"].found == "with cannot_be_done, though the task can be done"


@pytest.mark.parametrize(
    ("act", "where", "remedy"),
    [
        (
            agents.see_no_instruction,
            "it stood in the server's instructions and finish_task's text",
            "Show the model the server's instructions, or let it call get_task first.",
        ),
        (
            agents.fetch_and_forget,
            "it stood in the server's instructions and finish_task's text; get_task was called; "
            "the resource was read",
            "Put the text that was fetched before the model, whole.",
        ),
    ],
)
def test_an_instruction_that_was_not_acted_on_is_told_with_where_it_stood(
    act: agents.Act, where: str, remedy: str
) -> None:
    report = examined_acting(act)
    check = by_name(report)["instruction"]
    assert check.state == "missing"
    assert check.found == f"its word, which stands nowhere else, was in no call ({where})"
    assert check.remedy == remedy
    assert by_name(report)["results read"].found == ("not seen: no answer held anything to pass on")


def test_names_that_no_tool_has_are_told() -> None:
    check = by_name(examined_acting(agents.call_other_names))["tool names"]
    assert (check.state, check.found) == (
        "missing",
        "1 that there is not: touchstone__list_lockers",
    )
    assert check.remedy.endswith("no prefix, no other spelling.")


def test_an_agent_that_uses_up_its_calls_has_not_finished() -> None:
    def call_and_call(address: str) -> None:
        for _ in range(100):
            agents.post_call(address, "list_lockers", {})

    report = examined(call_and_call)
    assert by_name(report)["finish"].found == "never: all 100 calls were used up"
    assert by_name(report)["connection"].found == "a client without a name, MCP 2026-07-28"
    assert by_name(report)["tools listed"].found == "never; the calls were made without"
    assert [call["output"] for call in report.calls] == [report.calls[0]["output"]] * 100


def test_an_agent_that_goes_on_after_the_end_is_refused_and_gets_a_note(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = examined_acting(agents.go_on_after_the_end)
    assert states(report) == {"finish": "warning"}
    assert by_name(report)["finish"].found == "with done, but then it went on (1 refused)"
    assert "The attempt has been finished. No further call can be made." in capsys.readouterr().out


def test_a_wrong_end_is_answered_and_ends_nothing() -> None:
    def finish_wrongly(address: str) -> None:
        ended = agents.post_call(address, "finish_task", {"outcome": "finished"})
        assert ended.json()["result"]["isError"] is True
        os.kill(os.getpid(), signal.SIGINT)

    assert by_name(examined(finish_wrongly))["finish"].found == (
        "finish_task was refused: outcome: one of done, cannot_be_done."
    )


def test_half_a_character_neither_breaks_the_report_nor_the_terminal() -> None:
    def call_oddly(address: str) -> None:
        agents.post_call(address, "list_lockers", {"\ud800": "\udfff\x1b[31m"})
        os.kill(os.getpid(), signal.SIGINT)

    report = examined(call_oddly)
    (call,) = report.calls
    assert call == {
        "tool": "list_lockers",
        "arguments": {"?": "?\x1b[31m"},
        "status": "error",
        "output": 'list_lockers: Argument "\\ud800" is not known: leave it out. '
        "It takes no arguments.",
    }
    json.dumps(asdict(report), ensure_ascii=False).encode()


def test_ctrl_c_ends_the_watching_with_what_was_seen_so_far() -> None:
    def interrupted(address: str) -> None:
        agents.run(address, agents.solve)
        os.kill(os.getpid(), signal.SIGINT)

    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    report = examined(interrupted)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    assert report.stopped_by == signal.SIGINT
    assert states(report) == {"finish": "missing"}
    assert (
        by_name(report)["finish"].found
        == "finish_task was not called before the watching was stopped"
    )


def test_whoever_comes_without_mcp_is_told_what_to_choose() -> None:
    def sse(address: str) -> None:
        origin = address.partition("/mcp/")[0]
        assert httpx2.get(f"{origin}/sse").json()["error"]["data"] == {"reason": "unknown_token"}
        assert httpx2.get(f"{address}/LightTalk").status_code == 404
        os.kill(os.getpid(), signal.SIGINT)

    (check,) = examined(sse).checks
    assert check.state == "missing"
    assert check.found == "no MCP came before the watching was stopped, but GET /sse"
    assert check.remedy.startswith("Choose the transport Streamable HTTP (not SSE)")


def test_nobody_who_comes_is_told_as_well() -> None:
    (check,) = examined(lambda address: None, seconds=0.1).checks
    assert (check.state, check.found) == ("missing", "nobody came before the time was over")


@pytest.mark.parametrize("holds", [True, False], ids=["answers at the end", "answers at once"])
def test_an_agent_is_started_by_a_post(holds: bool) -> None:
    sent = []

    def start(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        sent.append(body)
        if not holds:
            reply(handler, 202)
        agents.run(body["mcp"], agents.right)
        if holds:
            reply(handler, 200)

    with service(start) as url:
        report = examined_at(url)

    assert [check.name for check in report.checks] == ["agent's address", *CHECKS]
    assert states(report) == {}
    assert report.checks[0].found == f"{url} answered with {200 if holds else 202}"
    assert [sorted(body) for body in sent] == [["mcp", "websocket"]]
    assert sent[0]["websocket"] is None


def test_an_agent_that_refuses_to_start_is_told_with_its_words() -> None:
    with service(lambda handler, body: reply(handler, 500, b"no\nmodel \x1b[31m")) as url:
        start, connection = examined_at(url).checks
    assert start.state == "missing"
    assert start.found == f"{url} answered with 500: no model ?[31m"
    assert '{"mcp": address, "websocket": null}' in start.remedy
    assert connection.found == "nobody came before the request that starts the agent failed"


def test_an_agent_that_hangs_up_is_told() -> None:
    with server(lambda connection: None) as port:
        start, _ = examined_at(f"http://someone:secret@127.0.0.1:{port}/start?key=secret").checks
    assert start.state == "missing"
    assert start.found.startswith(f"http://127.0.0.1:{port}/start broke off (")


def test_an_address_that_nobody_listens_at_is_told_at_once() -> None:
    url = f"http://127.0.0.1:{free_port()}/start"
    start, connection = examined_at(url).checks
    assert (start.state, start.found) == ("missing", f"nobody listens at {url}")
    assert start.remedy.startswith("Start the agent's own HTTP service first.")
    assert connection.state == "missing"


def test_a_port_that_is_taken_is_told() -> None:
    with (
        server(lambda connection: None) as port,
        pytest.raises(NoPort, match=f"Port {port} at 127.0.0.1 is taken"),
    ):
        examine_agent(None, port=port, seconds=1, seed=1, say=lambda line: None)
