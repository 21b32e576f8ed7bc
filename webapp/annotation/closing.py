"""The end of a campaign: nothing is given out or taken any more, until it is opened again."""

from __future__ import annotations

from django.db import transaction

from webapp import clock
from webapp.annotation.models import Campaign, Sheet, SheetState


def close_campaign(campaign: Campaign) -> Campaign:
    """Close a campaign. Sheets in hand stay as they are, with all that is entered on them.

    Args:
        campaign: Which; one that is closed stays closed since when it was.

    Returns:
        The campaign as it is now.
    """
    return _set(campaign, is_closed=True)


def reopen_campaign(campaign: Campaign) -> Campaign:
    """Open a closed campaign again: sheets in hand go on, or have run out meanwhile.

    Args:
        campaign: Which; one that is open stays open.

    Returns:
        The campaign as it is now.
    """
    return _set(campaign, is_closed=False)


def in_hand(campaign: Campaign) -> int:
    """How many sheets of a campaign are in hand now, those for training and gold ones as well."""
    held = Sheet.objects.filter(sample__campaign=campaign, state=SheetState.RESERVED)
    return held.filter(expires_at__gt=clock.now()).count()


def _set(campaign: Campaign, *, is_closed: bool) -> Campaign:
    with transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)  # as who reserves does
        if (held.closed_at is not None) != is_closed:
            held.closed_at = clock.now() if is_closed else None
            held.save(update_fields=("closed_at",))
    return held
