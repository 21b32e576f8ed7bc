"""Passports of judges: what their grades may be taken for, and who looked at the locked half."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from evaluators.calibration import Passport, Status, passport
from evaluators.judge import PROBES
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.comparing import Gathered, kept_by_grades
from webapp.annotation.judging import is_stale
from webapp.annotation.models import Campaign, Judge, Look, ReadingState

SHORT = 8
"""How much of an identity is shown."""


@dataclass(frozen=True)
class Known:
    """A judge as it is named wherever its scores are.

    Args:
        judge: Its key.
        source: Its name as a source of scores.
        name: What people call it.
        model: Name of the model.
        identity: Hash of model, prompts, rubric and sampling.
        rubric: Name and hash of the rubric.
        prompts: Hash of the prompts.
        sampling: How the model is asked, in words.
        status: What its grades may be taken for.
    """

    judge: int
    source: str
    name: str
    model: str
    identity: str
    rubric: str
    prompts: str
    sampling: str
    status: Status


def known_as(judge: Judge) -> Known:
    """A judge with its identity and status."""
    return Known(
        judge=judge.pk,
        source=source_of(judge),
        name=judge.name,
        model=judge.model,
        identity=judge.identity,
        rubric=f"{judge.rubric} {judge.rubric_digest}",
        prompts=judge.prompt_hash,
        sampling=", ".join(f"{name} {value}" for name, value in judge.sampling.items()),
        status=status_of(judge),
    )


def source_of(judge: Judge) -> str:
    """What a judge is called as a source of scores."""
    return f"judge {judge.name} {judge.identity[:SHORT]}"


def campaigns_of(judge: Judge) -> list[Campaign]:
    """The campaigns of which a judge has read samples, the newest first."""
    answered = (ReadingState.SCORED, ReadingState.PARTLY)
    read = judge.readings.filter(state__in=answered, probe="").values("sample__campaign")
    return list(Campaign.objects.filter(pk__in=read))


def looks_of(judge: Judge, campaign: Campaign) -> list[Look]:
    """Who has looked at the locked half, the first look first."""
    return list(judge.looks.filter(campaign=campaign).select_related("by"))


def look(judge: Judge, campaign: Campaign, by: User) -> tuple[Look, bool]:
    """Write down that somebody looks at the locked half, unless it is what they saw before.

    A look counts for what it can teach: whoever asks twice for the same grades learns nothing the
    second time. Once a grade of the half is added or changed, there is something new to be seen,
    and the next look counts.

    Args:
        judge: The judge.
        campaign: A campaign whose samples it has read.
        by: Who looks.

    Returns:
        The look, and whether it is a new one.
    """
    state = _state_of_test_half(judge, campaign)
    found, is_new = Look.objects.get_or_create(
        judge=judge, campaign=campaign, by=by, state=state, defaults={"at": clock.now()}
    )
    return found, is_new


def _state_of_test_half(judge: Judge, campaign: Campaign) -> str:
    """Hash of all grades in the locked half, the judge's and what they are compared with."""
    compared = Gathered(campaign).with_reference(judge, "test")
    rows = sorted((one.sample, one.item, one.first, one.second) for one in compared)
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:32]


def passport_of(judge: Judge, campaign: Campaign) -> Passport:
    """How a judge does in a campaign; kept until a grade, a reading or a look is added.

    Args:
        judge: The judge.
        campaign: A campaign whose samples it has read. The locked half is taken in only if
            somebody has looked at it.
    """
    stale = is_stale(judge)
    return kept_by_grades(
        ("passport", judge.pk, campaign.pk, stale), lambda: _made(judge, campaign, stale=stale)
    )


def status_of(judge: Judge) -> Status:
    """What a judge's grades may be taken for, by the newest campaign that was looked at."""
    if is_stale(judge):
        return Status.STALE
    looked = {one.campaign_id for one in judge.looks.all()}
    newest = next((one for one in campaigns_of(judge) if one.pk in looked), None)
    return Status.PROVISIONAL if newest is None else passport_of(judge, newest).status


def _made(judge: Judge, campaign: Campaign, *, stale: bool) -> Passport:
    known = Gathered(campaign)
    looked = judge.looks.filter(campaign=campaign).exists()
    probed = {name: known.with_each_other(judge, judge, name) for name in PROBES}
    return passport(
        known.with_reference(judge, "development"),
        known.with_reference(judge, "test") if looked else None,
        [met.compared for met in known.people()],
        {name: found for name, found in probed.items() if found},
        unsettled=known.unsettled_share,
        stale=stale,
        levels=sorted({level for scale in known.scales.values() for level in scale.levels}),
    )
