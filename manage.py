#!/usr/bin/env python
"""Every command starts here."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

INTERRUPTED, TERMINATED = 130, 143


def main() -> None:
    """Run a command; whatever ends it from outside ends it without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    signal.signal(signal.SIGTERM, _terminated)
    try:
        assert settings.SECRET_KEY, "read at once, so that bad settings are told in one line"
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except ImproperlyConfigured as error:
        sys.exit(f"Settings: {error}")
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Nobody reads any more; what is still buffered must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _terminated(signum: int, frame: FrameType | None) -> NoReturn:
    sys.exit(TERMINATED)


if __name__ == "__main__":
    main()
