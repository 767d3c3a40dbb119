"""Leagues and seasons for everybody: tables, why somebody stands where they do, rules, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Final, Literal, Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from rest_framework.request import Request

from games.catalogue import GAMES
from scoring.derivation import Sentence
from tournaments.club.api.operations import CLUB, Address, club_showing
from tournaments.club.api.views import PublicView
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Part
from tournaments.league.reads import fixtures, shown
from tournaments.league.reads.ratings import place_of, ratings_at
from tournaments.league.reads.seasons import Club, Season, at_address, public_seasons, rules_of
from tournaments.league.reads.tables import jobs_of
from tournaments.ranking.fixtures import words as words_of_fixtures
from tournaments.ranking.series import words as words_of_evenings
from tournaments.ranking.series.accounts import Contribution
from tournaments.ranking.series.rules import SeasonRules, version
from tournaments.ranking.series.table import SeasonLine
from tournaments.ranking.series.units import points_text as in_points
from tournaments.site.api import query
from tournaments.site.api.answers import (
    Answer,
    At,
    ClubSlug,
    Day,
    EntryNumber,
    Example,
    GameSlug,
    InWords,
    PersonId,
    PersonName,
    translate,
)
from tournaments.site.api.query import CursorPage, NextPage
from tournaments.site.arguments import From

SEASON: Final = f"{CLUB}leagues/<slug:league>/<slug:season>/"
StageName = Literal["draft", "open", "closed"]


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
_PARAGRAPH: Final = words_of_evenings.series_rules_in_words(RULES)[0]
Kind = Annotated[Literal["evenings", "fixtures"], Example("evenings")]
Stage = Annotated[StageName, Example("open")]
Total = Annotated[int, Example(136)]
TotalInPoints = Annotated[str, Example("68")]
Unit = Annotated[int, Example(RULES.unit)]


def text_of(sentences: Iterable[Sentence]) -> str:
    return " ".join(map(translate, sentences))


class SeasonInShort(Answer):
    """A season in a list."""

    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Kind
    stage: Stage
    starts: Annotated[date, Example("2026-09-01")]
    ends: Annotated[date, Example("2027-06-30")]


class LeagueOfClub(Answer):
    """A league in which a club takes part, with its seasons, the latest first; `host` is whose it is."""

    host: Annotated[ClubSlug, At("club.slug")]
    slug: Annotated[str, Example("friday-league")]
    name: Annotated[str, Example("Friday league")]
    seasons: list[SeasonInShort]

    @classmethod
    def from_view(cls, view: tuple[shown.League, Iterable[Season]]) -> Self:
        league, seasons = view
        return cls.read(league, seasons=[SeasonInShort.from_view(season) for season in seasons])


class Leagues(Answer):
    """The leagues of a club."""

    leagues: Annotated[list[LeagueOfClub], At("rows")]
    next: NextPage


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
    player: Annotated[PersonId, At("row.player_id")]
    name: PersonName
    points: Annotated[TotalInPoints, At("total")]
    text: Annotated[InWords, At("row.explanation")]


class CategoryTable(Answer):
    """The table of a category; "" is everybody's."""

    category: str
    lines: list[SeasonTableLine]


class SeasonStandings(Answer):
    """The tables of a season of evenings; so many `unit` make a point. `is_current` unless work is waiting."""

    version: EntryNumber
    stage: Stage
    rules_version: Annotated[str, Example(version(RULES))]
    unit: Unit
    evenings: Annotated[int, Example(9)]
    is_current: Annotated[bool, Example(value=True)]
    tables: list[CategoryTable]

    @classmethod
    def from_view(cls, view: Season) -> Self:
        return cls.read(
            view,
            unit=rules_of(view).unit,
            evenings=len(shown.evenings_taken(view)),
            is_current=not jobs_of(view),
            tables=[
                CategoryTable(category=category, lines=[SeasonTableLine.from_view(line) for line in lines])
                for category, lines in shown.tables_shown(view).items()
            ],
        )


