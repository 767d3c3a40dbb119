"""Leagues and seasons for everybody: tables, why, rules, ratings; and a season as those who keep it are shown it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal, Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, club_showing
from tournaments.club.api.views import PublicView
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import game_once_played
from tournaments.club.roles import Part
from tournaments.evening.api.acts import named
from tournaments.evening.api.evening_answers import Entry, LedgerHead
from tournaments.league.acts import DONE, possible
from tournaments.league.acts.setting_up import MOST_ENTRANTS
from tournaments.league.reads import season_views
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.persons import BoundText
from tournaments.league.reads.ratings import place_of, ratings_at
from tournaments.league.reads.seasons import (
    Club,
    Season,
    SeasonEntry,
    at_address,
    promised,
    public_seasons,
    rules_of,
)
from tournaments.league.reads.tables import jobs_of
from tournaments.movement.draw import commitment
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS
from tournaments.ranking.series.accounts import Contribution
from tournaments.ranking.series.rules import SeasonRules, version
from tournaments.ranking.series.table import SeasonLine
from tournaments.ranking.series.units import points_text as in_points
from tournaments.ranking.series.words import series_rules_in_words
from tournaments.site.api import answers, query
from tournaments.site.api.answers import Answer, At, Example, InWords, at_most
from tournaments.site.api.query import CursorPage, NextPage
from tournaments.site.arguments import From

SEASON: Final = f"{CLUB}leagues/<slug:league>/<slug:season>/"
StageName = Literal["draft", "open", "closed", "imported"]


class OfCategory(query.Query):
    category = query.words(40, "The table of a category; everybody's without.")


def opened_season(request: Request, club: str, league: str, season: str) -> Season:
    """An opened season that the asker may see; one query. Raises Http404."""
    return get_object_or_404(at_address(public_seasons(visitor_of(request)), club, league, season))


OpenedSeason = Annotated[Season, From(opened_season)]


def opened_season_of_evenings(season: OpenedSeason) -> Season:
    return of_kind(season, Season.Kind.EVENINGS)


OpenedSeasonOfEvenings = Annotated[Season, From(opened_season_of_evenings)]


def of_kind(season: Season, kind: str) -> Season:
    """The season, if it is of this kind. Raises Http404 for another."""
    if season.kind != kind:
        raise Http404
    return season


RULES: Final = SeasonRules.model_validate(
    {"games": ["chantecler"], "points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}, "of": 12}
)
"""The rules of the season that the examples are about."""
_PARAGRAPH: Final = series_rules_in_words(RULES)[0]
Kind = Annotated[Literal["evenings", "fixtures"], Example("evenings")]
Stage = Annotated[StageName, Example("open")]
StageOfOwn = Annotated[StageName, Example("draft")]
LeagueSlug = Annotated[str, Example("friday-league")]
LeagueName = Annotated[str, Example("Friday league")]
Total = Annotated[int, Example(136)]
TotalInPoints = Annotated[str, Example("68")]
Unit = Annotated[int, Example(RULES.unit)]


class SeasonOfLeague(Answer):
    """A season of a league, one that is being set up as well."""

    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Kind
    stage: StageOfOwn


class SeasonInShort(SeasonOfLeague):
    """A season in a list."""

    stage: Stage
    starts: Annotated[date, Example("2026-09-01")]
    ends: Annotated[date, Example("2027-06-30")]


class SharedLeague(Answer):
    """A league in which several clubs of a federation take part; `host` is whose it is."""

    host: Annotated[answers.ClubSlug, At("club.slug")]
    slug: LeagueSlug
    name: LeagueName


class LeagueOfClub(SharedLeague):
    """A league in which a club takes part, with its seasons, the latest first; `host` is whose it is."""

    seasons: list[SeasonInShort]

    @classmethod
    def from_view(cls, view: tuple[season_views.League, Iterable[Season]]) -> Self:
        league, seasons = view
        return cls.read(league, seasons=seasons)


Leagues = query.listed("Leagues", "The leagues of a club.", leagues=LeagueOfClub)


class SeasonTableLine(Answer):
    """A line of a season's table: `total` and `bonus` in units, `points` as people write the total.

    `place` is null for whoever has attended too few evenings. `text` says what puts it below the line above.
    """

    place: Annotated[int | None, At("row.place"), Example(1)]
    total: Annotated[Total, At("row.total")]
    bonus: Annotated[int, At("row.bonus"), Example(0)]
    attended: Annotated[int, At("row.attended"), Example(9)]
    won: Annotated[int, At("row.won"), Example(3)]
    prizes: Annotated[bool, At("row.prizes"), Example(value=True)]
    decided_by: Annotated[str, At("row.decided_by")]
    player: Annotated[answers.PersonId, At("row.player_id")]
    name: answers.PersonName
    points: Annotated[TotalInPoints, At("total")]
    text: Annotated[InWords, At("row.explanation")]


class CategoryTable(Answer):
    """The table of a category; "" is everybody's."""

    category: str
    lines: list[SeasonTableLine]


