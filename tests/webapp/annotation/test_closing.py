"""A campaign ends: nothing is given out or taken any more, and nothing that is there is lost."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.webapp.annotation.builders import (
    ITEMS,
    MOMENT,
    annotator,
    campaign,
    graded,
    samples,
    sheet_in_hand,
)
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp import clock
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.closing import close_campaign, in_hand, reopen_campaign
from webapp.annotation.grading import GradingError, hand_in
from webapp.annotation.models import Campaign, Grade, Sheet, SheetState
from webapp.annotation.queue import next_sheet

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_closed_campaign_gives_nothing_out_and_takes_nothing() -> None:
    ana = annotator("ana")
    held = sheet_in_hand(ana)
    where = held.sample.campaign
    before = Sheet.objects.values().get()

    closed = close_campaign(where)

    assert next_sheet(ana, closed) is None
    with pytest.raises(GradingError) as refused:
        hand_in(ana, held.pk, held.revision)
    assert refused.value.code == "closed"
    assert Sheet.objects.values().get() == before, "what is in hand stays as it is"
    assert Grade.objects.count() == len(ITEMS)


def test_it_stays_closed_since_when_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    where = campaign()
    monkeypatch.setattr(clock, "now", lambda: MOMENT)
    close_campaign(where)
    monkeypatch.setattr(clock, "now", lambda: MOMENT + timedelta(days=1))
    close_campaign(where)
    assert Campaign.objects.get().closed_at == MOMENT


def test_opened_again_it_goes_on_where_it_was() -> None:
    ana = annotator("ana")
    held = sheet_in_hand(ana)
    where = close_campaign(held.sample.campaign)

    again = reopen_campaign(where)

    assert again.closed_at is None
    assert reopen_campaign(again).closed_at is None, "once more changes nothing"
    assert next_sheet(ana, again) == held
    assert hand_in(ana, held.pk, held.revision).state == SheetState.SAVED


def test_in_hand_is_what_is_reserved_and_has_not_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MOMENT)
    where, ana = campaign(), annotator("ana")
    for place, sample in enumerate(samples(where, 3)):
        sheet = graded(sample, ana, 1.0)
        if place:
            sheet.state, sheet.saved_at = SheetState.RESERVED, None
            sheet.expires_at = MOMENT + timedelta(minutes=place - 1)
            sheet.save()
    assert in_hand(where) == 1


def test_the_page_says_what_closing_does_and_when_it_was_done(
    researcher: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = sheet_in_hand(annotator("ana")).sample.campaign
    path = f"/grading/campaigns/{where.pk}"
    page = researcher.page(path)
    assert faults(page) == []
    assert "1 sheet is in hand" in text_of(page)
    assert f'action="{path}/close"' in page
    assert f'action="{path}/reopen"' not in page

    closed = researcher.after(f"{path}/close")

    assert faults(closed) == []
    stands = Campaign.objects.get()
    assert stands.closed_at is not None
    assert f"{stands.closed_at:%Y, %H:%M} UTC" in text_of(closed)
    assert "1 sheet still in hand goes on" in text_of(closed)
    assert f'action="{path}/close"' not in closed
    opened = researcher.after(f"{path}/reopen")
    assert "It is open again." in text_of(opened)
    assert Campaign.objects.get().closed_at is None


@pytest.mark.parametrize("act", ["close", "reopen", "let-in", "pass-mark"])
def test_nobody_else_can_do_so(act: str) -> None:
    where = campaign(closed_at=MOMENT if act == "reopen" else None)
    ana = Persona("ana", AccountRole.ANNOTATOR)
    answer = ana.post(
        f"/grading/campaigns/{where.pk}/{act}", person=ana.user.username, per_cent="1"
    )
    assert answer.status_code == 404
    stands = Campaign.objects.get()
    assert (stands.closed_at, stands.pass_mark) == (where.closed_at, where.pass_mark)


def command(*more: str) -> dict[str, Any]:
    """What the command prints for programs."""
    told = StringIO()
    call_command("close_campaign", *more, "--json", stdout=told)
    found: dict[str, Any] = json.loads(told.getvalue())
    return found


def test_the_command_closes_and_reopens() -> None:
    where = sheet_in_hand(annotator("ana")).sample.campaign
    closed = command(where.name)
    stands = Campaign.objects.get()
    assert stands.closed_at is not None
    assert closed == {
        "campaign": where.pk,
        "closed_at": stands.closed_at.isoformat(),
        "in_hand": 1,
    }
    assert command(where.name, "--reopen") == {
        "campaign": where.pk,
        "closed_at": None,
        "in_hand": 1,
    }
    told = StringIO()
    call_command("close_campaign", where.name, "--reopen", stdout=told)
    assert told.getvalue() == "Open. 1 sheet in hand.\n"
    with pytest.raises(CommandError, match="no campaign 'Nothing'"):
        command("Nothing")
