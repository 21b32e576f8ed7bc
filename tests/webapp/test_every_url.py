"""Every address of the site, as everybody: who gets what, and what nobody gets to see.

The addresses come from the site's own configuration, the rules from `access_rules`: an address
without a rule fails here, so that none is ever opened to the world by forgetting it.
"""

from __future__ import annotations

import html
import itertools
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.utils.html import escape

from tests.webapp import scene as marks
from tests.webapp.access_rules import (
    LEADS,
    NOT_TAKEN,
    NOT_THERE,
    OK,
    REFUSED,
    RULES,
    SIGN_IN,
    UNKNOWN,
    Rule,
)
from tests.webapp.routes import filled, http_routes
from tests.webapp.scene import (
    ANSWER,
    ARGUMENT,
    DONE_TASK,
    OTHER,
    OWNER,
    PERSONAS,
    REASON,
    RESEARCHER,
    RUNNING_TASK,
    Scene,
    scrubbed,
    set_up,
)
from webapp.attempts.models import Event
from webapp.benchmark.models import Task
from webapp.leaderboard.board import read_board
from webapp.leaderboard.kept import forget

pytestmark = pytest.mark.django_db(transaction=True)

_TOLD = {200: OK, 201: OK, 204: OK, 302: LEADS, 401: UNKNOWN, 403: REFUSED, 404: NOT_THERE}


@pytest.fixture
def scene() -> Scene:
    """One of everything."""
    return set_up()


def test_every_address_has_a_rule_and_every_rule_an_address() -> None:
    routes = set(http_routes())
    assert routes - set(RULES) == set(), "these have no rule in tests/webapp/access_rules.py"
    assert set(RULES) - routes == set(), "these are there no more"


@pytest.mark.parametrize("persona", PERSONAS)
def test_looking_gives_everybody_what_the_rules_say(persona: str, scene: Scene) -> None:
    complaints: list[str] = []
    for route, rule in there():
        if rule.get is None:
            complaints += not_taken(scene, route, rule, "GET", persona)
            continue
        for arguments in rule.at(scene):
            is_open = arguments.get("attempt_id") == scene.running.pk
            granted = (is_open and rule.while_open) or rule.get
            visit = Visit(scene, route, rule, persona, "GET", filled(route, arguments) + rule.query)
            complaints += visit.complaints(granted[persona])
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_acting_is_for_those_whom_the_rules_name(method: str, scene: Scene) -> None:
    complaints: list[str] = []
    for route, rule in there():
        granted = rule.post if method == "POST" else rule.delete
        if granted is None:
            complaints += not_taken(scene, route, rule, method, *PERSONAS)
            continue
        path = filled(route, rule.acts_at(scene))
        before = Event.objects.count()
        for persona in sorted(PERSONAS, key=lambda one: granted[one] in (OK, LEADS)):
            visit = Visit(scene, route, rule, persona, method, path)
            complaints += visit.complaints(granted[persona])
            if granted[persona] not in (OK, LEADS) and Event.objects.count() != before:
                complaints.append(f"{persona} has left a trace: {method} {path}")
    assert not complaints, "\n".join(complaints)


def there() -> Iterator[tuple[str, Rule]]:
    """The addresses that have a rule; those without are another test's."""
    for route in sorted(http_routes(), key="sign-out".__eq__):  # which ends all sessions, last
        if route in RULES:
            yield route, RULES[route]


def not_taken(scene: Scene, route: str, rule: Rule, method: str, *personas: str) -> Iterator[str]:
    """A method without a rule does nothing for anybody."""
    path = filled(route, rule.at(scene)[0])
    for persona in personas:
        answer = scene.ask(persona, method, path, rule.sends(scene))
        # A form's address leads whoever does not send the form to the page that has it.
        leads = told(answer) == LEADS and rule.get is not None and rule.get[persona] == LEADS
        if not leads and told(answer) not in (NOT_TAKEN, SIGN_IN, UNKNOWN, NOT_THERE):
            yield f"{persona} {told(answer)} though no rule says so: {method} {path}"


def told(answer: HttpResponse) -> str:
    """What somebody got."""
    if answer.status_code == 302 and answer["Location"].startswith("/sign-in?next="):
        return SIGN_IN
    if answer.status_code == 405:
        return NOT_TAKEN
    return _TOLD.get(answer.status_code, f"{answer.status_code}: {answer.content[:300]!r}")


