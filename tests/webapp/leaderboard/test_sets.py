"""What is said of conditions."""

from __future__ import annotations

import pytest

from tests.webapp.builders import public_instance
from webapp.attempts.opening import conditions_for
from webapp.leaderboard.sets import in_full


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({}, "all listed"),
        ({"access": "palette"}, "by search"),
        ({"access": "needed", "distractors": 1}, "the needed ones and 1 other listed"),
        ({"access": "needed", "distractors": 3}, "the needed ones and 3 others listed"),
    ],
)
def test_the_conditions_in_full_tell_which_tools_are_listed(
    choices: dict[str, object], told: str
) -> None:
    assert dict(in_full(conditions_for(public_instance(), **choices)))["Tools"] == told
