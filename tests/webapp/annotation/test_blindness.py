"""Whoever has still to grade a response learns nothing of it beforehand, at any of the doors."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.webapp.annotation.builders import HOUR, ITEMS, MOMENT, annotator, campaign, graded
from tests.webapp.annotation.readings import judge, read
from tests.webapp.annotation.training import sampled
from tests.webapp.live import LiveSite
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.acting import acted
from tests.webapp.recovery.builders import SUITE, TASK, recovery_instance_of
from tests.webapp.routes import filled, http_routes, socket_routes
from tests.webapp.scene import ABSENT
from webapp import clock
from webapp.accounts.models import Role as AccountRole
from webapp.accounts.models import User
from webapp.accounts.tokens import new_token
from webapp.annotation.models import Adjudication, Campaign, Cause, Grade, Role, Sample, Sheet
from webapp.attempts.models import ScoreRecord
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.leaderboard.findings import PAGES

pytestmark = pytest.mark.django_db(transaction=True)

GRADER, CONTESTANT, JUDGE = "bao-velvet", "Quillfeather-9", "Rhadamanthys"
NOTE, EVIDENCE, SKIPPED = "mark-of-a-note", "mark-of-evidence", "mark-of-a-skipped-item"
REASON, SETTLED, KNOWN = "mark-of-a-judge", "mark-of-an-adjudicator", "mark-of-a-reference"
GRADES = (GRADER, NOTE, EVIDENCE, SKIPPED, JUDGE, REASON, SETTLED, KNOWN)
"""What others gave, and who they are."""
S5, E5 = 0.731731, 0.791979
FACTS = ("What programs found", "0.731731", "0.7317", "73.17", "0.791979", "0.792", "79.20")
"""What programs found, however it is written."""
_OF_CONTESTANTS = re.compile(r"/(recovery|board)(\.csv)?|/contestants/\d+")
"""Where everybody is told of contestants, by name: means, and of no response in particular."""
_ENDS_THE_SESSION = ("sign-out", "sign-in/<str:secret>")


@dataclass(frozen=True)
class Desk:
    """A desk with sheets on it, and all around it that must not be told there.

    Args:
        ana: Who has the sheets.
        where: The campaign.
        sheet: One of hers: nothing is entered yet.
        gold: Another one, of a gold sample.
        others: Somebody else's sheet of the first response.
    """

    ana: Persona
    where: Campaign
    sheet: Sheet
    gold: Sheet
    others: Sheet


@pytest.fixture
def desk() -> Desk:
    """Two responses, one of them gold, that were graded, read by a judge, and settled."""
    where, bao = campaign(graders=3), annotator(GRADER)
    ana = Persona("ana", AccountRole.ANNOTATOR)
    sheets = []
    for subject, role in (("oracle", Role.ORDINARY), ("unchanged", Role.GOLD)):
        sample = response(where, subject, role)
        graded_by_others(sample, bao)
        now = clock.now()
        sheets.append(
            Sheet.objects.create(
                sample=sample, grader=ana.user, reserved_at=now, expires_at=now + HOUR
            )
        )
    sheet, gold = sheets
    return Desk(ana, where, sheet, gold, Sheet.objects.get(grader=bao, sample=sheet.sample))


def response(where: Campaign, subject: str, role: Role) -> Sample:
    """A sample of a finished attempt of which programs found what they never find."""
    record = recovery_instance_of(TASK)
    attempt = open_attempt(record, agent(CONTESTANT, {}, None), conditions_for(record), None)
    made = sampled(where, acted(subject, attempt), role=role)
    made.reference = {"S1": {"value": 1.0, "why": KNOWN}} if role == Role.GOLD else {}
    made.save()
    score = ScoreRecord.objects.get(attempt=attempt)
    body = json.loads(score.body)
    body["rules"]["S5"]["value"] = S5
    score.body = json.dumps(body | {"efficacy": E5})
    score.save()
    return made


def graded_by_others(sample: Sample, person: User) -> None:
    """What a person, a judge and an adjudicator have said of a sample."""
    sheet = graded(sample, person, dict.fromkeys(ITEMS, 0.5) | {"E4": None})
    piece = {"kind": "thought", "ref": "", "text": EVIDENCE}
    Grade.objects.filter(sheet=sheet).update(note=NOTE, evidence=[piece])
    Grade.objects.filter(sheet=sheet, item="E4").update(skipped=SKIPPED)
    for reading in read(judge(JUDGE), sample, 0.5):
        reading.grades = {item: {"value": 0.5, "reason": REASON} for item in reading.grades}
        reading.save()
    Adjudication.objects.create(
        sample=sample, item="S2", value=0.5, cause=Cause.SLIP, note=SETTLED, by=person, at=MOMENT
    )


def told(text: str, path: str = "") -> list[str]:
    """What is said, perhaps at a page's path, that must not be said there yet."""
    secrets = [*GRADES]
    secrets += [] if _OF_CONTESTANTS.fullmatch(path) else FACTS
    secrets += [CONTESTANT] if path.startswith("/grading") else []
    return [secret for secret in secrets if secret in text]


def text_of(answer: Any) -> str:
    """All of an answer, its headers as well."""
    body: bytes = answer.getvalue()
    return body.decode(errors="replace") + str(answer.headers)