class Visit:
    """One request, and what is wrong with its answer.

    Args:
        scene: What there is.
        route: Whose rule it is held to.
        rule: The rule.
        persona: Who asks.
        method: How.
        path: Where.
    """

    def __init__(
        self, scene: Scene, route: str, rule: Rule, persona: str, method: str, path: str
    ) -> None:
        self.scene, self.route, self.rule = scene, route, rule
        self.persona, self.method, self.path = persona, method, path
        self.answer = self._ask(path)

    def _ask(self, path: str) -> HttpResponse:
        sent = self.rule.sends(self.scene) if self.method == "POST" else None
        return self.scene.ask(self.persona, self.method, path, sent)

    def complaints(self, expected: str) -> Iterator[str]:
        """What is wrong with it."""
        where = f"{self.persona}: {self.method} {self.path}"
        if told(self.answer) != expected:
            yield f"{where}: {told(self.answer)}; by its rule: {expected}"
        elif expected == NOT_THERE and (difference := self._told_apart_by()):
            yield f"{where}: told apart from what is not there: {difference}"
        for what, found in self._leaks():
            yield f"{where}: shows {what}: {', '.join(found)}"

    def _told_apart_by(self) -> str:
        """How a refusal differs from the answer that an id without a thing gets, to the byte."""
        absent = "/there-is-no-such-page"
        if self.rule.absent is not None:
            absent = filled(self.route, self.rule.absent) + self.rule.query
        # Out of both answers alike: a digit may stand there for another reason.
        words = [self.path, absent, *_ids(self.path), *_ids(absent)]
        ours, theirs = scrubbed(self.answer, *words), scrubbed(self._ask(absent), *words)
        return "" if ours == theirs else "".join(_differing(str(ours), str(theirs)))

    def _leaks(self) -> Iterator[tuple[str, list[str]]]:
        for what, found in leaks(self.scene, self.persona, self.path, self.answer):
            if hidden := [secret for secret in found if secret not in self.rule.explains]:
                yield what, hidden


def leaks(
    scene: Scene, persona: str, path: str, answer: HttpResponse
) -> Iterator[tuple[str, list[str]]]:
    """What is in an answer that is not for this persona's eyes."""
    text = answer.content.decode(errors="replace") + str(answer.headers)
    text += html.unescape(text)  # on a page an apostrophe is written otherwise
    for what, secrets in forbidden(scene, persona, path).items():
        if found := sorted(secret for secret in secrets if secret in text):
            yield what, found


def _differing(ours: str, theirs: str) -> Iterator[str]:
    """Where two texts part."""
    alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs, strict=False))
    place = sum(1 for _ in alike)
    for text in (ours, theirs):
        yield f" …{text[max(0, place - 30) : place + 90]!r}"


def _ids(path: str) -> list[str]:
    return [part for part in path.partition("?")[0].split("/") if part.isdecimal()]


def forbidden(scene: Scene, persona: str, path: str) -> dict[str, set[str]]:
    """What a persona may not see at a place, by what it is."""
    tokens = {f"token-of-{one}" for one in PERSONAS if one != persona}
    secrets = {"other people's tokens": tokens, "a private instance": {scene.hidden.instruction}}
    if persona != OWNER:
        secrets["addresses"] = marks.address_marks(scene)
    if persona == RESEARCHER:
        return secrets
    secrets["traps"] = marks.trap_marks()
    secrets["gold of an open attempt"] = marks.gold_marks(scene.running.instance)
    secrets["a score before its time"] = marks.score_marks()
    if persona != OWNER:
        secrets["somebody else's attempt"] = {ARGUMENT, ANSWER, REASON}
        secrets["gold"] = marks.gold_marks(scene.done.instance)
    elif str(scene.done.pk) not in path.split("/"):
        secrets["gold"] = marks.gold_marks(scene.done.instance)
    # The name of a task may give away what has to be found. (Who opens an attempt over REST has
    # named it.)
    if path.startswith("/attempts"):
        secrets["what an open attempt is about"] = {RUNNING_TASK}
    return secrets


def test_the_marks_are_found_where_they_may_be_seen(scene: Scene) -> None:
    page = scene.ask(OWNER, "GET", f"/attempts/{scene.done.pk}").content.decode()
    assert ARGUMENT in page
    assert ANSWER in page
    log = scene.ask(RESEARCHER, "GET", f"/api/v1/attempts/{scene.done.pk}/calls").content.decode()
    for mark in marks.gold_marks(scene.done.instance):
        assert mark in log
    traps = scene.ask(RESEARCHER, "GET", f"/tasks/{DONE_TASK}").content.decode()
    assert any(trap in traps for trap in marks.trap_marks())
    own = scene.ask(OWNER, "GET", f"/attempts/{scene.running.pk}").content.decode()
    assert all(mark in own for mark in marks.address_marks(scene))
    tasks = scene.ask(RESEARCHER, "GET", f"/tasks/{RUNNING_TASK}")
    summary = Task.objects.get(name=RUNNING_TASK).summary
    assert "'" in summary, "an apostrophe has to be there, to be found as pages write it"
    assert summary in dict(leaks(scene, OTHER, "/tasks", tasks))["traps"]
    assert "'" in scene.hidden.instruction
    page_of_it = HttpResponse(f"<p>{escape(scene.hidden.instruction)}</p>")
    for persona in PERSONAS:
        found = dict(leaks(scene, persona, "/tasks", page_of_it))
        assert found["a private instance"] == [scene.hidden.instruction]


def test_the_score_of_an_open_attempt_is_not_counted(scene: Scene) -> None:
    forget()  # what was made of another test's records
    rows = {row.name: row.rates.counts for row in read_board().rows}
    assert (rows[OWNER].scored, rows[OWNER].unfinished) == (1, 1)
    assert rows[OWNER].correct == scene.done.scores.get().correct
