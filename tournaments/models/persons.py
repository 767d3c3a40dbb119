"""Who is who, how good they are held to be, and the work of keeping leagues right."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.evenings import Evening
from tournaments.models.leagues import League, Season
from tournaments.models.people import Club, Player


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


class RatingPoint(models.Model):
    """A rating as it was after an evening; ranking.ratings.rating.Rating with its place in the history."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_points")
    game = models.CharField(_("game"), max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_points")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rating_points")
    date = models.DateField(_("date"))
    mu = models.FloatField(_("estimate"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        verbose_name = _("rating after an evening")
        verbose_name_plural = _("ratings after evenings")
        ordering = ["date", "evening_id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "evening"], name="one_rating_per_evening")
        ]
        indexes = [models.Index(fields=["club", "game", "date", "evening"], name="ratings_in_their_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mu}"


class Recomputation(models.Model):
    """Tables of a season, or ratings of a club's game, to be worked out again; done in slices by workers.

    `evening` is where it begins: the season takes that evening alone, the ratings go on from before it; null asks
    for everything. `done` of `total` is how far it is.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, null=True, blank=True, related_name="recomputations"
    )
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="recomputations"
    )
    game = models.CharField(_("game"), max_length=40, blank=True)
    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, null=True, blank=True, related_name="recomputations"
    )
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.WAITING)
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    made_at = models.DateTimeField(_("made at"))
    due_at = models.DateTimeField(_("due at"))
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    milliseconds = models.PositiveIntegerField(_("duration in ms"), default=0)
    remark = models.CharField(_("remark"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("recomputation")
        verbose_name_plural = _("recomputations")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(season__isnull=False, club__isnull=True, game="")
                | Q(season__isnull=True, club__isnull=False) & ~Q(game=""),
                name="of_a_season_or_of_a_game",
            )
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(stage="waiting"), name="recomputations_waiting")
        ]

    def __str__(self) -> str:
        return f"recomputation {self.pk}"
