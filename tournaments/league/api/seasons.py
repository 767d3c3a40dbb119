"""Leagues and seasons for everybody: tables, why somebody stands where they do, rules, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Final, Literal, Self, get_args

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from scoring.derivation import Sentence
from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import public_clubs
from tournaments.club.reads.visitors import Visitor, visitor_of
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import PublicView
from tournaments.league.reads import shown
from tournaments.league.reads.ratings import RatedPlayer as Rated
from tournaments.league.reads.ratings import place_of, ratings_at
from tournaments.league.reads.seasons import Season, at_address, public_seasons, rules_of
from tournaments.league.reads.tables import jobs_of
from tournaments.ranking.fixtures import words as words_of_fixtures
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.rulebook import Paragraph
from tournaments.ranking.series import words as words_of_evenings
from tournaments.ranking.series.accounts import Contribution
from tournaments.ranking.series.rules import SeasonRules, version
from tournaments.ranking.series.table import SeasonLine
from tournaments.ranking.series.units import points_text as in_points
from tournaments.site.api import query
from tournaments.site.api.answers import (
    Answer,
    ClubSlug,
    Day,
    EntryNumber,
    Example,
    GameSlug,
    PersonId,
    PersonName,
    translate,
)

StageName = Literal["draft", "open", "closed"]
CATEGORY = OpenApiParameter(
    "category",
    {"type": "string", "maxLength": 40},
    description="The table of a category; everybody's without.",
)


class OfCategory(forms.Form):
    """Which table is wanted."""

    category = forms.CharField(max_length=40, required=False)


class OfStage(query.CursorPage):
    """Which seasons are wanted."""

    stage = forms.ChoiceField(choices=[(stage, stage) for stage in get_args(StageName)], required=False)


def season_at(request: Request, club: str, league: str, season: str, *, kind: str = "") -> Season:
    """An opened season that the asker may see, of one kind or of any; one query. Raises Http404."""
    of_kind = {"kind": kind} if kind else {}
    return get_object_or_404(at_address(public_seasons(visitor_of(request)), club, league, season), **of_kind)


RULES: Final = SeasonRules.model_validate(
    {"games": ["chantecler"], "points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}, "of": 12}
)
"""The rules of the season that the examples are about."""
_PARAGRAPH: Final = words_of_evenings.series_rules_in_words(RULES)[0]
Stage = Annotated[StageName, Example("open")]
Total = Annotated[int, Example(136)]
TotalInPoints = Annotated[str, Example("68")]
Unit = Annotated[int, Example(RULES.unit)]


class SeasonInShort(Answer):
    """A season in a list."""

    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Annotated[Literal["evenings", "fixtures"], Example("evenings")]
    stage: Stage
    starts: Annotated[date, Example("2026-09-01")]
    ends: Annotated[date, Example("2027-06-30")]


class LeagueOfClub(Answer):
    """A league in which a club takes part, with its seasons, the latest first; `host` is whose it is."""

    host: ClubSlug
    slug: Annotated[str, Example("friday-league")]
    name: Annotated[str, Example("Friday league")]
    seasons: list[SeasonInShort]

    @classmethod
    def of(cls, league: shown.League, seasons: Iterable[Season]) -> Self:
        """A league with those of its seasons that whoever asks may see."""
        summaries = [SeasonInShort.read(season) for season in seasons]
        return cls.read(league, host=league.club.slug, seasons=summaries)


class Leagues(Answer):
    """The leagues of a club."""

    leagues: list[LeagueOfClub]
    next: NextPage

    @classmethod
    def of(cls, page: Page[tuple[shown.League, list[Season]]]) -> Self:
        """A page of them."""
        return cls.read(page, leagues=[LeagueOfClub.of(*each) for each in page.rows])


class SeasonTableLine(Answer):
    """A line of a season's table: `total` and `bonus` in units, `points` as people write the total.

    `place` is null for whoever has attended too few evenings. `text` says what puts it below the line above.
    """

    place: Annotated[int | None, Example(1)]
    total: Total
    bonus: Annotated[int, Example(0)]
    attended: Annotated[int, Example(9)]
    won: Annotated[int, Example(3)]
    prizes: Annotated[bool, Example(value=True)]
    decided_by: str
    player: PersonId
    name: PersonName
    points: TotalInPoints
    text: str

    @classmethod
    def of(cls, line: shown.ShownLine) -> Self:
        """A line with what puts it below the one above."""
        row = line.row
        text = translate(Sentence.from_data(row.explanation)) if row.explanation else ""
        return cls.read(row, player=row.player_id, name=line.name, points=line.total, text=text)


class CategoryTable(Answer):
    """The table of a category; "" is everybody's."""

    category: str
    lines: list[SeasonTableLine]

    @classmethod
    def of(cls, category: str, lines: Iterable[shown.ShownLine]) -> Self:
        """A table with its lines."""
        return cls(category=category, lines=[SeasonTableLine.of(line) for line in lines])


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
    def of(cls, season: Season) -> Self:
        """The tables of a season as last worked out."""
        tables = shown.tables_shown(season)
        return cls.read(
            season,
            unit=rules_of(season).unit,
            evenings=len(shown.evenings_taken(season)),
            is_current=not jobs_of(season),
            tables=[CategoryTable.of(name, lines) for name, lines in tables.items()],
        )


