"""Who gets what at every address: the table that `test_every_url` holds the site to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaluators import PATTERNS
from tests.webapp.annotation.builders import disputed, judge_run_of, sheet_in_hand
from tests.webapp.annotation.readings import judge, read
from tests.webapp.builders import public_instance
from tests.webapp.recovery.builders import recovery_instance_of
from tests.webapp.recovery.published import imported_records
from tests.webapp.runs.made import made_set
from tests.webapp.scene import (
    ABSENT,
    ANNOTATOR,
    ANSWER,
    DONE_TASK,
    NOBODY,
    OTHER,
    OWNER,
    PERSONAS,
    RESEARCHER,
    RUNNING_TASK,
    Scene,
)
from webapp.accounts.links import new_link
from webapp.accounts.tokens import new_token
from webapp.annotation.models import Campaign
from webapp.benchmark.models import Task
from webapp.leaderboard.findings import PAGES
from webapp.runs.builtin import builtin_agent

OK, LEADS, SIGN_IN, NOT_THERE, REFUSED, UNKNOWN, NOT_TAKEN = (
    "ok",
    "leads on",
    "is asked to sign in",
    "finds nothing",
    "is refused what is visible",
    "is told to sign in by a program's status",
    "finds that it is not taken",
)
"""What somebody gets. `NOT_THERE` is checked to be the answer that an id without a thing gets."""

Access = dict[str, str]
Arguments = dict[str, object]


def access(*, nobody: str, owner: str, others: str, researcher: str) -> Access:
    """What each persona gets; `others` are somebody else and an annotator."""
    return {
        NOBODY: nobody,
        OWNER: owner,
        OTHER: others,
        ANNOTATOR: others,
        RESEARCHER: researcher,
    }


def all_get(what: str) -> Access:
    """Everybody the same."""
    return dict.fromkeys(PERSONAS, what)


PUBLIC = all_get(OK)
MEMBERS = access(nobody=SIGN_IN, owner=OK, others=OK, researcher=OK)
MEMBERS_LED = access(nobody=SIGN_IN, owner=LEADS, others=LEADS, researcher=LEADS)
READERS = access(nobody=SIGN_IN, owner=OK, others=NOT_THERE, researcher=OK)
RESEARCHERS = access(nobody=SIGN_IN, owner=NOT_THERE, others=NOT_THERE, researcher=OK)
RESEARCHERS_LED = access(nobody=SIGN_IN, owner=NOT_THERE, others=NOT_THERE, researcher=LEADS)
ACTOR_LED = access(nobody=SIGN_IN, owner=LEADS, others=NOT_THERE, researcher=REFUSED)
DESK = access(nobody=SIGN_IN, owner=OK, others=NOT_THERE, researcher=NOT_THERE)
DESK_LED = access(nobody=SIGN_IN, owner=LEADS, others=NOT_THERE, researcher=NOT_THERE)
GRADERS = RESEARCHERS | {ANNOTATOR: OK}
GRADERS_LED = RESEARCHERS_LED | {ANNOTATOR: LEADS}
OWN_SHEET = GRADERS | {RESEARCHER: NOT_THERE}
OWN_SHEET_LED = GRADERS_LED | {RESEARCHER: NOT_THERE}
API_MEMBERS = access(nobody=UNKNOWN, owner=OK, others=OK, researcher=OK)
API_READERS = access(nobody=UNKNOWN, owner=OK, others=NOT_THERE, researcher=OK)
API_ACTOR = access(nobody=UNKNOWN, owner=OK, others=NOT_THERE, researcher=REFUSED)
API_HOLDER = access(nobody=UNKNOWN, owner=OK, others=NOT_THERE, researcher=NOT_THERE)
API_RESEARCHERS = access(nobody=UNKNOWN, owner=REFUSED, others=NOT_THERE, researcher=OK)


@dataclass(frozen=True)
class Rule:
    """What one address gives.

    Args:
        get: To whom on GET; None: it takes none.
        post: To whom on POST; None: it takes none.
        delete: The same on DELETE.
        while_open: To whom on GET where it is about an open attempt, if that differs.
        query: What is asked for besides, on GET.
        at: Where it is looked at: the arguments of its route, one set for each thing.
        acts_at: Where something is done: the arguments of something that may be changed.
        sends: What is sent there.
        absent: The arguments that lead to nothing; none: there is no such thing.
        explains: Words that everybody reads there, though at a task they would give something away.
    """

    get: Access | None = None
    post: Access | None = None
    delete: Access | None = None
    while_open: Access | None = None
    query: str = ""
    at: Callable[[Scene], list[Arguments]] = lambda scene: [{}]
    acts_at: Callable[[Scene], Arguments] = lambda scene: {}
    sends: Callable[[Scene], Any] = lambda scene: None
    absent: Arguments | None = None
    explains: frozenset[str] = frozenset()


def attempts(**more: object) -> Callable[[Scene], list[Arguments]]:
    """Both attempts of the owner's."""
    return lambda scene: [
        {"attempt_id": pk, "id": pk, **more} for pk in (scene.running.pk, scene.done.pk)
    ]


