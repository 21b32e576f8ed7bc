"""The board: people and agents in one table, under one set of conditions."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from evaluators import RankInterval, rank_intervals
from webapp.attempts.models import Contestant, ContestantKind
from webapp.benchmark.models import Task
from webapp.leaderboard.facts import NO_CALLS, Entry, Facts, Result, facts_of, summed
from webapp.leaderboard.floors import Floor, floors_of
from webapp.leaderboard.kept import kept
from webapp.leaderboard.rows import Rates, peoples_rates, rates_of, success_by_instance
from webapp.leaderboard.sets import (
    SHORT,
    ConditionsSet,
    condition_sets,
    manner,
    older_attempts,
    todays_suites,
)
from webapp.leaderboard.tallies import tells_traps

ALL_PEOPLE = "All people"
_FEWEST_PEOPLE = 2


@dataclass(frozen=True)
class Row:
    """A contestant, or all people together.

    Args:
        name: What it is called.
        kind: "person", "agent" or "people".
        rates: What its attempts come to.
        contestant: Its key; None: all people.
        mark: The beginning of its hash, where another row has the same name.
        manner: How it found tools and read answers, where that is not as agents usually do.
        conditions: Hash of exactly the conditions; of all people, of what they have in common.
        rank: Between which ranks it stands; None if it is not ranked.
        why_unranked: Why it is not.
    """

    name: str
    kind: str
    rates: Rates
    contestant: int | None = None
    mark: str = ""
    manner: str = ""
    conditions: str = ""
    rank: RankInterval | None = None
    why_unranked: str = ""

    @property
    def is_summary(self) -> bool:
        """Whether it stands for all people together."""
        return self.contestant is None

    @property
    def persons(self) -> int:
        """Of all people: how many have a score."""
        return self.rates.spread.runs


@dataclass(frozen=True)
class Board:
    """What the board shows.

    Args:
        chosen: Under which conditions; None if nothing was attempted yet.
        sets: All sets there are, most scored attempts first.
        rows: The rows, the best first.
        floors: What comes of doing nothing; none of a part of the tasks.
        evaluators: What scored how many attempts.
        elsewhere: How many contestants have attempts under other conditions alone.
        older: How many attempts at older versions of suites are left out.
        tasks: At how many tasks there are attempts.
        instances: At how many instances.
        key: What it was asked for: conditions, level and app.
    """

    chosen: ConditionsSet | None
    sets: list[ConditionsSet]
    rows: list[Row]
    floors: list[Floor]
    evaluators: list[tuple[str, int]]
    elsewhere: int
    older: int
    tasks: int
    instances: int
    key: tuple[str, ...] = ()

    @property
    def declared(self) -> int:
        """How many attempts the rows are of."""
        return sum(row.rates.counts.declared for row in self.rows if not row.is_summary)

    @property
    def unscored(self) -> int:
        """How many of them have no score."""
        counts = [row.rates.counts for row in self.rows if not row.is_summary]
        return sum(known.declared - known.scored for known in counts)

    @property
    def top(self) -> list[Row]:
        """The best rows that have a rank."""
        return [row for row in self.rows if row.rank is not None][:5]


def read_board(digest: str = "", level: str = "", app: str = "") -> Board:
    """The board under a set of conditions.

    Args:
        digest: Hash of the set; empty, or none that there is: the one with most scored attempts.
        level: Only tasks of this level; empty: of all.
        app: Only tasks with this app; empty: with any.
    """
    sets, older = condition_sets(), older_attempts()
    if not sets:
        return Board(None, [], [], [], [], 0, older, 0, 0)
    chosen = next((known for known in sets if known.digest == digest), sets[0])
    board = kept(
        ("board", chosen.digest, level, app), lambda: _made(sets, chosen, level=level, app=app)
    )
    return replace(board, older=older)


def board_tasks() -> list[Task]:
    """The tasks of today's suites."""
    return list(Task.objects.filter(suite__in=todays_suites()))


