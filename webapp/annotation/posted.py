"""What forms and the page's script send of a sheet, and what is made of a whole form of grades."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluators.rubrics import Item
from webapp.accounts.models import User
from webapp.annotation.grades import Value
from webapp.annotation.grading import Entered, GradingError, enter, rubric_of
from webapp.annotation.models import Sheet

CANNOT_SAY = "skip"
"""What a form sends as a value where the item can't be judged."""
_OF_THE_ITEM = ("bad_value", "stale")
_FIELDS = ("value", "skipped", "note", "evidence")


@dataclass(frozen=True)
class Rejected:
    """What was sent for an item and could not be entered.

    Args:
        fields: What was sent: value, skipped, note, evidence.
        sentence: Why it could not be.
    """

    fields: Mapping[str, str]
    sentence: str


def entered_in(posted: Mapping[str, Any], item: str) -> Entered:
    """A grade as a form or the page's script sends it; what is wrong in it is told by `enter`.

    Args:
        posted: The fields: value, skipped, note, evidence.
        item: Id of the item.
    """
    try:
        evidence = json.loads(posted.get("evidence") or "[]")
    except ValueError:
        evidence = [{}]
    pieces = evidence if isinstance(evidence, list) else [{}]
    value = posted.get("value", "")
    return Entered(
        item=item,
        value=None if value == CANNOT_SAY else _value(value),
        skipped=posted.get("skipped", ""),
        note=posted.get("note", "").replace("\r\n", "\n"),  # forms send line breaks so
        evidence=tuple(one if isinstance(one, dict) else {} for one in pieces),
    )


def enter_form(
    user: User, sheet: Sheet, revision: int, posted: Mapping[str, Any]
) -> tuple[Sheet, dict[str, Rejected]]:
    """Enter all grades of a form. What can't be entered keeps nothing else from being entered.

    Args:
        user: Whose sheet it is.
        sheet: The sheet.
        revision: How often it had been changed when the form was shown.
        posted: The fields, each with its item: ``value-S1``, ``skipped-S1``, ``note-S1``.

    Returns:
        The sheet as it is now, and by item what was not entered.

    Raises:
        Sheet.DoesNotExist: there is no such sheet of this person's.
        GradingError: nothing can be entered on it any more.
    """
    rejected: dict[str, Rejected] = {}
    knows_all = revision == sheet.revision
    for item in rubric_of(sheet.sample.campaign).items:
        fields = {name: posted.get(f"{name}-{item.id}", "") for name in _FIELDS}
        if not (fields["value"] or fields["skipped"].strip() or fields["note"].strip()):
            continue
        try:
            _check_that_there_is_a_grade(item, fields)
            sheet = enter(user, sheet.pk, revision, entered_in(fields, item.id))
        except GradingError as error:
            if error.code not in _OF_THE_ITEM:
                raise
            rejected[item.id] = Rejected(fields, _sentence(item, error))
            continue
        if knows_all and sheet.revision == revision + 1:
            revision = sheet.revision
    return sheet, rejected


def _check_that_there_is_a_grade(item: Item, fields: Mapping[str, str]) -> None:
    if not fields["value"] and not fields["skipped"].strip():
        sentence = f"{item.id}: a note needs a grade, or a reason why it can't be judged."
        raise GradingError("bad_value", sentence, (item.id,))


def _sentence(item: Item, error: GradingError) -> str:
    if error.code != "stale":
        return error.sentence
    return (
        f"{item.id}: not saved, for this sheet was changed in another tab meanwhile. If it is to "
        "be as it stands here, save it again."
    )


def _value(text: str) -> Value | None:
    """A level as a number, a choice as a word; nothing as None."""
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        return text
