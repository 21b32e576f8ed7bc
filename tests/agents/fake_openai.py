"""A local server that speaks the OpenAI-compatible protocol and answers as it was scripted.

In a test: ``with FakeOpenAI(script) as fake``; on its own: ``python -m tests.agents.fake_openai
--port 0 --script looks_and_finishes``, which prints its base URL.

A script is a function of the request's body, which suits many attempts at once, or a list of
steps that are taken one after the other.
"""

from __future__ import annotations

import argparse
import json
import signal
import socket
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import FrameType
from typing import Any, Self

from tests.agents.model.protocol import fault_of

Body = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One answer.

    Args:
        content: JSON that is sent; None if `raw` is.
        raw: Bytes that are sent as they are.
        status: HTTP status.
        headers: Headers besides the usual.
        after: Seconds before the answer.
        cut: Bytes held back at the end, after which the connection is closed.
        reset: Whether the connection is reset instead.
        drip: Seconds between the bytes of blanks that come before the answer, and how many.
        drip_headers: The same of headers before the usual ones.
    """

    content: Any = None
    raw: bytes | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    cut: int = 0
    reset: bool = False
    drip: tuple[float, int] = (0.0, 0)
    drip_headers: tuple[float, int] = (0.0, 0)


Script = Callable[[Body], Step]


def usage(prompt: int, cached: int = 0, output: int = 0, reasoning: int = 0) -> Body:
    """Usage as OpenAI tells it; output includes reasoning."""
    return {
        "prompt_tokens": prompt,
        "completion_tokens": output,
        "total_tokens": prompt + output,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }


def completes(
    message: Any, usage: Body | None = None, finish_reason: str | None = "stop", **more: Any
) -> Step:
    """A completion with one choice. Its model is the one asked for, its id a running number."""
    told = {} if usage is None else {"usage": usage}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    return Step({"object": "chat.completion", "created": 0, "choices": [choice], **told, **more})


def says(text: str | None, usage: Body | None = None, finish_reason: str = "stop") -> Step:
    """A reply in words."""
    return completes({"role": "assistant", "content": text}, usage, finish_reason)


def calls(*wanted: tuple[str, Any], text: str | None = None, usage: Body | None = None) -> Step:
    """A reply that calls tools: (name, arguments); text goes out as it is, anything else as JSON.

    The ids are made unique by the server.
    """
    tool_calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
            },
        }
        for number, (name, arguments) in enumerate(wanted)
    ]
    message = {"role": "assistant", "content": text, "tool_calls": tool_calls}
    return completes(message, usage, "tool_calls")


def truncated_arguments(name: str, usage: Body | None = None) -> Step:
    """A call that ran out of tokens in the middle of its arguments."""
    return calls((name, '{"contact": "Ad'), usage=usage)


def prose_call(name: str, usage: Body | None = None) -> Step:
    """A call that was only talked about."""
    return says(f"I will now call {name} with no arguments.", usage)


def empty(usage: Body | None = None) -> Step:
    """Nothing said and nothing called."""
    return says("", usage)


def status(code: int, /, *, retry_after: str | float | None = None, **error: Any) -> Step:
    """A refusal. What is given besides stands in its `error`."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    told = {"message": f"scripted {code}", "type": "scripted", "code": None} | error
    return Step({"error": told}, status=code, headers=headers)


def slow(seconds: float, step: Step) -> Step:
    """The same answer, later."""
    return replace(step, after=seconds)


def dripping(seconds: float, count: int, step: Step) -> Step:
    """The same answer after so many blanks, one every so many seconds."""
    return replace(step, drip=(seconds, count))


def truncated_body(step: Step | None = None) -> Step:
    """An answer that breaks off before the length it announced."""
    return replace(step or says("This will never be read whole."), cut=20)


def garbage_body(raw: bytes = b"<html>upstream error</html>") -> Step:
    """An answer with a status of success that is no completion."""
    return Step(raw=raw)


def reset_connection() -> Step:
    """No answer: the connection is reset."""
    return Step(reset=True)


def calls_made(body: Body) -> int:
    """How many calls of tools a conversation holds so far: what most scripts go by."""
    return sum(
        len(message.get("tool_calls") or ())
        for message in body["messages"]
        if message["role"] == "assistant"
    )


def _gives_up_at_once(body: Body) -> Step:
    return calls(("finish_task", {"outcome": "cannot_be_done"}), usage=usage(1000, 0, 10))


def _looks_and_finishes(body: Body) -> Step:
    if calls_made(body) == 0:
        return calls(("get_all_contacts", {}), usage=usage(1000, 0, 20))
    return calls(("finish_task", {"outcome": "done"}), usage=usage(1200, 1000, 10))


def _endless(body: Body) -> Step:
    made = calls_made(body)
    return calls(("get_all_contacts", {}), usage=usage(1000 + 200 * made, 800 + 200 * made, 20))


def _prose(body: Body) -> Step:
    return prose_call("get_all_contacts", usage(1000, 0, 15))


