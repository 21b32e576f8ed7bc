"""Passwords may be tried a few times freely, then after a wait that grows."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client

from tests.webapp.builders import Time
from webapp.accounts import throttle
from webapp.accounts.models import PasswordTries, User
from webapp.accounts.throttle import (
    FORGOTTEN,
    FREE_BY_ACCOUNT,
    FREE_BY_ADDRESS,
    LONGEST_WAIT,
    TooManyTries,
    count_try,
)

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a stone that shows gold"
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def _fast_passwords(settings: Any) -> None:
    """Whole seconds of hashing prove nothing here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def staff(_fast_passwords: None, time: Time) -> User:
    return User.objects.create_user("ines", password=PASSWORD)


def tried(name: str, password: str, address: str = HERE) -> tuple[int, str]:
    """Try to sign in; the status, and what the form complains of."""
    answer = Client().post(
        "/sign-in", {"username": name, "password": password}, REMOTE_ADDR=address
    )
    complaint = answer.content.decode().partition('<ul class="errorlist')[2].partition("</ul>")[0]
    return answer.status_code, complaint.partition("<li>")[2].partition("</li>")[0]


def waits(name: str, address: str) -> list[float]:
    """How long each of many failures makes one wait, in seconds."""
    found = []
    for _ in range(20):
        try:
            count_try(name, address)
        except TooManyTries as error:
            found.append(error.wait.total_seconds())
            PasswordTries.objects.update(blocked_until=None)
            count_try(name, address)
    return found


def test_after_some_wrong_passwords_one_has_to_wait(staff: User, time: Time) -> None:
    wrong = "Please enter a correct username and password. Note that both fields may be "
    for _ in range(FREE_BY_ACCOUNT):
        assert tried("ines", "wrong") == (200, wrong + "case-sensitive.")

    refusal = (429, "Too many passwords were wrong. Wait 10 seconds, then try again.")
    assert tried("ines", "wrong") == refusal
    assert tried("ines", PASSWORD) == refusal
    time.passes(seconds=10)
    assert tried("ines", PASSWORD) == (302, "")


def test_programs_are_told_when_to_come_again(staff: User) -> None:
    for _ in range(FREE_BY_ACCOUNT):
        tried("ines", "wrong")
    answer = Client().post("/sign-in", {"username": "ines", "password": "x"}, REMOTE_ADDR=HERE)
    assert answer["Retry-After"] == "11"


def test_to_be_refused_makes_the_wait_no_longer(staff: User, time: Time) -> None:
    for _ in range(FREE_BY_ACCOUNT + 3):
        tried("ines", "wrong")
    time.passes(seconds=10)
    assert tried("ines", PASSWORD)[0] == 302


def test_the_wait_grows_up_to_a_quarter_of_an_hour(time: Time) -> None:
    found = waits("ines", HERE)
    assert found[:4] == [10, 20, 40, 80]
    assert found == sorted(found)
    assert found[-1] == LONGEST_WAIT.total_seconds()


def test_after_a_day_without_a_failure_counting_starts_anew(staff: User, time: Time) -> None:
    for _ in range(FREE_BY_ACCOUNT):
        tried("ines", "wrong")
    time.at += FORGOTTEN + timedelta(seconds=1)
    for _ in range(FREE_BY_ACCOUNT):
        assert tried("ines", "wrong")[0] == 200
    assert PasswordTries.objects.count() == 2  # those from before are gone


def test_the_right_password_forgives_the_wrong_ones(staff: User) -> None:
    for _ in range(FREE_BY_ACCOUNT - 1):
        tried("ines", "wrong")
    assert tried("ines", PASSWORD)[0] == 302
    for _ in range(FREE_BY_ACCOUNT):
        assert tried("ines", "wrong")[0] == 200


def test_a_right_password_takes_no_row_from_who_waits_for_it(time: Time) -> None:
    for _ in range(FREE_BY_ACCOUNT - 1):
        count_try("ines", HERE)
    tried = count_try("ines", HERE)
    tried.forgive()

    account = PasswordTries.objects.get(digest=tried.account)
    assert (account.failures, account.blocked_until) == (0, None)
    assert PasswordTries.objects.get(digest=tried.address).failures == FREE_BY_ACCOUNT - 1


