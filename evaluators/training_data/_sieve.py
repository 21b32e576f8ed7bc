"""The reasons for which responses stay out, tried in order and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from evaluators.sde import ITEMS
from evaluators.training_data._responses import Exclusion, KeptOut, ScoredResponse


class Sieve:
    """Lets responses through, and counts those that it holds back by the first reason.

    Args:
        out: What is kept out, whatever it scores.
        is_enough: Whether so many points are enough.
    """

    def __init__(self, out: KeptOut, is_enough: Callable[[float], bool]) -> None:
        self._out = out
        self._is_enough = is_enough
        self._met: set[str] = set()
        self._unscored: Counter[str] = Counter()
        self.excluded: Counter[Exclusion] = Counter()
        self.responses = self.eligible = 0

    @property
    def unscored_items(self) -> dict[str, int]:
        """Of those that were held back for want of a score: how many lack which item."""
        return {item: self._unscored[item] for item in ITEMS if self._unscored[item]}

    def passed(self, responses: Iterable[ScoredResponse]) -> Iterator[ScoredResponse]:
        """Those for which there is no reason to stay out, in order."""
        for response in responses:
            self.responses += 1
            why = self._why_not(response)
            if why is None:
                self.eligible += 1
                yield response
                continue
            self.excluded[why] += 1
            if why is Exclusion.UNSCORED:
                self._unscored.update(response.unscored)

    def _why_not(self, response: ScoredResponse) -> Exclusion | None:
        for why, applies in (
            (Exclusion.HELD_OUT, response.cluster in self._out.clusters),
            (Exclusion.PRIVATE, response.is_private),
            (Exclusion.DEMONSTRATION, response.instance in self._out.demonstrations),
            (Exclusion.UNFINISHED, response.is_unfinished),
            (Exclusion.LATER, response.is_later),
        ):
            if applies:
                return why
        return self._why_not_by_score(response)

    def _why_not_by_score(self, response: ScoredResponse) -> Exclusion | None:
        # Only a scored one hides others like it: the first may lack what a later one has.
        if response.points is None:
            return Exclusion.UNSCORED
        if response.digest in self._met:
            return Exclusion.DUPLICATE
        self._met.add(response.digest)
        return None if self._is_enough(response.points) else Exclusion.FEW_POINTS
