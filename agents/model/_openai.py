"""A model behind an OpenAI-compatible address."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

from agents.model._addresses import DEFAULT_ADDRESSES, Addresses, read_address
from agents.model._errors import ContextTooLong, ErrorClass, ModelUnreachable
from agents.model._failures import Failure, shortened
from agents.model._reply import Function, Message, Reply, ToolUse
from agents.model._retries import Persistence
from agents.model._settings import ModelSettings

if TYPE_CHECKING:
    from agents.model._transport import Transport

NO_KEY = "none"
"""What is sent where no key is: some servers want a word."""

_KEY = re.compile(r"[\x21-\x7e]+")
_SHORTEST_SECRET = 16
_NO_SUCH_MODEL = re.compile("model|deployment", re.IGNORECASE)


class KeyMissing(Exception):
    """The environment lacks the key for an address."""


class OpenAIModel:
    """Answers through chat completions, without streaming. Threads may share one.

    The key is read when it is used and kept nowhere; whatever a server sends back that contains
    it loses it.

    Args:
        settings: Which model, where and how.
        addresses: Which addresses may be asked; OpenAI's and this machine's if left out.
        environment: Where keys are; this process's own if left out.
        sleep: Waits so many seconds between tries. May raise, to stop.
        clock: Seconds that only go forward.
        jitter: A number in [0, 1), to spread the waits of many; left out, each model draws the
            same ones, so models that ask side by side had better be given their own.

    Raises:
        AddressRefused: the address is not allowed.
        KeyMissing: the address needs a key and there is none; only this machine's go without.
    """

    def __init__(
        self,
        settings: ModelSettings,
        addresses: Addresses | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] | None = None,
    ) -> None:
        self.settings = settings
        allowed = Addresses.from_text(DEFAULT_ADDRESSES) if addresses is None else addresses
        self._key_name = allowed.key_name(settings.base_url)
        held = os.environ if environment is None else environment
        # Behind a function, since the representation of a mapping would show the key.
        self._look_up: Callable[[str], str] = lambda name: held.get(name, "")
        self._clock = clock
        spread = random.Random(0).random if jitter is None else jitter  # noqa: S311 - no secret
        self._persistence = Persistence(settings.tries, sleep, spread, settings.base_url)
        self._lock = Lock()
        self._transport: Transport | None = None
        self._closed = False
        self._key()

    def __repr__(self) -> str:
        return f"OpenAIModel({self.settings.model} at {self.settings.base_url})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections, for good."""
        with self._lock:
            self._closed = True
            if self._transport is not None:
                self._transport.close()

    def reply(self, messages: Sequence[Message], functions: Sequence[Function]) -> Reply:
        """Answer a conversation, trying again where that may help.

        Args:
            messages: The conversation.
            functions: What may be called natively; none for dialects that write calls as text.

        Raises:
            ModelUnreachable: there is no reply to be had, for a reason that is not the model's.
            ContextTooLong: the conversation no longer fits the model, which is the subject's.
            RuntimeError: it was closed.
        """
        transport, request = self._connected(), self._request(messages, functions)
        started = self._clock()
        outcome, met = self._persistence.ask(lambda: self._once(transport, request))
        if isinstance(outcome, Reply):
            return replace(
                outcome, seconds=self._clock() - started, retries=tuple(str(c) for c in met)
            )
        # Raised here, outside any `except`: what a server sent must not hang on as the context.
        if outcome.too_long:
            raise ContextTooLong(outcome.message, met[:-1])
        raise ModelUnreachable(outcome.error_class, self._hinted(outcome.message), met)

    def _connected(self) -> Transport:
        from agents.model._transport import Transport  # 0.3 s, which few commands need

        with self._lock:
            if self._closed:
                raise RuntimeError(f"{self!r} was closed.")
            if self._transport is None:
                self._transport = Transport(
                    self.settings.base_url,
                    self.settings.timeout,
                    is_loopback=read_address(self.settings.base_url).is_loopback,
                    max_output_tokens=self.settings.max_output_tokens,
                    clock=self._clock,
                )
            return self._transport

    def _once(self, transport: Transport, request: Mapping[str, Any]) -> Reply | Failure:
        try:
            key = self._key()
        except KeyMissing as missing:
            return Failure(ErrorClass.CREDENTIALS, str(missing))
        outcome = transport.ask(request, key)
        if isinstance(outcome, Failure):
            hidden = outcome.message if key == NO_KEY else outcome.message.replace(key, "[key]")
            return replace(outcome, message=shortened(hidden))
        return _without(outcome, key)

    def _request(
        self, messages: Sequence[Message], functions: Sequence[Function]
    ) -> dict[str, Any]:
        """The parameters; what is not set is left to the provider."""
        ours = self.settings
        # The name that OpenAI's reasoning models insist on is unknown to many other servers.
        host = read_address(ours.base_url).host
        is_openai = host == "api.openai.com" or host.endswith(".openai.azure.com")
        wanted = {
            "temperature": ours.temperature,
            "top_p": ours.top_p,
            "max_completion_tokens" if is_openai else "max_tokens": ours.max_output_tokens,
            "seed": ours.seed,
            "reasoning_effort": ours.reasoning_effort,
            "tools": [dict(function) for function in functions] or None,
        }
        return {
            "model": ours.model,
            "messages": [dict(message) for message in messages],
            **{name: value for name, value in wanted.items() if value is not None},
        }

    def _hinted(self, message: str) -> str:
        """What is said, and where a path seems to be missing what is mostly the matter."""
        if not message.startswith("HTTP 404") or _NO_SUCH_MODEL.search(message):
            return message
        path = read_address(self.settings.base_url).path
        said = message if ": " in message else f"{message}: there is no {path}/chat/completions"
        usual = "" if path.endswith("/v1") else " It mostly ends in /v1."
        return f"{said.rstrip('.')}. Is the path of the address right?{usual}"

    def _key(self) -> str:
        key = self._look_up(self._key_name).strip() if self._key_name else ""
        if not key:
            address = read_address(self.settings.base_url)
            if not self._key_name or address.is_loopback:
                return NO_KEY
            raise KeyMissing(
                f"{address} needs a key, and the environment variable {self._key_name} that "
                "should hold it is not set."
            )
        if not _KEY.fullmatch(key):
            raise KeyMissing(
                f"What the environment variable {self._key_name} holds is no key: there are blanks "
                "or characters beyond ASCII in it."
            )
        return key


def _without(reply: Reply, key: str) -> Reply:
    """A reply without the key, should a server have put it there. A short one is no secret."""
    if len(key) < _SHORTEST_SECRET:
        return reply

    def hide(text: str) -> str:
        return text.replace(key, "[key]")

    return replace(
        reply,
        text=hide(reply.text),
        tool_uses=tuple(
            ToolUse(hide(use.id), hide(use.name), hide(use.arguments)) for use in reply.tool_uses
        ),
        finish_reason=hide(reply.finish_reason),
        model=hide(reply.model),
    )
