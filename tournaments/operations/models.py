"""Which secret key the database belongs to."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import HASH_LENGTH


class ServerKey(models.Model):
    """Which secret key this database belongs to: one row, worked out with the key, which cannot be found from it."""

    check_value = models.CharField(max_length=HASH_LENGTH, editable=False)
    kept_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = _("server key")
        verbose_name_plural = _("server keys")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_server_key")]

    def __str__(self) -> str:
        return self.check_value[:8]
