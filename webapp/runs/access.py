"""The sets that researchers see; to all others there are none (`webapp.accounts.access`)."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from webapp.runs.models import RunSet


def run_set_of(run_set_id: int) -> RunSet:
    """A set, with what its pages tell of it; behind `for_researchers`.

    Raises:
        Http404: there is none.
    """
    return get_object_or_404(RunSet.objects.select_related("suite", "owner"), pk=run_set_id)