class EveningGave(Answer):
    """What an evening gave somebody, in units and as written, by which paragraph of the rules, and why."""

    club: Annotated[str | None, Example("rooster-club")]
    evening: Annotated[str | None, Example("friday-progressive")]
    date: Annotated[date, Day]
    status: Annotated[str, Example("counted")]
    counts: Annotated[bool, Example(value=True)]
    units: Annotated[int, Example(20)]
    points: Annotated[str, Example("10")]
    rule: Annotated[str, Example("season.points")]
    text: Annotated[str, Example("Place 1 gives 10 points.")]

    @classmethod
    def of(cls, one: Contribution, evening: shown.Evening | None, unit: int) -> Self:
        """What `evening` gave; None where it is no longer known. So many `unit` make a point."""
        return cls.read(
            one,
            club=evening.club.slug if evening else None,
            evening=evening.slug if evening else None,
            units=one.points,
            points=in_points(one.points, unit),
            text=translate(one.why),
        )


class Neighbour(Answer):
    """Who stands next to somebody, and what parts the two."""

    player: PersonId
    name: PersonName
    place: Annotated[int | None, Example(1)]
    text: str

    @classmethod
    def of(cls, other: SeasonLine | None, lower: SeasonLine | None, names: Mapping[str, str]) -> Self | None:
        """A neighbour with what puts the lower line of the two below the other; None where there is none."""
        if other is None or lower is None:
            return None
        text = translate(lower.explanation) if lower.explanation else ""
        return cls(player=int(other.person), name=names[other.person], place=other.place, text=text)


class SeasonWhy(Answer):
    """Why somebody stands where they do: what counts and the bonus come to the total."""

    player: PersonId
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

    @classmethod
    def of(cls, visitor: Visitor, compared: shown.Compared, category: str, unit: int) -> Self:
        """A line with what every evening gave it, and its neighbours. So many `unit` make a point."""
        line = compared.line
        evenings = shown.evenings_by_id(
            visitor, {contribution.evening for contribution in line.contributions}
        )
        return cls.read(
            line,
            player=int(line.person),
            name=compared.names[line.person],
            category=category,
            points=in_points(line.total, unit),
            unit=unit,
            evenings=[
                EveningGave.of(contribution, evenings.get(contribution.evening), unit)
                for contribution in line.contributions
            ],
            above=Neighbour.of(compared.above, line, compared.names),
            below=Neighbour.of(compared.below, compared.below, compared.names),
        )


class RulesParagraph(Answer):
    """A paragraph of the rules."""

    number: Annotated[str, Example(_PARAGRAPH.number)]
    id: Annotated[str, Example(_PARAGRAPH.id)]
    section: Annotated[str, Example(str(_PARAGRAPH.section))]
    title: Annotated[str, Example(str(_PARAGRAPH.title))]
    text: Annotated[str, Example(" ".join(map(str, _PARAGRAPH.sentences)))]

    @classmethod
    def of(cls, paragraph: Paragraph) -> Self:
        """A paragraph in the reader's language."""
        return cls.read(
            paragraph,
            section=translate(paragraph.section),
            title=translate(paragraph.title),
            text=" ".join(translate(sentence) for sentence in paragraph.sentences),
        )


