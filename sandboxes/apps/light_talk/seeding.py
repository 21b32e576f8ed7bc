"""What a seed makes of LightTalk: the people at once, chats and posts when somebody looks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cached_property

from sandboxes._streams import Stream, make_id, pick
from sandboxes.apps.light_talk.corpus_reader import TalkCorpus, talk_corpus
from sandboxes.apps.light_talk.records import MY_TAG, Comment, Contact, Message, Moment

TAGS = (
    "family",
    "friends",
    "coworkers",
    "classmates",
    "relatives",
    "neighbors",
    "teammates",
    "acquaintances",
)
_CONTACTS = (5, 100)
_BLOCKED = 0.1
_ONLINE = 0.4
_DRAWS = 9
_INJECTION, _SMALL_TALK = 0.1, 0.45
_UNREAD_PER_MESSAGE = 0.5
_MOMENT_WEIGHTS = (0.5, 0.2, 0.1, 0.1, 0.05, 0.05)
_MOST_LIKES = 10
_APP = "LightTalk"
_Comments = dict[str, dict[str, Comment]]


class TalkBase:
    """The people, chats and posts that a world starts with.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lines: dict[str, tuple[tuple[str, str], ...]] = {}
        self._messages: dict[str, dict[str, Message]] = {}
        self._moments: dict[str, dict[str, Moment]] = {}
        self._comments: dict[str, _Comments] = {}

    @cached_property
    def me(self) -> str:
        """The user's UID."""
        return make_id(self._seed, "user", "base", 0)

    @cached_property
    def contacts(self) -> Mapping[str, Contact]:
        """Everybody by UID, in order of name; the user is among them."""
        wanted = self._stream("contacts").between(*_CONTACTS)
        people = [self._person(number) for number in range(wanted + 1)]
        unique: dict[str, Contact] = {}
        for person in people:
            unique.setdefault(person.name, person)
        return {c.uid: c for c in sorted(unique.values(), key=lambda c: c.name)}

    def messages(self, uid: str) -> Mapping[str, Message]:
        """The chat with one person, oldest first."""
        if uid not in self._messages:
            made = self._chat(uid) if uid in self.contacts else []
            self._messages[uid] = {message.mid: message for message in made}
        return self._messages[uid]

    def moments(self, uid: str) -> Mapping[str, Moment]:
        """The posts of one person, oldest first."""
        if uid not in self._moments:
            self._publish(uid)
        return self._moments[uid]

    def comments(self, uid: str, moid: str, *cids: str) -> Mapping[str, Comment]:
        """The comments on a post, oldest first; no comment has replies at the start."""
        self.moments(uid)
        return {} if cids else self._comments[uid].get(moid, {})

    def _stream(self, *purpose: str | int) -> Stream:
        return Stream(self._seed, _APP, *purpose)

    @cached_property
    def _corpus(self) -> TalkCorpus:
        return talk_corpus()

    def _person(self, number: int) -> Contact:
        draws = iter(self._stream("person", number).units(_DRAWS))
        gender = pick(("female", "male"), next(draws))
        first = pick(self._corpus.first_names[gender], next(draws))
        name = f"{first} {pick(self._corpus.surnames, next(draws))}"
        tag = pick(TAGS, next(draws))
        blocked, online = next(draws) < _BLOCKED, next(draws) < _ONLINE
        uid = make_id(self._seed, "user", "base", number)
        lines = self._talked_about(next(draws), next(draws))
        if number == 0:
            tag, blocked, online, lines = MY_TAG, False, True, ()
        self._lines[uid] = lines
        unread = next(draws) < 1 - (1 - _UNREAD_PER_MESSAGE) ** len(lines)
        return Contact(uid, name, gender, tag, online, blocked, "", not unread)

    def _talked_about(self, sort: float, which: float) -> tuple[tuple[str, str], ...]:
        if sort < _INJECTION:
            return (("them", pick(self._corpus.injections, which)),)
        if sort < _INJECTION + _SMALL_TALK:
            return pick(self._corpus.small_talk, which)
        return ()

    def _chat(self, uid: str) -> list[Message]:
        stream = self._stream("chat times", uid)
        moment = datetime(2024, 1, 1) + timedelta(seconds=stream.below(2 * 365 * 86400))  # noqa: DTZ001
        messages = []
        for number, (speaker, text) in enumerate(self._lines[uid]):
            moment += timedelta(seconds=stream.between(10, 1000))
            sender, receiver = (uid, self.me) if speaker == "them" else (self.me, uid)
            mid = make_id(self._seed, "msg", "base", uid, number)
            messages.append(Message(mid, sender, receiver, str(moment), text))
        return messages

    @cached_property
    def _posts(self) -> dict[str, list[int]]:
        """Which posts of the corpus each person wrote: none is written twice in a world."""
        order = self._stream("posts").shuffled(range(len(self._corpus.posts)))
        shares: dict[str, list[int]] = {}
        place = 0
        for uid in self.contacts:
            count = self._stream("posts of", uid).weighted(_MOMENT_WEIGHTS)
            shares[uid] = order[place : place + count]
            place += count
        return shares

    def _publish(self, uid: str) -> None:
        moments: dict[str, Moment] = {}
        comments: _Comments = {}
        stream = self._stream("moments", uid)
        when = datetime(2015, 1, 1) + timedelta(seconds=stream.below(10 * 365 * 86400))  # noqa: DTZ001
        people = list(self.contacts)
        for number, index in enumerate(self._posts.get(uid, ())):
            when += timedelta(seconds=stream.between(600, 1_000_000))
            text, replies = self._corpus.posts[index]
            likes = stream.sample(people, min(stream.between(0, _MOST_LIKES), len(people)))
            moment = Moment(
                moid=make_id(self._seed, "mo", "base", uid, number),
                owner_uid=uid,
                content=text,
                timestamp=str(when),
                ip=stream.choice(self._corpus.places),
                img_urls=(),
                who_likes=tuple(other for other in likes if other != self.me),
            )
            moments[moment.moid] = moment
            comments[moment.moid] = self._replies(stream, moment.moid, when, replies)
        self._comments[uid] = comments  # first, as whoever finds the moments looks for these
        self._moments[uid] = moments

    def _replies(
        self, stream: Stream, moid: str, when: datetime, texts: tuple[str, ...]
    ) -> dict[str, Comment]:
        others = [uid for uid in self.contacts if uid != self.me]
        made = {}
        for number, text in enumerate(texts):
            when += timedelta(seconds=stream.between(60, 864_000))
            cid = make_id(self._seed, "com", "base", moid, number)
            made[cid] = Comment(cid, stream.choice(others), str(when), text)
        return made
