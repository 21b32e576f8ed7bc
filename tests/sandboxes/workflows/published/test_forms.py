"""Each form is read as told, with a note of each change and of all that is left."""

from __future__ import annotations

import pytest

from sandboxes.workflows.published import (
    MendKind,
    Record,
    RecordKind,
    UnmendedKind,
    published_line,
    read_published,
)
from tests.sandboxes.workflows.published.argument_forms import ARGUMENTS
from tests.sandboxes.workflows.published.builders import ABSENT, line, record
from tests.sandboxes.workflows.published.plan_forms import NODES, PLANS
from tests.sandboxes.workflows.published.record_forms import RECORDS

GROUPS = {"arguments": ARGUMENTS, "node": NODES, "plan": PLANS, "record": RECORDS}
FORMS = {f"{group}: {form.name}": form for group, forms in GROUPS.items() for form in forms}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_is_read_and_what_was_done_is_noted(name: str) -> None:
    form = FORMS[name]
    found = record(form.text)
    assert form.read(found) == form.value
    assert tuple((mend.kind.value, mend.place) for mend in found.mends) == form.mends
    left = tuple((left.kind.value, left.place, left.was) for left in found.unmended)
    assert left == form.unmended
    assert published_line(found) == form.text


def test_no_form_hides_another() -> None:
    assert len(FORMS) == sum(len(forms) for forms in GROUPS.values())


def test_every_kind_is_shown_by_a_form() -> None:
    """The mark before the first line alone belongs to a file."""
    mends = {kind for form in FORMS.values() for kind, _ in form.mends}
    assert mends == {kind.value for kind in MendKind} - {"byte_order_mark"}
    unmended = {kind for form in FORMS.values() for kind, _, _ in form.unmended}
    assert unmended == {kind.value for kind in UnmendedKind}


def test_a_mend_tells_what_was_there_and_what_it_became() -> None:
    (mend,) = record(line(round_gt=" 3")).mends
    assert mend.as_json() == {
        "kind": "number_in_text",
        "place": "round_gt",
        "was": '" 3"',
        "became": "3",
    }


def test_a_mend_shows_the_first_400_characters() -> None:
    (mend,) = record(line(query=["x" * 1_000])).mends
    assert mend.was == f'["{"x" * 398}... (1,004 characters)'


def test_a_record_without_a_reason_and_with_english_tags_is_augmented() -> None:
    kinds = {
        name: record(line(**changes)).kind
        for name, changes in {
            "reason": {},
            "none": {"error_reason": ABSENT},
            "Chinese": {"error_reason": ABSENT, "tag": "错误并行"},
        }.items()
    }
    assert kinds == {
        "reason": RecordKind.REAL,
        "none": RecordKind.AUGMENTED,
        "Chinese": RecordKind.REAL,
    }


def test_one_number_in_two_files_makes_two_keys_and_one_line_makes_one() -> None:
    first, second = record(line()), record(line(error_reason=ABSENT))
    assert first.key.startswith("level1_real/7-")
    assert second.key.startswith("level1_augmented/7-")
    assert record(line(id=None)).key.startswith("level1_real/unnumbered-")
    (other,) = read_published([line()], file="other.jsonl")
    assert isinstance(other, Record)
    assert (other.file, other.line, other.key) == ("other.jsonl", 1, first.key)
    assert record(line(round_gt=4)).key != first.key
