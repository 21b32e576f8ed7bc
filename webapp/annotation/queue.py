"""Who grades what next: reservations that expire and are given out again.

Samples that somebody has begun come before new ones, so that grades can soon be compared; but of
those, the ones of a person with whom few samples are shared yet, so that everybody is compared with
everybody.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from sandboxes import Stream
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.access import gradable
from webapp.annotation.models import Campaign, Role, Sample, Sheet, SheetState
from webapp.annotation.training import training_of

GOLD_EVERY = 10
"""Of so many sheets that somebody hands in, one is of a gold sample, while there are any."""
_BEGUN_A_PERSON = 3
"""So many samples may wait for their next grader, for each person, before no more are begun."""
_RELATED = ("sample__campaign", "sample__attempt", "grader")


def next_sheet(user: User, campaign: Campaign) -> Sheet | None:
    """What somebody grades now: the sheet that is in hand, else a new reservation.

    Args:
        user: Who grades.
        campaign: In which campaign; a closed one gives nothing out any more.

    Returns:
        None: there is nothing left for this person.
    """
    if campaign.closed_at is not None:
        return None
    held = list(_in_hand(user, campaign)[:1])
    return held[0] if held else _reserved(user, campaign)


def ahead(user: User, sheet: Sheet) -> Sheet | None:
    """The sheet after this one, reserved early so that its page can be loaded; never more than one.

    Args:
        user: Who grades.
        sheet: What is in hand.
    """
    campaign = sheet.sample.campaign
    others = [one for one in _in_hand(user, campaign)[:2] if one.pk != sheet.pk]
    in_hand = sheet.state == SheetState.RESERVED and sheet.expires_at > clock.now()
    if others or not in_hand:
        return others[0] if others else None
    if sheet.sample.role == Role.TRAINING:
        return None  # what comes after depends on how this one goes
    return _reserved(user, campaign)


def own_sheet(user: User, sheet_id: int) -> Sheet:
    """A sheet of one's own.

    Raises:
        Sheet.DoesNotExist: there is none, or it is somebody else's.
    """
    return Sheet.objects.select_related(*_RELATED).get(pk=sheet_id, grader=user)


def live(now: datetime) -> Q:
    """Sheets that count towards a sample's graders: handed in, or reserved and not expired."""
    return Q(state=SheetState.SAVED) | Q(state=SheetState.RESERVED, expires_at__gt=now)


def lacks_graders(sample: Sample, apart_from: User) -> bool:
    """Whether a sample could take one more grader.

    Args:
        sample: Which; those that everybody grades always can.
        apart_from: Whose sheet is not counted.
    """
    if sample.role != Role.ORDINARY:
        return True
    others = sample.sheets.filter(live(clock.now())).exclude(grader=apart_from)
    return others.count() < sample.campaign.graders


def prolonged(campaign: Campaign) -> datetime:
    """Until when something is reserved from now on."""
    return clock.now() + timedelta(minutes=campaign.minutes)


def _in_hand(user: User, campaign: Campaign) -> QuerySet[Sheet]:
    held = Sheet.objects.filter(
        grader=user,
        sample__campaign=campaign,
        state=SheetState.RESERVED,
        expires_at__gt=clock.now(),
    )
    return held.select_related(*_RELATED).order_by("id")


def _reserved(user: User, campaign: Campaign) -> Sheet | None:
    """A new reservation; a campaign gives out one at a time, so that none is given out twice."""
    with transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if held.closed_at is not None:
            return None
        sample = _chosen(user, held)
        if sample is None:
            return None
        now = clock.now()
        lapsed = sample.sheets.filter(state=SheetState.RESERVED, expires_at__lte=now)
        lapsed.exclude(grader=user).update(state=SheetState.EXPIRED)
        sheet, _ = Sheet.objects.update_or_create(
            sample=sample,
            grader=user,
            defaults={
                "state": SheetState.RESERVED,
                "reserved_at": now,
                "expires_at": prolonged(held),
            },
        )
    return Sheet.objects.select_related(*_RELATED).get(pk=sheet.pk)


