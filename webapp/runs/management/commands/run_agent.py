"""manage.py run_agent: let an agent attempt instances."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents import AGENT_NAMES
from agents.model import ModelUnreachable
from agents.react import STRATEGIES
from agents.sessions import SessionError
from sandboxes import PROFILES
from sandboxes.tasks import TaskError
from webapp.attempts.errors import DoorError
from webapp.benchmark.models import Suite
from webapp.commands import (
    MANAGE,
    ReportCommand,
    add_instance_arguments,
    migrate_if_needed,
    positive,
    progress_bar,
    require_tasks,
)
from webapp.pages.words import counted
from webapp.runs.analysis import analyse_set
from webapp.runs.arguments import (
    Noted,
    add_model_arguments,
    choice_of,
    in_process,
    plan_of,
    require_alone,
    set_caps_of,
)
from webapp.runs.caps import CapReached
from webapp.runs.choosing import is_drawn
from webapp.runs.going_on import command_to_go_on
from webapp.runs.making import NotChosen, make_set
from webapp.runs.models import RunSet
from webapp.runs.outage import OUTAGE
from webapp.runs.prices import NoPrice
from webapp.runs.remote import act_at
from webapp.runs.results import results
from webapp.runs.shown import show_at, show_run, show_set
from webapp.runs.working import go_on, work


class Command(ReportCommand):
    """Run an agent."""

    help = (
        "Let an agent attempt instances and score what it leaves behind. Built-in agents run in "
        "process, and nothing of it is kept. Agents that ask a model make a run set, which is kept "
        "and shown on the site: what is interrupted goes on with --resume."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which agent, which instances, and under what conditions."""
        parser.register("action", None, Noted)
        known = sorted({*AGENT_NAMES, *STRATEGIES, "react"})
        parser.add_argument(
            "agent",
            nargs="?",
            choices=known,
            metavar="AGENT",
            help=f"{', '.join(known)}; react is another word for full_context",
        )
        add_instance_arguments(parser)
        parser.add_argument("--repeats", type=positive, default=1, help="attempts at each (1)")
        parser.add_argument(
            "--profile", choices=sorted(PROFILES), default="default", help="faults (default)"
        )
        add_model_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what the attempts add up to; exit with 1 if one errored."""
        if (options["agent"] is None) is (options["resume"] is None):
            raise CommandError("Name an agent, or the set to go on with: --resume N.")
        require_tasks(options["suite"], options["tasks"])
        if options["resume"] is None and options["at"]:
            self._act_at(options)
        elif options["agent"] in AGENT_NAMES:
            self._run_in_process(options)
        else:
            self._run_or_tell(options)

    def _run_in_process(self, options: dict[str, Any]) -> None:
        try:
            with progress_bar(f"running {options['agent']}") as on_done:
                found = in_process(options, on_done)
        except NotChosen as error:
            raise _refusal(error) from error
        except TaskError as error:
            raise CommandError(str(error)) from error
        self.report(found, as_json=options["json"], show=lambda console: show_run(console, found))
        if found["errored"]:
            raise SystemExit(1)

    def _act_at(self, options: dict[str, Any]) -> None:
        try:
            found = act_at(options["at"], choice_of(options))
        except NotChosen as error:
            raise _refusal(error) from error
        except (ModelUnreachable, SessionError) as error:
            raise CommandError(str(error)) from error
        self.report(found, as_json=options["json"], show=lambda console: show_at(console, found))

    def _run_or_tell(self, options: dict[str, Any]) -> None:
        try:
            self._run_set(options)
        except OUTAGE as error:
            raise CommandError(
                f"The database can't be used now: {error}. Nothing is lost: if a set was made, go "
                "on with it by manage.py run_agent --resume N"
            ) from error

    def _run_set(self, options: dict[str, Any]) -> None:
        migrate_if_needed()
        run_set = _resumed(options) if options["resume"] else _made(options)
        runs = counted(run_set.runs.count(), "run")
        print(f"{run_set}: {runs} of {run_set.name}", file=sys.stderr)
        with _stopped_by_ctrl_c(run_set) as stopped, progress_bar("attempts") as on_done:
            work(run_set, stopped, on_done)
            analyse_set(run_set)
        run_set.refresh_from_db()
        found = results(run_set)
        self.report(found, as_json=options["json"], show=lambda console: show_set(console, found))
        if stopped.is_set():
            raise SystemExit(130)
        if found["runs"]["done"] < run_set.runs.count():
            print(_how_to_go_on(run_set), file=sys.stderr)
            raise SystemExit(1)


def _refusal(error: NotChosen) -> CommandError:
    return CommandError(f"--{error.field.replace('_', '-')}: {error}")


def _made(options: dict[str, Any]) -> RunSet:
    try:
        with progress_bar("loading instances") as on_done:
            plan = plan_of(options, on_done)
        if options["private"]:
            _require_drawn(plan.suite)
        return make_set(plan, None)
    except NotChosen as error:
        raise _refusal(error) from error
    except (DoorError, TaskError) as error:
        raise CommandError(str(error)) from error


def _require_drawn(suite: Suite) -> None:
    if not is_drawn(suite):
        raise NotChosen("private", f"No private drawing yet: `{MANAGE} draw_private` makes one.")


def _resumed(options: dict[str, Any]) -> RunSet:
    try:
        require_alone(options)
    except NotChosen as error:
        raise _refusal(error) from error
    number = options["resume"]
    run_set = RunSet.objects.filter(pk=number).first()
    if run_set is None:
        raise CommandError(f"There is no run set {number}.")
    try:
        go_on(run_set, set_caps_of(options))
    except NoPrice as error:
        raise CommandError(f"--set-max-money: {error}") from error
    except CapReached as error:
        hint = f"The command: {command_to_go_on(run_set)}. Only its page takes a cap away."
        raise CommandError(f"{error} {hint}") from error
    except ValueError as error:
        raise CommandError(str(error)) from error
    return run_set


def _how_to_go_on(run_set: RunSet) -> str:
    why = f" {run_set.why}" if run_set.why else ""
    return f"Not all is done.{why} Go on with: {command_to_go_on(run_set)}"


@contextmanager
def _stopped_by_ctrl_c(run_set: RunSet) -> Iterator[threading.Event]:
    """An event that Ctrl-C sets: all that goes on stops before its next step. Twice: at once."""
    stopped = threading.Event()

    def stop(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        stopped.set()
        print(
            "Stopping: replies under way have some seconds left; Ctrl-C once more ends at once. "
            f"Nothing is lost. Go on with: {MANAGE} run_agent --resume {run_set.pk}",
            file=sys.stderr,
        )

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
