"""Links and tokens. What is secret is stored as a SHA-256 hash only; see services.access for the making."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.evenings import Table
from tournaments.models.people import User

HASH_LENGTH = 64


class SignInLink(models.Model):
    """A link that signs its user in, once, until it expires."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    expires_at = models.DateTimeField(_("expires at"))
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class ApiToken(models.Model):
    """A director's key to the REST door, until it expires or is revoked."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    expires_at = models.DateTimeField(_("expires at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.name


class TableLink(models.Model):
    """What the QR code on a table card opens: one table of one evening.

    The token is derived from `nonce` (256 random bits) and the server's secret, so that a card can be printed
    again while the database alone opens nothing.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    nonce = models.CharField(max_length=HASH_LENGTH, editable=False)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("table link")
        verbose_name_plural = _("table links")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_live_link_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"table link {self.pk}"
