"""People: a researcher invites them, changes roles, closes and opens accounts."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from tests.webapp.builders import Time, entry_of, opened
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts import people
from webapp.accounts.links import new_link
from webapp.accounts.models import Role, SignInLink, User
from webapp.accounts.tokens import new_token
from webapp.attempts import services
from webapp.attempts.errors import RevokedToken
from webapp.attempts.models import Attempt, EventKind

pytestmark = pytest.mark.django_db(transaction=True)

ACTIONS = ("link", "role", "close", "reopen")
DASH = "\N{EN DASH}"
_LINK = re.compile(r'value="http://testserver(/sign-in/[^"]+)"')


@pytest.fixture
def researcher() -> Persona:
    return Persona("researcher", Role.RESEARCHER)


@pytest.fixture
def maren() -> Persona:
    return Persona("maren")


def links_in(answer: HttpResponse) -> list[str]:
    """The links that a page shows."""
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return _LINK.findall(answer.content.decode())


def test_an_invitation_is_a_link_that_is_shown_once(researcher: Persona) -> None:
    answer = researcher.post("/people", names="kestrel", role="annotator")

    [path] = links_in(answer)
    assert faults(answer.content.decode()) == []
    made = User.objects.get(username="kestrel")
    assert (made.role, made.has_usable_password()) == ("annotator", False)
    assert "/sign-in/" not in researcher.page("/people") + researcher.page(f"/people/{made.pk}")
    browser = Persona()
    browser.post(path)
    assert "kestrel" in browser.page("/")


def test_several_are_invited_at_once(researcher: Persona) -> None:
    answer = researcher.post(
        "/people", names="heron\r\n\r\n  owl \nstork@lab.example\n", role="participant"
    )

    assert len(links_in(answer)) == 3
    html = answer.content.decode()
    names = ["heron", "owl", "stork@lab.example"]
    assert faults(html) == []
    assert "3 sign-in links" in text_of(html)
    assert re.findall(r"(\S+)\thttp://testserver/sign-in/", html)[1:] == names[1:]
    assert set(names) <= set(User.objects.values_list("username", flat=True))


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        ("two words", "“two words” has characters that no pseudonym has."),
        ("a\nMAREN", "“MAREN” is taken, or stands here twice."),
        ("a\nA", "“A” is taken, or stands here twice."),
        ("x" * 151, "is longer than 150 characters."),
        ("\n".join(f"n{number}" for number in range(201)), "At most 200 at once; these are 201."),
        ("a\x00", "Null characters are not allowed."),
        (" \n", "This field is required."),
    ],
)
def test_what_is_no_pseudonym_is_told_and_nobody_is_invited(
    names: str, complaint: str, researcher: Persona, maren: Persona
) -> None:
    answer = researcher.post("/people", names=names, role="participant")

    assert complaint in text_of(answer.content.decode())
    assert User.objects.count() == 2
    assert not SignInLink.objects.exists()


def test_nobody_is_invited_as_what_there_is_not(researcher: Persona) -> None:
    for role in ({}, {"role": "king"}):
        answer = researcher.post("/people", names="kestrel", **role)
        assert 'class="errorlist"' in answer.content.decode()
    assert User.objects.count() == 1


def test_a_name_that_is_taken_in_between_is_told(
    researcher: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.accounts.forms._complaint", lambda name, known: "")

    answer = researcher.post("/people", names="first\nresearcher", role="participant")

    assert "has just been taken. Nobody was invited." in answer.content.decode()
    assert User.objects.count() == 1


def test_the_list_tells_who_there_is(researcher: Persona, maren: Persona, time: Time) -> None:
    opened(owner=maren.user)
    opened(owner=maren.user, task="buy_cheapest")
    people.invite(["newcomer"], Role.ANNOTATOR)
    User.objects.filter(pk=maren.user.pk).update(
        last_seen_at="2026-02-03T04:05:06Z", last_login=None
    )

    html = researcher.page("/people")

    text = text_of(html)
    assert "newcomer annotator open 1 Mar 2126 never 0" in text
    assert f"maren participant {DASH} " in text
    assert " 3 Feb 2026 2" in text
    assert "researcher you researcher" in text
    assert faults(html) == []
    time.passes(days=2)
    researcher.client.force_login(researcher.user)
    assert f"newcomer annotator {DASH} 1 Mar 2126 never 0" in text_of(researcher.page("/people"))


def test_the_list_is_searched_and_read_page_by_page(researcher: Persona, maren: Persona) -> None:
    people.invite([f"owl-{number}" for number in range(60)], Role.PARTICIPANT)

    assert f"1{DASH}50 of 62" in researcher.page("/people")
    assert f"51{DASH}62 of 62" in researcher.page("/people", page="2")
    found = text_of(researcher.page("/people", q="OWL-5", role="participant"))
    assert "11 accounts found" in found
    assert "maren" not in found
    assert "No account matches." in researcher.page("/people", role="annotator")


def test_a_new_link_withdraws_those_left_unused(researcher: Persona, maren: Persona) -> None:
    lost = new_link(maren.user)

    [path] = links_in(researcher.post(f"/people/{maren.user.pk}/link"))

    assert Persona().get(f"/sign-in/{lost}").status_code == 404
    assert Persona().get(path).status_code == 200


def test_a_new_role_counts_from_the_next_page(researcher: Persona, maren: Persona) -> None:
    page = f"/people/{maren.user.pk}"
    assert maren.get("/people").status_code == 404

    assert "maren is a researcher now." in researcher.after(f"{page}/role", role="researcher")
    assert maren.get("/people").status_code == 200
    researcher.post(f"{page}/role", role="annotator")
    assert maren.get("/people").status_code == 404
    researcher.post(f"{page}/role", role="king")
    assert User.objects.get(username="maren").role == "annotator"


def test_a_closed_account_can_do_nothing_and_loses_nothing(
    researcher: Persona, maren: Persona
) -> None:
    attempt = opened(owner=maren.user)
    _, token = new_token(maren.user, "laptop")
    link, page = new_link(maren.user), f"/people/{maren.user.pk}"
    bearer = {"Authorization": f"Bearer {token}"}
    assert Persona().client.get("/api/v1/me", headers=bearer).status_code == 200

    told = researcher.after(f"{page}/close")

    assert "The account maren is closed." in told
    assert faults(told) == []
    assert maren.get("/attempts").status_code == 302
    assert Persona().client.get("/api/v1/me", headers=bearer).status_code == 401
    assert Persona().get(f"/sign-in/{link}").status_code == 404
    assert Attempt.objects.get().owner == maren.user
    assert "is closed. Open it again first." in researcher.after(f"{page}/link")
    assert researcher.get(f"/attempts/{attempt.pk}").status_code == 200


def test_an_account_that_is_opened_again_lets_in_by_a_new_link_alone(
    researcher: Persona, maren: Persona
) -> None:
    _, token = new_token(maren.user, "laptop")
    page = f"/people/{maren.user.pk}"
    researcher.post(f"{page}/close")

    told = researcher.after(f"{page}/reopen")

    assert "The account maren is open." in told
    assert maren.get("/attempts").status_code == 302  # the session from before stays ended
    bearer = {"Authorization": f"Bearer {token}"}
    assert Persona().client.get("/api/v1/me", headers=bearer).status_code == 200
    [path] = links_in(researcher.post(f"{page}/link"))
    maren.post(path)
    assert maren.get("/attempts").status_code == 200


def test_sessions_end_under_a_former_key_of_the_site_as_well(
    researcher: Persona, maren: Persona, settings: Any
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    user = User.objects.get(pk=maren.user.pk)
    before = set(user.get_session_auth_fallback_hash())

    for action in ("close", "reopen"):
        researcher.post(f"/people/{user.pk}/{action}")

    assert maren.get("/attempts").status_code == 302
    user.refresh_from_db()
    assert before.isdisjoint(user.get_session_auth_fallback_hash())


def test_nobody_closes_or_demotes_the_own_account(researcher: Persona) -> None:
    Persona("second", Role.RESEARCHER)
    page = f"/people/{researcher.user.pk}"

    for action, fields in (("close", {}), ("role", {"role": "participant"})):
        told = researcher.after(f"{page}/{action}", **fields)
        assert "This is your own account. Another researcher has to do this." in told
    again = User.objects.get(pk=researcher.user.pk)
    assert (again.is_active, again.role) == (True, "researcher")
    assert "Close the account</button>" not in researcher.page(page)


def test_two_who_demote_each_other_at_once_leave_a_researcher(
    researcher: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Persona("second", Role.RESEARCHER)
    both, outcomes = threading.Barrier(2), []

    def demote(by: User, user: User) -> None:
        both.wait(10)
        try:
            people.change_role(by, user, Role.PARTICIPANT)
            outcomes.append("done")
        except people.LastResearcher:
            outcomes.append("refused")
        finally:
            connection.close()

    pairs = ((researcher.user, second.user), (second.user, researcher.user))
    threads = [threading.Thread(target=demote, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["done", "refused"]
    assert User.objects.filter(role=Role.RESEARCHER).count() == 1


def test_the_addresses_of_a_closed_account_lead_nowhere(
    maren: Persona, researcher: Persona
) -> None:
    attempt = opened(owner=maren.user)
    entry = entry_of(attempt)

    people.close_account(researcher.user, maren.user)

    with pytest.raises(RevokedToken):
        services.call_tool(entry, "now", {}).wait()
    assert not attempt.events.filter(kind=EventKind.CALL).exists()


def test_the_last_researcher_stays(maren: Persona, researcher: Persona) -> None:
    with pytest.raises(people.LastResearcher, match="Make somebody else a researcher first"):
        people.close_account(maren.user, researcher.user)
    with pytest.raises(people.LastResearcher):
        people.change_role(maren.user, researcher.user, Role.ANNOTATOR)


@pytest.mark.parametrize("role", [Role.PARTICIPANT, Role.ANNOTATOR])
def test_to_all_others_there_are_no_people(role: Role, maren: Persona) -> None:
    somebody = Persona("somebody", role)
    page = f"/people/{maren.user.pk}"

    for path in ("/people", page, "/people/999"):
        assert somebody.get(path).status_code == 404
    assert somebody.post("/people", names="x", role="researcher").status_code == 404
    for action in ACTIONS:
        assert somebody.post(f"{page}/{action}", role="researcher").status_code == 404
        assert somebody.get(f"{page}/{action}").status_code == 404
    assert User.objects.count() == 2
    assert "/people" not in somebody.page("/")


def test_nobody_is_asked_to_sign_in_first(maren: Persona) -> None:
    nobody = Persona()
    assert nobody.get("/people")["Location"] == "/sign-in?next=/people"
    assert nobody.post(f"/people/{maren.user.pk}/close").status_code == 302
    assert User.objects.get().is_active


@pytest.mark.parametrize("action", ACTIONS)
def test_following_a_link_does_nothing_and_leads_to_the_person(
    action: str, researcher: Persona, maren: Persona
) -> None:
    page = f"/people/{maren.user.pk}"
    assert researcher.get(f"{page}/{action}")["Location"] == page
    assert researcher.post(f"/people/999/{action}").status_code == 404
    assert User.objects.get(username="maren").is_active
