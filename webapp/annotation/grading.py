"""What is entered on a sheet: kept at every entry, so that nothing of it is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from django.db import transaction

from evaluators.rubrics import Item, Rubric, RubricError, rubric
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.grades import Value
from webapp.annotation.models import Campaign, Grade, Role, Sheet, SheetState
from webapp.annotation.queue import lacks_graders, own_sheet, prolonged

EVIDENCE = ("node", "observation", "thought", "call")
"""What a grade may rest on."""
_MOST_EVIDENCE = 50
_LONGEST_NOTE = 10_000
_LONGEST_REASON = 300
_LONGEST_REF = 200
LONGEST_PASSAGE = 2_000
"""Characters of a passage that is attached as evidence."""


class GradingError(Exception):
    """Something can't be entered.

    Args:
        code: "stale" (changed in another tab), "gone" (given to somebody else), "saved" (handed in
            already), "closed", "bad_value" or "incomplete".
        sentence: Why, for whoever entered it.
        items: Ids of the items that it is about.
    """

    def __init__(self, code: str, sentence: str, items: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.items = items


@dataclass(frozen=True)
class Entered:
    """A grade as somebody enters it.

    Args:
        item: Id of the item.
        value: A level or a choice; None: it is skipped.
        skipped: Why it can't be judged; needed where there is no value.
        note: What is noted.
        evidence: What it rests on: {"kind", "ref", "text"} each.
    """

    item: str
    value: Value | None
    skipped: str = ""
    note: str = ""
    evidence: tuple[Mapping[str, Any], ...] = ()


def rubric_of(campaign: Campaign) -> Rubric:
    """The rubric of a campaign, as it is today."""
    return rubric(campaign.rubric)


def enter(user: User, sheet_id: int, revision: int, entered: Entered) -> Sheet:
    """Enter a grade, and reserve the sample for longer. The same once more changes no grade.

    Args:
        user: Whose sheet it is.
        sheet_id: Which.
        revision: How often the sheet had been changed, as far as whoever enters it knows.
        entered: The grade.

    Raises:
        Sheet.DoesNotExist: there is no such sheet of this person's.
        GradingError: it can't be entered.
    """
    with _open(user, sheet_id) as sheet:
        fields = checked(rubric_of(sheet.sample.campaign), entered)
        stored = sheet.grades.filter(item=entered.item).first()
        if stored is None or any(getattr(stored, name) != fields[name] for name in fields):
            _check_revision(sheet, revision)
            Grade.objects.update_or_create(sheet=sheet, item=entered.item, defaults=fields)
            sheet.revision += 1
        _prolong(sheet)
    return sheet


def withdraw(user: User, sheet_id: int, revision: int, item: str) -> Sheet:
    """Take a grade back, as if it had never been given.

    Raises:
        Sheet.DoesNotExist: there is no such sheet of this person's.
        GradingError: it can't be taken back.
    """
    with _open(user, sheet_id) as sheet:
        stored = sheet.grades.filter(item=item)
        if not stored.exists():
            return sheet
        _check_revision(sheet, revision)
        stored.delete()
        sheet.revision += 1
        _prolong(sheet)
    return sheet


def hand_in(user: User, sheet_id: int, revision: int) -> Sheet:
    """Hand a sheet in, for good. Again is fine.

    Raises:
        Sheet.DoesNotExist: there is no such sheet of this person's.
        GradingError: items are missing, or it can't be handed in.
    """
    sheet = own_sheet(user, sheet_id)
    if sheet.state == SheetState.SAVED:
        return sheet
    with _open(user, sheet_id) as sheet:
        _check_revision(sheet, revision)
        given = set(sheet.grades.values_list("item", flat=True))
        wanted = [item.id for item in rubric_of(sheet.sample.campaign).items]
        missing = tuple(item for item in wanted if item not in given)
        if missing:
            told = ", ".join(missing)
            raise GradingError(
                "incomplete", f"Not graded yet: {told}. Grade or skip each.", missing
            )
        sheet.state, sheet.saved_at = SheetState.SAVED, clock.now()
        sheet.save(update_fields=("state", "saved_at"))
    return sheet


def skip(user: User, sheet_id: int, revision: int, why: str) -> Sheet:
    """Leave a sample to others. What was entered is kept, and counts for nothing.

    Raises:
        Sheet.DoesNotExist: there is no such sheet of this person's.
        GradingError: no reason is given, or it can't be skipped.
    """
    reason = why.strip()
    if not reason or len(reason) > _LONGEST_REASON or _holds_no_characters(reason):
        raise GradingError("bad_value", f"Say why, in up to {_LONGEST_REASON} characters.")
    with _open(user, sheet_id) as sheet:
        if sheet.sample.role == Role.TRAINING:  # the round would never be whole
            raise GradingError(
                "bad_value",
                "A training sample can't be left to others. Skip the items that can't be judged.",
            )
        _check_revision(sheet, revision)
        sheet.state, sheet.why = SheetState.SKIPPED, reason
        sheet.save(update_fields=("state", "why"))
    return sheet


@contextmanager
def _open(user: User, sheet_id: int) -> Iterator[Sheet]:
    """A sheet that may be changed, locked against other tabs and against who asks for the next.

    The campaign is locked, as it is where samples are given out, and first: so an entry just in
    time and a reservation just after never both get the last place, nor wait for each other.
    """
    with transaction.atomic():
        campaign = own_sheet(user, sheet_id).sample.campaign_id
        Campaign.objects.select_for_update().get(pk=campaign)
        sheet = own_sheet(user, sheet_id)
        if sheet.state == SheetState.SAVED:
            raise GradingError("saved", "It is handed in already, and can't be changed any more.")
        if sheet.state == SheetState.SKIPPED:
            raise GradingError("saved", "You have left this one to others.")
        if sheet.sample.campaign.closed_at is not None:
            raise GradingError("closed", "This campaign is closed: nothing more is taken.")
        if sheet.state == SheetState.EXPIRED or sheet.expires_at <= clock.now():
            _taken_up_again(user, sheet)
        yield sheet


def _taken_up_again(user: User, sheet: Sheet) -> None:
    """An expired reservation goes on if nobody else has got the sample meanwhile."""
    if not lacks_graders(sheet.sample, user):
        raise GradingError(
            "gone",
            "Your reservation ran out, and this one has been given to somebody else. What you "
            "entered is kept, but does not count. Go on with the next.",
        )
    sheet.state = SheetState.RESERVED
    _prolong(sheet)


def _check_revision(sheet: Sheet, revision: int) -> None:
    if revision != sheet.revision:
        raise GradingError(
            "stale", "This sheet was changed in another tab. Load it again to go on there."
        )


def _prolong(sheet: Sheet) -> None:
    sheet.expires_at = prolonged(sheet.sample.campaign)
    sheet.save(update_fields=("state", "revision", "expires_at"))


def checked(known: Rubric, entered: Entered) -> dict[str, Any]:
    """The fields of a grade.

    Args:
        known: The rubric.
        entered: The grade as it was entered.

    Raises:
        GradingError: it is none.
    """
    try:
        item = known.item(entered.item)
    except RubricError as error:
        raise GradingError("bad_value", f"{error}.", (entered.item,)) from error
    value, skipped = entered.value, entered.skipped.strip()
    if value is None and not skipped:
        _refuse(item, "say why it can't be judged")
    if value is not None and (skipped or not item.accepts(value)):
        allowed = ", ".join(_told(option.value) for option in item.options)
        _refuse(item, f"is one of {allowed}" if not skipped else "is graded or skipped, not both")
    if len(skipped) > _LONGEST_REASON or len(entered.note) > _LONGEST_NOTE:
        _refuse(item, f"notes have up to {_LONGEST_NOTE} characters, reasons {_LONGEST_REASON}")
    if _holds_no_characters(skipped + entered.note):
        _refuse(item, "a note or a reason holds what is no character; type that place anew")
    return {
        "value": value if isinstance(value, float) else None,
        "choice": value if isinstance(value, str) else "",
        "skipped": skipped,
        "note": entered.note,
        "evidence": _checked_evidence(item, entered.evidence),
    }


def _checked_evidence(item: Item, given: tuple[Mapping[str, Any], ...]) -> list[dict[str, str]]:
    if len(given) > _MOST_EVIDENCE:
        _refuse(item, f"up to {_MOST_EVIDENCE} pieces of evidence can be attached")
    found = []
    for one in given:
        is_piece = set(one) == {"kind", "ref", "text"} and one["kind"] in EVIDENCE
        texts = [one.get("ref"), one.get("text")]
        if not is_piece or not all(isinstance(text, str) for text in texts):
            _refuse(item, f"evidence is a {', '.join(EVIDENCE[:-1])} or {EVIDENCE[-1]}")
        if len(one["ref"]) > _LONGEST_REF or len(one["text"]) > LONGEST_PASSAGE:
            _refuse(item, f"a passage has up to {LONGEST_PASSAGE} characters")
        if _holds_no_characters(one["ref"] + one["text"]):
            _refuse(item, "a passage holds what is no character; mark another")
        found.append({key: one[key] for key in ("kind", "ref", "text")})
    return found


def _holds_no_characters(text: str) -> bool:
    """Whether NUL or half a surrogate pair is in it, which PostgreSQL does not keep."""
    return "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text)


def _refuse(item: Item, why: str) -> NoReturn:
    raise GradingError("bad_value", f"{item.id}: {why}.", (item.id,))


def _told(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:g}"
