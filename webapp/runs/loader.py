"""The gate beside the site: instances come into use one by one while people look around."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

from django.conf import settings

from sandboxes.suites import suite_names
from webapp.benchmark.loading import current_suite, waiting
from webapp.runs.builtin import open_runs
from webapp.runs.tasks import take_up

logger = logging.getLogger(__name__)
_LOOK_EVERY = 2.0
"""Seconds between two looks at what the gate has let through."""


def load_beside(stopped: threading.Event) -> None:
    """Put what is missing of the suites through the gate, and let the built-in agents act at it.

    The gate works in a process of its own, so that the site answers as fast as ever. It is ended
    with the site, and goes on at the next start.

    Args:
        stopped: Set when the site stops.
    """
    for name in suite_names():
        suite = current_suite(name)
        if suite is None or not waiting(suite) or stopped.is_set():
            continue
        command = [sys.executable, "manage.py", "load_suite", "--suite", name, "--attended"]
        gate = subprocess.Popen(  # noqa: S603 - a command of ours, with a suite of ours
            command,
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,  # closed when this process ends, however it ends
            stdout=subprocess.DEVNULL,
        )
        while gate.poll() is None and not stopped.wait(_LOOK_EVERY):
            take_up(open_runs(suite))
        if stopped.is_set():
            gate.terminate()
            gate.wait()
        elif gate.returncode:
            logger.error("%s was not loaded whole: load_suite ended with %d", name, gate.returncode)
        else:
            take_up(open_runs(suite))
