"""A model at a fake server, whose waits are noted and not waited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from agents.model import Addresses, ModelSettings, OpenAIModel, Reply
from tests.agents.fake_openai import FakeOpenAI, Script, Step

HELLO = [{"role": "user", "content": "Hello"}]


@dataclass
class Asked:
    """A model, its server, and the waits between tries in seconds."""

    model: OpenAIModel
    fake: FakeOpenAI
    waits: list[float] = field(default_factory=list)

    def reply(self) -> Reply:
        return self.model.reply(HELLO, [])


@contextmanager
def asked(
    script: Script | Sequence[Step],
    *,
    environment: Mapping[str, str] | None = None,
    addresses: str = "http://127.0.0.1",
    jitter: float = 0.0,
    **settings: Any,
) -> Iterator[Asked]:
    """A model named "m" at a server with a script."""
    waits: list[float] = []
    with FakeOpenAI(script) as fake:
        chosen = ModelSettings(**{"model": "m", "base_url": fake.base_url, **settings})
        with OpenAIModel(
            chosen,
            Addresses.from_text(addresses),
            environment=environment or {},
            sleep=waits.append,
            jitter=lambda: jitter,
        ) as model:
            yield Asked(model, fake, waits)


def answer(*script: Step, **settings: Any) -> Reply:
    """The reply to one question."""
    with asked(script, **settings) as found:
        return found.reply()