def running(**more: object) -> Callable[[Scene], list[Arguments]]:
    """The open one."""
    return lambda scene: [{"attempt_id": scene.running.pk, "id": scene.running.pk, **more}]


def done(**more: object) -> Callable[[Scene], list[Arguments]]:
    """The finished one."""
    return lambda scene: [{"attempt_id": scene.done.pk, "id": scene.done.pk, **more}]


def fresh(**how: Any) -> Callable[[Scene], Arguments]:
    """An open attempt that may be ended."""

    def made(scene: Scene) -> Arguments:
        attempt = scene.fresh(**how)
        return {"attempt_id": attempt.pk, "id": attempt.pk}

    return made


def findings(scene: Scene) -> list[Arguments]:
    """All pages of findings."""
    return [{"what": what} for what in PAGES]


def recovery_instance(scene: Scene) -> Arguments:
    """An instance of recovery that everybody may see."""
    return {"instance_id": recovery_instance_of().pk}


def spare_user(scene: Scene) -> Arguments:
    """Somebody who may be closed."""
    return {"user_id": scene.spare_user().pk}


def person(scene: Scene) -> list[Arguments]:
    """The owner's account."""
    return [{"user_id": scene.users[OWNER].pk}]


def own_token(scene: Scene) -> Arguments:
    """A token of the owner's that may be revoked."""
    token, _ = new_token(scene.users[OWNER], "token-of-owner")
    return {"token_id": token.pk, "id": token.pk}


def run_set(scene: Scene) -> Arguments:
    """A set of runs that may be steered."""
    made = made_set(scene.users[RESEARCHER], [public_instance()], builtin_agent("noop"))
    return {"run_set_id": made.pk}


def sheet(scene: Scene) -> Arguments:
    """A sheet that the annotator may go on with; nothing but handing it in is left to be done."""
    return {"sheet_id": sheet_in_hand(scene.users[ANNOTATOR]).pk, "item": "S1"}


def a_campaign(scene: Scene) -> list[Arguments]:
    """A campaign in which somebody grades."""
    return [{"campaign_id": sheet_in_hand(scene.users[ANNOTATOR]).sample.campaign_id}]


def a_judge_run(scene: Scene) -> Arguments:
    """A run of a judge that may be steered."""
    return {"run_id": judge_run_of(sheet_in_hand(scene.users[ANNOTATOR]).sample.campaign).pk}


def a_judge(scene: Scene) -> Arguments:
    """A judge that has read a sample."""
    sample, minos = sheet_in_hand(scene.users[ANNOTATOR]).sample, judge()
    read(minos, sample, 1.0)
    return {"judge_id": minos.pk}


def a_case(scene: Scene) -> Arguments:
    """A campaign in which two people differ."""
    return {"campaign_id": disputed().campaign_id}


def case_of(scene: Scene) -> dict[str, object]:
    """What settles it."""
    return {"sample": disputed().pk, "item": "S1", "value": "1.0", "cause": "slip"}


def imported(scene: Scene) -> list[Arguments]:
    """A record that was imported."""
    return [{"record_id": imported_records()[0].pk}]


def task_id(scene: Scene) -> list[Arguments]:
    """The tasks that are attempted, by number."""
    return [{"id": task.pk} for task in Task.objects.filter(name__in=(RUNNING_TASK, DONE_TASK))]


def opening(scene: Scene) -> dict[str, Any]:
    """What opens an attempt over REST."""
    public_instance(RUNNING_TASK)
    return {"suite": "interdependent", "task": RUNNING_TASK, "seed": 1, "as": "me"}


def nothing(scene: Scene) -> None:
    """An empty body."""


def form(**fields: object) -> Callable[[Scene], dict[str, object]]:
    """What is sent, whatever the scene."""
    return lambda scene: fields


