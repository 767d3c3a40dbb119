"""Who is who, and how good they are held to be."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import Club, Player
from tournaments.evening.models.evenings import Evening
from tournaments.league.models.leagues import League
from tournaments.work.models import Named, Subject, Unnamed


class PersonMerge(Unnamed):
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


class RatedAfter(Unnamed):
    """The base of a rating after an evening: ranking.ratings.rating.Rating with its place in the history."""

    game = models.CharField(_("game"), max_length=40)
    date = models.DateField(_("date"))
    mu = models.FloatField(_("estimate"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        abstract = True
        ordering = ["date", "evening_id"]


class RatingPoint(RatedAfter):
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


class Federation(Named, Subject):
    """A group of clubs. The one that has been in it for longest leads it: that club asks others in."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("federation")
        verbose_name_plural = _("federations")
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="federation_has_a_name")]


class FederationClub(Unnamed):
    """A club asked into a federation, in it from when its own owner has agreed until either side ends it.

    A club is in one federation at a time. Rows that have ended stay: what was played meanwhile goes on counting.
    """

    federation = models.ForeignKey(
        Federation, on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="federations")
    asked_by = models.CharField(_("asked by"), max_length=40)
    asked_at = models.DateTimeField(_("asked at"))
    agreed_by = models.CharField(_("agreed by"), max_length=40, blank=True)
    agreed_at = models.DateTimeField(_("agreed at"), null=True, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=40, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("club of a federation")
        verbose_name_plural = _("clubs of federations")
        ordering = ["agreed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "club"],
                condition=Q(ended_at__isnull=True),
                name="asked_into_a_federation_once",
            ),
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(agreed_at__isnull=False, ended_at__isnull=True),
                name="in_one_federation_at_a_time",
            ),
        ]


class PersonBond(Unnamed):
    """Two players of clubs of a federation who are one person, from when that is confirmed until somebody ends it.

    `one` is of the club that asked, `other` of the one that has to agree; whoever has claimed both players with their
    account asks and agrees at once.
    """

    federation = models.ForeignKey(Federation, on_delete=models.CASCADE, related_name="bonds")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bonds")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bonds_asked_for")
    asked_by = models.CharField(_("asked by"), max_length=40)
    asked_at = models.DateTimeField(_("asked at"))
    agreed_by = models.CharField(_("agreed by"), max_length=40, blank=True)
    agreed_at = models.DateTimeField(_("agreed at"), null=True, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=40, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("bond of two players")
        verbose_name_plural = _("bonds of players")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "one", "other"],
                condition=Q(ended_at__isnull=True),
                name="bound_to_each_other_once",
            ),
            models.CheckConstraint(condition=~Q(one=F("other")), name="nobody_is_bound_to_themselves"),
        ]


class FederationRatingPoint(RatedAfter):
    """A rating over all evenings of a federation, as it was after one of them."""

    federation = models.ForeignKey(
        Federation, on_delete=models.CASCADE, related_name="rating_points", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="federation_rating_points", db_index=False
    )
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="federation_rating_points")

    class Meta(RatedAfter.Meta):
        verbose_name = _("rating of a federation after an evening")
        verbose_name_plural = _("ratings of federations after evenings")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "evening", "federation"], name="one_federation_rating_per_evening"
            )
        ]
        indexes = [
            models.Index(fields=["federation", "game", "date", "evening"], name="federation_ratings_in_order")
        ]