class SeasonStandings(Answer):
    """The tables of a season of evenings; so many `unit` make a point. `is_current` unless work is waiting."""

    version: answers.EntryNumber
    stage: Stage
    rules_version: Annotated[str, Example(version(RULES))]
    unit: Unit
    evenings: Annotated[int, Example(9)]
    is_current: Annotated[bool, Example(value=True)]
    tables: list[CategoryTable]


class EveningGave(Answer):
    """What an evening gave somebody, in units and as written, by which paragraph of the rules, and why."""

    club: Annotated[str | None, Example("rooster-club")]
    evening: Annotated[str | None, Example("friday-progressive")]
    date: Annotated[date, answers.Day]
    status: Annotated[str, Example("counted")]
    counts: Annotated[bool, Example(value=True)]
    units: Annotated[int, At("points"), Example(20)]
    points: Annotated[str, Example("10")]
    rule: Annotated[str, Example("season.points")]
    text: Annotated[InWords, At("why"), Example("Place 1 gives 10 points.")]


class Neighbour(Answer):
    """Who stands next to somebody, and what parts the two."""

    player: Annotated[answers.PersonId, At("person")]
    name: answers.PersonName
    place: Annotated[int | None, Example(1)]
    text: InWords


class SeasonWhy(Answer):
    """Why somebody stands where they do: what counts and the bonus come to the total."""

    player: Annotated[answers.PersonId, At("person")]
    name: answers.PersonName
    category: str
    place: Annotated[int | None, Example(1)]
    total: Total
    points: TotalInPoints
    bonus: Annotated[int, Example(0)]
    unit: Unit
    evenings: list[EveningGave]
    above: Annotated[Neighbour | None, Example(None)]
    below: Annotated[Neighbour | None, Example(None)]


class RulesParagraph(Answer):
    """A paragraph of the rules."""

    number: Annotated[str, Example(_PARAGRAPH.number)]
    id: Annotated[str, Example(_PARAGRAPH.id)]
    section: Annotated[InWords, Example(str(_PARAGRAPH.section))]
    title: Annotated[InWords, Example(str(_PARAGRAPH.title))]
    text: Annotated[InWords, At("sentences"), Example(" ".join(map(str, _PARAGRAPH.sentences)))]


class SeasonRulesTold(Answer):
    """The rules of a season: as data, in words, and the hash by which they are pinned."""

    kind: Kind
    version: Annotated[str, At("rules_version"), Example(version(RULES))]
    rules: Annotated[dict[str, object], Example(RULES.model_dump(mode="json"))]
    paragraphs: Annotated[list[RulesParagraph], At(season_views.paragraphs_of)]


class RatedPlayerOut(Answer):
    """A rating as people read it; `sure` is what the list goes by."""

    player: Annotated[answers.PersonId, At("id")]
    name: answers.PersonName
    shown: Annotated[int, At("rating.figure"), Example(1604)]
    give_or_take: Annotated[int, At("rating.give_or_take"), Example(120)]
    sure: Annotated[int, At("rating.sure"), Example(1424)]
    rated_games: Annotated[int, At("rating.games"), Example(54)]
    last: Annotated[date, Example("2026-11-20")]


class Ratings(Answer):
    """Everybody rated at a game, the surest first."""

    game: answers.GameSlug
    ratings: Annotated[list[RatedPlayerOut], At("rows")]
    next: NextPage


ClubWithPlayers = Annotated[Club, club_showing(Part.PLAYERS)]


@Address(f"{SEASON}standings/", "season-standings", view=PublicView).get()
def season_standings(season: OpenedSeasonOfEvenings, nothing: query.NoQuery) -> SeasonStandings:
    """The tables of a season of evenings as last worked out: everybody's, then those of the categories."""
    return SeasonStandings.read(
        season,
        unit=rules_of(season).unit,
        evenings=len(season_views.evenings_taken(season)),
        is_current=not jobs_of(season),
        tables=[
            CategoryTable.read(category=category, lines=lines)
            for category, lines in season_views.tables_shown(season).items()
        ],
    )


