"""One try at one address. Imports the client, which takes its time: import this when asking."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx2
import openai

from agents.model._completion import read_completion, said
from agents.model._deadline import Deadline, bind
from agents.model._errors import ErrorClass
from agents.model._failures import Failure, complaint, failure_of_status
from agents.model._reply import Reply

_LONGEST_BODY = 32 * 1024 * 1024
_LONGEST_REFUSAL = 1024 * 1024
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


class _Refused(Exception):
    """An answer with a status other than success, as far as it was read.

    Args:
        outcome: What it comes to.
    """

    def __init__(self, outcome: Reply | Failure) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Transport:
    """The client of one address. Threads may share it.

    Args:
        base_url: The address.
        timeout: Seconds that one try may take, from its connection to its last byte.
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
        self._timeout, self._output = timeout, max_output_tokens
        self._deadline = Deadline(clock)
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key="none",  # each request brings its own
            max_retries=0,
            timeout=httpx2.Timeout(timeout, connect=min(timeout, _LONGEST_CONNECT)),
            # Not led elsewhere: where a redirect points has not been allowed.
            http_client=bind(
                openai.DefaultHttpxClient(
                    follow_redirects=False,
                    trust_env=not is_loopback,
                    verify=_trust(base_url),
                    event_hooks={"request": [_strip], "response": [self._refuse]},
                ),
                self._deadline,
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
        self._deadline.begin(self._timeout)
        try:
            headers = {"Authorization": f"Bearer {key}"}
            # Read piece by piece, since the client would read on, however much there is.
            with self._create(**request, extra_headers=headers) as response:
                body = _read(response.iter_bytes(), _LONGEST_BODY)
        except _Refused as refused:
            return refused.outcome
        except openai.APIConnectionError as error:
            return _broken(error.__cause__)
        except httpx2.RequestError as error:
            return _broken(error)
        if len(body) > _LONGEST_BODY:
            return Failure(ErrorClass.GARBLED, f"more than {_LONGEST_BODY} bytes")
        return read_completion(body)

    def _refuse(self, response: httpx2.Response) -> None:
        """Read what is no success before the client does, which would read all of it.

        Raises:
            _Refused: what it comes to.
        """
        if response.is_success:
            return
        # What is cut off here is no JSON any more; its status still says what it is.
        raw = _read(response.iter_bytes(), _LONGEST_REFUSAL)[:_LONGEST_REFUSAL]
        body = _json_or_text(raw, response.encoding or "utf-8")
        told = complaint(body)
        if "tool_use_failed" in told.codes and told.written is not None:
            # The provider could not parse the model's call: a reply all the same, and the model's.
            text = said({"content": told.written})
            raise _Refused(Reply(text, finish_reason="tool_use_failed"))
        headers = {name.lower(): value for name, value in response.headers.items()}
        raise _Refused(failure_of_status(response.status_code, body, headers, self._output))


def _read(pieces: Iterator[bytes], most: int) -> bytes:
    """What comes, up to the piece that goes beyond the most bytes."""
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > most:
            break
    return bytes(body)


def _json_or_text(body: bytes, encoding: str) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body.decode(encoding, "replace")


def _broken(error: BaseException | None) -> Failure:
    """What it means that the exchange did not come to its end."""
    kind = type(error).__name__
    if isinstance(error, httpx2.TimeoutException):
        return Failure(ErrorClass.TIMEOUT, f"no answer in time ({kind})")
    if isinstance(error, httpx2.DecodingError):
        return Failure(ErrorClass.GARBLED, f"the answer can't be unpacked ({kind})")
    return Failure(ErrorClass.CONNECTION, f"the connection failed or broke off ({kind})")
