"""Who may do what in annotation. Whatever is refused looks as if it were not there."""

from __future__ import annotations

from django.db.models import QuerySet

from webapp.accounts.models import Role, User
from webapp.annotation.models import Campaign, Sample

_GRADERS = (Role.ANNOTATOR, Role.RESEARCHER)


def may_grade(user: object) -> bool:
    """Whether somebody grades at all: annotators and researchers do."""
    return isinstance(user, User) and user.role in _GRADERS


def open_campaigns(user: object) -> QuerySet[Campaign]:
    """The campaigns that somebody may grade in."""
    found = Campaign.objects.filter(closed_at=None)
    return found if may_grade(user) else found.none()


def gradable(user: User, campaign: Campaign) -> QuerySet[Sample]:
    """The samples of a campaign that somebody may grade: none of an own attempt."""
    return campaign.samples.exclude(contestant__user=user)
