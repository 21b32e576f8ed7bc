"""A site with one of everything that is not for everybody's eyes, and recognisable marks in it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, cast

from django.http import HttpResponse
from django.test import Client

from tests.webapp.builders import entry_of, opened, public_instance
from webapp import clock
from webapp.accounts.models import Role, User
from webapp.accounts.tokens import new_token
from webapp.attempts import services
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, ScoreRecord
from webapp.attempts.opening import conditions_for, open_attempt, person, token_of
from webapp.benchmark.models import Instance, Split, Task

NOBODY, OWNER, OTHER, ANNOTATOR, RESEARCHER = PERSONAS = (
    "nobody",
    "owner",
    "other",
    "annotator",
    "researcher",
)
RUNNING_TASK, DONE_TASK = "share_contact", "buy_cheapest"
ARGUMENT, ANSWER, REASON = "mark-of-an-argument", "mark-of-an-answer", "mark-of-a-pause"
SCORE, SCORED, SHARE = "mark-of-a-score", 7_919_791, 0.791979
ABSENT = 987_654
_ROLES = {
    OWNER: Role.PARTICIPANT,
    OTHER: Role.PARTICIPANT,
    ANNOTATOR: Role.ANNOTATOR,
    RESEARCHER: Role.RESEARCHER,
    "second-researcher": Role.RESEARCHER,
}


@dataclass(frozen=True)
class Scene:
    """What there is.

    Args:
        clients: A browser for each persona.
        users: Their accounts; nobody has none.
        running: An open attempt of the owner's.
        done: One that the owner has finished as it should be.
        hidden: A private instance.
    """

    clients: dict[str, Client]
    users: dict[str, User]
    running: Attempt
    done: Attempt
    hidden: Instance

    def ask(self, persona: str, method: str, path: str, sent: Any = None) -> HttpResponse:
        """Send a request as somebody: JSON to the API, a form to a page."""
        client = self.clients[persona]
        if path.startswith("/api/"):
            body = "" if sent is None else json.dumps(sent)
            answer = client.generic(method, path, body, content_type="application/json")
        elif method == "POST":
            answer = client.post(path, sent or {})
        else:
            answer = client.generic(method, path)
        if answer.streaming:
            return HttpResponse(
                answer.getvalue(), status=answer.status_code, headers=answer.headers
            )
        return cast(HttpResponse, answer)

    def fresh(
        self, *, started: bool = True, paused: bool = False, searching: bool = False
    ) -> Attempt:
        """Another open attempt of the owner's; perhaps of an agent that looks for tools itself."""
        owner = self.users[OWNER]
        attempt = _searching(owner) if searching else _opened(owner, RUNNING_TASK)
        if started:
            services.get_task(entry_of(attempt)).wait()
        if paused:
            services.pause(entry_of(attempt), REASON).wait()
        return attempt

    def spare_user(self) -> User:
        """Somebody whom nothing depends on."""
        return User.objects.create_user(f"spare-{User.objects.count()}")


def set_up() -> Scene:
    """Build it."""
    users = {name: User.objects.create_user(name, role=role) for name, role in _ROLES.items()}
    clients = {NOBODY: Client(raise_request_exception=False)}
    for name, user in users.items():
        clients[name] = Client(raise_request_exception=False)
        clients[name].force_login(user)
        new_token(user, f"token-of-{name}")
    hidden = public_instance(RUNNING_TASK, 2)
    Instance.objects.filter(pk=hidden.pk).update(split=Split.PRIVATE)
    done = _done(users[OWNER])
    return Scene(clients, users, _running(users[OWNER], done.scores.get()), done, hidden)


def _opened(owner: User, task: str) -> Attempt:
    """An attempt that its owner makes in person."""
    instance = public_instance(task)
    return open_attempt(instance, person(owner), conditions_for(instance, profile="none"), owner)


def _searching(owner: User) -> Attempt:
    """An attempt of an agent of its owner's that looks for tools itself."""
    return opened(task=RUNNING_TASK, owner=owner, access="retrieval", retriever="bm25")


def _running(owner: User, like: ScoreRecord) -> Attempt:
    """An open attempt, with a score that it can't have, so that whoever shows it is caught."""
    attempt = _opened(owner, RUNNING_TASK)
    entry = entry_of(attempt)
    services.call_tool(entry, "send_message", {"uid": ARGUMENT}).wait()
    services.pause(entry, REASON).wait()
    services.resume(entry).wait()
    change = {"path": f"LightTalk/{SCORE}", "kind": "missing", "sentence": SCORE}
    body = {"correct": True, "changes": [change | {"old": None, "truth": SCORE, "new": None}]}
    ScoreRecord.objects.create(
        attempt=attempt,
        evaluator=like.evaluator,
        version=like.version,
        correct=True,
        total=10_000_000,
        correct_changes=SCORED,
        misbehaving=SCORED,
        completion_rate=SHARE,
        misbehaving_rate=SHARE,
        body=json.dumps(body),
        scored_at=clock.now(),
    )
    return attempt


def _done(owner: User) -> Attempt:
    attempt = _opened(owner, DONE_TASK)
    entry, known = entry_of(attempt), known_instance(attempt.instance)
    assert known is not None
    services.call_tool(entry, "send_message", {"uid": ARGUMENT}).wait()
    for call in known.gold.trace:
        services.call_tool(entry, call.tool, call.arguments).wait()
    services.finish(entry, "done", ANSWER).wait()
    attempt.refresh_from_db()
    return attempt


def gold_marks(instance: Instance) -> set[str]:
    """Arguments of the right calls that stand nowhere in the instruction."""
    known = known_instance(instance)
    assert known is not None
    values = [value for call in known.gold.trace for value in call.arguments.values()]
    told = instance.instruction
    marks = {value for value in values if isinstance(value, str) and value not in told}
    assert any(len(mark) > 10 for mark in marks), "nothing tells this task's gold"
    return {mark for mark in marks if len(mark) > 10}


def trap_marks() -> set[str]:
    """What gives tasks away: their traps by whatever name, and what they are about."""
    tasks = list(Task.objects.all())
    names = {trap for task in tasks for trap in task.traps}
    assert names, "the tasks have no traps"
    return names | {name.replace("_", " ") for name in names} | {task.summary for task in tasks}


def address_marks(scene: Scene) -> set[str]:
    """The secret by which an open attempt is reached."""
    return {token_of(scene.running)}


def score_marks() -> set[str]:
    """How the score of the open attempt would look."""
    return {SCORE, str(SHARE), str(SCORED), f"{SCORED:,}", f"{SHARE:.2%}".rstrip("%")}


_PASSING = re.compile(rb'value="[A-Za-z0-9]{64}"|<div class="messages".*?</div>', re.DOTALL)
"""The tokens of forms, and what is told once of something done before."""
_PASSING_HEADERS = {"Content-Length", "Expires"}  # the moment, to the second


def scrubbed(answer: HttpResponse, *words: str) -> tuple[int, bytes, dict[str, str]]:
    """An answer without what differs from one to the next, and without these words."""
    body = b" ".join(_PASSING.sub(b"", answer.content).split())
    headers = {name: answer.headers[name] for name in answer.headers.keys() - _PASSING_HEADERS}
    for word in sorted(words, key=len, reverse=True):
        body = body.replace(word.encode(), b"*")
        headers = {name: value.replace(word, "*") for name, value in headers.items()}
    return answer.status_code, body, headers
