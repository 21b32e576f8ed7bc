"""The recovery board: people and agents in one table, under one set of conditions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from agents import AGENTS
from evaluators import RankInterval, rank_intervals
from evaluators.sde import SdeSummary
from sandboxes.workflows import RecoveryInstance
from webapp.annotation.comparing import state_of_grades
from webapp.annotation.passports import Known
from webapp.attempts.models import Contestant, ContestantKind
from webapp.leaderboard.board import ALL_PEOPLE
from webapp.leaderboard.facts import Entry, Facts, Result, facts_of
from webapp.leaderboard.kept import Shelf, kept, state_of_records
from webapp.leaderboard.profiles import FEWEST_TASKS
from webapp.leaderboard.rows import success_by_instance
from webapp.leaderboard.sets import (
    SHORT,
    ConditionsSet,
    condition_sets,
    manner,
    older_attempts,
)
from webapp.recovery.by_type import TypeGroup, by_type
from webapp.recovery.corrected import Corrected
from webapp.recovery.lines import Line, lines_of, workflow_of
from webapp.recovery.opinions import PEOPLE, judges_of
from webapp.recovery.repairs import RULE, Repairs, repairs_of, types_of

T = TypeVar("T")
SUITE = RecoveryInstance.suite
CEILING = "oracle"
_TELLTALES = ("naive", "unchanged")
"""Floors that tell by what they solve what is wrong with an instance."""
_FEWEST_PEOPLE = 2


@dataclass(frozen=True)
class BySource:
    """What attempts are worth by a source.

    Args:
        line: Which attempts.
        summary: SI, DR, ES and their mean.
        corrected: The same, corrected by what people gave; None unless it is a judge that has read
            more than people have graded.
    """

    line: Line
    summary: SdeSummary
    corrected: Corrected | None


@dataclass(frozen=True)
class Row:
    """A contestant, all people together, a floor or the ceiling.

    Args:
        name: What it is called.
        kind: "person", "agent", "people", "floor" or "ceiling".
        lines: What its attempts come to: at both levels, and at each.
        contestant: Its key; None: all people.
        mark: The beginning of its hash, where another row has the same name.
        manner: How it read answers, where that is not as agents usually do.
        conditions: Hash of exactly the conditions; of all people, of what they have in common.
        persons: Of all people: how many have a score.
        rank: Between which ranks it stands; None if it is not ranked.
        why_unranked: Why it is not, where it could be.
    """

    name: str
    kind: str
    lines: tuple[Line, ...]
    contestant: int | None = None
    mark: str = ""
    manner: str = ""
    conditions: str = ""
    persons: int = 0
    rank: RankInterval | None = None
    why_unranked: str = ""

    @property
    def both(self) -> Line:
        """What its attempts at both levels come to."""
        return self.lines[0]

    @property
    def shown(self) -> list[Line]:
        """Those of its lines that have attempts."""
        return [line for line in self.lines if line.counts.declared]

    @property
    def by_source(self) -> list[BySource]:
        """What it is worth by each source: at both levels, and at each where that is scored."""
        return [
            BySource(
                line,
                summary,
                next((one for one in line.corrected if one.source == summary.source), None),
            )
            for line in self.shown
            for summary in line.sde
            if line.level is None or summary.is_scored
        ]

    @property
    def source_lines(self) -> int:
        """How many lines these take, with the corrected ones."""
        return sum(1 if one.corrected is None else 2 for one in self.by_source)

    @property
    def is_summary(self) -> bool:
        """Whether it stands for all people together."""
        return self.contestant is None

    @property
    def is_limit(self) -> bool:
        """Whether it is a floor or the ceiling: a program of the site's."""
        return self.kind in ("floor", "ceiling")


@dataclass(frozen=True)
class RecoveryBoard:
    """What the board shows.

    Args:
        chosen: Under which conditions; None if nothing was attempted yet.
        sets: All sets there are, most scored attempts first.
        rows: People and agents, the best first.
        limits: The ceiling, then the floors.
        evaluators: What scored how many attempts.
        older: How many attempts at older versions of the suite are left out.
        workflows: At how many workflows there are attempts.
        instances: At how many instances.
        is_part: Whether floors are left out that would tell what is wrong with instances.
        judges: Those whose scores it shows.
    """

    chosen: ConditionsSet | None
    sets: list[ConditionsSet]
    rows: list[Row]
    limits: list[Row]
    evaluators: list[tuple[str, int]]
    older: int
    workflows: int
    instances: int
    is_part: bool = False
    judges: tuple[Known, ...] = ()

    @property
    def sources(self) -> list[str]:
        """Whose opinions it shows: people's and judges'."""
        return [name for name in _sources(self.rows, self.limits) if name != RULE]

    @property
    def declared(self) -> int:
        """How many attempts the rows are of."""
        rows = [row for row in (*self.rows, *self.limits) if not row.is_summary]
        return sum(row.both.counts.declared for row in rows)


