"""The mock task: made from its seed alone, and solved by nobody who has not read everything."""

from __future__ import annotations

from typing import Any

import pytest

from sandboxes import World
from sandboxes._complaints import _TYPES
from sandboxes._faults import MESSAGES, FaultKind
from webapp.attempts import errors
from webapp.doctor.agent_arguments import _RULES, misfits
from webapp.doctor.agent_attempt import MockAttempt
from webapp.doctor.agent_world import FAULT, TOOLS, Errand, Hall, errand

SCHEMAS: dict[str, Any] = {tool["name"]: tool["inputSchema"] for tool in TOOLS}


@pytest.fixture
def task() -> Errand:
    return errand(7)


@pytest.fixture
def hall(task: Errand) -> Hall:
    """A hall whose fault is over."""
    hall = Hall(task)
    hall.call("open_locker", {"locker": 1, "code": ""})
    return hall


@pytest.fixture
def attempt(task: Errand) -> MockAttempt:
    return MockAttempt(task, 300, clock=lambda: 0.0, say=lambda line: None, end=lambda: None)


def test_a_seed_makes_the_same_errand_again_and_each_seed_another() -> None:
    tasks = [errand(seed) for seed in range(1, 301)]
    assert tasks == [errand(seed) for seed in range(1, 301)]
    for secret in ("word", "code", "seal"):
        assert len({getattr(task, secret) for task in tasks}) > 290


def test_what_has_to_be_read_stands_in_one_place_alone(task: Errand, hall: Hall) -> None:
    found = hall.call("find_locker", {"name": task.name, "word": task.word}).outcome.canonical()
    opened = hall.call("open_locker", {"locker": task.locker, "code": task.code}).outcome
    listed = hall.call("list_lockers", {}).outcome.canonical()
    places = {
        "instruction": task.instruction(),
        "found": found,
        "opened": opened.canonical(),
        "listed": listed,
        "tools": str(TOOLS),
    }

    def holding(value: object) -> list[str]:
        return [place for place, text in places.items() if str(value) in text]

    assert holding(task.word) == ["instruction"]
    assert holding(task.code) == ["found"]
    assert holding(task.seal) == ["opened"]
    assert [holding(parcel) for parcel in task.parcels] == [["opened"]] * len(task.parcels)
    assert not any(tool["name"] in task.instruction() for tool in TOOLS)


def test_the_first_call_that_would_open_meets_a_fault_whatever_it_says(task: Errand) -> None:
    hall = Hall(task)
    wrong = {"locker": "1", "code": "x"}
    right = {"locker": task.locker, "code": task.code}
    statuses = [hall.call("open_locker", sent).outcome.status for sent in (wrong, right, right)]
    assert statuses == ["error", "internal_error", "ok"]
    assert MESSAGES[FaultKind.NETWORK] == FAULT


def test_an_unknown_tool_is_answered_as_by_the_worlds(hall: Hall) -> None:
    call = hall.call("no_such_tool", {})
    assert not call.is_known
    assert call.outcome == World(1).call("no_such_tool", {})


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("find_locker", {"name": "Nobody"}, "Nobody of that name has told that word."),
        ("open_locker", {"locker": 1}, "There is no locker 1."),
        ("open_locker", {"code": "guessed"}, "Locker {locker} does not open with that code."),
        ("sign_out_parcels", {}, "No locker is open."),
    ],
)
def test_a_wrong_step_is_refused_and_leaves_all_as_it_was(
    tool: str, arguments: dict[str, Any], text: str, task: Errand, hall: Hall
) -> None:
    right: dict[str, dict[str, Any]] = {
        "find_locker": {"name": task.name, "word": task.word},
        "open_locker": {"locker": task.locker, "code": task.code},
        "sign_out_parcels": {
            "parcels": list(task.parcels),
            "receipt": {"locker": task.locker, "seal": task.seal},
        },
    }
    outcome = hall.call(tool, right[tool] | arguments).outcome
    assert outcome.status == "failed"
    assert outcome.output.startswith(text.format(locker=task.locker))
    assert (hall.is_open, hall.is_solved) == (False, False)