def test_right_passwords_at_once_all_get_through(time: Time) -> None:
    through: list[int] = []
    tries = [count_try("ines", f"198.51.100.{number}") for number in range(3)]
    keys = sorted({tries[0].account, *(one.address for one in tries)})
    long_ago = time.at - 2 * FORGOTTEN

    def sign_in(number: int) -> None:
        try:
            for turn in range(10):
                for key in keys if number == 0 else []:  # what is old is removed in between
                    PasswordTries.objects.filter(digest=key).update(last_at=long_ago)
                with suppress(TooManyTries):
                    count_try("ines", f"198.51.100.{(number + turn) % 3}").forgive()
            through.append(number)
        finally:
            connection.close()

    threads = [threading.Thread(target=sign_in, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(through) == [0, 1, 2, 3]


def test_many_accounts_tried_from_one_address_are_one_attack(staff: User) -> None:
    for number in range(FREE_BY_ADDRESS):
        assert tried(f"guess-{number}", "wrong")[0] == 200
    assert tried("ines", PASSWORD)[0] == 429
    assert tried("ines", PASSWORD, ELSEWHERE)[0] == 302


def test_one_account_tried_from_many_addresses_is_one_attack(staff: User) -> None:
    for number in range(FREE_BY_ACCOUNT):
        tried("ines", "wrong", f"198.51.100.{number}")
    assert tried("ines", "wrong", ELSEWHERE)[0] == 429


def test_one_right_password_clears_no_address_of_its_others(staff: User) -> None:
    for number in range(FREE_BY_ADDRESS - 1):
        tried(f"guess-{number}", "wrong")
    assert tried("ines", PASSWORD)[0] == 302
    assert tried("guess", "wrong")[0] == 200
    assert tried("guess", "wrong")[0] == 429


@pytest.mark.parametrize("name", ["nobody", "closed", "linked"])
def test_nobody_learns_whether_an_account_exists(name: str, staff: User, time: Time) -> None:
    User.objects.create_user("closed", password=PASSWORD, is_active=False)
    User.objects.create(username="linked", password=make_password(None))
    for _ in range(FREE_BY_ACCOUNT + 2):
        assert tried(name, PASSWORD, ELSEWHERE) == tried("ines", "wrong", HERE)


def test_a_name_in_other_letters_is_the_same_account(staff: User) -> None:
    for name in ("ines", "INES", "Ines", "inEs", "ines"):
        tried(name, "wrong")
    assert tried("ines", PASSWORD)[0] == 429


def test_a_network_of_ipv6_is_one_address(time: Time) -> None:
    for number in range(FREE_BY_ADDRESS):
        count_try(f"guess-{number}", f"2001:db8::{number:x}")
    with pytest.raises(TooManyTries):
        count_try("another", "2001:db8::ffff")
    count_try("another", "2001:db8:0:1::1")
    count_try("another", "")


def test_of_many_tries_at_once_no_more_get_through(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes: list[str] = []

    def attack() -> None:
        try:
            count_try("ines", HERE)
            outcomes.append("tried")
        except TooManyTries:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=attack) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["refused"] * (12 - FREE_BY_ACCOUNT) + ["tried"] * FREE_BY_ACCOUNT


def test_neither_names_nor_addresses_are_kept(staff: User) -> None:
    tried("ines", "wrong")
    kept = str(list(PasswordTries.objects.values()))
    assert "ines" not in kept
    assert HERE not in kept


def test_an_empty_form_is_no_try() -> None:
    Client().post("/sign-in", {"username": "ines", "password": ""})
    assert not PasswordTries.objects.exists()


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "a second"), (119, "119 seconds"), (121, "3 minutes")]
)
def test_waits_are_told_in_words(seconds: float, words: str) -> None:
    assert words in str(TooManyTries(timedelta(seconds=seconds)))
    assert throttle.FIRST_WAIT < LONGEST_WAIT
