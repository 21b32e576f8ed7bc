"""How often a password may be tried: a few times freely, then after a wait that grows.

The counts stand in the database, so that they hold for all processes and outlive a restart. A try
is counted before the password is looked at: of many at once, no more get through than of one by
one. Accounts that don't exist are counted like those that do: nobody learns which there are.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import salted_hmac

from webapp import clock
from webapp.accounts.models import PasswordTries

FREE_BY_ACCOUNT, FREE_BY_ADDRESS = 5, 30
"""How many tries may fail before one has to wait. Many people may share an address."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=10), timedelta(minutes=15)
FORGOTTEN = timedelta(days=1)
"""After how long without a failure counting starts anew."""
_DOUBLINGS = 16  # more would only overflow


class TooManyTries(Exception):
    """One has to wait.

    Args:
        wait: How long.
    """

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"Too many passwords were wrong. Wait {_in_words(wait)}, then try again.")
        self.wait = wait


@dataclass(frozen=True)
class Try:
    """A try that was counted as a failure, since nobody knows yet how it ends.

    Args:
        account: The digest of the account's name.
        address: The digest of where it comes from.
    """

    account: str
    address: str

    def forgive(self) -> None:
        """It succeeded: the account's failures are over; the address's others stay."""
        account = PasswordTries.objects.filter(digest=self.account)
        account.update(failures=0, blocked_until=None)  # the row stays: others may wait for it
        with transaction.atomic():
            row = PasswordTries.objects.select_for_update().filter(digest=self.address).first()
            if row is not None:
                row.failures = max(0, row.failures - 1)
                row.blocked_until = None
                row.save()


def count_try(name: str, address: str) -> Try:
    """Count a try at an account's password.

    Args:
        name: The name that was typed, whether there is such an account or not.
        address: The IP address it comes from.

    Raises:
        TooManyTries: it is too early; the password must not be looked at.
    """
    tried = Try(_digest(f"account {name.casefold()}"), _digest(f"address {_neighbours(address)}"))
    now = clock.now()
    _forget_old(now)
    with transaction.atomic():
        rows = _locked(tried, now)
        waits = [row.blocked_until - now for row in rows.values() if row.blocked_until]
        if waits and max(waits) > timedelta():
            raise TooManyTries(max(waits))
        _count(rows[tried.account], FREE_BY_ACCOUNT, now)
        _count(rows[tried.address], FREE_BY_ADDRESS, now)
    return tried


def _forget_old(now: datetime) -> None:
    """Remove old rows, but for those that somebody is at: nobody waits for anybody."""
    old = PasswordTries.objects.filter(last_at__lt=now - FORGOTTEN)
    with transaction.atomic():
        free = old.select_for_update(skip_locked=True).values_list("pk", flat=True)
        PasswordTries.objects.filter(pk__in=list(free)).delete()


def _locked(tried: Try, now: datetime) -> dict[str, PasswordTries]:
    """The rows, nobody else's until the transaction ends; always in one order: no deadlock.

    One statement makes a row or takes the one that is there: nobody can remove it in between.
    """
    digests = sorted((tried.account, tried.address))
    PasswordTries.objects.bulk_create(
        [PasswordTries(digest=digest, last_at=now) for digest in digests],
        update_conflicts=True,
        unique_fields=["digest"],
        update_fields=["digest"],
    )
    return {row.digest: row for row in PasswordTries.objects.filter(digest__in=digests)}


def _count(row: PasswordTries, free: int, now: datetime) -> None:
    row.failures += 1
    row.last_at = now
    if row.failures >= free:
        growth: int = 2 ** min(row.failures - free, _DOUBLINGS)
        row.blocked_until = now + min(FIRST_WAIT * growth, LONGEST_WAIT)
    row.save()


def _digest(what: str) -> str:
    return salted_hmac("password tries", what, algorithm="sha256").hexdigest()


def _neighbours(address: str) -> str:
    """The address; of IPv6 the network, since whoever has one address there has them all."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:  # a server behind a file of the machine's knows none
        return ""
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)


def _in_words(wait: timedelta) -> str:
    seconds = max(1, round(wait.total_seconds()))
    if seconds < 120:
        return "a second" if seconds == 1 else f"{seconds} seconds"
    return f"{-(-seconds // 60)} minutes"
