"""Candidates for training data: one after the other, kept or dropped by researchers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agents.react import demonstrated_instances
from evaluators.training_data import (
    Example,
    Exclusion,
    KeptOut,
    Pair,
    Report,
    select_pairs,
    select_single,
)
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.training_models import TrainingChoice, TrainingKind
from webapp.annotation.training_scores import PEOPLE, scored_responses

LONGEST_REASON = 300
Candidate = Example | Pair


class NotChosen(Exception):
    """A choice can't be kept; the text says why, and nothing was changed."""


@dataclass(frozen=True)
class Asked:
    """Which candidates are asked for.

    Args:
        kind: What they are for.
        source: Whose grades are counted: "people", or the identity of a judge.
        held_out: Names of queries that are kept for testing.
    """

    kind: TrainingKind = TrainingKind.SFT
    source: str = PEOPLE
    held_out: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Candidates:
    """The candidates, and what became of the rest.

    Args:
        asked: Which were asked for.
        found: All of them, in order.
        choices: What was chosen, by key.
        report: What became of the responses that are none.
        unmatched: Names among those that are held out that no response has: maybe mistyped.
    """

    asked: Asked
    found: list[Candidate]
    choices: Mapping[str, TrainingChoice]
    report: Report
    unmatched: list[str]

    @property
    def kept(self) -> list[Candidate]:
        """Those that were kept."""
        return [one for one in self.found if self._is(one, keep=True)]

    @property
    def dropped(self) -> list[Candidate]:
        """Those that were dropped."""
        return [one for one in self.found if self._is(one, keep=False)]

    @property
    def undecided(self) -> list[Candidate]:
        """Those that nobody has decided on."""
        return [one for one in self.found if one.key not in self.choices]

    def _is(self, candidate: Candidate, *, keep: bool) -> bool:
        choice = self.choices.get(candidate.key)
        return choice is not None and choice.keep is keep


def candidates(asked: Asked) -> Candidates:
    """Select the candidates.

    Args:
        asked: Which.

    Raises:
        NoSource: there is no such judge.
    """
    responses = scored_responses(asked.source)
    out = KeptOut(asked.held_out, demonstrated_instances())
    found: list[Candidate]
    if asked.kind == TrainingKind.SFT:
        single = select_single(responses, out)
        found, report = [*single.candidates], single.report
    else:
        pairs = select_pairs(responses, out)
        found, report = [*pairs.candidates], pairs.report
    choices = {one.key: one for one in TrainingChoice.objects.filter(kind=asked.kind)}
    clusters = {response.cluster for response in responses}
    return Candidates(asked, found, choices, report, sorted(asked.held_out - clusters))


def choose(user: User, asked: Asked, key: str, *, keep: bool, why: str = "") -> TrainingChoice:
    """Keep or drop a candidate. The same choice once more changes nothing.

    Args:
        user: Who chooses.
        asked: Among which candidates.
        key: Which of them.
        keep: Whether it is kept.
        why: Why it is dropped.

    Raises:
        NoSource: there is no such judge.
        NotChosen: it is dropped for no reason, is no candidate, or was decided otherwise meanwhile.
    """
    why = "" if keep else " ".join(why.split())
    if not keep and not why:
        raise NotChosen("Say why it is dropped: a word or two are enough.")
    if len(why) > LONGEST_REASON:
        raise NotChosen(f"The reason has {len(why)} characters; {LONGEST_REASON} fit.")
    if all(one.key != key for one in candidates(asked).found):
        raise NotChosen("It is no candidate any more: its grades have changed. Nothing was kept.")
    made, _ = TrainingChoice.objects.get_or_create(
        key=key,
        defaults={"kind": asked.kind, "keep": keep, "why": why, "by": user, "at": clock.now()},
    )
    if made.keep != keep:
        raise NotChosen(
            f"{made.by.username} has {'kept' if made.keep else 'dropped'} it meanwhile; "
            "that holds until it is undone."
        )
    return made


def undo(user: User, kind: TrainingKind) -> TrainingChoice | None:
    """Take back somebody's last choice; the candidate is undecided again.

    Args:
        user: Whose.
        kind: Of which candidates.

    Returns:
        What was taken back; None if there was nothing.
    """
    last = last_choice(user, kind)
    if last is not None:
        TrainingChoice.objects.filter(pk=last.pk).delete()
    return last


def last_choice(user: User, kind: TrainingKind) -> TrainingChoice | None:
    """Somebody's last choice that holds; None if there is none."""
    return TrainingChoice.objects.filter(by=user, kind=kind).order_by("-id").first()


def held_out_names(lines: Iterable[str]) -> frozenset[str]:
    """Names of queries, one a line; blank lines and those that begin with # say nothing."""
    stripped = (line.strip() for line in lines)
    return frozenset(line for line in stripped if line and not line.startswith("#"))


REASONS: Mapping[Exclusion, str] = {
    Exclusion.HELD_OUT: "of a query that is held out",
    Exclusion.PRIVATE: "at a private instance",
    Exclusion.DEMONSTRATION: "at an instance of the worked examples",
    Exclusion.UNFINISHED: "still being graded",
    Exclusion.LATER: "that go on from an earlier response, and answer another prompt",
    Exclusion.UNSCORED: "with an item that is unscored, which is not zero",
    Exclusion.DUPLICATE: "the same as one before",
    Exclusion.FEW_POINTS: "with too few points",
}
"""What became of responses that are no candidates, in words."""