def _slow(body: Body) -> Step:
    return slow(0.5, _looks_and_finishes(body))


SCRIPTS: dict[str, Script] = {
    "gives_up_at_once": _gives_up_at_once,
    "looks_and_finishes": _looks_and_finishes,
    "endless": _endless,
    "prose": _prose,
    "slow": _slow,
}
"""By name, for a server of its own. Each goes by the conversation alone."""


@dataclass(frozen=True)
class Seen:
    """A request as it came.

    Args:
        path: Of its URL.
        headers: By lower-case name.
        body: JSON.
    """

    path: str
    headers: Mapping[str, str]
    body: Body


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self._send(self.server.fake.answer(self.path, headers, raw))

    def _send(self, step: Step) -> None:
        fake = self.server.fake
        if step.after and fake.ended.wait(step.after):
            return
        if step.reset:
            # Closing with a linger of no time sends a reset.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.server.resets.add(self.connection)
            self.close_connection = True
            return
        body = json.dumps(step.content).encode() if step.raw is None else step.raw
        seconds, blanks = step.drip
        self.send_response(step.status)
        pause, headers = step.drip_headers
        for number in range(headers):
            self.send_header(f"X-Drip-{number}", "drip")
            self.flush_headers()
            if fake.ended.wait(pause):
                return
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) + blanks))
        for name, value in step.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for _ in range(blanks):
            self.wfile.write(b" ")
            if fake.ended.wait(seconds):
                return
        self.wfile.write(body[: len(body) - step.cut])
        if step.cut:
            self.close_connection = True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, fake: FakeOpenAI, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.fake = fake
        self.resets: set[Any] = set()
        self._open: set[Any] = set()

    def get_request(self) -> Any:
        found = super().get_request()
        self._open.add(found[0])
        return found

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        if request in self.resets:
            self.resets.discard(request)
            self.close_request(request)
        else:
            super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that left early is part of the play."""

    def hang_up(self) -> None:
        """End the connections that are kept alive."""
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class FakeOpenAI:
    """The server, from `with` to its end.

    Args:
        script: A function of the request's body, or steps in order. Requests that OpenAI would
            refuse are refused with 400 and take no step; past the last step there is 400 too.
        port: 0 for any that is free.
        prefix: Of the path.

    Attributes:
        requests: What came, in order.
    """

    def __init__(self, script: Script | Sequence[Step], port: int = 0, prefix: str = "/v1") -> None:
        self._script = script
        self._steps = 0
        self._lock = threading.Lock()
        self._prefix = prefix
        self.requests: list[Seen] = []
        self.ended = threading.Event()
        self._server = _Server(self, port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def base_url(self) -> str:
        """What a client is given."""
        return f"http://127.0.0.1:{self._server.server_address[1]}{self._prefix}"

    @property
    def bodies(self) -> list[Body]:
        """The bodies of what came, in order."""
        return [seen.body for seen in self.requests]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()
        self._thread.join()

    def answer(self, path: str, headers: Mapping[str, str], raw: bytes) -> Step:
        """The step for a request; it is noted first."""
        try:
            body = json.loads(raw)
        except ValueError:
            return status(400, message="the body is no JSON")
        with self._lock:
            self.requests.append(Seen(path, headers, body))
            number = len(self.requests)
        if path != f"{self._prefix}/chat/completions":
            return status(404, message=f"there is no {path}")
        fault = fault_of(body)
        if fault is not None:
            return status(400, message=fault, type="invalid_request_error")
        return _completed(self._next(body), body["model"], number)

    def _next(self, body: Body) -> Step:
        if callable(self._script):
            return self._script(body)
        with self._lock:
            self._steps += 1
            place = self._steps
        if place > len(self._script):
            return status(400, message=f"the script has {len(self._script)} steps, this is {place}")
        return self._script[place - 1]


def _completed(step: Step, model: str, number: int) -> Step:
    """A completion with what only the server knows: its id, the model, unique ids of calls."""
    content = step.content
    if not isinstance(content, dict) or content.get("object") != "chat.completion":
        return step
    content = json.loads(json.dumps({"id": f"chatcmpl-{number}", "model": model, **content}))
    for choice in content["choices"]:
        message = choice.get("message")
        for call in (isinstance(message, dict) and message.get("tool_calls")) or ():
            if isinstance(call, dict) and isinstance(call.get("id"), str):
                call["id"] = f"{call['id']}_{number}"
    return replace(step, content=content)


def main() -> None:
    """Serve a named script until told to stop."""
    parser = argparse.ArgumentParser(description="A fake model that follows a script.")
    parser.add_argument("--port", type=int, default=0, help="0 for any that is free")
    parser.add_argument("--script", choices=sorted(SCRIPTS), default="looks_and_finishes")
    options = parser.parse_args()
    told = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        told.set()

    for signalled in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signalled, stop)
    with FakeOpenAI(SCRIPTS[options.script], options.port) as fake:
        print(fake.base_url, flush=True)
        told.wait()


if __name__ == "__main__":
    main()