@dataclass(frozen=True)
class TypeTable:
    """What comes of attempts by type of error.

    Args:
        contestant: Whose; None: all people's and agents', without floors and ceiling.
        groups: The types.
        source: By whom responses are scored by the rubric; empty: by nobody.
    """

    contestant: int | None
    groups: list[TypeGroup]
    source: str = ""

    @property
    def is_withheld(self) -> bool:
        """Whether something in it is not told, of too few instances."""
        cells = (
            cell
            for group in self.groups
            for row in group.rows
            for cell in (row.level_1, row.level_2)
        )
        return any(cell.n is None for cell in cells)


def read_board(digest: str = "", *, with_gold: bool) -> RecoveryBoard:
    """The board under a set of conditions.

    Args:
        digest: Hash of the set; empty, or none that there is: the one with most scored attempts.
        with_gold: Whether whoever asks may know what is wrong with instances.
    """
    sets, older = condition_sets(SUITE), older_attempts(SUITE)
    if not sets:
        return RecoveryBoard(None, [], [], [], [], older, 0, 0)
    chosen = next((known for known in sets if known.digest == digest), sets[0])
    made_of = chosen.digest, state_of_grades()
    board = kept(("recovery board", *made_of), lambda: _made(sets, chosen))
    shown = [row for row in board.limits if with_gold or not _tells(row)]
    return replace(board, older=older, limits=shown, is_part=len(shown) < len(board.limits))


def read_types(
    board: RecoveryBoard, contestant: int | None, source: str = "", *, with_gold: bool
) -> TypeTable:
    """What comes of attempts by type of error, under the conditions of a board.

    Args:
        board: The board.
        contestant: Whose; None, or none that has a row: everybody's but the floors' and ceiling's;
            where there is nobody else, the ceiling's.
        source: By whom responses are scored by the rubric; empty, or none that has scores: people,
            if they have, else the first of the judges.
        with_gold: Whether whoever asks may know what is wrong with an instance.
    """
    if board.chosen is None:
        return TypeTable(None, [])
    shown = {row.contestant for row in (*board.rows, *board.limits)} - {None}
    usual = None if board.rows or not board.limits else board.limits[0].contestant
    wanted = contestant if contestant in shown else usual
    known = board.sources
    by = source if source in known else next(iter(sorted(known, key=_people_first)), "")
    chosen = board.chosen
    return kept_of_board(
        board,
        ("types", wanted, by, with_gold),
        lambda: _types_table(chosen, wanted, by, with_gold=with_gold),
    )


def _types_table(
    chosen: ConditionsSet, wanted: int | None, source: str, *, with_gold: bool
) -> TypeTable:
    facts, repairs, types = facts_of(chosen), _repairs(chosen), _types(chosen)
    results = [
        result
        for result in facts.results
        if result.contestant == wanted
        or (wanted is None and not is_limit(facts.contestants[result.contestant]))
    ]
    groups = by_type(results, repairs, facts.tasks, types, source=source, with_gold=with_gold)
    return TypeTable(wanted, groups, source)


def kept_of_board(board: RecoveryBoard, what: Hashable, make: Callable[[], T]) -> T:
    """What was made of a board before, or is made now, as long as all that it rests on stands.

    Args:
        board: The board.
        what: Its name, and what else it was made for.
        make: Makes it.
    """
    digest = "" if board.chosen is None else board.chosen.digest
    return _made_of_boards.kept((digest, what), make)


def is_limit(contestant: Contestant) -> bool:
    """Whether a contestant is one of the built-in agents: a floor or the ceiling of the board."""
    is_agent = contestant.kind == ContestantKind.AGENT and contestant.user_id is None
    return is_agent and contestant.name in AGENTS[SUITE]


def _repairs(chosen: ConditionsSet) -> Repairs:
    return kept(("repairs", chosen.digest, state_of_grades()), lambda: repairs_of(chosen))


def _types(chosen: ConditionsSet) -> Mapping[int, tuple[str, ...]]:
    return kept(("types", chosen.digest), lambda: types_of(chosen))


def _tells(row: Row) -> bool:
    """Whether a floor would tell what is wrong with instances, there being so few."""
    return row.name in _TELLTALES and any(0 < line.workflows < FEWEST_TASKS for line in row.lines)


