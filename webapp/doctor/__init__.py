"""Whether this machine and its configuration can do what the site does.

One function is one check; each looks at the real thing, changes nothing, and says what is and how
to mend it. A check that breaks itself is a check that says so: the others still tell.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from functools import partial

from django.conf import settings

from webapp.doctor.check import Check, State, missing
from webapp.doctor.configuration import debug, hosts, https, key_file, secret_key
from webapp.doctor.installation import packages, python
from webapp.doctor.listening import port
from webapp.doctor.programs import browser, jail, server_for_tests
from webapp.doctor.sharing import redis, workers
from webapp.doctor.stored import database

__all__ = ["Check", "State", "examine"]

logger = logging.getLogger(__name__)


def examine(site_port: int) -> list[Check]:
    """Every check, in the order in which things have to be mended.

    Args:
        site_port: Where the site is to listen.
    """
    found: list[Check] = []
    for check in (python, packages, secret_key, key_file, debug, hosts, https):
        found += _told(check.__name__, partial(_alone, check))
    found += _told("database", _stored)
    found += _told("redis", lambda: [redis(settings.REDIS_URL), workers()])
    for check in (jail, browser, server_for_tests):
        found += _told(check.__name__, partial(_alone, check))
    return found + _told("port", lambda: [port(site_port)])


def _alone(check: Callable[[], Check]) -> Iterable[Check]:
    return [check()]


def _stored() -> Iterable[Check]:
    return database(settings.DATABASES["default"], os.environ.get("DATABASE_URL"))


def _told(name: str, checks: Callable[[], Iterable[Check]]) -> list[Check]:
    try:
        return list(checks())
    except Exception as error:
        logger.exception("the check of %s failed", name)
        what = f"the check itself failed ({type(error).__name__}): see standard error"
        return [missing(name, what, "It is a fault of the doctor: please report it.")]
