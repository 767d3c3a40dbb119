"""Leagues and their seasons: the rules each season pinned, its own ledger, and the tables worked out from it."""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.club.models import Club, Player, clubs
from tournaments.evening.models.evenings import Evening
from tournaments.ledger.records import ChainedEntry
from tournaments.work.models import Named, Subject, Unnamed


class League(Named):
    """A competition of a club, season after season; other clubs may take part in it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_league_per_address"),
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
        ]


class LeagueClub(Unnamed):
    """Another club that takes part: asked by the host, in it from when its own officers have agreed."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="guest_clubs", db_index=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues_elsewhere")
    asked_by = models.CharField(_("asked by"), max_length=40)
    asked_at = models.DateTimeField(_("asked at"))
    agreed_by = models.CharField(_("agreed by"), max_length=40, blank=True)
    agreed_at = models.DateTimeField(_("agreed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("club of a league")
        verbose_name_plural = _("clubs of leagues")
        ordering = ["club__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["league", "club"], name="a_club_is_in_a_league_once")]


class Season(Named, Subject):
    """One season of a league. `rules` are data (of evenings or of fixtures), `rules_version` their hash.

    `seed` is the secret of the next lots; its commitment is shown before they are drawn. Tables and fixtures can be
    worked out again from the season's entries and the published evenings. One that was imported does not go on:
    `origin` is what its archive says otherwise than its rows: addresses, and people by their keys there.
    """

    class Kind(models.TextChoices):
        EVENINGS = "evenings", _("evenings")
        FIXTURES = "fixtures", _("fixtures")

    class Stage(models.TextChoices):
        DRAFT = "draft", _("being set up")
        OPEN = "open", pgettext_lazy("a season", "under way")
        CLOSED = "closed", pgettext_lazy("a season", "over")
        IMPORTED = "imported", pgettext_lazy("a season", "from an archive")

    class Takes(models.TextChoices):
        EVERY = "every", _("every evening between its days at its games")
        CHOSEN = "chosen", _("the evenings that are chosen")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.DRAFT)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    takes = models.CharField(_("which evenings"), max_length=10, choices=Takes.choices, default=Takes.EVERY)
    rules = models.JSONField(_("rules"))
    rules_version = models.CharField(_("version of the rules"), max_length=64)
    seed = models.CharField(_("seed"), max_length=64)
    previous = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by"
    )
    version = models.PositiveBigIntegerField(_("version"), default=0)
    ledger_length = models.PositiveIntegerField(_("ledger length"), default=0)
    ledger_head = models.CharField(_("ledger head"), max_length=64, blank=True)
    made_at = models.DateTimeField(_("made at"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    origin = models.JSONField(_("origin"), null=True, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "slug"], name="one_season_per_address"),
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(condition=Q(ends__gte=F("starts")), name="a_season_ends_after_it_starts"),
        ]


class SeasonEntry(ChainedEntry):
    """One act in the ledger of a season; never changed nor deleted, which the database refuses. Hashes chain them."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="ledger", db_index=False)

    class Meta:
        verbose_name = _("entry of a season")
        verbose_name_plural = _("entries of seasons")
        ordering = ["season", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["season", "sequence"], name="one_season_entry_per_sequence"),
            models.UniqueConstraint(
                fields=["season", "previous_hash"], name="the_chain_of_a_season_does_not_fork"
            ),
        ]


class SeasonEvening(Unnamed):
    """An evening in a season. `result` is what the season took from publication `publication`; null: nothing yet.

    `choice` is the secretary's word: taken in, left out, or none, where the season's own rule decides.
    `origin` is what an archive said of it, where the season was imported.
    """

    class Choice(models.TextChoices):
        TAKEN_IN = "in", _("taken in")
        LEFT_OUT = "out", _("left out")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="evenings", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="seasons")
    choice = models.CharField(_("choice"), max_length=5, choices=Choice.choices, blank=True, default="")
    void = models.BooleanField(_("void"), default=False)
    publication = models.PositiveSmallIntegerField(_("publication"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    origin = models.JSONField(_("origin"), null=True, editable=False)

    class Meta:
        verbose_name = _("evening of a season")
        verbose_name_plural = _("evenings of seasons")
        ordering = ["evening__date", "evening_id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "evening"], name="an_evening_is_in_a_season_once")
        ]


class CategoryMember(Unnamed):
    """Somebody in one of the categories of a season that go by person."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="category_members", db_index=False
    )
    category = models.CharField(_("category"), max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="season_categories")

    class Meta:
        verbose_name = _("member of a category")
        verbose_name_plural = _("members of categories")
        constraints = [
            models.UniqueConstraint(fields=["season", "category", "player"], name="in_a_category_once")
        ]


class SeasonLine(Unnamed):
    """One line of a season's table as last worked out; points in units of the rules. `category` "" is everybody."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="lines", db_index=False)
    category = models.CharField(_("category"), max_length=40, blank=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="season_lines")
    position = models.PositiveIntegerField(_("position"))
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)
    total = models.BigIntegerField(_("total"))
    attended = models.PositiveSmallIntegerField(_("evenings attended"))
    won = models.PositiveSmallIntegerField(_("evenings won"))
    bonus = models.IntegerField(_("bonus"))
    prizes = models.BooleanField(_("may win prizes"))
    decided_by = models.CharField(_("decided by"), max_length=20, blank=True)
    explanation = models.JSONField(_("why below the line above"), null=True, blank=True)

    class Meta:
        verbose_name = _("line of a season")
        verbose_name_plural = _("lines of seasons")
        ordering = ["season", "category", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "category", "player"], name="one_season_line_per_player"
            )
        ]


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


class Division(Named):
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


class Entrant(Named):
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

    @classmethod
    def from_db(cls, *args: Any, **fetch: Any) -> Self:
        entrant = super().from_db(*args, **fetch)
        if clubs.are_public() and entrant.public_name:
            entrant.name = entrant.public_name
        return entrant


class EntrantMember(Unnamed):
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