def places(desk: Desk) -> list[str]:
    """Every address that can be opened, wherever it could tell of the response or of who said what.

    An address with an argument that is not known here fails: it has to be thought of.
    """
    sample = desk.sheet.sample
    run = sample.readings.values_list("run", "judge")[0]
    known: dict[str, object] = {
        "campaign_id": desk.where.pk,
        "item": "S1",
        "run_id": run[0],
        "judge_id": run[1],
        "attempt_id": sample.attempt_id,
        "id": sample.attempt_id,
        "instance_id": sample.attempt.instance_id,
        "contestant_id": sample.contestant_id,
        "user_id": desk.others.grader_id,
        "number": sample.event_number,
        "label": "1",
        "what": next(iter(PAGES)),
        **dict.fromkeys(("run_set_id", "record_id", "token_id"), ABSENT),
    }
    found = []
    for route in http_routes():
        sheets = (desk.sheet.pk, desk.gold.pk, desk.others.pk)
        for sheet in sheets if "sheet_id" in route else (ABSENT,):
            name = SUITE if "suites/" in route else "now" if "tools/" in route else TASK
            if route not in _ENDS_THE_SESSION:
                found.append(filled(route, known | {"sheet_id": sheet, "name": name}))
    return found


def test_no_address_tells_what_others_gave_or_programs_found(desk: Desk) -> None:
    visited: dict[str, int] = {}
    for path in places(desk):
        answer = desk.ana.get(path)
        visited[path] = answer.status_code
        assert told(text_of(answer), path) == [], path
    own = f"/grading/sheets/{desk.sheet.pk}"
    assert [visited[own], visited[f"{own}/following"]] == [200, 200]
    assert visited[f"/grading/sheets/{desk.others.pk}"] == 404
    for ending in ("csv", "xlsx", "jsonl"):
        assert visited[f"/grading/campaigns/{desk.where.pk}/grades.{ending}"] == 404


def test_no_token_opens_what_the_pages_keep_back(desk: Desk) -> None:
    _, secret = new_token(desk.ana.user, "tests")
    client, statuses = Client(headers={"Authorization": f"Bearer {secret}"}), set()
    for path in places(desk):
        if path.startswith("/api/"):
            answer = client.get(path)
            statuses.add(answer.status_code)
            assert told(text_of(answer), path) == [], path
    assert 401 not in statuses, "the token was taken"


def test_what_is_entered_is_answered_without_a_word_of_others(desk: Desk) -> None:
    statuses = []
    for sheet in (desk.sheet, desk.others):
        own = f"/grading/sheets/{sheet.pk}"
        for path, fields in (
            (f"{own}/items/S1", {"value": "1.0", "revision": 0}),
            (f"{own}/items/S1", {"value": "0.0", "revision": 0}),
            (f"{own}/items/S1", {"value": "0.7", "revision": 1}),
            (f"{own}/hand-in", {"revision": 1}),
            (own, {"then": "draft", "revision": 1, "note-S2": "A note alone."}),
        ):
            answer = desk.ana.post(path, **fields)
            statuses.append(answer.status_code)
            assert told(text_of(answer), path) == [], path
    assert statuses == [200, 409, 422, 422, 422, *[404] * 5]


def test_no_socket_lets_somebody_who_grades_watch_the_attempt(
    desk: Desk, live_site: LiveSite
) -> None:
    known = {"attempt_id": desk.sheet.sample.attempt_id, "token": "none"}
    for route in socket_routes():
        heard = heard_at(live_site, desk.ana, filled(route, known))
        assert told(heard) == [], route
        assert "not_found" in heard or "404" in heard, f"{route}: {heard}"


def heard_at(site: LiveSite, persona: Persona, path: str) -> str:
    """All that a socket says until it closes."""
    name = settings.SESSION_COOKIE_NAME
    cookie = f"{name}={persona.client.cookies[name].value}"
    url = f"ws://{site.origin.removeprefix('http://')}{path}"
    heard = []
    try:
        with connect(
            url, additional_headers={"Cookie": cookie}, origin=Origin(site.origin)
        ) as socket:
            while True:
                heard.append(str(socket.recv(5)))
    except InvalidStatus as refused:
        heard.append(f"{refused.response.status_code} {bytes(refused.response.body)!r}")
    except ConnectionClosed as closed:
        heard.append(str(closed))
    return "".join(heard)


def test_all_of_it_is_told_afterwards_to_those_who_may(desk: Desk, researcher: Persona) -> None:
    """Else nothing would have been kept back."""
    fields = {f"value-{item}": "1.0" for item in ITEMS}
    own = f"/grading/sheets/{desk.sheet.pk}"
    desk.ana.after(own, revision=0, then="hand-in", **fields)
    after = desk.ana.page(own)
    assert told(after) == ["What programs found", "0.792"], "and still no grade of others"
    desk.where.closed_at = MOMENT
    desk.where.save()
    export = researcher.get(f"/grading/campaigns/{desk.where.pk}/grades.jsonl")
    text = export.getvalue().decode()
    assert {NOTE, EVIDENCE, SKIPPED, REASON, SETTLED} <= {mark for mark in GRADES if mark in text}
    assert GRADER in researcher.page(f"/grading/campaigns/{desk.where.pk}")
    assert JUDGE in researcher.page("/judges")
