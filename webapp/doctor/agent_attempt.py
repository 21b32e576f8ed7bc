"""A mock attempt: answers as the door to real attempts does, and remembers what was asked of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sandboxes import Brief, canonical_json, sorted_json
from sandboxes.tasks import OUTCOMES
from webapp.attempts import errors
from webapp.attempts.stored import checked_key, checked_text, stored_arguments, stored_name
from webapp.attempts.telling import Answer, TaskView
from webapp.doctor.agent_world import Call, Errand, Hall

_BUDGET = 100
_LONGEST_ANSWER = 100_000
_FINISHED = {"status": "ok", "output": "The attempt is finished."}

Say = Callable[[str], None]


@dataclass
class Seen:
    """What an agent did, as far as it could be seen from the server.

    Args:
        protocol: Version of MCP that its client speaks; empty before the first message.
        client: Name and version of the client.
        strangers: Requests that were no MCP at this address, such as "GET /sse".
        has_listed: Whether the tools were listed.
        has_asked: Whether get_task was called.
        has_read: Whether the resource was read.
        calls: Its calls, in their order.
        is_solved: Whether the errand was run.
        outcome: What it finished the task with; empty before that.
        bad_ending: What was answered to a finish_task that ended nothing; empty if there was none.
        late: How many requests came after the end, and were refused.
        began: When its first message came, in seconds of the watch's clock.
        ended: When the attempt ended.
    """

    protocol: str = ""
    client: str = ""
    strangers: list[str] = field(default_factory=list)
    has_listed: bool = False
    has_asked: bool = False
    has_read: bool = False
    calls: list[Call] = field(default_factory=list)
    is_solved: bool = False
    outcome: str = ""
    bad_ending: str = ""
    late: int = 0
    began: float | None = None
    ended: float | None = None

    @property
    def used_up(self) -> bool:
        """Whether all calls were made."""
        return len(self.calls) >= _BUDGET


class MockAttempt:
    """One attempt at an errand.

    Args:
        task: The errand.
        seconds: How much time there is, from now on.
        clock: Gives seconds that never go back.
        say: Gets a line for whoever watches, as things happen.
        end: Called once, when the attempt has ended.
    """

    def __init__(
        self,
        task: Errand,
        seconds: float,
        *,
        clock: Callable[[], float],
        say: Say,
        end: Callable[[], None],
    ) -> None:
        self._hall = Hall(task)
        self._brief = Brief(task.instruction(), _BUDGET)
        self._clock, self._say, self._end = clock, say, end
        self._deadline = clock() + seconds
        self._answers: dict[str, tuple[str, Answer]] = {}
        self._number = 0
        self.seen = Seen()

    def greet(self, protocol: str, client: str) -> None:
        """Note that a message of MCP came, and from whom."""
        seen = self.seen
        if seen.began is None:
            seen.began = self._clock()
            self._say(f"connected: {client or 'a client without a name'}, MCP {protocol}")
        seen.protocol = protocol or seen.protocol
        seen.client = client or seen.client

    def listed(self) -> None:
        """Note that the tools were listed."""
        self.seen.has_listed = True
        self._say("the tools were listed")

    def read(self) -> None:
        """Note that the resource was read."""
        self.seen.has_read = True
        self._say("the resource was read")

    def asked(self) -> None:
        """Note that get_task was called."""
        self.seen.has_asked = True
        self._say("get_task")

    def view(self) -> TaskView:
        """What may be known of the attempt."""
        calls = _BUDGET - len(self.seen.calls)
        if self._is_over:
            return TaskView(self._brief, calls, None, "finished", self._number, None)
        seconds = max(0, int(self._deadline - self._clock()))
        return TaskView(self._brief, calls, seconds, "open", self._number, None)

    def call_tool(self, name: object, arguments: object, key: object) -> Answer:
        """Call a tool.

        Raises:
            NotACall: the name is no text, the arguments are no JSON, or the key can't be one.
            AttemptEnded: the attempt is over.
            KeyReused: the key came with something else.
        """
        stored_arguments(arguments)
        stored_name(name)
        sent = sorted_json([name, arguments])
        return self._once(checked_key(key), sent, lambda: self._called(str(name), arguments))

    def finish(self, outcome: object, answer: object, key: object) -> Answer:
        """End the attempt.

        Raises:
            NotACall: the outcome is neither, the answer no text, or the key can't be one.
            AttemptEnded: the attempt is over.
            KeyReused: the key came with something else.
        """
        if outcome not in OUTCOMES:
            raise errors.NotACall(f"outcome: one of {', '.join(OUTCOMES)}.")
        checked_text("answer", answer, _LONGEST_ANSWER)
        sent = sorted_json([outcome, answer])
        return self._once(checked_key(key), sent, lambda: self._ended(str(outcome)))

    def misfinished(self, text: str) -> None:
        """Note that finish_task was called with what ends nothing."""
        self.seen.bad_ending = text
        self._say("finish_task with wrong arguments")

    @property
    def _is_over(self) -> bool:
        return bool(self.seen.outcome) or self.seen.used_up

    def _once(self, key: str, sent: str, act: Callable[[], Answer]) -> Answer:
        earlier = self._answers.get(key) if key else None
        if earlier is None:
            if self._is_over:
                self.seen.late += 1
                raise self._refusal()
            answer = act()
            if key:
                self._answers[key] = (sent, answer)
            return answer
        if earlier[0] != sent:
            number = earlier[1].number
            raise errors.KeyReused(
                f"The idempotency key {key!r} was used for another call (number {number}). "
                "Take a new key."
            )
        return earlier[1]

    def _refusal(self) -> errors.AttemptEnded:
        """How the attempt has ended, in the words of the door."""
        if self.seen.outcome:
            text = "The attempt has been finished. No further call can be made."
        else:
            text = f"The attempt has ended: all {_BUDGET} calls of its budget were made."
        return errors.AttemptEnded(text)

    def _called(self, name: str, arguments: object) -> Answer:
        call = self._hall.call(name, arguments)
        self.seen.calls.append(call)
        self.seen.is_solved = self._hall.is_solved
        self._say(f"{name}: {call.outcome.status}")
        if self.seen.used_up:
            self._over()
        return self._numbered(call.outcome.status, call.outcome.canonical())

    def _ended(self, outcome: str) -> Answer:
        self.seen.outcome = outcome
        self._say(f"finish_task: {outcome}")
        self._over()
        return self._numbered("ok", canonical_json(_FINISHED))

    def _over(self) -> None:
        self.seen.ended = self._clock()
        self._end()

    def _numbered(self, status: str, text: str) -> Answer:
        self._number += 1
        return Answer(self._number, status, text)
