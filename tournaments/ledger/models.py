"""The columns of a ledger entry: an act with its data, who, when and why, and the hash that chains it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ChainedEntry(models.Model):
    """One act: what (`act`, `body` as canonical JSON), who (`by`, a pseudonym), when, why. It is only ever added.

    Hashes chain the entries of one ledger; the database refuses everything but new rows.
    """

    sequence = models.PositiveIntegerField(_("sequence"))
    act = models.CharField(_("act"), max_length=20)
    body = models.TextField(_("body"))
    by = models.CharField(_("by"), max_length=40)
    at = models.DateTimeField(_("at"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    previous_hash = models.CharField(_("previous hash"), max_length=64, blank=True)
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.sequence} {self.act}"