class EveningGave(Answer):
    """What an evening gave somebody, in units and as written, by which paragraph of the rules, and why."""

    club: Annotated[str | None, Example("rooster-club")]
    evening: Annotated[str | None, Example("friday-progressive")]
    date: Annotated[date, Day]
    status: Annotated[str, Example("counted")]
    counts: Annotated[bool, Example(value=True)]
    units: Annotated[int, At("points"), Example(20)]
    points: Annotated[str, Example("10")]
    rule: Annotated[str, Example("season.points")]
    text: Annotated[InWords, At("why"), Example("Place 1 gives 10 points.")]


class Neighbour(Answer):
    """Who stands next to somebody, and what parts the two."""

    player: Annotated[PersonId, At("person")]
    name: PersonName
    place: Annotated[int | None, Example(1)]
    text: str


class SeasonWhy(Answer):
    """Why somebody stands where they do: what counts and the bonus come to the total."""

    player: Annotated[PersonId, At("person")]
    name: PersonName
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
    paragraphs: list[RulesParagraph]

    @classmethod
    def from_view(cls, view: Season) -> Self:
        names = {slug: gettext(game.name) for slug, game in GAMES.items()}
        if view.kind == Season.Kind.EVENINGS:
            paragraphs = words_of_evenings.series_rules_in_words(rules_of(view), names)
        else:
            paragraphs = words_of_fixtures.fixture_rules_in_words(fixtures.rules_of(view), names)
        return cls.read(view, paragraphs=[RulesParagraph.from_view(paragraph) for paragraph in paragraphs])


class RatedPlayer(Answer):
    """A rating as people read it; `sure` is what the list goes by."""

    player: Annotated[PersonId, At("id")]
    name: PersonName
    shown: Annotated[int, At("rating.shown"), Example(1604)]
    give_or_take: Annotated[int, At("rating.give_or_take"), Example(120)]
    sure: Annotated[int, At("rating.sure"), Example(1424)]
    rated_games: Annotated[int, At("rating.games"), Example(54)]
    last: Annotated[date, Example("2026-11-20")]


class Ratings(Answer):
    """Everybody rated at a game, the surest first."""

    game: GameSlug
    ratings: Annotated[list[RatedPlayer], At("rows")]
    next: NextPage


STANDINGS = Address(f"{SEASON}standings/", "season-standings", view=PublicView)
WHY = Address(f"{SEASON}why/<int:player>/", "season-why", view=PublicView)
RULES_OF_SEASON = Address(f"{SEASON}rules/", "season-rules", view=PublicView)
ClubWithPlayers = Annotated[Club, club_showing(Part.PLAYERS)]
RATINGS = Address(f"{CLUB}ratings/<slug:game>/", "ratings", view=PublicView)


@STANDINGS.get()
def season_standings(season: OpenedSeasonOfEvenings, nothing: query.Nothing) -> SeasonStandings:
    """The tables of a season of evenings as last worked out: everybody's, then those of the categories."""
    return SeasonStandings.from_view(season)


@WHY.get()
def season_why(request: Request, season: OpenedSeasonOfEvenings, player: int, table: OfCategory) -> SeasonWhy:
    """What every evening gave somebody, and what parts them from the lines above and below."""
    category = table.cleaned_data["category"]
    comparison = shown.compared(season, player, category)
    if comparison is None:
        raise Http404
    line, names, unit = comparison.line, comparison.names, rules_of(season).unit
    evenings = shown.evenings_by_id(visitor_of(request), {gift.evening for gift in line.contributions})
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


def _evening_gave(gift: Contribution, evening: shown.Evening | None, unit: int) -> EveningGave:
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
    text = translate(lower.explanation) if lower.explanation else ""
    return Neighbour.read(other, name=names[other.person], text=text)


@RULES_OF_SEASON.get()
def season_rules(season: OpenedSeason, nothing: query.Nothing) -> SeasonRulesTold:
    """The rules of a season of either kind: as data, in numbered paragraphs, and the hash that pins them."""
    return SeasonRulesTold.from_view(season)


@RATINGS.get()
def list_ratings(paging: CursorPage, club: ClubWithPlayers, game: str) -> Ratings:
    """Everybody rated at a game after the published evenings, by what they are rated at the least."""
    if game not in GAMES:
        raise Http404
    return Ratings.read(paging.of_list(ratings_at(club, game), place_of), game=game)
