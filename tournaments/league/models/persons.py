"""Who is who, and how good they are held to be."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import Club, Player
from tournaments.evening.models.evenings import Evening
from tournaments.league.models.leagues import League


class PersonMerge(models.Model):
    """Two players found to be one person: of a club, or for one league only where the clubs differ.

    Nothing else is rewritten, so that a merge that is undone has never been.
    """

    duplicate = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    into = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merged_from")
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="person_merges"
    )
    merged_by = models.CharField(_("merged by"), max_length=40)
    merged_at = models.DateTimeField(_("merged at"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    undone_by = models.CharField(_("undone by"), max_length=40, blank=True)
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True)

    class Meta:
        verbose_name = _("merge of two players")
        verbose_name_plural = _("merges of players")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["duplicate"],
                condition=Q(undone_at__isnull=True, league__isnull=True),
                name="merged_once_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["duplicate", "league"],
                condition=Q(undone_at__isnull=True, league__isnull=False),
                name="merged_once_in_a_league",
            ),
            models.CheckConstraint(
                condition=~Q(duplicate=F("into")), name="nobody_is_merged_into_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.duplicate_id} > {self.into_id}"


class RatedAfter(models.Model):
    """The base of a rating after an evening: ranking.ratings.rating.Rating with its place in the history."""

    game = models.CharField(_("game"), max_length=40)
    date = models.DateField(_("date"))
    mu = models.FloatField(_("estimate"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        abstract = True
        ordering = ["date", "evening_id"]

    def __str__(self) -> str:
        return f"{self.mu}"


class RatingPoint(RatedAfter):
    """A rating among the people of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_points", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_points", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rating_points")

    class Meta(RatedAfter.Meta):
        verbose_name = _("rating after an evening")
        verbose_name_plural = _("ratings after evenings")
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "evening"], name="one_rating_per_evening")
        ]
        indexes = [
            models.Index(fields=["club", "game", "date", "evening"], name="ratings_in_their_order"),
            models.Index(fields=["player", "game", "date", "evening"], name="ratings_of_a_player"),
        ]
