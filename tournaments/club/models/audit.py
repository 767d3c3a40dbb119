"""Who changed what in a club, where no ledger tells it: appended and never changed, as the database sees to."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.club.models.clubs import Club
from tournaments.club.models.people import Player


class AuditEntry(models.Model):
    """One act: what (`act` of `club.audited`, `body` as canonical JSON), who (`by`, a pseudonym), when, from where.

    `about` is the pseudonym of the officer and `player` the person it is about, if any; names stand in neither.
    `network` is the part of an address that many share, and `browser` the name of a program; both are emptied in
    time, which is the one change that the database lets through.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit", db_index=False)
    at = models.DateTimeField(_("at"))
    by = models.CharField(_("by"), max_length=40)
    act = models.CharField(_("act"), max_length=30)
    about = models.CharField(_("about"), max_length=40, blank=True)
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit",
        verbose_name=_("player"),
    )
    body = models.TextField(_("body"), default="{}")
    network = models.CharField(_("network"), max_length=43, blank=True)
    browser = models.CharField(_("browser"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "at"], name="audit_of_a_club")]

    def __str__(self) -> str:
        return self.act


class ActOrigin(models.Model):
    """From where an officer did an act that a ledger tells of: the entry with this hash. Thrown away in time.

    `network` and `browser` are as in the audit.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="act_origins")
    entry_hash = models.CharField(_("hash of the entry"), max_length=64, db_index=True)
    by = models.CharField(_("by"), max_length=40)
    at = models.DateTimeField(_("at"))
    network = models.CharField(_("network"), max_length=43, blank=True)
    browser = models.CharField(_("browser"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("origin of an act")
        verbose_name_plural = _("origins of acts")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.network
