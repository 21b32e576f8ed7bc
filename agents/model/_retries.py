"""Trying again, by error class."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tenacity import RetryCallState, Retrying, retry_if_result

from agents.model._errors import ErrorClass
from agents.model._failures import Failure
from agents.model._reply import Reply

logger = logging.getLogger(__name__)

LONGEST_ASKED_WAIT = 120.0
"""Seconds that are waited at most, however long a server asks for."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is done about errors of a class.

    Args:
        tries: How often it may be met in the course of one reply.
        first: Seconds of the first wait.
        growth: By which each further wait for this class is longer.
        cap: Seconds of the longest wait.
    """

    tries: int
    first: float = 0.0
    growth: float = 1.0
    cap: float = 0.0

    def wait(self, times: int, jitter: float) -> float:
        """Seconds to wait after meeting the class so many times.

        Args:
            times: From 1.
            jitter: In [0, 1): the wait is between half of the rule's and the whole.
        """
        return min(self.first * self.growth ** (times - 1), self.cap) * (0.5 + jitter / 2)


RULES: Mapping[ErrorClass, Rule] = MappingProxyType(
    {
        ErrorClass.RATE_LIMIT: Rule(12, first=2.0, growth=2.0, cap=60.0),
        ErrorClass.SERVER: Rule(6, first=1.0, growth=2.0, cap=30.0),
        ErrorClass.TIMEOUT: Rule(3, first=1.0, growth=2.0, cap=10.0),
        ErrorClass.CONNECTION: Rule(6, first=1.0, growth=2.0, cap=30.0),
        ErrorClass.GARBLED: Rule(4, first=0.5, growth=2.0, cap=5.0),
        ErrorClass.CREDENTIALS: Rule(1),
        ErrorClass.REFUSED: Rule(1),
    }
)


_UNANSWERED = {
    ErrorClass.TIMEOUT: "No answer in time from",
    ErrorClass.CONNECTION: "No connection to",
}
"""What the log says of an address that did not answer."""


class Persistence:
    """How often to try, and how long to wait between tries.

    Args:
        tries: Most tries for one reply, whatever the classes.
        sleep: Waits so many seconds. May raise, to stop.
        jitter: A number in [0, 1), to spread the waits of many.
        address: What is asked, for the log.
    """

    def __init__(
        self,
        tries: int,
        sleep: Callable[[float], None],
        jitter: Callable[[], float],
        address: str = "",
    ) -> None:
        self._tries, self._sleep, self._jitter = tries, sleep, jitter
        self._address = address

    def ask(
        self, once: Callable[[], Reply | Failure]
    ) -> tuple[Reply | Failure, tuple[ErrorClass, ...]]:
        """Try until there is a reply, or no use in trying.

        Args:
            once: One try.

        Returns:
            The reply or the last failure, and the classes of all failures in order.
        """
        met: list[ErrorClass] = []

        def attempt() -> Reply | Failure:
            outcome = once()
            if isinstance(outcome, Failure):
                met.append(outcome.error_class)
            return outcome

        def is_over(_: RetryCallState) -> bool:
            return len(met) >= self._most(met)

        retrying = Retrying(
            retry=retry_if_result(lambda outcome: isinstance(outcome, Failure)),
            stop=is_over,
            wait=lambda state: self._seconds(_failure(state), met),
            sleep=self._sleep,
            before_sleep=lambda state: self._note(state, met),
            retry_error_callback=_failure,
        )
        outcome: Reply | Failure = retrying(attempt)
        return outcome, tuple(met)

    def _most(self, met: list[ErrorClass]) -> int:
        """How many tries there are at most, should all that come meet what the last one met."""
        return min(self._tries, len(met) - met.count(met[-1]) + RULES[met[-1]].tries)

    def _note(self, state: RetryCallState, met: list[ErrorClass]) -> None:
        logger.info(
            "%s (try %d of %d; again in %.1f s)",
            _told(_failure(state), self._address),
            len(met),
            self._most(met),
            state.upcoming_sleep,
        )

    def _seconds(self, failure: Failure, met: list[ErrorClass]) -> float:
        rule, jitter = RULES[failure.error_class], self._jitter()
        if failure.wait is None:
            return rule.wait(met.count(failure.error_class), jitter)
        # Spread as well: all who were told the same moment would come back at once.
        return min(failure.wait, LONGEST_ASKED_WAIT) + rule.first * jitter


def _told(failure: Failure, address: str) -> str:
    """What a try met, and where."""
    unanswered = _UNANSWERED.get(failure.error_class)
    return f"{address}: {failure.message}" if unanswered is None else f"{unanswered} {address}"


def _failure(state: RetryCallState) -> Failure:
    assert state.outcome is not None
    failure: Failure = state.outcome.result()
    return failure
