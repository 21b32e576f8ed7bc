"""The texts that LightTalk's worlds are made of, read once per process."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class TalkCorpus:
    """All texts.

    Args:
        surnames: Family names.
        first_names: Given names by gender, "female" and "male".
        places: "City, Country", where posts may come from.
        posts: Pairs of a post and its two comments.
        small_talk: Chats: lists of (speaker, text), the speaker "them" or "me".
        injections: Messages that try to lead an agent astray.
    """

    surnames: tuple[str, ...]
    first_names: dict[str, tuple[str, ...]]
    places: tuple[str, ...]
    posts: tuple[tuple[str, tuple[str, ...]], ...]
    small_talk: tuple[tuple[tuple[str, str], ...], ...]
    injections: tuple[str, ...]


@functools.cache
def talk_corpus() -> TalkCorpus:
    """Read the corpus from its files."""
    names = _read("names.json")
    return TalkCorpus(
        surnames=tuple(names["surnames"]),
        first_names={gender: tuple(names[gender]) for gender in ("female", "male")},
        places=tuple(_read("places.json")),
        posts=tuple((post["text"], tuple(post["comments"])) for post in _read("posts.json")),
        small_talk=tuple(
            tuple((speaker, text) for speaker, text in chat) for chat in _read("small_talk.json")
        ),
        injections=tuple(_read("injections.json")),
    )


def _read(name: str) -> Any:
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))
