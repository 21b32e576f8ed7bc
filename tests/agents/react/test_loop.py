"""The loop: how attempts end, what is counted, and whose fault is what."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from agents.model import ContextTooLong, ErrorClass, ModelUnreachable, Reply
from agents.react import (
    MOST_SILENT,
    Caps,
    Dialect,
    Ending,
    EndingKind,
    MemoryLog,
    ReactAgent,
    ReplyKind,
)
from sandboxes import AttemptFinished, Outcome
from tests.agents.react.scripted import (
    DIALECTS,
    NATIVE,
    TEXT,
    EchoSession,
    ScriptedModel,
    SearchingSession,
    answers,
    calls,
    finishes,
    listed,
    native,
    says,
    used,
)

ENDED = {"status": "error", "output": "The attempt has ended; this was not done."}
both = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


def looking(dialect: Dialect, **options: Any) -> Reply:
    """A reply with one call."""
    reply = calls(dialect, ("look", {}))[0]
    return Reply(reply.text, reply.tool_uses, **options)


@both
@pytest.mark.parametrize("outcome", ["done", "cannot_be_done"])
def test_an_attempt_ends_by_the_subjects_claim(dialect: Dialect, outcome: str) -> None:
    script = [*calls(dialect, ("look", {"at": "this"}), ("buy", {})), finishes(dialect, outcome)]
    session, log = EchoSession(), MemoryLog()
    agent = ReactAgent(ScriptedModel(script), dialect, log=log)

    assert agent.act(session) == Ending(EndingKind.FINISHED, outcome)
    assert session.claim == (outcome, "")
    assert session.calls == [("look", {"at": "this"}), ("buy", {})]
    assert log.kinds == [ReplyKind.CALLS, ReplyKind.CALLS, ReplyKind.FINISH]
    assert log.replies == script
    assert (agent.spent.replies, agent.spent.calls) == (3, 2)


@both
def test_answers_go_back_byte_for_byte(dialect: Dialect) -> None:
    model = ScriptedModel([*calls(dialect, ("look", {"ä": "—"})), finishes(dialect)])
    ReactAgent(model, dialect).act(EchoSession())

    told = model.asked[1][0][-1]
    canonical = Outcome("ok", [1, "look", {"ä": "—"}]).canonical()
    expected = {"role": "tool", "tool_call_id": "a", "content": canonical}
    if dialect is TEXT:
        expected = {"role": "user", "content": f"<response>{canonical}</response>"}
    assert told == expected


@both
def test_an_endless_loop_ends_with_the_last_call_of_the_budget(dialect: Dialect) -> None:
    session, model = EchoSession(3), ScriptedModel([], looking(dialect))

    ending = ReactAgent(model, dialect).act(session)

    assert ending == Ending(EndingKind.BUDGET, "all 3 calls are used up")
    assert (len(session.calls), len(model.asked)) == (3, 3)
    assert session.claim is None


@both
def test_an_attempt_that_has_ended_elsewhere_ends_by_budget(dialect: Dialect) -> None:
    class Expired(EchoSession):
        def call(self, name: str, arguments: object) -> Outcome:
            raise AttemptFinished("Its time is over.")

    agent = ReactAgent(ScriptedModel([looking(dialect)]), dialect)

    assert agent.act(Expired()) == Ending(EndingKind.BUDGET, "Its time is over.")
    assert answers(agent.conversation) == [ENDED]
    assert agent.spent.calls == 0


@both
def test_too_many_replies_without_a_call_are_silence(dialect: Dialect) -> None:
    quiet = [says(""), says("Let me think."), says(" \n"), says("Hm.")]
    script = [*quiet, looking(dialect), *quiet, says("")]
    log = MemoryLog()

    ending = ReactAgent(ScriptedModel(script), dialect, log=log).act(EchoSession())

    assert ending == Ending(EndingKind.SILENCE, "5 replies in a row without a call")
    kinds = [ReplyKind.EMPTY, ReplyKind.NO_CALL, ReplyKind.EMPTY, ReplyKind.NO_CALL]
    assert log.kinds == [*kinds, ReplyKind.CALLS, *kinds, ReplyKind.EMPTY]


@both
def test_a_conversation_that_is_too_long_is_the_subjects_end(dialect: Dialect) -> None:
    model = ScriptedModel([looking(dialect), ContextTooLong("8192 tokens are the most")])
    session = EchoSession()

    ending = ReactAgent(model, dialect).act(session)

    assert ending == Ending(EndingKind.CONTEXT, "8192 tokens are the most")
    assert session.claim is None


@both
def test_what_is_not_the_subjects_goes_through(dialect: Dialect) -> None:
    class Broken(EchoSession):
        def call(self, name: str, arguments: object) -> Outcome:
            raise ConnectionError("gone")

    dead = ModelUnreachable(ErrorClass.SERVER, "500")
    with pytest.raises(ModelUnreachable, match="500"):
        ReactAgent(ScriptedModel([dead]), dialect).act(EchoSession())
    with pytest.raises(ConnectionError, match="gone"):
        ReactAgent(ScriptedModel([looking(dialect)]), dialect).act(Broken())


@both
def test_the_last_call_of_a_cap_ends_the_attempt(dialect: Dialect) -> None:
    session = EchoSession()
    ending = ReactAgent(ScriptedModel([], looking(dialect)), dialect, caps=Caps(calls=2)).act(
        session
    )
    assert ending == Ending(EndingKind.CAP_CALLS, "2 calls of 2")
    assert len(session.calls) == 2


@both
@pytest.mark.parametrize(
    ("caps", "kind", "detail"),
    [
        (Caps(tokens=30), EndingKind.CAP_TOKENS, "40 tokens of 30"),
        (Caps(money=Decimal("0.3")), EndingKind.CAP_MONEY, "0.4 of 0.3"),
        (Caps(seconds=0.3), EndingKind.CAP_TIME, "0.4 seconds of 0.3"),
    ],
)
def test_a_reply_beyond_a_cap_is_paid_for_and_not_acted_on(
    dialect: Dialect, caps: Caps, kind: EndingKind, detail: str
) -> None:
    """All of a cap may be spent, to the last: thrice 0.1 is 0.3."""
    session = EchoSession()
    model = ScriptedModel([], looking(dialect, usage=used(10), seconds=0.1))
    agent = ReactAgent(model, dialect, caps=caps, cost=lambda reply: Decimal("0.1"))

    assert agent.act(session) == Ending(kind, detail)
    assert (len(session.calls), len(model.asked)) == (3, 4)
    assert answers(agent.conversation)[-1] == ENDED
    assert (agent.spent.tokens, agent.spent.money) == (40, Decimal("0.4"))
    assert agent.spent.seconds == Decimal("0.4")


def test_what_is_not_told_is_counted_as_such() -> None:
    script = [looking(NATIVE, usage=used(10)), looking(NATIVE), finishes(NATIVE)]
    prices = iter([None, Decimal(2), None])
    agent = ReactAgent(
        ScriptedModel(script),
        NATIVE,
        caps=Caps(tokens=10, money=Decimal(2)),
        cost=lambda reply: next(prices),
    )

    assert agent.act(EchoSession()).kind is EndingKind.FINISHED
    assert (agent.spent.uncounted, agent.spent.unpriced) == (2, 2)
    assert (agent.spent.tokens, agent.spent.money) == (10, Decimal(2))


@pytest.mark.parametrize("name", ["calls", "tokens", "money", "seconds"])
def test_a_cap_of_nothing_is_refused(name: str) -> None:
    nothing: dict[str, Any] = {name: 0}
    with pytest.raises(ValueError, match=f"{name}: a cap is above zero"):
        Caps(**nothing)


def test_calls_of_one_reply_are_made_in_order_and_all_answered_after_the_end() -> None:
    reply = native(
        ("look", "{}"),
        ("finish_task", '{"outcome": "done", "answer": "so"}'),
        ("buy", "{}"),
        ("finish_task", '{"outcome": "cannot_be_done"}'),
    )
    session = EchoSession()
    agent = ReactAgent(ScriptedModel([reply]), NATIVE)

    assert agent.act(session) == Ending(EndingKind.FINISHED, "done")
    assert session.calls == [("look", {})]
    assert session.claim == ("done", "so")
    assert [m["tool_call_id"] for m in agent.conversation if m["role"] == "tool"] == list("abcd")
    assert answers(agent.conversation) == [
        {"status": "ok", "output": [1, "look", {}]},
        {"status": "ok", "output": "The attempt is finished."},
        ENDED,
        ENDED,
    ]


def test_the_budget_may_end_in_the_middle_of_a_reply() -> None:
    session = EchoSession(1)
    finish = ("finish_task", '{"outcome": "done"}')
    agent = ReactAgent(ScriptedModel([native(("look", "{}"), ("buy", "{}"), finish)]), NATIVE)

    assert agent.act(session).kind is EndingKind.BUDGET
    assert session.calls == [("look", {})]
    assert answers(agent.conversation)[1:] == [ENDED, ENDED]


@both
def test_a_wrong_end_ends_nothing_and_is_told(dialect: Dialect) -> None:
    wrong: list[Any] = [
        {"outcome": "finished"},
        {},
        {"outcome": "done", "why": 1},
        {"outcome": "done", "answer": 7},
    ]
    script = calls(dialect, *(("finish_task", arguments) for arguments in wrong))
    session, log = EchoSession(), MemoryLog()
    model = ScriptedModel([*script, finishes(dialect)])

    assert ReactAgent(model, dialect, log=log).act(session).kind is EndingKind.FINISHED
    assert log.kinds == [ReplyKind.MALFORMED] * 4 + [ReplyKind.FINISH]
    told = answers(model.asked[-1][0])
    assert [answer["status"] for answer in told] == ["error"] * 4
    assert "Nothing was finished." in told[0]["output"]
    assert session.calls == []

    endless = ReactAgent(ScriptedModel([], script[0]), dialect).act(EchoSession())
    assert endless.kind is EndingKind.SILENCE


@both
def test_an_answer_that_can_not_be_kept_is_told(dialect: Dialect) -> None:
    long = calls(dialect, ("finish_task", {"outcome": "done", "answer": "x" * 2000}))
    model = ScriptedModel([*long, finishes(dialect)])
    assert ReactAgent(model, dialect).act(EchoSession()).kind is EndingKind.FINISHED
    assert answers(model.asked[1][0]) == [{"status": "error", "output": "that can't be"}]


@both
def test_tools_that_were_found_are_offered_from_then_on(dialect: Dialect) -> None:
    script = calls(
        dialect,
        ("retrieve_tools", {"query": "sell"}),
        ("sell", {"what": 1}),
        ("retrieve_tools", {"query": "rent", "k": 2}),
    )
    session, model = SearchingSession(), ScriptedModel([*script, finishes(dialect)])
    agent = ReactAgent(model, dialect)

    assert agent.act(session).kind is EndingKind.FINISHED
    assert session.searches == [("sell", 30), ("rent", 2)]
    assert session.calls == [("sell", {"what": 1})]
    assert (agent.spent.calls, agent.spent.retrievals) == (1, 2)
    offered = [[f["function"]["name"] for f in functions] for _, functions in model.asked]
    controls = ["finish_task", "retrieve_tools"]
    if dialect is NATIVE:
        assert offered == [
            controls,
            ["sell", *controls],
            ["sell", *controls],
            ["sell", "rent", *controls],
        ]
    else:
        assert offered == [[]] * 4
        assert '"name":"retrieve_tools"' in model.asked[0][0][0]["content"]
    assert answers(model.asked[1][0])[0]["output"][0]["name"] == "sell"


def test_finding_what_was_listed_before_changes_nothing_that_was_said() -> None:
    class Listing(SearchingSession):
        def tools(self) -> list[dict[str, Any]]:
            return [listed("sell")]

    script = calls(TEXT, ("retrieve_tools", {"query": "sell"}))
    model = ScriptedModel([*script, finishes(TEXT)])
    ReactAgent(model, TEXT).act(Listing())
    assert model.asked[1][0][:2] == model.asked[0][0]


@both
def test_a_wrong_search_looks_for_nothing(dialect: Dialect) -> None:
    wrong: list[Any] = [{}, {"query": 5}, {"query": "x", "k": "3"}, {"query": "x", "k": True}]
    script = calls(dialect, *(("retrieve_tools", arguments) for arguments in wrong))
    session, log = SearchingSession(), MemoryLog()
    ReactAgent(ScriptedModel([*script, finishes(dialect)]), dialect, log=log).act(session)
    assert session.searches == []
    assert log.kinds[:4] == [ReplyKind.MALFORMED] * 4


@both
def test_control_tools_that_are_not_there_are_no_calls(dialect: Dialect) -> None:
    script = calls(dialect, ("retrieve_tools", {"query": "sell"}), ("get_task", {}))
    session, model = EchoSession(), ScriptedModel([*script, finishes(dialect)])
    ReactAgent(model, dialect).act(session)
    assert session.calls == []
    assert answers(model.asked[-1][0]) == [
        {
            "status": "error",
            "output": "There is no retrieve_tools in this task: all tools on offer are listed.",
        },
        {"status": "error", "output": "The task stands at the beginning of this conversation."},
    ]


@both
def test_whoever_only_looks_for_tools_comes_to_an_end(dialect: Dialect) -> None:
    session = SearchingSession(7)
    search = calls(dialect, ("retrieve_tools", {"query": "sell"}))[0]
    ending = ReactAgent(ScriptedModel([], search), dialect).act(session)
    assert ending == Ending(EndingKind.SILENCE, "looked for tools 8 times")
    assert len(session.searches) == 8 > MOST_SILENT


def test_only_the_native_dialect_reminds() -> None:
    reminder = {
        "role": "user",
        "content": "Your reply called no function. Go on with the task, or finish it by calling "
        "finish_task.",
    }
    for dialect, expected in (
        (NATIVE, [{"role": "assistant", "content": "Hm."}, reminder]),
        (TEXT, [{"role": "assistant", "content": "Hm."}]),
    ):
        model = ScriptedModel([says("Hm."), finishes(dialect)])
        ReactAgent(model, dialect).act(EchoSession())
        assert model.asked[1][0][2:] == expected


def test_an_empty_reply_is_reminded_of_natively_and_asked_again_in_text() -> None:
    model = ScriptedModel([says(""), finishes(NATIVE)])
    ReactAgent(model, NATIVE).act(EchoSession())
    assert [m["role"] for m in model.asked[1][0]] == ["system", "user", "assistant", "user"]

    model = ScriptedModel([says(" "), finishes(TEXT)])
    ReactAgent(model, TEXT).act(EchoSession())
    assert model.asked[1] == model.asked[0]
