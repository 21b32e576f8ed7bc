"""What is kept of the board: while what it is made of is the same, and only so much."""

from __future__ import annotations

from tests.webapp.leaderboard.records import instance_of, scored
from webapp.benchmark.models import Instance, Split
from webapp.leaderboard import kept as keeping
from webapp.leaderboard.kept import kept


def made(what: str) -> list[str]:
    """The names of what is made anew when it is asked for."""
    found: list[str] = []
    kept(what, lambda: found.append(what))
    return found


def test_what_is_new_is_kept_however_much_there_is() -> None:
    names = [f"{number}" for number in range(keeping._MOST + 1)]
    assert [name for name in names if made(name)] == names

    assert made(names[-1]) == []
    assert made(names[1]) == []
    assert made(names[0]) == [names[0]], "the oldest makes room"


def test_what_the_floors_are_made_of_makes_it_new() -> None:
    scored("agent", instance_of("one"))
    instance_of("two")
    other = Instance.objects.filter(task__name="two")
    made("board")
    assert made("board") == []

    other.update(gate_passed=False)
    assert made("board") == ["board"]
    other.update(split=Split.PRIVATE)
    assert made("board") == ["board"]
    instance_of("three")
    assert made("board") == ["board"]
    assert made("board") == []