NO_ATTEMPT: Arguments = {"attempt_id": ABSENT, "id": ABSENT, "number": 1, "name": "now"}
NO_USER: Arguments = {"user_id": ABSENT}
NO_SET: Arguments = {"run_set_id": ABSENT}
NO_RECORD: Arguments = {"record_id": ABSENT}
NO_TOKEN: Arguments = {"token_id": ABSENT, "id": ABSENT}
_FINISH = {"outcome": "done", "answer": ANSWER, "key": "k", "seat": ""}
_LINK = {"secret": "none"}
_NO_FINDINGS: Arguments = {"what": "nothing-like-it"}
_PATTERNS = frozenset(PATTERNS) | {name.replace("_", " ") for name in PATTERNS}
"""Failure patterns are told of contestants, and of no task; a kind of trap has the same name."""
_API = "api/v1/"
_SHEET = "grading/sheets/<int:sheet_id>"
NO_RUN: Arguments = {"run_id": ABSENT}
_CAMPAIGN = "grading/campaigns/<int:campaign_id>"
NO_SHEET: Arguments = {"sheet_id": ABSENT, "item": "S1"}
_SET = "runs/<int:run_set_id>"
_NEW_SET = {"suite": "interdependent", "seeds": ["1"], "repeats": "1", "concurrency": "1"}
_CONSOLE = "attempts/<int:attempt_id>/console"


def _acts(post: Access, sends: Callable[[Scene], Any] = nothing, **how: Any) -> Rule:
    """A form on the page of an attempt; following its address leads to the page."""
    return Rule(
        MEMBERS_LED, post, at=attempts(), acts_at=fresh(**how), sends=sends, absent=NO_ATTEMPT
    )


def _works(post: Access, sends: Callable[[Scene], Any] = nothing, **how: Any) -> Rule:
    """What the console sends; only its start is a form of a page."""
    get = MEMBERS_LED if post is DESK_LED else None
    return Rule(get, post, at=running(), acts_at=fresh(**how), sends=sends, absent=NO_ATTEMPT)


def _manages(post: Access, sends: Callable[[Scene], Any] = nothing) -> Rule:
    """A form on the page of a person."""
    return Rule(RESEARCHERS_LED, post, at=person, acts_at=spare_user, sends=sends, absent=NO_USER)


def _steers(post: Access, sends: Callable[[Scene], Any] = nothing) -> Rule:
    """A form on the page of a set of runs."""
    at, get = (lambda scene: [run_set(scene)]), RESEARCHERS_LED
    return Rule(get, post, at=at, acts_at=run_set, sends=sends, absent=NO_SET)


def _api_reads(get: Access, at: Any = None, **more: Any) -> Rule:
    return Rule(get, at=at or attempts(), absent=NO_ATTEMPT, **more)


def _api_acts(post: Access, sends: Callable[[Scene], Any] = nothing, **how: Any) -> Rule:
    return Rule(None, post, at=attempts(), acts_at=fresh(**how), sends=sends, absent=NO_ATTEMPT)


def _takes_grades() -> Rule:
    """Grades of a campaign as a file."""
    return Rule(RESEARCHERS, at=a_campaign, absent={"campaign_id": ABSENT})


def _changes_a_campaign(**fields: object) -> Rule:
    """A form on the page of a campaign."""
    return Rule(
        RESEARCHERS_LED,
        RESEARCHERS_LED,
        at=a_campaign,
        acts_at=lambda scene: a_campaign(scene)[0],
        sends=form(**fields),
        absent={"campaign_id": ABSENT},
    )


def _enters(post: Access, sends: Callable[[Scene], Any]) -> Rule:
    """What the page of a sheet sends; following its address leads to the page."""
    at = lambda scene: [sheet(scene)]  # noqa: E731
    return Rule(GRADERS_LED, post, at=at, acts_at=sheet, sends=sends, absent=NO_SHEET)


