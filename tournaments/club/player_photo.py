"""A photo of a player, which they have agreed to have shown."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import Player


class PlayerPhoto(models.Model):
    """A PNG, drawn as `club.logo_picture` does, and by whom the person's consent was recorded, and when.

    There is no photo without consent: where that is withdrawn, the row is deleted.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="photo")
    content = models.BinaryField()
    consent_by = models.CharField(_("consent recorded by"), max_length=40)
    consented_at = models.DateTimeField(_("consented at"))

    class Meta:
        verbose_name = _("photo of a player")
        verbose_name_plural = _("photos of players")

    def __str__(self) -> str:
        return f"photo {self.pk}"
