"""One try at one address. Imports the client, which takes its time: import this when asking."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx2
import openai

from agents.model._completion import read_completion
from agents.model._errors import ErrorClass
from agents.model._failures import Failure, complaint, failure_of_status
from agents.model._reply import Reply

_LONGEST_BODY = 32 * 1024 * 1024
_LONGEST_CONNECT = 10.0
# The client adds what it finds in the environment (organisation, custom headers) and facts about
# the machine; the first are secrets of one provider, and no other is to see them. The last of these
# is how it remembers that an answer is read piece by piece.
_SENT = {
    "accept", "accept-encoding", "authorization", "connection", "content-length", "content-type",
    "host", "transfer-encoding", "user-agent", "x-stainless-raw-response",
}  # fmt: skip


def _strip(request: httpx2.Request) -> None:
    for name in set(request.headers) - _SENT:
        del request.headers[name]


def _trust(base_url: str) -> ssl.SSLContext | bool:
    """The usual roots; for plain HTTP none, since reading them is most of the work of starting."""
    return base_url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Transport:
    """The client of one address. Threads may share it.

    Args:
        base_url: The address.
        timeout: Seconds that one try may take.
        is_loopback: Whether that is this machine, to which no proxy leads.
        max_output_tokens: What is asked for, to tell a setting of ours from a long conversation.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        base_url: str,
        timeout: float,
        *,
        is_loopback: bool,
        max_output_tokens: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._timeout, self._clock, self._output = timeout, clock, max_output_tokens
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key="none",  # each request brings its own
            max_retries=0,
            timeout=httpx2.Timeout(timeout, connect=min(timeout, _LONGEST_CONNECT)),
            # Not led elsewhere: where a redirect points has not been allowed.
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False,
                trust_env=not is_loopback,
                verify=_trust(base_url),
                event_hooks={"request": [_strip]},
            ),
        )
        # Looked up now, since that imports a second half of the client.
        self._create: Any = self._client.chat.completions.with_streaming_response.create

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def ask(self, request: Mapping[str, Any], key: str) -> Reply | Failure:
        """One try.

        Args:
            request: The parameters of a chat completion.
            key: What authorises it.
        """
        deadline = self._clock() + self._timeout
        try:
            headers = {"Authorization": f"Bearer {key}"}
            # Read piece by piece, since the client's time-out starts anew with every piece.
            with self._create(**request, extra_headers=headers) as response:
                return self._read(response.iter_bytes(), deadline)
        except openai.APIStatusError as error:
            return self._refusal(error)
        except openai.APIConnectionError as error:
            return _broken(error.__cause__)
        except httpx2.RequestError as error:
            return _broken(error)

    def _read(self, pieces: Iterator[bytes], deadline: float) -> Reply | Failure:
        body = bytearray()
        for piece in pieces:
            body += piece
            if len(body) > _LONGEST_BODY:
                return Failure(ErrorClass.GARBLED, f"more than {_LONGEST_BODY} bytes")
            if self._clock() > deadline:
                return Failure(ErrorClass.TIMEOUT, f"not done in {self._timeout:g} s")
        return read_completion(bytes(body))

    def _refusal(self, error: openai.APIStatusError) -> Reply | Failure:
        said = complaint(error.body)
        if "tool_use_failed" in said.codes and said.written is not None:
            # The provider could not parse the model's call: a reply all the same, and the model's.
            return Reply(said.written, finish_reason="tool_use_failed")
        headers = {name.lower(): value for name, value in error.response.headers.items()}
        return failure_of_status(error.status_code, error.body, headers, self._output)


def _broken(error: BaseException | None) -> Failure:
    """What it means that the exchange did not come to its end."""
    kind = type(error).__name__
    if isinstance(error, httpx2.TimeoutException):
        return Failure(ErrorClass.TIMEOUT, f"no answer in time ({kind})")
    if isinstance(error, httpx2.DecodingError):
        return Failure(ErrorClass.GARBLED, f"the answer can't be unpacked ({kind})")
    return Failure(ErrorClass.CONNECTION, f"the connection failed or broke off ({kind})")
