"""Fills a database with a campaign whose samples all differ, in a process of its own."""

from __future__ import annotations

import os
import sys


def main(count: int) -> None:
    """Migrate, and make the samples."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from tests.webapp.annotation.builders import campaign, samples
    from webapp.annotation.models import Sample

    call_command("migrate", verbosity=0)
    for number, sample in enumerate(samples(campaign(), count)):
        body = {**sample.body, "thought": f"Thought {number}: node 3 lacks an argument."}
        Sample.objects.filter(pk=sample.pk).update(body=body)


if __name__ == "__main__":
    main(int(sys.argv[1]))