@Address(f"{SEASON}why/<int:player>/", "season-why", view=PublicView).get()
def season_why(request: Request, season: OpenedSeasonOfEvenings, player: int, table: OfCategory) -> SeasonWhy:
    """What every evening gave somebody, and what parts them from the lines above and below."""
    category = table.cleaned_data["category"]
    comparison = season_views.compared(season, player, category)
    if comparison is None:
        raise Http404
    line, names, unit = comparison.line, comparison.names, rules_of(season).unit
    evenings = season_views.evenings_by_id(visitor_of(request), {gift.evening for gift in line.contributions})
    return SeasonWhy.read(
        line,
        name=names[line.person],
        category=category,
        points=in_points(line.total, unit),
        unit=unit,
        evenings=[_evening_gave(gift, evenings.get(gift.evening), unit) for gift in line.contributions],
        above=_neighbour(comparison.above, line, names),
        below=_neighbour(comparison.below, comparison.below, names),
    )


def _evening_gave(gift: Contribution, evening: season_views.Evening | None, unit: int) -> EveningGave:
    # The evening is None where it is not public.
    return EveningGave.read(
        gift,
        club=evening.club.slug if evening else None,
        evening=evening.slug if evening else None,
        points=in_points(gift.points, unit),
    )


def _neighbour(
    other: SeasonLine | None, lower: SeasonLine | None, names: Mapping[str, str]
) -> Neighbour | None:
    # `lower` is the lower line of the two.
    if other is None or lower is None:
        return None
    return Neighbour.read(other, name=names[other.person], text=lower.explanation)


@Address(f"{SEASON}rules/", "season-rules", view=PublicView).get()
def season_rules(season: OpenedSeason, nothing: query.NoQuery) -> SeasonRulesTold:
    """The rules of a season of either kind: as data, in numbered paragraphs, and the hash that pins them."""
    return SeasonRulesTold.from_view(season)


@Address(f"{CLUB}ratings/<slug:game>/", "ratings", view=PublicView).get()
def list_ratings(paging: CursorPage, club: ClubWithPlayers, game: str) -> Ratings:
    """Everybody rated at a game after the published evenings, by what they are rated at the least."""
    if game_once_played(club, game) is None:
        raise Http404
    return Ratings.read(paging.of_list(ratings_at(club, game), place_of), game=game)


Number = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
"""Of an entrant, or of a division: its level."""
_AT = "/api/v1/clubs/rooster-club/leagues/friday-league/winter/"
_COMMITMENT = commitment("5f3c9ad1e07b4486a2d90c1b77e3f158")
Commitment = Annotated[str, Example(_COMMITMENT)]
EntrantNumber = Annotated[int, Example(7)]
DivisionLevel = Annotated[int, Example(2)]


def addresses_of(season: Season) -> dict[str, str]:
    """What may be done to a season as it stands, and where; `{code}` stands for the code of a fixture."""
    base = reverse("v1:season", args=[season.league.club.slug, season.league.slug, season.slug])
    paths = ((act, act.path() or "") for act in possible(season.kind, season.stage))
    addresses = {act.operation or named(address): f"{base}{address}/" for act, address in paths}
    if "take_result_back" in addresses:
        # As it was called before: that address stays until it goes.
        addresses["take_league_result_back"] = addresses["enter_league_result"]
    return dict(sorted(addresses.items()))


class SeasonNow(Answer):
    """A season as it stands, for those who keep it.

    `possible` names what may be done now, by what this description calls it, `addresses` where each is done.
    `rules_version` is the hash of the rules, `commitment` is promised for the next lots. `previous` is the season
    that it goes on from.
    """

    club: Annotated[answers.ClubSlug, At("league.club.slug")]
    league: Annotated[LeagueSlug, At("league.slug")]
    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Kind
    stage: StageOfOwn
    starts: Annotated[date, Example("2026-09-01")]
    ends: Annotated[date, Example("2027-06-30")]
    takes: Annotated[Literal["every", "chosen"], Example("every")]
    rules: Annotated[dict[str, Any], Example(RULES.model_dump(mode="json"))]
    rules_version: Annotated[str, Example(version(RULES))]
    commitment: Annotated[Commitment, At(promised)]
    previous: Annotated[str | None, At("previous.slug")]
    version: answers.EntryNumber
    possible: Annotated[
        list[str],
        At(lambda season: list(addresses_of(season))),
        at_most(len(DONE)),
        Example(["change_season", "choose_evening", "open_season"]),
    ]
    addresses: Annotated[
        dict[str, str],
        At(addresses_of),
        Example({name: f"{_AT}{name}/" for name in ("change-season", "open-season")}),
    ]
    made_at: answers.Began


