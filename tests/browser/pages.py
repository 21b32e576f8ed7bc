"""Every page there is, as somebody who sees it: to be looked at, and to be pictured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page as Window

from tests.browser.site import ANNOTATOR, NOBODY, RESEARCHER, VOLUNTEER, PreparedSite
from tests.webapp.routes import filled

Facts = dict[str, Any]
Arguments = dict[str, object]

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
THEMES = ("light", "dark")


def _nowhere(facts: Facts) -> Arguments:
    return {}


def _nothing(window: Window) -> None:
    """Nothing is done."""


@dataclass(frozen=True)
class Page:
    """A page in one of its states.

    Args:
        name: In a word, or some with hyphens.
        route: The route that leads there.
        persona: Who looks at it.
        at: The arguments of the route.
        query: What is asked for besides.
        acts: What is done there first.
        status: What the page is answered with.
        scripted: Whether it needs scripts.
        draws: Whether scripts are still at work when it has loaded.
    """

    name: str
    route: str
    persona: str = NOBODY
    at: Callable[[Facts], Arguments] = _nowhere
    query: str = ""
    acts: Callable[[Window], None] = _nothing
    status: int = 200
    scripted: bool = False
    draws: bool = False

    def open(self, window: Window, site: PreparedSite) -> None:
        """Open it, and do what is done there first."""
        answer = window.goto(filled(self.route, self.at(site.facts)) + self.query)
        assert answer is not None
        assert answer.status == self.status, f"{answer.url}: {answer.status}"
        self.acts(window)


def _attempt(state: str, **more: object) -> Callable[[Facts], Arguments]:
    return lambda facts: {"attempt_id": facts["attempts"][state], **more}


def _task(facts: Facts) -> Arguments:
    return {"name": facts["task"]}


def _gold(facts: Facts) -> Arguments:
    return {**_task(facts), "label": "1"}


def _suite(facts: Facts) -> Arguments:
    return {"name": "interdependent"}


def _tool(facts: Facts) -> Arguments:
    return {"name": "send_message_to_group"}


def _contestant(kind: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"contestant_id": facts["contestants"][kind]}


def _set(state: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"run_set_id": facts["sets"][state]}


def _finding(what: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"what": what}


def _recovery(facts: Facts) -> Arguments:
    return {"instance_id": facts["recovery"]}


def _imported(which: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"record_id": facts["imported"][which]}


def _campaign(which: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"campaign_id": facts["grading"][which]}


def _judge_run(facts: Facts) -> Arguments:
    return {"run_id": facts["grading"]["judge-run"]}


def _sheet(which: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"sheet_id": facts["grading"][which]}


def _judge(which: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"judge_id": facts["agreement"][which]}


def _user(which: str) -> Callable[[Facts], Arguments]:
    return lambda facts: {"user_id": facts[which]}


def _makes_a_link(window: Window) -> None:
    window.get_by_role("button", name="Make a new link").click()
    window.get_by_role("heading", name="1 sign-in link").wait_for()


def _invites_nobody(window: Window) -> None:
    window.get_by_label("Pseudonyms").fill("two words")
    window.get_by_role("button", name="Make the accounts").click()
    window.get_by_text("has characters that no pseudonym has").wait_for()


def _makes_no_set(window: Window) -> None:
    window.get_by_label("Agent", exact=True).select_option("rag")
    window.get_by_label("Repeats").fill("2")
    window.get_by_role("button", name="Make the set").click()
    window.get_by_text("Name the model.").wait_for()


def _mistypes(window: Window) -> None:
    window.get_by_label("Username").fill("nobody in particular")
    window.get_by_label("Password").fill("wrong")
    window.get_by_role("main").get_by_role("button", name="Sign in").click()
    window.get_by_text("enter a correct username and password").wait_for()


def _chooses_retrieval(window: Window) -> None:
    window.goto(window.locator(".empty li a").first.get_attribute("href") or "")
    window.get_by_role("heading", name="means over attempts").wait_for()


def _follows_a_share(window: Window) -> None:
    window.locator(".empty a").click()
    window.locator('.patterns a[href*="clean_slate"]').first.click()
    window.get_by_role("heading", name="Clean slate").wait_for()


def _searches(window: Window) -> None:
    window.locator("#search").fill("cart")
    window.locator('#hits[data-query="cart"] [aria-selected="true"]').wait_for()


def _fills(window: Window) -> None:
    window.locator("#search").fill("add_to_cart")
    window.locator("#search").press("Enter")
    window.locator("#tool-form h2", has_text="add_to_cart").wait_for()
    for kind, argument in (("shop_", "sid"), ("item_", "tid")):
        value = window.locator("#calls .val", has_text=kind).first.text_content()
        window.locator(f'[name="arg/{argument}"]').fill(value or "")
    window.locator('[name="arg/cnt"]').fill("1")


def _unfolds(window: Window) -> None:
    window.get_by_text("The same plan as a list").click()
    window.get_by_text("As a list").first.click()
    window.get_by_text("that a plan may use").click()
    window.locator(".tool-docs summary").first.click()


def _drops_for_no_reason(window: Window) -> None:
    window.get_by_label("Why it is dropped").fill(" ")
    window.get_by_role("button", name="Drop").click()
    window.get_by_text("Say why it is dropped").wait_for()


def _unfolds_the_end(window: Window) -> None:
    window.locator("section[aria-labelledby=end] summary").click()


_ATTEMPT = "attempts/<int:attempt_id>"
_CONSOLE = f"{_ATTEMPT}/console"
_SET = "runs/<int:run_set_id>"
_RECOVERY = "recovery/instances"
_INSTANCE = f"{_RECOVERY}/<int:instance_id>"
_IMPORTED = "recovery/imported/<int:record_id>"
_TRAINING = "grading/training-data"

_SHEET = "grading/sheets/<int:sheet_id>"
_JUDGE_RUN = "judges/runs/<int:run_id>"
_CAMPAIGN = "grading/campaigns/<int:campaign_id>"
_JUDGE = "judges/<int:judge_id>"

PAGES = (
    Page("home", ""),
    Page("home-signed-in", "", VOLUNTEER),
    Page("board", "board", draws=True),
    Page("recovery", "recovery"),
    Page("recovery-researcher", "recovery", RESEARCHER),
    Page("tasks", "tasks"),
    Page("tasks-researcher", "tasks", RESEARCHER),
    Page("tasks-none-found", "tasks", query="?q=nothing-like-it"),
    Page("task", "tasks/<str:name>", VOLUNTEER, _task),
    Page("tools", "tools"),
    Page("tools-none-found", "tools", query="?q=xyzzy"),
    Page("tool", "tools/<str:name>", at=_tool),
    Page("tool-network", "tools/network"),
    Page("task-signed-out", "tasks/<str:name>", at=_task),
    Page("task-researcher", "tasks/<str:name>", RESEARCHER, _task),
    Page("gold", "tasks/<str:name>/<str:label>/gold", RESEARCHER, _gold),
    Page("suite", "suites/<str:name>", at=_suite),
    Page("contestant-agent", "contestants/<int:contestant_id>", at=_contestant("agent")),
    Page("contestant-person", "contestants/<int:contestant_id>", RESEARCHER, _contestant("person")),
    Page("findings-distractors", "findings/<str:what>", at=_finding("distractors"), draws=True),
    Page("findings-cost", "findings/<str:what>", at=_finding("cost"), draws=True),
    Page("findings-patterns", "findings/<str:what>", at=_finding("patterns"), draws=True),
    Page(
        "findings-patterns-researcher",
        "findings/<str:what>",
        RESEARCHER,
        _finding("patterns"),
        draws=True,
    ),
    Page("findings-recall-none", "findings/<str:what>", at=_finding("recall"), draws=True),
    Page(
        "findings-recall",
        "findings/<str:what>",
        RESEARCHER,
        _finding("recall"),
        acts=_chooses_retrieval,
        draws=True,
    ),
    Page("findings-attempts", "findings/showing", RESEARCHER, acts=_follows_a_share),
    Page("attempt-course", _ATTEMPT, RESEARCHER, _attempt("course")),
    Page("sign-in", "sign-in"),
    Page("sign-in-refused", "sign-in", acts=_mistypes),
    Page("link", "sign-in/<str:secret>", at=lambda facts: {"secret": facts["link"]}),
    Page("link-unknown", "sign-in/<str:secret>", at=lambda facts: {"secret": "none"}, status=404),
    Page("tokens", "tokens", VOLUNTEER),
    Page("people", "people", RESEARCHER),
    Page("people-refused", "people", RESEARCHER, acts=_invites_nobody),
    Page("person", "people/<int:user_id>", RESEARCHER, _user("person")),
    Page("person-links", "people/<int:user_id>", RESEARCHER, _user("somebody"), acts=_makes_a_link),
    Page("runs", "runs", RESEARCHER),
    Page("runs-new", "runs/new", RESEARCHER),
    Page("runs-new-refused", "runs/new", RESEARCHER, acts=_makes_no_set),
    Page("run-set-running", _SET, RESEARCHER, _set("running")),
    Page("run-set-paused", _SET, RESEARCHER, _set("paused")),
    Page("run-set-finished", _SET, RESEARCHER, _set("finished")),
    Page("run-set-cancel", f"{_SET}/cancel", RESEARCHER, _set("running")),
    Page("run-set-caps", f"{_SET}/caps", RESEARCHER, _set("paused")),
    Page("run-set-runs", f"{_SET}/runs", RESEARCHER, _set("running")),
    Page("run-set-none", f"{_SET}/runs", RESEARCHER, _set("running"), "?state=cancelled"),
    Page("imported-records", "recovery/imported", RESEARCHER),
    Page("imported-records-none", "recovery/imported", RESEARCHER, query="?type=Null_Error"),
    Page("imported-record", _IMPORTED, RESEARCHER, _imported("mended")),
    Page("imported-record-incomplete", _IMPORTED, RESEARCHER, _imported("incomplete")),
    Page("recovery-frequency", "recovery/frequency", RESEARCHER),
    Page("training-data", _TRAINING, RESEARCHER),
    Page("training-data-pairs", _TRAINING, RESEARCHER, query="?kind=dpo"),
    Page("training-data-refused", _TRAINING, RESEARCHER, acts=_drops_for_no_reason),
    Page(
        "training-data-none",
        _TRAINING,
        RESEARCHER,
        query="?held_out=alerts_for_the_watch_list,tell_two_travellers",
    ),
    Page("attempt-of-run", _ATTEMPT, RESEARCHER, _attempt("replied")),
    Page("replies", f"{_ATTEMPT}/replies", RESEARCHER, _attempt("replied")),
    Page("attempts", "attempts", VOLUNTEER),
    Page("attempts-researcher", "attempts", RESEARCHER),
    Page("attempt-correct", _ATTEMPT, VOLUNTEER, _attempt("correct")),
    Page("attempt-wrong", _ATTEMPT, VOLUNTEER, _attempt("wrong")),
    Page("attempt-wrong-researcher", _ATTEMPT, RESEARCHER, _attempt("wrong")),
    Page("attempt-errored", _ATTEMPT, VOLUNTEER, _attempt("errored")),
    Page("attempt-expired", _ATTEMPT, VOLUNTEER, _attempt("expired")),
    Page("attempt-lapsed", _ATTEMPT, VOLUNTEER, _attempt("lapsed")),
    Page("attempt-fresh", _ATTEMPT, VOLUNTEER, _attempt("fresh")),
    Page("attempt-open", _ATTEMPT, VOLUNTEER, _attempt("open")),
    Page("attempt-open-researcher", _ATTEMPT, RESEARCHER, _attempt("open")),
    Page("attempt-paused", _ATTEMPT, VOLUNTEER, _attempt("paused")),
    Page("event", f"{_ATTEMPT}/events/<int:number>", VOLUNTEER, _attempt("wrong", number=2)),
    Page("trace", f"{_ATTEMPT}/trace", VOLUNTEER, _attempt("wrong")),
    Page("trace-live", f"{_ATTEMPT}/trace", RESEARCHER, _attempt("open")),
    Page("state", f"{_ATTEMPT}/trace/<int:number>/state", RESEARCHER, _attempt("wrong", number=3)),
    Page("console-start", _CONSOLE, VOLUNTEER, _attempt("fresh")),
    Page("console", _CONSOLE, VOLUNTEER, _attempt("open"), "", _fills, scripted=True, draws=True),
    Page(
        "console-search",
        _CONSOLE,
        VOLUNTEER,
        _attempt("open"),
        "",
        _searches,
        scripted=True,
        draws=True,
    ),
    Page("console-paused", _CONSOLE, VOLUNTEER, _attempt("paused"), scripted=True, draws=True),
    Page("recovery-instances", _RECOVERY),
    Page("recovery-instances-none-found", _RECOVERY, query="?q=nothing-like-it"),
    Page("recovery-instance", _INSTANCE, VOLUNTEER, _recovery),
    Page("recovery-instance-signed-out", _INSTANCE, at=_recovery),
    Page("recovery-instance-researcher", _INSTANCE, RESEARCHER, _recovery),
    Page("response-solved", _ATTEMPT, VOLUNTEER, _attempt("repaired")),
    Page("response-not-solved-researcher", _ATTEMPT, RESEARCHER, _attempt("unrepaired")),
    Page("response-open", _ATTEMPT, VOLUNTEER, _attempt("repairing")),
    Page("response-open-researcher", _ATTEMPT, RESEARCHER, _attempt("repairing")),
    Page("console-recovery-start", _CONSOLE, VOLUNTEER, _attempt("recovery-fresh")),
    Page(
        "console-recovery",
        _CONSOLE,
        VOLUNTEER,
        _attempt("recovery"),
        "",
        _unfolds,
        scripted=True,
        draws=True,
    ),
    Page("grading", "grading", ANNOTATOR),
    Page("grading-training-failed", "grading/<int:campaign_id>", ANNOTATOR, _campaign("taught")),
    Page("sheet", _SHEET, ANNOTATOR, _sheet("sheet"), draws=True),
    Page("sheet-handed-in", _SHEET, ANNOTATOR, _sheet("saved")),
    Page("sheet-training", _SHEET, ANNOTATOR, _sheet("training")),
    Page("campaigns", "grading/campaigns", RESEARCHER),
    Page("judges", "judges", RESEARCHER),
    Page("judge-run", _JUDGE_RUN, RESEARCHER, _judge_run),
    Page("judge-run-all", _JUDGE_RUN, RESEARCHER, _judge_run, "?show=all"),
    Page("campaign", _CAMPAIGN, RESEARCHER, _campaign("campaign")),
    Page(
        "campaign-training-failed",
        _CAMPAIGN,
        RESEARCHER,
        _campaign("taught"),
        acts=_unfolds_the_end,
    ),
    Page("campaign-closed", _CAMPAIGN, RESEARCHER, _campaign("agreed"), acts=_unfolds_the_end),
    Page("agreement", f"{_CAMPAIGN}/agreement", RESEARCHER, _campaign("agreed")),
    Page("agreement-none", f"{_CAMPAIGN}/agreement", RESEARCHER, _campaign("taught")),
    Page("judge", _JUDGE, RESEARCHER, _judge("minos")),
    Page("judge-looked-at", _JUDGE, RESEARCHER, _judge("rhada")),
    Page("judge-without-readings", _JUDGE, RESEARCHER, _judge("idle")),
    Page("adjudication", f"{_CAMPAIGN}/adjudication", RESEARCHER, _campaign("disputed")),
    Page("adjudication-none", f"{_CAMPAIGN}/adjudication", RESEARCHER, _campaign("taught")),
    Page(
        "nothing-here",
        "attempts/<int:attempt_id>",
        VOLUNTEER,
        lambda _: {"attempt_id": 9999},
        status=404,
    ),
)

NO_PAGES = frozenset(
    {
        "sign-out",
        "tokens/<int:token_id>/revoke",
        *(f"people/<int:user_id>/{act}" for act in ("link", "role", "close", "reopen")),
        *(f"{_ATTEMPT}/{act}" for act in ("finish", "pause", "resume", "addresses")),
        *(f"{_CONSOLE}/{act}" for act in ("start", "call", "notes", "finish", "pause", "resume")),
        *(f"{_CONSOLE}/{part}" for part in ("tools", "tools/<str:name>", "calls")),
        *(f"{_SET}/{act}" for act in ("pause", "resume", "retry")),
        *(f"{_SHEET}/{part}" for part in ("following", "items/<str:item>", "hand-in", "skip")),
        "judges/runs",
        f"{_JUDGE_RUN}/steer",
        "board.csv",
        "recovery.csv",
        "findings",
        "findings/<str:what>.csv",
        f"{_IMPORTED}/original",
        f"{_TRAINING}.jsonl",
        *(f"{_TRAINING}/{act}" for act in ("choose", "undo")),
        f"{_JUDGE}/look",
        *(f"{_CAMPAIGN}/{act}" for act in ("close", "reopen", "let-in", "pass-mark")),
        *(f"{_CAMPAIGN}/grades.{ending}" for ending in ("csv", "xlsx", "jsonl")),
    }
)
"""Forms that lead to a page, parts of pages, and what is no page at all."""


def without_a_page(routes: set[str]) -> set[str]:
    """Routes that nobody looks at, though they may be pages."""
    return {
        route
        for route in routes
        if not route.startswith("api/")
        and route not in NO_PAGES
        and route not in {page.route for page in PAGES}
    }