def _chosen(user: User, campaign: Campaign) -> Sample | None:
    known = gradable(user, campaign)
    begun_by_me = Sheet.objects.filter(sample=OuterRef("pk"), grader=user)
    fresh = known.filter(~Exists(begun_by_me))
    unfinished = begun_by_me.filter(state__in=(SheetState.RESERVED, SheetState.EXPIRED))
    for lapsed in known.filter(Exists(unfinished)):
        in_hand = lapsed.sheets.filter(live(clock.now()), grader=user).exists()
        if not in_hand and lacks_graders(lapsed, user):
            return lapsed
    if training_of(user, campaign).needed:
        return fresh.filter(role=Role.TRAINING).first()
    if _gold_is_due(user, campaign):
        gold = fresh.filter(role=Role.GOLD).first()
        if gold is not None:
            return gold
    return _ordinary(user, campaign, fresh.filter(role=Role.ORDINARY))


def _gold_is_due(user: User, campaign: Campaign) -> bool:
    """Whether the next one is to be a gold sample: one of each ten, at a place nobody can guess.

    Who knew the place would look more closely there, and gold would tell nothing.
    """
    mine = Sheet.objects.filter(grader=user, sample__campaign=campaign)
    taken = mine.exclude(state__in=(SheetState.EXPIRED, SheetState.SKIPPED))
    counts = taken.exclude(sample__role=Role.TRAINING).aggregate(
        all=Count("pk"), gold=Count("pk", filter=Q(sample__role=Role.GOLD))
    )
    block, place = divmod(counts["all"], GOLD_EVERY)
    drawn = Stream(campaign.pk, "gold", user.pk, block).below(GOLD_EVERY)
    return bool(counts["gold"] < block + (place >= drawn))


def _ordinary(user: User, campaign: Campaign, fresh: QuerySet[Sample]) -> Sample | None:
    now = clock.now()
    taken = Sheet.objects.filter(live(now), sample=OuterRef("pk"))
    new = fresh.filter(~Exists(taken)).first()
    partners = _partners_of_begun(campaign, fresh)
    shared = _shared(user, campaign)
    fewest = min((shared[other] for other in shared), default=0)
    best = min(partners, key=lambda one: (_worst(partners[one], shared), one), default=None)
    if best is None:
        return new
    waits_long = len(partners) >= _BEGUN_A_PERSON * max(len(shared), 1)
    if new is None or waits_long or _worst(partners[best], shared) <= fewest:
        return fresh.get(pk=best)
    return new


def _partners_of_begun(campaign: Campaign, fresh: QuerySet[Sample]) -> dict[int, list[int]]:
    """By sample that somebody has begun and that lacks graders: who has it."""
    found: dict[int, list[int]] = {}
    begun = Sheet.objects.filter(live(clock.now()), sample__in=_lacking(campaign))
    for sample, grader in begun.values_list("sample_id", "grader_id"):
        found.setdefault(sample, []).append(grader)
    mine = set(fresh.filter(pk__in=found).values_list("pk", flat=True))
    return {sample: graders for sample, graders in found.items() if sample in mine}


def _lacking(campaign: Campaign) -> QuerySet[Sheet, int]:
    """Keys of the ordinary samples that have some live sheets, and too few."""
    counted = (
        Sheet.objects.filter(
            live(clock.now()), sample__campaign=campaign, sample__role=Role.ORDINARY
        )
        .values("sample_id")
        .annotate(count=Count("pk"))
    )
    return counted.filter(count__lt=campaign.graders).order_by().values_list("sample_id", flat=True)


def _shared(user: User, campaign: Campaign) -> Counter[int]:
    """How many samples somebody shares with each other person of a campaign."""
    found = Sheet.objects.filter(live(clock.now()), sample__campaign=campaign)
    ordinary = found.filter(sample__role=Role.ORDINARY)
    people = ordinary.exclude(grader=user).values_list("grader_id", flat=True).distinct()
    counts = Counter(dict.fromkeys(people.order_by(), 0))
    mine = ordinary.filter(grader=user).values("sample_id")
    counts.update(
        ordinary.filter(sample__in=mine).exclude(grader=user).values_list("grader_id", flat=True)
    )
    return counts


def _worst(graders: list[int], shared: Counter[int]) -> int:
    return max(shared[grader] for grader in graders)