class SeasonRulesTold(Answer):
    """The rules of a season: as data, in words, and the hash by which they are pinned."""

    kind: Annotated[Literal["evenings", "fixtures"], Example("evenings")]
    version: Annotated[str, Example(version(RULES))]
    rules: Annotated[dict[str, object], Example(RULES.model_dump(mode="json"))]
    paragraphs: list[RulesParagraph]

    @classmethod
    def of(cls, season: Season) -> Self:
        """The rules of a season of either kind, in the reader's language."""
        names = {slug: gettext(game.name) for slug, game in GAMES.items()}
        if season.kind == Season.Kind.EVENINGS:
            rule_paragraphs = words_of_evenings.series_rules_in_words(
                SeasonRules.model_validate(season.rules), names
            )
        else:
            rule_paragraphs = words_of_fixtures.fixture_rules_in_words(
                FixtureRules.model_validate(season.rules), names
            )
        paragraphs = [RulesParagraph.of(paragraph) for paragraph in rule_paragraphs]
        return cls.read(season, version=season.rules_version, paragraphs=paragraphs)


class RatedPlayer(Answer):
    """A rating as people read it; `sure` is what the list goes by."""

    player: PersonId
    name: PersonName
    shown: Annotated[int, Example(1604)]
    give_or_take: Annotated[int, Example(120)]
    sure: Annotated[int, Example(1424)]
    rated_games: Annotated[int, Example(54)]
    last: Annotated[date, Example("2026-11-20")]

    @classmethod
    def of(cls, one: Rated) -> Self:
        """Somebody with a rating."""
        rating = one.rating
        return cls.read(rating, player=one.id, name=one.name, rated_games=rating.games, last=one.last)


class Ratings(Answer):
    """Everybody rated at a game, the surest first."""

    game: GameSlug
    ratings: list[RatedPlayer]
    next: NextPage

    @classmethod
    def of(cls, game: str, page: Page[Rated]) -> Self:
        """A page of those who are rated at a game."""
        return cls(game=game, ratings=[RatedPlayer.of(player) for player in page.rows], next=page.next)


class StandingsEndpoint(PublicView):
    """The tables of a season."""

    @operation("season_standings", answer=SeasonStandings, refusals=(400, 404), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The tables of a season of evenings as last worked out: everybody's, then those of the categories."""
        query.read_query(request, query.Nothing)
        return SeasonStandings.of(season_at(request, club, league, season, kind=Season.Kind.EVENINGS)).reply()


class WhyEndpoint(PublicView):
    """Why somebody stands where they do."""

    @operation("season_why", answer=SeasonWhy, refusals=(400, 404), public=True, parameters=(CATEGORY,))
    def get(self, request: Request, club: str, league: str, season: str, player: int) -> Response:
        """What every evening gave somebody, and what parts them from the lines above and below."""
        category = query.read_query(request, OfCategory)["category"]
        season_row = season_at(request, club, league, season, kind=Season.Kind.EVENINGS)
        compared = shown.compared(season_row, player, category)
        if compared is None:
            raise Http404
        return SeasonWhy.of(visitor_of(request), compared, category, rules_of(season_row).unit).reply()


class RulesEndpoint(PublicView):
    """The rules of a season."""

    @operation("season_rules", answer=SeasonRulesTold, refusals=(400, 404), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The rules of a season of either kind: as data, in numbered paragraphs, and the hash that pins them."""
        query.read_query(request, query.Nothing)
        return SeasonRulesTold.of(season_at(request, club, league, season)).reply()


class RatingsEndpoint(PublicView):
    """The ratings of a club's game."""

    @operation("list_ratings", answer=Ratings, refusals=(400, 404), public=True, parameters=paging())
    def get(self, request: Request, club: str, game: str) -> Response:
        """Everybody rated at a game after the published evenings, by what they are rated at the least."""
        query.read_query(request, query.CursorPage)
        club_row = get_object_or_404(public_clubs(), slug=club)
        if game not in GAMES or not visitor_of(request).sees(Part.PLAYERS, club_row):
            raise Http404
        page = page_of_list(request, ratings_at(club_row, game), place_of, usual=MOST)
        return page.reply(Ratings.of(game, page))
