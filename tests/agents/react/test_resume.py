"""An attempt that was interrupted anywhere goes on as if nothing had happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.model import ContextTooLong, Reply
from agents.react import (
    Caps,
    Dialect,
    EndingKind,
    Interrupted,
    MemoryLog,
    ReactAgent,
    ReplyKind,
)
from sandboxes import Outcome
from tests.agents.react.scripted import (
    DIALECTS,
    NATIVE,
    Line,
    ScriptedModel,
    SearchingSession,
    after,
    calls,
    finishes,
    native,
    says,
    used,
)


class Dies(Exception):
    """The process is gone."""


class Site:
    """An attempt that outlives its sessions, and answers a call by its number.

    Args:
        budget: How many calls may be made.
    """

    def __init__(self, budget: int) -> None:
        self.attempt = SearchingSession(budget)
        self.kept: list[tuple[Any, Outcome]] = []
        self.dies_after: int | None = None

    def answer(self, number: int, what: tuple[Any, ...]) -> Outcome:
        """The answer to what has this number; the process may be gone when it comes."""
        if number == len(self.kept):
            act = self.attempt.call if what[0] == "call" else self.attempt.retrieve_tools
            self.kept.append((what, act(*what[1:])))
        if self.dies_after == number:
            self.dies_after = None
            raise Dies
        asked, outcome = self.kept[number]
        assert asked == what, "another call under the same number"
        return outcome


class Sitting(SearchingSession):
    """A session at a site: it numbers what it sends, and lists what was ever found."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.attempt.brief.call_budget)
        self._site, self._number = site, 0

    def call(self, name: str, arguments: object) -> Outcome:
        return self._send("call", name, arguments)

    def tools(self) -> list[dict[str, Any]]:
        return self._site.attempt.tools()

    def retrieve_tools(self, query: str, k: int) -> Outcome:
        return self._send("retrieve", query, k)

    def finish(self, outcome: str, answer: str = "") -> None:
        if self._site.attempt.claim is None:
            self._site.attempt.finish(outcome, answer)

    def _send(self, *what: Any) -> Outcome:
        self._number += 1
        return self._site.answer(self._number - 1, what)


def lines(dialect: Dialect) -> st.SearchStrategy[Line]:
    """Anything that a model may say."""
    single = st.sampled_from(
        [
            ("look", {}),
            ("buy", {"what": [1, None]}),
            ("retrieve_tools", {"query": "sell"}),
            ("finish_task", {"outcome": "finished"}),
            ("get_task", {}),
        ]
    ).map(lambda call: calls(dialect, call)[0])
    said = st.sampled_from(["", "Hm.", "<tool>{", '<tool>{"name": "look", "arg</tool>']).map(says)
    several = st.sampled_from(
        [
            native(("look", "{}"), ("buy", '{"tru')),
            native(("buy", "[]"), ("finish_task", '{"outcome": "done"}'), ("look", "{}")),
            native(("look", "{}"), ("look", "{}"), ("retrieve_tools", '{"query": "rent"}')),
        ]
    )
    end = st.just(finishes(dialect))
    too_long = st.just(ContextTooLong("too long"))
    usual = st.one_of(single, single, single, said, several if dialect is NATIVE else single)
    return st.one_of(*[usual] * 8, end, too_long)


@dataclass
class Whole:
    """An attempt that nothing interrupts, and how to do it again.

    Args:
        dialect: In which dialect.
        script: What the model says; then it says nothing any more.
        caps: What it may cost.
    """

    dialect: Dialect
    script: list[Line]
    caps: Caps

    def __post_init__(self) -> None:
        self.site, self.log = Site(6), MemoryLog()
        self.model = ScriptedModel(self.script, SILENT)
        self.agent = self.agent_of(self.model, self.log)
        self.ending = self.agent.act(Sitting(self.site))

    def agent_of(self, model: ScriptedModel, log: MemoryLog, **options: Any) -> ReactAgent:
        """Another agent for the same."""
        return ReactAgent(model, self.dialect, caps=self.caps, log=log, **options)

    def goes_on(self, site: Site, log: MemoryLog) -> None:
        """Go on from a log, and compare."""
        asked = len(log.replies)
        model = ScriptedModel(self.script[asked:], SILENT)
        agent = self.agent_of(model, log)

        assert agent.act(Sitting(site)) == self.ending
        assert agent.conversation == self.agent.conversation
        assert agent.spent == self.agent.spent
        assert model.asked == self.model.asked[asked:]
        assert log.replies == self.log.replies
        assert log.kinds == self.log.kinds
        assert site.kept == self.site.kept
        assert site.attempt.claim == self.site.attempt.claim


def wholes(dialect: Dialect) -> st.SearchStrategy[Whole]:
    """Any attempts."""
    caps = [Caps(), Caps(tokens=50), Caps(calls=4), Caps(seconds=0.5)]
    script = st.lists(lines(dialect).map(priced), max_size=9)
    return st.builds(Whole, st.just(dialect), script, st.sampled_from(caps))


def priced(line: Line) -> Line:
    """A reply that costs something."""
    if isinstance(line, Exception):
        return line
    return Reply(line.text, line.tool_uses, used(10), seconds=0.1)


SILENT = Reply("", usage=used(10), seconds=0.1)
both = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


@both
@settings(max_examples=80)
@given(data=st.data())
def test_an_attempt_goes_on_after_a_stop_at_any_reply(
    dialect: Dialect, data: st.DataObject
) -> None:
    whole = data.draw(wholes(dialect))
    for cut in range(len(whole.model.asked)):
        site, log = Site(6), MemoryLog()
        stopped = whole.agent_of(ScriptedModel(whole.script, SILENT), log, stop=after(cut))
        with pytest.raises(Interrupted):
            stopped.act(Sitting(site))
        assert log.replies == whole.log.replies[:cut]
        whole.goes_on(site, log)


@both
@settings(max_examples=80)
@given(data=st.data())
def test_an_attempt_goes_on_after_the_process_died_at_any_call(
    dialect: Dialect, data: st.DataObject
) -> None:
    """The call was made, and its answer never came."""
    whole = data.draw(wholes(dialect))
    for cut in range(len(whole.site.kept)):
        site, log = Site(6), MemoryLog()
        site.dies_after = cut
        model = ScriptedModel(whole.script, SILENT)
        with pytest.raises(Dies):
            whole.agent_of(model, log).act(Sitting(site))
        assert len(log.replies) == len(model.asked), "a reply is kept before it is acted on"
        whole.goes_on(site, log)


@both
@settings(max_examples=30)
@given(data=st.data())
def test_an_attempt_that_is_over_ends_again_without_a_question(
    dialect: Dialect, data: st.DataObject
) -> None:
    whole = data.draw(wholes(dialect))
    asked_in_vain = len(whole.model.asked) - len(whole.log.replies)
    assert asked_in_vain == (whole.ending.kind is EndingKind.CONTEXT)
    whole.goes_on(whole.site, whole.log)


def test_a_log_takes_replies_in_their_order() -> None:
    log = MemoryLog([says("one")])
    log.keep(2, says("two"), ReplyKind.NO_CALL)
    assert log.earlier() == (says("one"), says("two"))
    with pytest.raises(ValueError, match="reply 2 came after 2"):
        log.keep(2, says("two"), ReplyKind.NO_CALL)
