"""Who acts on the site, and by what secrets they are known."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import AbstractUser
from django.db import models


class Role(models.TextChoices):
    """What somebody is here for."""

    PARTICIPANT = "participant", "Participant"
    ANNOTATOR = "annotator", "Annotator"
    RESEARCHER = "researcher", "Researcher"


class User(AbstractUser):
    """An account; the user name is a pseudonym."""

    role = models.CharField(max_length=16, choices=Role, default=Role.PARTICIPANT)
    last_seen_at = models.DateTimeField(null=True)
    sessions_ended = models.PositiveIntegerField(default=0)

    @property
    def is_researcher(self) -> bool:
        """Whether the account may see everybody's attempts."""
        return self.role == Role.RESEARCHER

    @property
    def is_grader(self) -> bool:
        """Whether the account grades what others did."""
        return self.role in (Role.ANNOTATOR, Role.RESEARCHER)

    def get_session_auth_hash(self) -> str:
        """What a session has to know: none that began before sessions were last ended does."""
        return f"{super().get_session_auth_hash()}/{self.sessions_ended}"

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under the site's former keys."""
        for known in super().get_session_auth_fallback_hash():
            yield f"{known}/{self.sessions_ended}"


class SignInLink(models.Model):
    """A link that signs an account in once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"link of {self.user}"


class ApiToken(models.Model):
    """A secret that programs send with REST requests; only its digest is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class PasswordTries(models.Model):
    """How often a password was wrong of late, by account or by address; only digests are kept."""

    digest = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)
    blocked_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.failures} tries of {self.digest[:8]}"
