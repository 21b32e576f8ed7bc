"""Who acts on the site, and by what secrets they are known."""

from __future__ import annotations

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

    @property
    def is_researcher(self) -> bool:
        """Whether the account may see everybody's attempts."""
        return self.role == Role.RESEARCHER


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
