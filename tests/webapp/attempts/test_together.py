"""Many at once: parallel calls, two processes, callers who go away, a bad disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import OperationalError

from tests.webapp.builders import entry_of, opened
from webapp.attempts import errors, services, turns
from webapp.attempts import journal as journal_module
from webapp.attempts.hot import Places
from webapp.attempts.journal import Write
from webapp.attempts.models import Attempt, EventKind
from webapp.attempts.opening import renew_token, token_of
from webapp.attempts.steps import LONGEST_LINE, Line, Steps
from webapp.attempts.telling import Answer
from webapp.attempts.turns import Entry

pytestmark = pytest.mark.django_db(transaction=True)


class Processes:
    """Two memories over one database, as two processes have them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._places = (Places(), Places())
        self._patch = monkeypatch

    def use(self, which: int) -> None:
        """Go on as this process."""
        self._patch.setattr(turns, "places", self._places[which])


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(monkeypatch)


def numbers(attempt: Attempt) -> list[int]:
    return list(attempt.events.values_list("number", flat=True))


def test_parallel_calls_are_answered_in_the_order_of_their_arrival() -> None:
    attempt = opened()
    entry = entry_of(attempt)

    async def all_at_once() -> list[Answer]:
        calls = (services.call_tool(entry, f"tool_{place}", {}) for place in range(20))
        return list(await asyncio.gather(*(asyncio.ensure_future(_awaited(c)) for c in calls)))

    answers = asyncio.run(all_at_once())

    assert [answer.number for answer in answers] == list(range(2, 22))
    assert numbers(attempt) == list(range(1, 22))
    tools = attempt.events.filter(kind=EventKind.CALL).values_list("tool", flat=True)
    assert list(tools) == [f"tool_{place}" for place in range(20)]


async def _awaited(steps: Steps[Answer]) -> Answer:
    return await steps


def test_threads_and_coroutines_share_one_line() -> None:
    attempt = opened()
    entry = entry_of(attempt)

    async def half() -> None:
        await asyncio.gather(*(_awaited(services.call_tool(entry, "now", {})) for _ in range(20)))

    with ThreadPoolExecutor(4) as threads:
        others = [
            threads.submit(lambda: services.call_tool(entry, "now", {}).wait()) for _ in range(20)
        ]
        asyncio.run(half())
    for other in others:
        assert other.result().status == "ok"

    assert numbers(attempt) == list(range(1, 42))


def test_too_long_a_line_is_refused_and_counts_nothing() -> None:
    attempt = opened()
    entry = entry_of(attempt)

    async def flood() -> list[object]:
        calls = (services.call_tool(entry, "now", {}) for _ in range(LONGEST_LINE + 10))
        return await asyncio.gather(*map(_awaited, calls), return_exceptions=True)

    found = asyncio.run(flood())

    assert sum(isinstance(answer, Answer) for answer in found) == LONGEST_LINE + 1
    assert sum(isinstance(answer, errors.Busy) for answer in found) == 9
    assert len(numbers(attempt)) == LONGEST_LINE + 2


def test_two_processes_serve_one_attempt_in_turns(processes: Processes) -> None:
    attempt, twin = opened(profile="harsh"), opened(profile="harsh")

    for turn in range(12):
        processes.use(turn % 2)
        answer = services.call_tool(entry_of(attempt), "get_all_contacts", {}).wait()
        alone = services.call_tool(Entry(twin.pk, None, "test"), "get_all_contacts", {}).wait()
        assert answer == alone

    assert numbers(attempt) == list(range(1, 14))
    hashes = [list(a.events.values_list("state_hash", flat=True)) for a in (attempt, twin)]
    assert hashes[0] == hashes[1]


def test_a_key_that_another_process_has_seen_is_answered_as_there(processes: Processes) -> None:
    attempt = opened()
    entry = entry_of(attempt)
    processes.use(0)
    services.call_tool(entry, "now", {}).wait()
    processes.use(1)
    first = services.call_tool(entry, "now", {}, key="k").wait()
    processes.use(0)

    assert services.call_tool(entry, "now", {}, key="k").wait() == first
    assert attempt.events.filter(kind=EventKind.CALL).count() == 2


def test_what_another_process_has_finished_is_finished(processes: Processes) -> None:
    attempt = opened()
    entry = entry_of(attempt)
    processes.use(0)
    services.call_tool(entry, "now", {}).wait()
    processes.use(1)
    services.finish(entry, "done").wait()
    processes.use(0)

    with pytest.raises(errors.AttemptEnded):
        services.call_tool(entry, "now", {}).wait()
    with pytest.raises(errors.AttemptEnded):
        services.finish(entry, "done").wait()
    assert attempt.scores.count() == 1


