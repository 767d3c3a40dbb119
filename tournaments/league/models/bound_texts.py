"""Texts that name people, beside the ledger of a season, which holds a salted hash of each alone."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import Player
from tournaments.league.models.leagues import Season


class BoundText(models.Model):
    """What an entrant was called when it was entered, or why an act was done; the ledger holds the `commitment`.

    Where somebody in it was erased, the text is without their name and the `salt` is "".
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="bound_texts", db_index=False)
    commitment = models.CharField(_("commitment"), max_length=64)
    text = models.CharField(_("text"), max_length=200)
    salt = models.CharField(_("salt"), max_length=32, blank=True)

    class Meta:
        verbose_name = _("text of a season")
        verbose_name_plural = _("texts of seasons")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "commitment"], name="one_text_per_commitment"),
            models.CheckConstraint(condition=~Q(text=""), name="a_bound_text_says_something"),
        ]

    def __str__(self) -> str:
        return self.text


class NamedPerson(models.Model):
    """Somebody whom the name of an entrant is about, and what they were called when it was entered."""

    text = models.ForeignKey(BoundText, on_delete=models.CASCADE, related_name="people", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entered_as")
    called = models.CharField(_("called"), max_length=80)

    class Meta:
        verbose_name = _("person in a text of a season")
        verbose_name_plural = _("people in texts of seasons")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["text", "player"], name="once_in_a_text")]

    def __str__(self) -> str:
        return self.called
