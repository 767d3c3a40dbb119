"""Fees: what the club takes usually, what an evening or a season costs, and each payment. No ledger tells of it."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening
from tournaments.ranking.offered import LARGEST_SUM
from tournaments.refusals import LONGEST_NAME
from tournaments.work.models import Unnamed

LONGEST_CURRENCY = 3


class Fees(Unnamed):
    """Sums of the smallest unit of the club's currency: what a member pays, and what a guest does."""

    member = models.PositiveIntegerField(_("member"), validators=[MaxValueValidator(LARGEST_SUM)])
    guest = models.PositiveIntegerField(_("guest"), validators=[MaxValueValidator(LARGEST_SUM)])

    class Meta:
        abstract = True


class ClubFees(Fees):
    """What an evening of the club usually costs; `currency` is written behind sums, as the club writes it."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="fees")
    currency = models.CharField(_("currency"), max_length=LONGEST_CURRENCY, blank=True)

    class Meta:
        verbose_name = _("fees of a club")
        verbose_name_plural = _("fees of clubs")


class EveningFees(Fees):
    """What this evening costs, in place of what one usually costs."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="fees")

    class Meta:
        verbose_name = _("fees of an evening")
        verbose_name_plural = _("fees of evenings")


class SeasonFees(Fees):
    """What a season costs: the club's year, or one of its leagues, as the club calls it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="season_fees", db_index=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)

    class Meta:
        verbose_name = _("fees of a season")
        verbose_name_plural = _("fees of seasons")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_season_fee_per_club_and_name")
        ]

    def __str__(self) -> str:
        return self.name


class FeeEntry(Unnamed):
    """Somebody paid for an evening or a season, or it was taken back. Rows are never changed or deleted.

    Entries of a person are numbered from 1: those with odd numbers are payments, and each with an even number takes
    the one before back, by the same sum below zero. So nobody pays twice, and all amounts add up to the cash.

    Those that settle what hands cost are numbered apart: each pays what was left to pay then, or takes all back.
    """

    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, null=True, related_name="fee_entries", db_index=False
    )
    season = models.ForeignKey(
        SeasonFees, on_delete=models.PROTECT, null=True, related_name="entries", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="fee_entries")
    number = models.PositiveSmallIntegerField(_("number"))
    amount = models.IntegerField(_("amount"))
    settles = models.BooleanField(_("settles what hands cost"), default=False)
    made_by = models.CharField(_("made by"), max_length=40)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "player", "settles", "number"], name="one_fee_entry_per_number"
            ),
            models.UniqueConstraint(
                fields=["season", "player", "number"], name="one_season_fee_entry_per_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="fee_entries_count_from_one"),
            models.CheckConstraint(
                condition=Q(evening__isnull=False, season__isnull=True)
                | Q(evening__isnull=True, season__isnull=False),
                name="paid_for_an_evening_or_a_season",
            ),
        ]

    @property
    def is_paid(self) -> bool:
        """Whether its player has paid, if this is their last entry."""
        return self.number % 2 == 1