def test_a_token_that_another_process_has_revoked_is_refused(processes: Processes) -> None:
    attempt = opened()
    old = services.enter(token_of(attempt), "test").wait()
    processes.use(0)
    services.call_tool(old, "now", {}).wait()
    processes.use(1)
    token = renew_token(entry_of(attempt)).wait()
    processes.use(0)

    with pytest.raises(errors.RevokedToken):
        services.call_tool(old, "now", {}).wait()
    new = services.enter(token, "test").wait()
    assert services.call_tool(new, "now", {}).wait().status == "ok"
    assert [event.kind for event in attempt.events.all()] == ["start", "call", "token", "call"]


def test_a_caller_who_goes_away_holds_up_nobody_and_loses_nothing() -> None:
    attempt = opened()
    entry = entry_of(attempt)

    async def impatient() -> list[Answer]:
        await services.call_tool(entry, "now", {})
        calls = [
            asyncio.create_task(_awaited(services.call_tool(entry, f"tool_{place}", {})))
            for place in range(9)
        ]
        await asyncio.sleep(0)
        for call in calls[::2]:
            call.cancel()
        found = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(answer, asyncio.CancelledError) for answer in found) == 5
        return [answer for answer in found if isinstance(answer, Answer)]

    answers = asyncio.run(impatient())
    after = services.call_tool(entry, "now", {}).wait()

    assert len(answers) == 4
    for answer in answers:
        assert attempt.events.get(number=answer.number).answer == answer.text
    assert numbers(attempt) == list(range(1, after.number + 1))


def test_a_look_that_was_called_off_leaves_the_live_state_with_the_log() -> None:
    attempt = opened(call_budget=1000)
    entry = entry_of(attempt)

    async def look_and_call() -> None:
        await services.get_task(entry)
        for _ in range(60):
            look = asyncio.create_task(_looked(entry))
            await asyncio.sleep(0)
            look.cancel()
            await services.call_tool(entry, "now", {})

    asyncio.run(look_and_call())

    assert services.peek(entry).wait().calls_left == 940
    assert numbers(attempt) == list(range(1, 62))


async def _looked(entry: Entry) -> None:
    await services.get_task(entry)


def test_a_revoked_token_is_told_nothing_again(processes: Processes) -> None:
    attempt = opened()
    old = services.enter(token_of(attempt), "test").wait()
    processes.use(0)
    services.call_tool(old, "now", {}, key="k").wait()
    processes.use(1)
    renew_token(entry_of(attempt)).wait()
    processes.use(0)

    for arguments in ({}, {"another": 1}):
        with pytest.raises(errors.RevokedToken):
            services.call_tool(old, "now", arguments, key="k").wait()


def test_an_attempt_in_use_keeps_its_line() -> None:
    kept = Places(most=2)
    busy = kept.place(1)
    turn = busy.line.join()
    assert turn is not None
    for other in range(2, 6):
        kept.place(other)

    assert kept.place(1) is busy
    turn.leave()
    for other in range(2, 6):
        kept.place(other)
    assert kept.place(1) is not busy


def test_a_call_that_could_not_be_written_has_not_happened(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempt = opened()
    entry = entry_of(attempt)
    services.call_tool(entry, "now", {}).wait()

    def full(events: object) -> None:
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(journal_module, "insert", full)
        with pytest.raises(errors.NotSaved):
            services.call_tool(entry, "now", {}, key="k").wait()

    answer = services.call_tool(entry, "now", {}, key="k").wait()
    assert answer.number == 3
    assert "disk is full" in caplog.text


def test_one_bad_write_does_not_take_others_of_its_batch_along() -> None:
    fates: list[str] = []

    def good() -> None:
        fates.append("written")

    def bad() -> None:
        raise OperationalError("no")

    writes: list[Callable[[], None]] = [good, bad, good]
    batch = [Write(then=then) for then in writes]

    journal_module._commit(batch)

    assert [isinstance(write.done.exception(), OperationalError) for write in batch] == [
        False,
        True,
        False,
    ]


def test_a_line_is_fair_and_skips_who_has_left() -> None:
    line = Line()
    first, second, third, fourth = (line.join() for _ in range(4))
    assert first
    assert second
    assert third
    assert fourth
    assert first.come is None
    came: list[str] = []
    for name, turn in (("second", second), ("third", third), ("fourth", fourth)):
        assert isinstance(turn.come, Future)
        turn.come.add_done_callback(
            lambda future, name=name: None if future.cancelled() else came.append(name)  # type: ignore[misc]
        )

    third.leave()
    first.leave()
    assert came == ["second"]
    second.leave()
    assert came == ["second", "fourth"]
    fourth.leave()
    assert (free := line.join()) is not None
    assert free.come is None