RULES: dict[str, Rule] = {
    # Accounts
    "sign-in": Rule(PUBLIC, all_get(OK)),
    "sign-in/<str:secret>": Rule(
        all_get(OK),
        at=lambda scene: [{"secret": new_link(scene.users[OWNER])}],
        post=all_get(NOT_THERE),  # a used or unknown one; test_links tells what a good one does
        acts_at=lambda scene: dict(_LINK),
        absent=dict(_LINK),
    ),
    "sign-out": Rule(all_get(LEADS), all_get(LEADS)),
    "tokens": Rule(MEMBERS, MEMBERS, sends=form(name="token", days="30")),
    "tokens/<int:token_id>/revoke": Rule(
        MEMBERS_LED,
        DESK_LED,
        at=lambda scene: [own_token(scene)],
        acts_at=own_token,
        absent=NO_TOKEN,
    ),
    "people": Rule(RESEARCHERS, RESEARCHERS, sends=form(names="kestrel", role="participant")),
    "people/<int:user_id>": Rule(RESEARCHERS, at=person, absent=NO_USER),
    "people/<int:user_id>/link": _manages(RESEARCHERS),
    "people/<int:user_id>/role": _manages(RESEARCHERS_LED, form(role="annotator")),
    "people/<int:user_id>/close": _manages(RESEARCHERS_LED),
    "people/<int:user_id>/reopen": _manages(RESEARCHERS_LED),
    # Pages
    "": Rule(PUBLIC),
    "tools": Rule(PUBLIC),
    "tools/network": Rule(PUBLIC),
    "tools/<str:name>": Rule(
        PUBLIC, at=lambda scene: [{"name": "send_message"}], absent={"name": "no_such_tool"}
    ),
    "tasks": Rule(PUBLIC),
    "tasks/<str:name>": Rule(
        PUBLIC,
        access(nobody=SIGN_IN, owner=LEADS, others=LEADS, researcher=LEADS),
        at=lambda scene: [{"name": RUNNING_TASK}, {"name": DONE_TASK}],
        acts_at=lambda scene: {"name": RUNNING_TASK},
        sends=form(seed=1, contestant="me", profile="none", access="all"),
    ),
    "tasks/<str:name>/<str:label>/gold": Rule(
        RESEARCHERS,
        at=lambda scene: [{"name": DONE_TASK, "label": "1"}],
        absent={"name": DONE_TASK, "label": "4"},
    ),
    "suites/<str:name>": Rule(
        PUBLIC, at=lambda scene: [{"name": "interdependent"}], absent={"name": "no_such_suite"}
    ),
    "attempts": Rule(MEMBERS),
    "attempts/<int:attempt_id>": Rule(READERS, at=attempts(), absent=NO_ATTEMPT),
    "attempts/<int:attempt_id>/events/<int:number>": Rule(
        READERS, at=attempts(number=2), absent=NO_ATTEMPT
    ),
    "attempts/<int:attempt_id>/finish": _acts(ACTOR_LED, form(**_FINISH)),
    "attempts/<int:attempt_id>/pause": _acts(ACTOR_LED, form(reason="r")),
    "attempts/<int:attempt_id>/resume": _acts(ACTOR_LED, paused=True),
    "attempts/<int:attempt_id>/addresses": _acts(ACTOR_LED),
    "attempts/<int:attempt_id>/trace": Rule(
        READERS, at=attempts(), while_open=RESEARCHERS, absent=NO_ATTEMPT
    ),
    "attempts/<int:attempt_id>/trace/<int:number>/state": Rule(
        READERS, at=attempts(number=2), while_open=RESEARCHERS, absent=NO_ATTEMPT
    ),
    "board": Rule(PUBLIC),
    "board.csv": Rule(PUBLIC),
    "recovery": Rule(PUBLIC),
    "recovery.csv": Rule(PUBLIC),
    "findings": Rule(all_get(LEADS)),
    "findings/<str:what>": Rule(PUBLIC, at=findings, absent=_NO_FINDINGS, explains=_PATTERNS),
    "findings/<str:what>.csv": Rule(PUBLIC, at=findings, absent=_NO_FINDINGS, explains=_PATTERNS),
    "findings/showing": Rule(RESEARCHERS),
    "contestants/<int:contestant_id>": Rule(
        PUBLIC, at=lambda scene: [{"contestant_id": scene.done.contestant_id}]
    ),
    # Recovery
    "recovery/instances": Rule(PUBLIC),
    "recovery/instances/<int:instance_id>": Rule(
        PUBLIC,
        access(nobody=SIGN_IN, owner=LEADS, others=LEADS, researcher=LEADS),
        at=lambda scene: [recovery_instance(scene)],
        acts_at=recovery_instance,
        sends=form(contestant="me"),
        absent={"instance_id": ABSENT},
    ),
    # Runs
    "runs": Rule(RESEARCHERS),
    "runs/new": Rule(
        RESEARCHERS, RESEARCHERS_LED, sends=form(**_NEW_SET, agent="noop", profile="none")
    ),
    _SET: Rule(RESEARCHERS, at=lambda scene: [run_set(scene)], absent=NO_SET),
    f"{_SET}/runs": Rule(RESEARCHERS, at=lambda scene: [run_set(scene)], absent=NO_SET),
    f"{_SET}/pause": _steers(RESEARCHERS_LED),
    f"{_SET}/resume": _steers(RESEARCHERS_LED),
    f"{_SET}/retry": _steers(RESEARCHERS_LED, form(error="server")),
    f"{_SET}/caps": Rule(
        RESEARCHERS,
        RESEARCHERS_LED,
        at=lambda scene: [run_set(scene)],
        acts_at=run_set,
        sends=form(calls="500"),
        absent=NO_SET,
    ),
    f"{_SET}/cancel": Rule(
        RESEARCHERS,
        RESEARCHERS_LED,
        at=lambda scene: [run_set(scene)],
        acts_at=run_set,
        absent=NO_SET,
    ),
    "attempts/<int:attempt_id>/replies": Rule(RESEARCHERS, at=attempts(), absent=NO_ATTEMPT),
    # Recovery
    "recovery/imported": Rule(RESEARCHERS),
    "recovery/imported/<int:record_id>": Rule(RESEARCHERS, at=imported, absent=NO_RECORD),
    "recovery/imported/<int:record_id>/original": Rule(RESEARCHERS, at=imported, absent=NO_RECORD),
    "recovery/frequency": Rule(RESEARCHERS),
    # Grading
    "grading": Rule(GRADERS),
    "grading/campaigns": Rule(RESEARCHERS),
    "grading/campaigns/<int:campaign_id>": Rule(
        RESEARCHERS, at=a_campaign, absent={"campaign_id": ABSENT}
    ),
    "grading/campaigns/<int:campaign_id>/agreement": Rule(
        RESEARCHERS, at=a_campaign, absent={"campaign_id": ABSENT}
    ),
    "judges/<int:judge_id>": Rule(
        RESEARCHERS, at=lambda scene: [a_judge(scene)], absent={"judge_id": ABSENT}
    ),
    "judges/<int:judge_id>/look": Rule(
        RESEARCHERS_LED,
        RESEARCHERS_LED,
        at=lambda scene: [a_judge(scene)],
        acts_at=a_judge,
        sends=lambda scene: {"campaign": Campaign.objects.get().pk},
        absent={"judge_id": ABSENT},
    ),
    f"{_CAMPAIGN}/close": _changes_a_campaign(),
    f"{_CAMPAIGN}/reopen": _changes_a_campaign(),
    f"{_CAMPAIGN}/let-in": _changes_a_campaign(person="nobody"),
    f"{_CAMPAIGN}/pass-mark": _changes_a_campaign(per_cent="50"),
    f"{_CAMPAIGN}/adjudication": Rule(
        RESEARCHERS,
        RESEARCHERS_LED,
        at=a_campaign,
        acts_at=a_case,
        sends=case_of,
        absent={"campaign_id": ABSENT},
    ),
    f"{_CAMPAIGN}/grades.csv": _takes_grades(),
    f"{_CAMPAIGN}/grades.xlsx": _takes_grades(),
    f"{_CAMPAIGN}/grades.jsonl": _takes_grades(),
    "grading/<int:campaign_id>": Rule(GRADERS_LED, at=a_campaign, absent={"campaign_id": ABSENT}),
    _SHEET: Rule(
        OWN_SHEET,
        OWN_SHEET_LED,
        at=lambda scene: [sheet(scene)],
        acts_at=sheet,
        sends=form(then="draft", revision=13),
        absent=NO_SHEET,
    ),
    f"{_SHEET}/following": Rule(OWN_SHEET, at=lambda scene: [sheet(scene)], absent=NO_SHEET),
    f"{_SHEET}/items/<str:item>": _enters(OWN_SHEET, form(value="0.5", revision=13)),
    f"{_SHEET}/hand-in": _enters(OWN_SHEET, form(revision=13)),
    f"{_SHEET}/skip": _enters(OWN_SHEET_LED, form(why="known", revision=13)),
    # Judges
    "judges": Rule(RESEARCHERS),
    "judges/runs": Rule(RESEARCHERS_LED, RESEARCHERS_LED, sends=form(judge="0", campaign="0")),
    "judges/runs/<int:run_id>": Rule(
        RESEARCHERS, at=lambda scene: [a_judge_run(scene)], absent=NO_RUN
    ),
    "judges/runs/<int:run_id>/steer": Rule(
        RESEARCHERS_LED,
        RESEARCHERS_LED,
        at=lambda scene: [a_judge_run(scene)],
        acts_at=a_judge_run,
        sends=form(act="pause"),
        absent=NO_RUN,
    ),
    # Annotation: training data
    "grading/training-data": Rule(RESEARCHERS),
    "grading/training-data.jsonl": Rule(RESEARCHERS),
    "grading/training-data/choose": Rule(
        RESEARCHERS_LED, RESEARCHERS, sends=form(key="sft-none", keep="1")
    ),
    "grading/training-data/undo": Rule(RESEARCHERS_LED, RESEARCHERS_LED, sends=form(kind="sft")),
    # The console, where a person works at the own attempt; nobody looks over the shoulder.
    _CONSOLE: Rule(DESK, at=running(), absent=NO_ATTEMPT),
    f"{_CONSOLE}/start": _works(DESK_LED, started=False),
    f"{_CONSOLE}/tools": Rule(DESK, at=running(), absent=NO_ATTEMPT),
    f"{_CONSOLE}/tools/<str:name>": Rule(
        DESK,
        DESK,
        at=running(name="send_message"),
        acts_at=lambda scene: running(name="send_message")(scene)[0],
        absent=NO_ATTEMPT,
    ),
    f"{_CONSOLE}/calls": Rule(DESK, query="?before=9", at=running(), absent=NO_ATTEMPT),
    f"{_CONSOLE}/call": _works(DESK, form(tool="now", key="k")),
    f"{_CONSOLE}/notes": _works(DESK, form(notes="note")),
    f"{_CONSOLE}/finish": _works(DESK, form(**_FINISH)),
    f"{_CONSOLE}/pause": _works(DESK, form(reason="r")),
    f"{_CONSOLE}/resume": _works(DESK, paused=True),
    # REST
    f"{_API}schema": Rule(PUBLIC),
    f"{_API}me": Rule(API_MEMBERS),
    f"{_API}tokens": Rule(API_MEMBERS, API_MEMBERS, sends=form(name="token")),
    f"{_API}tokens/<int:id>": Rule(
        delete=API_HOLDER,
        at=lambda scene: [own_token(scene)],
        acts_at=own_token,
        absent=NO_TOKEN,
    ),
    f"{_API}suites": Rule(PUBLIC),
    f"{_API}suites/<slug:name>": Rule(PUBLIC, at=lambda scene: [{"name": "interdependent"}]),
    f"{_API}tasks": Rule(PUBLIC),
    f"{_API}tasks/<int:id>": Rule(PUBLIC, at=task_id),
    f"{_API}tasks/<int:id>/instances": Rule(PUBLIC, at=task_id),
    f"{_API}attempts": Rule(API_MEMBERS, API_MEMBERS, sends=opening),
    f"{_API}attempts/<int:id>": _api_reads(API_READERS),
    f"{_API}attempts/<int:id>/token": _api_acts(API_ACTOR),
    f"{_API}attempts/<int:id>/task": _api_reads(API_ACTOR, at=running()),
    f"{_API}attempts/<int:id>/tools": _api_reads(API_READERS),
    f"{_API}attempts/<int:id>/calls": Rule(
        API_READERS,
        API_ACTOR,
        at=attempts(),
        acts_at=fresh(),
        sends=form(tool="now"),
        absent=NO_ATTEMPT,
    ),
    f"{_API}attempts/<int:id>/retrievals": _api_acts(
        API_ACTOR, form(query="send a message"), searching=True
    ),
    f"{_API}attempts/<int:id>/finish": _api_acts(API_ACTOR, form(outcome="done")),
    f"{_API}attempts/<int:id>/pause": _api_acts(API_ACTOR, form(reason="r")),
    f"{_API}attempts/<int:id>/resume": _api_acts(API_ACTOR, paused=True),
    f"{_API}attempts/<int:id>/scores": _api_reads(API_READERS),
    f"{_API}attempts/<int:id>/regrade": Rule(
        post=API_RESEARCHERS,
        at=done(),
        acts_at=lambda scene: done()(scene)[0],
        absent=NO_ATTEMPT,
    ),
    f"{_API}attempts/<int:id>/evidence": _api_reads(API_RESEARCHERS, at=done()),
    _API: Rule(all_get(NOT_THERE), all_get(NOT_THERE), absent={}),
}