def _made(sets: list[ConditionsSet], chosen: ConditionsSet) -> RecoveryBoard:
    facts, repairs = facts_of(chosen), _repairs(chosen)
    rows = _rows(facts, chosen, repairs)
    judges = judges_of(_sources(rows, []))
    evaluators = Counter(f"{r.evaluator} {r.version}" for r in facts.results if r.score is not None)
    return RecoveryBoard(
        chosen=chosen,
        sets=sets,
        rows=[row for row in rows if not row.is_limit],
        limits=sorted((row for row in rows if row.is_limit), key=_limit_order),
        evaluators=sorted(evaluators.items()),
        older=0,
        workflows=len({workflow_of(facts.tasks[result.task]) for result in facts.results}),
        instances=len({result.instance for result in facts.results}),
        judges=tuple(judges),
    )


def _sources(rows: list[Row], limits: list[Row]) -> list[str]:
    """By whom responses are scored, in the order of their names."""
    return sorted({one.source for row in (*rows, *limits) for one in row.both.sde})


def _people_first(source: str) -> tuple[bool, str]:
    return source != PEOPLE, source


def _rows(facts: Facts, chosen: ConditionsSet, repairs: Repairs) -> list[Row]:
    by_entry: dict[Entry, list[Result]] = defaultdict(list)
    for result in facts.results:
        by_entry[result.entry].append(result)
    among = (facts.contestants[key] for key in {entry.contestant for entry in by_entry})
    names = Counter((known.kind, known.name) for known in among)
    rows: dict[Entry, Row] = {}
    for entry, results in by_entry.items():
        contestant = facts.contestants[entry.contestant]
        row = _row(contestant, chosen, entry, lines_of(results, repairs, facts.tasks))
        shared = names[contestant.kind, contestant.name] > 1
        rows[entry] = replace(row, mark=contestant.digest[:SHORT]) if shared else row
    workflows = {str(r.instance): workflow_of(facts.tasks[r.task]) for r in facts.results}
    ranked = sorted(_ranked(rows, by_entry, workflows), key=_order)
    people = [
        result
        for result in facts.results
        if facts.contestants[result.contestant].kind == ContestantKind.PERSON
    ]
    return _with_summary(ranked, _all_people(people, facts, chosen, repairs))


def _row(
    contestant: Contestant, chosen: ConditionsSet, entry: Entry, lines: tuple[Line, ...]
) -> Row:
    conditions = chosen.records[entry.conditions]
    limit = is_limit(contestant)
    kind = "ceiling" if contestant.name == CEILING else "floor"
    return Row(
        name=contestant.name,
        kind=kind if limit else contestant.kind,
        lines=lines,
        contestant=contestant.pk,
        manner=manner(conditions),
        conditions=conditions.digest,
        why_unranked="" if limit else lines[0].counts.why_unranked,
    )


def _all_people(
    people: list[Result], facts: Facts, chosen: ConditionsSet, repairs: Repairs
) -> Row | None:
    """Their row, if there are several."""
    persons = len({result.contestant for result in people if result.score is not None})
    if persons < _FEWEST_PEOPLE:
        return None
    lines = lines_of(people, repairs, facts.tasks, pooled=True)
    return Row(ALL_PEOPLE, "people", lines, conditions=chosen.digest, persons=persons)


def _with_summary(rows: list[Row], summary: Row | None) -> list[Row]:
    """The rows with all people's above the first that solves no more."""
    if summary is None:
        return rows
    solved = summary.both.solved.mean or 0
    later = (row.rank is None or (row.both.solved.mean or 0) <= solved for row in rows)
    place = next((place for place, is_later in enumerate(later) if is_later), len(rows))
    return [*rows[:place], summary, *rows[place:]]


def _ranked(
    rows: dict[Entry, Row], by_entry: dict[Entry, list[Result]], workflows: dict[str, str]
) -> list[Row]:
    able = {
        f"{entry}": entry
        for entry, row in rows.items()
        if not row.why_unranked and not row.is_limit
    }
    success = {name: success_by_instance(by_entry[entry]) for name, entry in able.items()}
    ranks = {able[name]: rank for name, rank in rank_intervals(success, workflows).items()}
    return [replace(row, rank=ranks.get(entry)) for entry, row in rows.items()]


def _order(row: Row) -> tuple[object, ...]:
    """Ranked rows first; of equal ranks, those that solve more."""
    rank = (1, 0, 0) if row.rank is None else (0, row.rank.low, row.rank.high)
    return *rank, -(row.both.solved.mean or 0), row.name, row.contestant, row.conditions


def _limit_order(row: Row) -> tuple[object, ...]:
    return row.kind, -(row.both.solved.mean or 0), row.name


# A shelf of its own: many contestants and sources looked at one after the other must not push off
# what all of them are made of.
_made_of_boards = Shelf("made of boards", lambda: (state_of_records(), state_of_grades()))
