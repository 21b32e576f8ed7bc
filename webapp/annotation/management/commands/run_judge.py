"""manage.py run_judge: let a model grade the samples of a campaign."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.model import AddressRefused, KeyMissing, ModelSettings, OpenAIModel, PricesBroken
from evaluators.judge import PROBES
from evaluators.rubrics import rubric
from webapp.annotation.judge_usage import spent_on
from webapp.annotation.judging import JudgingError, counts_of, known_judge, start_run, steer
from webapp.annotation.models import Campaign, JudgeRun, JudgeRunStatus
from webapp.annotation.working import take_back_lost, work
from webapp.commands import MANAGE, ReportCommand, migrate_if_needed, positive, progress_bar
from webapp.runs.prices import prices
from webapp.runs.subjects import allowed_addresses

_SAMPLING = ("temperature", "seed", "max_output_tokens", "reasoning_effort")


class Command(ReportCommand):
    """Run a judge."""

    help = (
        "Let a model grade the samples of a campaign, a call for each dimension of its rubric. "
        "What it has answered is kept and not asked for again; what can't be read is unscored, "
        "which is not zero."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which campaign, which model, and how it is asked."""
        parser.add_argument("campaign", help="name of the campaign")
        parser.add_argument("--model", required=True, help="name of the model")
        parser.add_argument("--base-url", required=True, help="its address, mostly up to /v1")
        parser.add_argument("--name", help="what people call the judge (the model's name)")
        parser.add_argument("--temperature", type=float, default=0.0, help="from 0 (0)")
        parser.add_argument("--seed", type=int, help="for providers that sample repeatably")
        parser.add_argument("--max-output-tokens", type=positive)
        parser.add_argument("--reasoning-effort", help="in the provider's words")
        parser.add_argument("--limit", type=positive, help="samples at most (all)")
        parser.add_argument("--probe", choices=PROBES, default="", help="ask for a probe instead")
        parser.add_argument("--concurrency", type=positive, default=4, help="calls at once (4)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what came of it; exit with 1 if something was not answered."""
        migrate_if_needed()
        run = _started(options)
        take_back_lost()
        with _stopped_by_ctrl_c() as stopped, progress_bar("readings") as on_done:
            work(run, stopped.is_set, on_done)
        if stopped.is_set() and _is_unfinished(run):
            steer(run, JudgeRunStatus.PAUSED, "The command that worked on it was stopped.")
        found = _report(run)
        self.report(
            found,
            as_json=options["json"],
            show=lambda console: console.print_json(data=found),
        )
        if stopped.is_set():
            again = f"{MANAGE} run_judge with the same words goes on where it stopped."
            print(f"Stopped. {again}", file=sys.stderr)
            raise SystemExit(130)
        if found["failed"]:
            print(f"Not all was answered: {run.why}", file=sys.stderr)
            raise SystemExit(1)


def _started(options: dict[str, Any]) -> JudgeRun:
    campaign = Campaign.objects.filter(name=options["campaign"]).first()
    if campaign is None:
        known = ", ".join(Campaign.objects.values_list("name", flat=True)) or "none"
        raise CommandError(f"No campaign {options['campaign']!r}; there are: {known}.")
    sampling = {name: options[name] for name in _SAMPLING if options[name] is not None}
    try:
        prices()  # before anything is asked: what it costs is told in the end
        settings = ModelSettings(model=options["model"], base_url=options["base_url"], **sampling)
        OpenAIModel(settings, allowed_addresses(), environment=os.environ).close()
        judge = known_judge(
            options["name"] or options["model"],
            options["model"],
            settings.base_url,
            sampling,
            rubric(campaign.rubric),
        )
        return start_run(
            judge,
            campaign,
            None,
            probe=options["probe"],
            limit=options["limit"],
            concurrency=options["concurrency"],
            by_command=True,
        )
    except (AddressRefused, KeyMissing, JudgingError, PricesBroken, ValueError) as error:
        raise CommandError(str(error)) from error


def _is_unfinished(run: JudgeRun) -> bool:
    run.refresh_from_db()
    return run.status == JudgeRunStatus.RUNNING and counts_of(run)["waiting"] > 0


def _report(run: JudgeRun) -> dict[str, Any]:
    run.refresh_from_db()
    counts = counts_of(run)
    spent = spent_on(run)
    return {
        "run": run.pk,
        "judge": run.judge.identity,
        "readings": sum(counts.values()),
        "scored": counts["scored"],
        "partly": counts["partly"],
        "unscored": counts["unscored"],
        "failed": counts["waiting"] + counts["failed"],
        "tokens": spent.usage.total,
        "untold": spent.untold,
        "cost": None if spent.money is None else f"{spent.money:f}",
        "paused": run.why if run.status == JudgeRunStatus.PAUSED else "",
    }


@contextmanager
def _stopped_by_ctrl_c() -> Iterator[threading.Event]:
    """Ctrl-C lets the calls under way come to their end; the second one breaks off."""
    stopped = threading.Event()

    def stop(*_: object) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
