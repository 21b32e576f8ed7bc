"""Sign-in links: opened at will, used once, by one."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from webapp import clock
from webapp.accounts import links
from webapp.accounts.links import LIFE, new_link
from webapp.accounts.models import SignInLink, User
from webapp.secrets import digest_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maren")


def signed_in_as(client: Client) -> str | None:
    """The pseudonym by which a browser is known."""
    found = client.session.get("_auth_user_id")
    return None if found is None else User.objects.get(pk=str(found)).username


def test_a_link_signs_in_by_its_button_and_leads_home(user: User) -> None:
    browser, path = Client(), f"/sign-in/{new_link(user)}"

    answer = browser.post(path, follow=True)

    assert answer.redirect_chain == [("/", 302)]
    assert "You are signed in as maren." in answer.content.decode()
    assert signed_in_as(browser) == "maren"


def test_opening_a_link_tells_whom_it_signs_in_and_uses_nothing_up(user: User) -> None:
    browser, path = Client(), f"/sign-in/{new_link(user)}"

    for look in (browser.get, browser.head, browser.get):
        answer = look(path)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
    assert "Sign in as <bdi>maren</bdi>" in answer.content.decode()
    assert signed_in_as(browser) is None
    assert SignInLink.objects.get().used_at is None


def test_a_link_works_once(user: User) -> None:
    path = f"/sign-in/{new_link(user)}"
    Client().post(path)

    second = Client()
    for answer in (second.post(path), second.get(path)):
        assert answer.status_code == 410
        text = answer.content.decode()
        assert "This sign-in link has been used" in text
        assert "Ask whoever sent it for a new one." in text
    assert signed_in_as(second) is None


def test_pressing_the_button_twice_says_that_one_is_in(user: User) -> None:
    browser, path = Client(), f"/sign-in/{new_link(user)}"
    browser.post(path)

    again = browser.post(path)

    assert "signed in with it already" in again.content.decode()
    assert signed_in_as(browser) == "maren"


def test_a_link_expires_after_a_day(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, path, made = Client(), f"/sign-in/{new_link(user)}", clock.now()
    monkeypatch.setattr(clock, "now", lambda: made + LIFE - timedelta(minutes=1))
    assert browser.get(path).status_code == 200
    monkeypatch.setattr(clock, "now", lambda: made + LIFE + timedelta(minutes=1))

    for answer in (browser.get(path), browser.post(path)):
        assert answer.status_code == 410
        assert "This sign-in link has expired" in answer.content.decode()
    assert signed_in_as(browser) is None


@pytest.mark.parametrize("secret", ["x", "%00", "%F0%9F%98%80", "a" * 5_000])
def test_an_unknown_link_says_what_to_do(secret: str, user: User) -> None:
    browser = Client()
    for answer in (browser.get(f"/sign-in/{secret}"), browser.post(f"/sign-in/{secret}")):
        assert answer.status_code == 404
        assert "There is no such sign-in link" in answer.content.decode()


def test_the_link_of_a_closed_account_signs_nobody_in(user: User) -> None:
    browser, path = Client(), f"/sign-in/{new_link(user)}"
    User.objects.update(is_active=False)

    answer = browser.post(path)

    assert answer.status_code == 410
    assert "This account is closed" in answer.content.decode()
    assert signed_in_as(browser) is None


def test_of_two_who_press_at_once_one_is_let_in(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, found, both = f"/sign-in/{new_link(user)}", links.find_link, threading.Barrier(2)

    def find_together(secret: str) -> SignInLink:
        link = found(secret)
        both.wait(10)  # both have found the link unused before either uses it
        return link

    monkeypatch.setattr(links, "find_link", find_together)
    browsers, statuses = [Client(), Client()], []

    def press(browser: Client) -> None:
        statuses.append(browser.post(path).status_code)
        connection.close()

    threads = [threading.Thread(target=press, args=(browser,)) for browser in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(statuses) == [302, 410]
    assert {signed_in_as(browser) for browser in browsers} == {"maren", None}


def test_a_link_changes_who_is_signed_in(user: User) -> None:
    browser, other = Client(), User.objects.create_user("other")
    browser.force_login(other)
    path = f"/sign-in/{new_link(user)}"

    assert "signed in as <bdi>other</bdi> now; that ends." in browser.get(path).content.decode()
    browser.post(path)

    assert signed_in_as(browser) == "maren"


def test_a_link_is_refused_without_the_forms_token(user: User) -> None:
    browser, path = Client(enforce_csrf_checks=True), f"/sign-in/{new_link(user)}"

    answer = browser.post(path)

    assert answer.status_code == 403
    assert "The form could not be trusted" in answer.content.decode()
    assert SignInLink.objects.get().used_at is None


def test_only_a_digest_of_a_link_is_kept(user: User) -> None:
    secret = new_link(user)

    assert SignInLink.objects.get().digest == digest_of(secret)
    assert secret not in str(SignInLink.objects.values().get())