def test_parcels_are_signed_out_once_with_the_right_receipt(task: Errand, hall: Hall) -> None:
    hall.call("open_locker", {"locker": task.locker, "code": task.code})
    receipt = {"locker": task.locker, "seal": task.seal}

    def sign_out(parcels: object, receipt: object) -> str:
        sent = {"parcels": parcels, "receipt": receipt}
        return hall.call("sign_out_parcels", sent).outcome.canonical()

    backwards = [*task.parcels][::-1]
    assert '"The receipt gives another' in sign_out(backwards, receipt | {"seal": "other"})
    assert '"These are not the parcels' in sign_out(backwards[1:], receipt)
    assert not hall.is_solved
    assert sign_out(backwards, receipt) == (
        f'{{"status":"ok","output":{{"signed_out":{len(backwards)}}}}}'
    )
    assert hall.is_solved
    assert '"The parcels were signed out before."' in sign_out(backwards, receipt)


@pytest.mark.parametrize(
    ("tool", "arguments", "found"),
    [
        ("list_lockers", {}, []),
        ("list_lockers", [], [("", "a list")]),
        ("list_lockers", None, [("", "null")]),
        ("open_locker", {"locker": 1}, [('"code"', "nothing")]),
        ("open_locker", {"locker": True, "code": 1}, [
            ('"locker"', "true or false"), ('"code"', "a whole number"),
        ]),
        ("open_locker", {"locker": 1.0, "code": "", "at": 1}, [
            ('"locker"', "a number with a decimal point"), ('"at"', "more than is asked"),
        ]),
        ("sign_out_parcels", {"parcels": "[1]", "receipt": '{"locker": 1}'}, [
            ('"parcels"', "a text"), ('"receipt"', "a text"),
        ]),
        ("sign_out_parcels", {"parcels": [1, "2"], "receipt": {"locker": "1", "seal": ""}}, [
            ('"parcels"[1]', "a text"), ('"receipt"["locker"]', "a text"),
        ]),
    ],
)  # fmt: skip
def test_every_place_that_does_not_fit_is_found(
    tool: str, arguments: object, found: list[tuple[str, str]]
) -> None:
    assert [(m.place, m.sent) for m in misfits(SCHEMAS[tool], arguments)] == found


def test_a_wrong_argument_is_answered_in_the_words_of_the_worlds(hall: Hall) -> None:
    told = hall.call("open_locker", {"locker": "1", "code": "x"}).outcome.output
    assert told == (
        'open_locker: Argument "locker" must be a whole number, without quotes or decimal point. '
        "It takes: locker, code."
    )
    kinds = {"string": "string", "integer": "int", "array": "list", "object": "dict"}
    assert {kind: _TYPES[f"{name}_type"] for kind, name in kinds.items()} == _RULES


def test_a_key_is_answered_as_before_and_not_done_again(attempt: MockAttempt) -> None:
    first = attempt.call_tool("list_lockers", {}, "k")
    assert attempt.call_tool("list_lockers", {}, "k") is first
    assert len(attempt.seen.calls) == 1
    with pytest.raises(errors.KeyReused, match="'k' was used for another call"):
        attempt.finish("done", "", "k")
    with pytest.raises(errors.NotACall, match="idempotency key"):
        attempt.call_tool("list_lockers", {}, "")
    assert attempt.seen.outcome == ""


def test_what_is_no_call_is_refused_and_not_counted(attempt: MockAttempt) -> None:
    for name, arguments in ((1, {}), ("list_lockers", {"x": float("nan")})):
        with pytest.raises(errors.NotACall):
            attempt.call_tool(name, arguments, None)
    with pytest.raises(errors.NotACall, match="answer: a text"):
        attempt.finish("done", 1, None)
    assert (attempt.seen.calls, attempt.seen.outcome) == ([], "")


def test_the_budget_ends_the_attempt(task: Errand) -> None:
    ended, times = [], iter(range(1000))
    attempt = MockAttempt(
        task,
        90.5,
        clock=lambda: float(next(times)),
        say=lambda line: None,
        end=lambda: ended.append(True),
    )
    for left in range(100, 0, -1):
        view = attempt.view()
        assert (view.calls_left, view.seconds_left) == (left, max(0, left - 11))
        attempt.call_tool("list_lockers", {}, None)
    view = attempt.view()
    assert (ended, view.status, view.seconds_left) == ([True], "finished", None)
    with pytest.raises(errors.AttemptEnded, match="all 100 calls of its budget were made"):
        attempt.call_tool("list_lockers", {}, None)
