"""Which samples a campaign gets: drawn by what records tell of attempts, and only then made.

To make what graders see of an attempt takes a while, since its instance is made again. So what is
not drawn is not made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from evaluators.calibration import stratified
from sandboxes import Stream
from webapp.annotation.found import Found, Offer
from webapp.annotation.kinds import Kind
from webapp.annotation.models import Campaign, Role
from webapp.attempts.models import Attempt

Stratum = tuple[int, str, str]
"""Level, first type of error, contestant."""
Key = tuple[int, int]
"""An attempt, and the number of the event that is graded."""
OnDone = Callable[[int, int], None]
_SEEDS = 2**32


@dataclass(frozen=True)
class Drawn:
    """A sample of a campaign, before it is kept."""

    attempt: Attempt
    found: Found


class Offers:
    """What attempts offer to be graded.

    Args:
        kind: The kind of sample.
        attempts: The attempts, all of which have ended.
    """

    def __init__(self, kind: Kind, attempts: QuerySet[Attempt]) -> None:
        self._kind = kind
        self._attempts = {attempt.pk: attempt for attempt in attempts}
        self._made: dict[int, dict[int, Found]] = {}
        self.known: dict[Key, Offer] = {
            (attempt, offer.event_number): offer for attempt, offer in kind.offers(attempts)
        }

    def take(self, key: Key) -> Drawn | None:
        """A sample that is made, and not offered any more; None: it can't be made today.

        Args:
            key: One that is offered.
        """
        attempt = self._attempts[key[0]]
        if key[0] not in self._made:
            found = self._kind.samples(attempt)
            self._made[key[0]] = {one.event_number: one for one in found}
        del self.known[key]
        made = self._made[key[0]].get(key[1])
        return None if made is None else Drawn(attempt, made)

    def draw(self, name: str, count: int, seed: int, on_done: OnDone) -> list[Drawn]:
        """As many of each stratum as of any other; what can't be made is drawn anew.

        Args:
            name: Of the campaign: one of another name draws others.
            count: How many, at most.
            seed: Decides which.
            on_done: Told after each sample how many of how many are made.
        """
        drawn: list[Drawn] = []
        for key in self._order(name, seed):
            if len(drawn) == count:
                break
            one = self.take(key)
            if one is not None:
                drawn.append(one)
                on_done(len(drawn), min(count, len(drawn) + len(self.known)))
        return drawn

    def _order(self, name: str, seed: int) -> list[Key]:
        """All that is offered, in an order whose every beginning is balanced."""
        keys = {f"{attempt} {event}": (attempt, event) for attempt, event in self.known}
        strata = {text: self._stratum(key) for text, key in keys.items()}
        drawn = Stream(seed, "campaign", name).below(_SEEDS)
        return [keys[text] for text in stratified(list(keys), strata, len(keys), drawn)]

    def _stratum(self, key: Key) -> Stratum:
        offer = self.known[key]
        return stratum_of(offer.level, offer.types, self._attempts[key[0]].contestant.name)


def stratum_of(level: int, types: Sequence[str], contestant: str) -> Stratum:
    """The stratum of a sample."""
    return level, types[0] if types else "", contestant


def strata_of(campaign: Campaign, roles: Iterable[Role] = Role) -> Counter[Stratum]:
    """How many samples a campaign has of each level, first type and contestant.

    Args:
        campaign: Which.
        roles: What the samples are there for.
    """
    rows = campaign.samples.filter(role__in=list(roles)).select_related("contestant")
    return Counter(stratum_of(one.level, one.types, one.contestant.name) for one in rows)
