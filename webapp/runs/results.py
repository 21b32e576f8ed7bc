"""What a set has come to so far, in one document."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import Count

from sandboxes import CallClass
from webapp.attempts.models import Attempt
from webapp.leaderboard.facts import calls_of, results_of
from webapp.leaderboard.rows import rates_of
from webapp.runs.models import ReplyRecord, RunSet, RunSetStatus, RunState
from webapp.runs.progress import read_progress
from webapp.runs.standing import Progress


def results(run_set: RunSet) -> dict[str, Any]:
    """A set's figures.

    Returns:
        ``run_set``; ``status``, which is running, paused, cancelled, finished or failed in part;
        ``runs`` by state; ``attempts`` (begun), ``scored, correct, errored``;
        ``success_rate`` = correct / scored with its 95 % ``interval``, clustered by task, and its
        ``bounds`` if all without a score were wrong or right, both None while nothing is begun;
        ``completion_rate`` and ``misbehaving_rate``; ``calls`` by class, those of ended attempts;
        ``endings`` by kind; ``errors`` by class, and of each class as ``troubles`` how many runs
        have ``failed`` or wait to be tried ``again``, and the ``text`` noted with the newest;
        ``replies`` by kind; ``tokens`` as they were billed; ``money`` in US dollars, None where
        nothing has a price, and how many replies are ``unpriced``.
    """
    attempts = Attempt.objects.filter(run__run_set=run_set, started_at__isnull=False)
    rates = rates_of(results_of(attempts))
    counts, progress = rates.counts, read_progress(run_set)
    used = progress.used
    calls: Counter[str] = Counter()
    for found in calls_of(attempts).values():
        calls.update({kind.value: n for kind, n in found.classes.items()})
    return {
        "run_set": run_set.pk,
        "status": _status(progress),
        "runs": {state.value: 0 for state in RunState} | _counted(run_set.runs.all(), "state"),
        "attempts": counts.declared,
        "scored": counts.scored,
        "correct": counts.correct,
        "errored": counts.errored,
        "success_rate": counts.share,
        "interval": [rates.success.low, rates.success.high],
        "bounds": list(counts.bounds) if counts.declared else [None, None],
        "completion_rate": rates.completion.value,
        "misbehaving_rate": rates.misbehaving.value,
        "calls": {kind.value: calls[kind.value] for kind in CallClass},
        "endings": _counted(run_set.runs.exclude(ending=""), "ending"),
        "errors": _counted(run_set.runs.exclude(error_class=""), "error_class"),
        "troubles": [
            {"error": one.name, "failed": one.failed, "again": one.again, "text": one.text}
            for one in progress.troubles
        ],
        "replies": _counted(ReplyRecord.objects.filter(attempt__run__run_set=run_set), "kind"),
        "tokens": {
            name: getattr(used, name) for name in ("prompt", "cached", "output", "reasoning")
        },
        "money": None if used.money is None else f"{used.money:f}",
        "unpriced": used.unpriced,
    }


def _status(progress: Progress) -> str:
    """How a set stands, as its page says it, in words that stay the same."""
    if progress.run_set.status == RunSetStatus.CANCELLED or progress.tally.left:
        return progress.run_set.status
    return "failed in part" if progress.tally.failed else "finished"


def _counted(rows: Any, by: str) -> dict[str, int]:
    found = rows.order_by(by).values_list(by).annotate(n=Count("pk"))
    return dict(found)
