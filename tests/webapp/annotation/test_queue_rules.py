"""Whatever people do, in whatever order: no sample has too many graders, and no entry is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webapp.annotation.builders import ITEMS, MOMENT, annotator, campaign, samples
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.grading import Entered, GradingError, enter, hand_in, skip, withdraw
from webapp.annotation.models import Campaign, Grade, Role, Sheet, SheetState
from webapp.annotation.queue import ahead, live, next_sheet

pytestmark = pytest.mark.django_db

MINUTES, PEOPLE = 30, 3
REFUSALS = {"stale", "gone", "saved", "incomplete"}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["take", "take", "enter", "enter", "wait", "wait", "ahead", "withdraw", "fill", "skip"]
        ),
        st.integers(0, PEOPLE - 1),
        st.integers(0, 5),
        st.sampled_from([1.0, 0.5, 0.0]),
    ),
    min_size=15,
    max_size=40,
)
GRADERS = st.integers(1, 2)


class Room:
    """People who grade in a campaign, and what should be kept of it by now."""

    def __init__(self, where: Campaign, people: list[User]) -> None:
        self.where = where
        self.people = people
        self.minutes = 0
        self.kept: dict[tuple[int, str], float] = {}

    def begin(self, graders: int) -> None:
        """Begin anew, with so many graders wanted."""
        self.minutes, self.kept = 0, {}
        self.where.graders = graders
        self.where.save()

    def now(self) -> timedelta:
        """How long it is since they began."""
        return timedelta(minutes=self.minutes)

    def sheet(self, person: User, number: int) -> Sheet | None:
        """One of somebody's sheets, in whatever state."""
        mine = list(Sheet.objects.filter(grader=person))
        return mine[number % len(mine)] if mine else None

    def step(self, what: str, who: int, number: int, value: float) -> None:
        """Let one thing be done; what is refused may change nothing."""
        person = self.people[who]
        if what == "take":
            next_sheet(person, self.where)
        elif what == "wait":
            self.minutes += 11 * (number + 1)
        elif sheet := self.sheet(person, number):
            self._at(sheet, person, what, ITEMS[number], value)

    def _at(self, sheet: Sheet, person: User, what: str, item: str, value: float) -> None:
        doing: Mapping[str, Callable[[], object]] = {
            "ahead": lambda: ahead(person, sheet),
            "enter": lambda: self._enter(sheet, person, item, value),
            "withdraw": lambda: self._withdraw(sheet, person, item),
            "fill": lambda: self._fill(sheet, person, value),
            "skip": lambda: skip(person, sheet.pk, sheet.revision, "I can't say"),
        }
        before = list(Grade.objects.order_by("pk").values())
        refused = ""
        try:
            doing[what]()
        except GradingError as error:
            refused = error.code
        assert refused in {"", *REFUSALS}
        if refused and what != "fill":
            assert list(Grade.objects.order_by("pk").values()) == before

    def _enter(self, sheet: Sheet, person: User, item: str, value: float) -> Sheet:
        entered = enter(person, sheet.pk, sheet.revision, Entered(item, value))
        self.kept[sheet.pk, item] = value
        return entered

    def _withdraw(self, sheet: Sheet, person: User, item: str) -> None:
        withdraw(person, sheet.pk, sheet.revision, item)
        self.kept.pop((sheet.pk, item), None)

    def _fill(self, sheet: Sheet, person: User, value: float) -> None:
        for item in ITEMS:
            if (sheet.pk, item) not in self.kept:
                sheet = self._enter(sheet, person, item, value)
        hand_in(person, sheet.pk, sheet.revision)

    def check(self) -> None:
        """What has to hold at any time."""
        alive = Sheet.objects.filter(live(MOMENT + self.now()))
        for sample in self.where.samples.filter(role=Role.ORDINARY):
            assert alive.filter(sample=sample).count() <= self.where.graders
        for person in self.people:
            mine = Sheet.objects.filter(grader=person)
            assert not mine.filter(sample__contestant__user=person).exists()
        stored = {(one.sheet_id, one.item): one.value for one in Grade.objects.all()}
        assert stored == self.kept


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    where = campaign(minutes=MINUTES)
    people = [annotator(f"person {number}") for number in range(PEOPLE)]
    samples(where, 1, owner=people[0], contestant="of the first")
    samples(where, 1)
    samples(where, 1, role=Role.GOLD, reference={"S1": {"value": 1.0, "why": "It is named."}})
    made = Room(where, people)
    monkeypatch.setattr(clock, "now", lambda: MOMENT + made.now())
    return made


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, graders=GRADERS)
def test_no_sample_has_too_many_graders_and_nothing_entered_is_lost(
    room: Room, steps: list[tuple[str, int, int, float]], graders: int
) -> None:
    with transaction.atomic():
        room.begin(graders)
        for step in steps:
            room.step(*step)
            room.check()
        transaction.set_rollback(True)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, graders=GRADERS)
def test_whatever_happened_before_a_campaign_comes_to_its_end(
    room: Room, steps: list[tuple[str, int, int, float]], graders: int
) -> None:
    with transaction.atomic():
        room.begin(graders)
        for what, who, number, value in steps:
            room.step("take" if what == "skip" else what, who, number, value)
        room.minutes += 10 * MINUTES
        for person in room.people:
            while sheet := next_sheet(person, room.where):
                room._fill(sheet, person, 1.0)
        saved = Sheet.objects.filter(state=SheetState.SAVED, sample__role=Role.ORDINARY)
        assert saved.count() == graders * room.where.samples.filter(role=Role.ORDINARY).count()
        transaction.set_rollback(True)
