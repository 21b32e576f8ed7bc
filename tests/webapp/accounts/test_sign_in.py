"""Signing in with a password, and out."""

from __future__ import annotations

import pytest
from django.test import Client

from webapp.accounts.demo import demo_accounts
from webapp.accounts.links import new_link
from webapp.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a stone that shows gold"
ELSEWHERE = ["https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)"]


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("ines", password=PASSWORD)


def test_a_password_signs_in_and_leads_to_where_one_wanted_to_go(staff: User) -> None:
    browser = Client()
    assert browser.get("/attempts")["Location"] == "/sign-in?next=/attempts"

    answer = browser.post(
        "/sign-in", {"username": "ines", "password": PASSWORD, "next": "/attempts"}
    )

    assert answer["Location"] == "/attempts"
    assert browser.get("/attempts").status_code == 200


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_signing_in_leads_to_no_other_site(elsewhere: str, staff: User) -> None:
    fields = {"username": "ines", "password": PASSWORD, "next": elsewhere}
    assert Client().post("/sign-in", fields)["Location"] == "/"


def test_who_was_asked_to_sign_in_and_has_a_link_is_led_on_too(staff: User) -> None:
    browser = Client()
    browser.get("/sign-in", {"next": "/attempts?status=open"})

    answer = browser.post(f"/sign-in/{new_link(staff)}")

    assert answer["Location"] == "/attempts?status=open"
    assert browser.post(f"/sign-in/{new_link(staff)}")["Location"] == "/"  # once


def test_a_link_may_say_where_it_leads(staff: User) -> None:
    browser, path = Client(), f"/sign-in/{new_link(staff)}?next=/tasks"
    assert '<input type="hidden" name="next" value="/tasks">' in browser.get(path).content.decode()
    assert browser.post(path)["Location"] == "/tasks"


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_a_link_leads_to_no_other_site(elsewhere: str, staff: User) -> None:
    browser = Client()
    browser.get("/sign-in", {"next": elsewhere})
    path = f"/sign-in/{new_link(staff)}"
    assert elsewhere not in browser.get(path, {"next": elsewhere}).content.decode()
    assert browser.post(path, {"next": elsewhere})["Location"] == "/"


def test_a_wrong_password_is_told_in_the_form(staff: User) -> None:
    answer = Client().post("/sign-in", {"username": "ines", "password": "wrong"})

    assert answer.status_code == 200
    assert "Please enter a correct username and password" in answer.content.decode()


def test_no_password_signs_a_demo_account_in() -> None:
    for user in demo_accounts():
        for password in ("", "!", user.password):
            answer = Client().post("/sign-in", {"username": user.username, "password": password})
            assert answer.status_code == 200


def test_signing_out_takes_a_form(staff: User) -> None:
    browser = Client()
    browser.force_login(staff)
    assert browser.get("/sign-out")["Location"] == "/"
    assert browser.get("/attempts").status_code == 200

    answer = browser.post("/sign-out", follow=True)

    assert "You are signed out." in answer.content.decode()
    assert browser.get("/attempts").status_code == 302


def test_the_demo_accounts_are_made_once() -> None:
    first, second = demo_accounts(), demo_accounts()

    assert first == second
    assert [(user.username, user.role) for user in first] == [
        ("demo-researcher", "researcher"),
        ("demo-annotator", "annotator"),
        ("demo-volunteer", "participant"),
    ]
    assert not any(user.has_usable_password() for user in first)