class SeasonText(Answer):
    """A text that an entry binds: its `commitment` is the SHA-256 of `name` or `reason`, the salt and the text.

    A line each, without a newline at the end. The salt is null where somebody was erased, and the text without them.
    """

    what: Annotated[Literal["name", "reason"], Example("name")]
    commitment: Annotated[str, Example(answers.HASHES[0])]
    text: Annotated[str, Example("Ada Marsh & Basil Quint")]
    salt: Annotated[str | None, Example("9f86d081884c7d659a2feaa0c55ad015")]


class SeasonLedgerEntry(Entry):
    """One act in the ledger of a season.

    What entrants were called and why it was done stand beside it, in `bound`: the chain holds the commitment of the
    reason in the place of `reason`. Entries of before texts were bound hold them themselves.
    """

    act: Annotated[str, Example("open")]
    body: Annotated[dict[str, Any], Example({"commitment": _COMMITMENT})]
    bound: list[SeasonText]


class SeasonLedgerPage(LedgerHead):
    """Entries in order; `next` is the address of those that follow."""

    entries: list[SeasonLedgerEntry]
    next: Annotated[str | None, Example(f"{_AT}ledger/?after=1&limit=1")]


def ledger_entry(row: SeasonEntry, texts: Mapping[str, BoundText]) -> SeasonLedgerEntry:
    """An act in the ledger, with those of these texts, by their commitments, that it binds."""
    body = json.loads(row.body)
    names = [("name", entrant.get("commitment")) for entrant in body.get("entrants", ())]
    bound = [
        SeasonText.read(text, what=what, salt=text.salt or None)
        for what, commitment in [*names, ("reason", row.reason)]
        if (text := texts.get(commitment)) is not None
    ]
    reason = texts[row.reason].text if row.reason in texts else row.reason
    return SeasonLedgerEntry.read(row, body=body, reason=reason, bound=bound)


class NamedDivision(Answer):
    """A division by its level, 1 for the highest."""

    level: DivisionLevel
    name: Annotated[str, Example("Second division")]


class LeagueEntrant(Answer):
    """An entrant by number; players by their ids; `left_out_of` is the round they asked to be left out of last."""

    entrant: Annotated[EntrantNumber, At("number")]
    name: answers.PersonName
    division: DivisionLevel
    players: Annotated[list[int], Example([12])]
    withdrawn: bool
    left_out_of: Annotated[int | None, At(lambda entrant: entrant.left_out and entrant.left_out[0])]
    rating: Annotated[int | None, Example(1850)]


Entrants = Annotated[list[LeagueEntrant], At("people"), at_most(MOST_ENTRANTS)]


class LeagueEntrants(Answer):
    """Who is entered in a season of fixtures, by number, and its divisions, the highest first."""

    version: Annotated[answers.EntryNumber, At("season.version")]
    divisions: Annotated[list[NamedDivision], at_most(MOST_DIVISIONS)]
    entrants: Entrants


class EveningOfSeason(Answer):
    """An evening that a season takes or could take, and the secretary's word about it.

    `choice` is "in" where it was taken in by hand, "out" where it was left out, else "". `void` counts for nobody;
    `publication` is the number of the one that the season took, null where it took none.
    """

    evening: Annotated[str, At(address_of), Example("rooster-club/friday-progressive")]
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, answers.Day]
    game: Annotated[answers.GameSlug, At("plan.game")]
    choice: Annotated[Literal["", "in", "out"], At("in_season.choice"), Example("")]
    void: Annotated[bool, At("in_season.void")]
    publication: Annotated[int | None, At("in_season.publication"), Example(1)]


class PersonInCategory(Answer):
    """Somebody in a category."""

    player: Annotated[answers.PersonId, At("pk")]
    name: answers.PersonName


class CategoryOfSeason(Answer):
    """A category that goes by person, and who is in it."""

    category: Annotated[str, Example("Juniors")]
    members: list[PersonInCategory]
