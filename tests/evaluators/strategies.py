"""What hypothesis plays on a scene: short series of moves, each with ids of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from evaluators import Expectation
from tests.evaluators.builders import Scene, end

Move = tuple[Any, ...]
PEOPLE = ("u_anna", "u_bob", "u_me")
who = st.sampled_from(PEOPLE)
word = st.sampled_from(["One", "Two"])
few = st.integers(1, 2)
moves: st.SearchStrategy[list[Move]] = st.lists(
    st.one_of(
        st.tuples(st.just("say"), who, word),
        st.tuples(st.just("share"), who),
        st.tuples(st.just("post"), word, st.lists(who, max_size=2)),
        st.tuples(st.just("comment"), word),
        st.tuples(st.just("group"), word, st.lists(who, max_size=2)),
        st.tuples(st.just("group_say"), word),
        st.tuples(st.just("invite"), who),
        st.tuples(st.just("remark"), who, word),
        st.tuples(st.just("tag"), who, word),
        st.tuples(st.just("delete"), who),
        st.tuples(st.just("forget"), who),
        st.tuples(st.just("fill"), word, few),
        st.tuples(st.just("empty")),
        st.tuples(st.just("pay"), word, few),
        st.tuples(st.just("trade"), word, few),
        st.tuples(st.just("spend"), few),
    ),
    max_size=6,
)


class Player:
    """Makes moves on a scene; a move whose object is gone does nothing.

    Args:
        prefix: What the ids of created records begin with; a number follows.
    """

    def __init__(self, prefix: str) -> None:
        self.scene = Scene()
        self._prefix = prefix
        self._created = 0
        self._post, self._group = "", "g_old"

    def play(self, series: list[Move]) -> Scene:
        """The scene after a series of moves."""
        for name, *arguments in series:
            getattr(self, name)(*arguments)
        return self.scene

    def say(self, to: str, text: str) -> None:
        if self._knows(to):
            self.scene.message(self._id(), to, text)

    def share(self, to: str) -> None:
        self.say(to, f"light://post?uid=u_me&pid={self._post or 'p_old'}")

    def post(self, text: str, likes: list[str]) -> None:
        if self._knows("u_me"):
            self._post = self._id()
            self.scene.post(self._post, text, *likes)

    def comment(self, text: str) -> None:
        if self._post and self._knows("u_me"):
            self.scene.comment(self._id(), text, f"u_me/posts/{self._post}")
        elif self._knows("u_anna"):
            self.scene.comment(self._id(), text, "u_anna/posts/p_old/comments/k_old")

    def group(self, name: str, members: list[str]) -> None:
        self._group = self._id()
        self.scene.group(self._group, name, *members)

    def group_say(self, text: str) -> None:
        self.scene.group_message(self._id(), self._group, text)

    def invite(self, to: str) -> None:
        self.scene.invite(self._id(), self._group, to)

    def remark(self, uid: str, text: str) -> None:
        if self._knows(uid):
            self.scene.set(f"Chat/contacts/{uid}/remark", text)

    def tag(self, uid: str, text: str) -> None:
        if self._knows(uid):
            self._contact(uid)["tags"].append(text)

    def delete(self, uid: str) -> None:
        self.scene.state["Chat"]["contacts"].pop(uid, None)

    def forget(self, uid: str) -> None:
        if self._knows(uid):
            del self._contact(uid)["messages"][:1]

    def fill(self, item: str, count: int) -> None:
        self.scene.cart(self._id(), item, count)

    def empty(self) -> None:
        del self.scene.state["Shop"]["cart"][:1]

    def pay(self, seller: str, cents: int) -> None:
        self.scene.payment(self._id(), cents / 10, 0.0, seller=seller, pen=cents)

    def trade(self, ticker: str, quantity: int) -> None:
        self.scene.trade(self._id(), "buy", ticker, quantity, 10.0 * quantity)

    def spend(self, cents: int) -> None:
        self.scene.state["Shop"]["balance"] -= cents / 100

    def _knows(self, uid: str) -> bool:
        return uid in self.scene.state["Chat"]["contacts"]

    def _contact(self, uid: str) -> dict[str, Any]:
        contact: dict[str, Any] = self.scene.state["Chat"]["contacts"][uid]
        return contact

    def _id(self) -> str:
        self._created += 1
        return f"{self._prefix}{self._created}"


def played(series: list[Move], prefix: str) -> Scene:
    """The scene after a series of moves, its created ids beginning with the prefix."""
    return Player(prefix).play(series)


class Wanted(NamedTuple):
    """What leads to a right end, and how strictly it counts."""

    moves: list[Move]
    is_summed: bool
    is_ordered: bool

    @property
    def end(self) -> Expectation:
        """The right end."""
        return end(
            played(self.moves, "t"),
            summed=("Shop/payments", "Shop/cart") if self.is_summed else (),
            ordered=("Chat/**/messages",) if self.is_ordered else (),
        )


wishes = st.builds(Wanted, moves, st.booleans(), st.booleans())
