"""Fixtures of a season: divisions, who is entered in them, and who meets whom. A cache of the season's ledger."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.club import shown_names
from tournaments.club.models import Player
from tournaments.evening.models.evenings import Evening
from tournaments.league.models.leagues import Season


class Division(models.Model):
    """A division of a season; level 1 is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions", db_index=False)
    level = models.PositiveSmallIntegerField(_("level"))
    name = models.CharField(_("name"), max_length=40)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["season", "level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="one_division_per_level"),
            models.UniqueConstraint(fields=["season", "name"], name="one_division_per_name"),
            models.CheckConstraint(condition=Q(level__gte=1), name="divisions_count_from_one"),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """Somebody, a pair or a team with one line in the table of a division. `number` is the seed, and their id.

    `left_out_of` is the round of a Swiss they asked to be left out of last, `rating` how strong they are, if known.
    `public_name` is what everybody reads where it holds a name that is withheld, else "".
    """

    class LeftOut(models.TextChoices):
        DRAW = "draw", _("a draw")
        NOBODY = "nobody", _("a loss")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80)
    public_name = models.CharField(_("name in public"), max_length=80, blank=True, editable=False)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    left_out_of = models.PositiveSmallIntegerField(_("round left out of"), null=True, blank=True)
    left_out_as = models.CharField(_("which counts as"), max_length=6, choices=LeftOut.choices, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_entrant_per_number"),
            models.CheckConstraint(condition=~Q(name=""), name="entrant_has_a_name"),
            models.CheckConstraint(
                condition=Q(left_out_of__isnull=True, left_out_as="")
                | Q(left_out_of__isnull=False, left_out_of__gte=1, left_out_as__in=["draw", "nobody"]),
                name="left_out_of_a_round_as_something",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def from_db(cls, *args: Any, **fetch: Any) -> Self:
        entrant = super().from_db(*args, **fetch)
        if shown_names.are_public() and entrant.public_name:
            entrant.name = entrant.public_name
        return entrant


class EntrantMember(models.Model):
    """A person of an entrant; in a season everybody is in one entrant at most."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="entrant_members", db_index=False
    )
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrants")

    class Meta:
        verbose_name = _("member of an entrant")
        verbose_name_plural = _("members of entrants")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_entrant_per_player_and_season")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class Fixture(models.Model):
    """Two entrants who meet, or one with a bye (`away` null; with a winner a round left out at own wish).

    Games are counted in halves; `date` is when, if known.

    Points are null where nobody has entered any.
    `evening` is where its result comes from; null where it is entered by hand.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("a fixture", "to be played")
        PLAYED = "played", pgettext_lazy("a fixture", "played")
        POSTPONED = "postponed", pgettext_lazy("a fixture", "postponed")
        FORFEITED = "forfeited", pgettext_lazy("a fixture", "forfeited")
        VOID = "void", pgettext_lazy("a fixture", "void")

    class Winner(models.TextChoices):
        HOME = "home", _("the home side")
        AWAY = "away", _("the away side")
        DRAW = "draw", _("a draw")
        NOBODY = "nobody", _("nobody")

    class Forfeit(models.TextChoices):
        HOME = "home", _("the home side did not play")
        AWAY = "away", _("the away side did not play")
        BOTH = "both", _("neither side played")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures", db_index=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    code = models.CharField(_("code"), max_length=40)
    round = models.PositiveSmallIntegerField(_("round"))
    home = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="at_home")
    away = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="away")
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PLANNED)
    play_off = models.BooleanField(_("play-off"), default=False)
    date = models.DateField(_("date"), null=True, blank=True)
    evening = models.ForeignKey(
        Evening, on_delete=models.SET_NULL, null=True, blank=True, related_name="fixtures"
    )
    winner = models.CharField(_("winner"), max_length=6, choices=Winner.choices, blank=True)
    forfeit = models.CharField(_("forfeited by"), max_length=4, choices=Forfeit.choices, blank=True)
    games_home = models.PositiveIntegerField(_("half games won at home"), default=0)
    games_away = models.PositiveIntegerField(_("half games won away"), default=0)
    points_home = models.IntegerField(_("points at home"), null=True, blank=True)
    points_away = models.IntegerField(_("points away"), null=True, blank=True)

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering = ["season", "round", "division__level", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "code"], name="one_fixture_per_code"),
            models.CheckConstraint(
                condition=Q(away__isnull=True) | ~Q(home=F("away")), name="nobody_meets_themselves"
            ),
            models.CheckConstraint(
                condition=Q(points_home__isnull=True, points_away__isnull=True)
                | Q(points_home__isnull=False, points_away__isnull=False),
                name="points_of_both_sides_or_of_neither",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["planned", "postponed", "void"], winner="", forfeit="")
                | Q(status="played", forfeit="", away__isnull=False, winner__in=["home", "away", "draw"])
                | Q(status="played", forfeit="", away__isnull=True, winner__in=["", "draw", "nobody"])
                | (
                    Q(status="forfeited")
                    & (
                        Q(forfeit="home", winner="away")
                        | Q(forfeit="away", winner="home")
                        | Q(forfeit="both", winner="nobody")
                    )
                ),
                name="a_fixture_ends_in_one_way",
            ),
        ]

    def __str__(self) -> str:
        return self.code