def _made(sets: list[ConditionsSet], chosen: ConditionsSet, *, level: str, app: str) -> Board:
    facts = facts_of(chosen)
    tasks = [
        task
        for task in facts.tasks.values()
        if level in ("", str(task.level)) and (not app or app in task.apps)
    ]
    among = {task.pk for task in tasks}
    # Of few tasks, what doing nothing comes to would tell which of them ask for nothing.
    is_part = bool(level or app)
    results = [
        result
        for result in facts.results
        if result.task in among
        and not (is_part and tells_traps(facts.contestants[result.contestant]))
    ]
    everywhere = set().union(*(known.contestants for known in sets))
    evaluators = Counter(f"{r.evaluator} {r.version}" for r in results if r.score is not None)
    return Board(
        chosen=chosen,
        sets=sets,
        rows=_rows(facts, chosen, results, among),
        floors=[] if is_part else floors_of(chosen.conditions),
        evaluators=sorted(evaluators.items()),
        elsewhere=len(everywhere - chosen.contestants),
        older=0,
        tasks=len({result.task for result in results}),
        instances=len({result.instance for result in results}),
        key=(chosen.digest, level, app),
    )


def _rows(facts: Facts, chosen: ConditionsSet, results: list[Result], among: set[int]) -> list[Row]:
    by_entry: dict[Entry, list[Result]] = defaultdict(list)
    for result in results:
        by_entry[result.entry].append(result)
    names = Counter(
        (known.kind, known.name)
        for known in map(facts.contestants.__getitem__, {entry.contestant for entry in by_entry})
    )
    rows: dict[Entry, Row] = {}
    for entry, made in by_entry.items():
        contestant = facts.contestants[entry.contestant]
        calls = summed(facts.calls.get((entry, task), NO_CALLS) for task in among)
        row = _row(contestant, chosen, entry, rates_of(made, calls))
        shared = names[contestant.kind, contestant.name] > 1
        rows[entry] = replace(row, mark=contestant.digest[:SHORT]) if shared else row
    ranked = _ranked(rows, by_entry, {str(r.instance): str(r.task) for r in results})
    found = sorted(ranked, key=_order)
    people = [result for result in results if _is_person(facts, result.entry)]
    if len({result.contestant for result in people if result.score is not None}) < _FEWEST_PEOPLE:
        return found
    calls = summed(
        known
        for (entry, task), known in facts.calls.items()
        if task in among and _is_person(facts, entry)
    )
    summary = Row(ALL_PEOPLE, "people", peoples_rates(people, calls), conditions=chosen.digest)
    return _with_summary(found, summary)


def _row(contestant: Contestant, chosen: ConditionsSet, entry: Entry, rates: Rates) -> Row:
    conditions = chosen.records[entry.conditions]
    return Row(
        name=contestant.name,
        kind=contestant.kind,
        rates=rates,
        contestant=contestant.pk,
        manner=manner(conditions),
        conditions=conditions.digest,
        why_unranked=rates.counts.why_unranked,
    )


def _ranked(
    rows: dict[Entry, Row], by_entry: dict[Entry, list[Result]], task_of: dict[str, str]
) -> list[Row]:
    able = {f"{entry}": entry for entry, row in rows.items() if not row.why_unranked}
    success = {name: success_by_instance(by_entry[entry]) for name, entry in able.items()}
    ranks = {able[name]: rank for name, rank in rank_intervals(success, task_of).items()}
    return [replace(row, rank=ranks.get(entry)) for entry, row in rows.items()]


def _order(row: Row) -> tuple[object, ...]:
    """Ranked rows first; of equal ranks, those with more success."""
    rank = (1, 0, 0) if row.rank is None else (0, row.rank.low, row.rank.high)
    return *rank, -(row.rates.success.mean or 0), row.name, row.contestant, row.conditions


def _with_summary(rows: list[Row], summary: Row) -> list[Row]:
    """The rows with all people's above the first whose success is not larger."""
    place = next(
        (
            place
            for place, row in enumerate(rows)
            if row.rank is None
            or (row.rates.success.mean or 0) <= (summary.rates.success.mean or 0)
        ),
        len(rows),
    )
    return [*rows[:place], summary, *rows[place:]]


def _is_person(facts: Facts, entry: Entry) -> bool:
    return facts.contestants[entry.contestant].kind == ContestantKind.PERSON
