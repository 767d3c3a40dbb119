"""Leagues and seasons for everybody: tables, why somebody stands where they do, rules, ratings."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from scoring.derivation import Sentence
from tournaments.api import season_answers as answers
from tournaments.api.asked import Nothing, asked
from tournaments.api.documents import Document
from tournaments.api.doors import PublicDoor
from tournaments.api.errors import said
from tournaments.api.schema import described
from tournaments.queries.access import public_clubs
from tournaments.queries.leagues import access, shown
from tournaments.queries.leagues.jobs import jobs_of
from tournaments.queries.leagues.ratings import ratings_at
from tournaments.queries.leagues.seasons import Season, rules_of
from tournaments.ranking.league import words as words_of_fixtures
from tournaments.ranking.league.rules import FixtureRules
from tournaments.ranking.season import words as words_of_evenings
from tournaments.ranking.season.accounts import Contribution
from tournaments.ranking.season.rules import SeasonRules
from tournaments.ranking.season.table import SeasonLine
from tournaments.ranking.season.units import shown as in_points

CATEGORY = OpenApiParameter("category", str, description="The table of a category; everybody's without.")


class OfCategory(forms.Form):
    """Which table is wanted."""

    category = forms.CharField(max_length=40, required=False)


def season_at(club: str, league: str, season: str, *, kind: str = "") -> Season:
    """An opened season of a league that a club hosts, of one kind or of any; one query. Raises Http404."""
    of_kind = {"kind": kind} if kind else {}
    return get_object_or_404(access.at_address(access.public_seasons(), club, league, season), **of_kind)


class Leagues(PublicDoor):
    """The leagues of a club."""

    @described("list_leagues", answer=answers.Leagues, refusals=(400, 404), public=True)
    def get(self, request: Request, club: str) -> Response:
        """The leagues in which a club takes part, with their open and closed seasons, the latest first."""
        asked(request, Nothing)
        found = get_object_or_404(public_clubs(), slug=club)
        leagues = [
            {
                "host": league.club.slug,
                "slug": league.slug,
                "name": league.name,
                "seasons": [_in_short(season) for season in seasons],
            }
            for league, seasons in shown.public_leagues_at(found)
        ]
        return Response({"leagues": leagues})


def _in_short(season: Season) -> Document:
    names = ("slug", "name", "kind", "stage")
    days = {"starts": season.starts.isoformat(), "ends": season.ends.isoformat()}
    return {**{name: getattr(season, name) for name in names}, **days}


class Standings(PublicDoor):
    """The tables of a season."""

    @described("season_standings", answer=answers.SeasonStandings, refusals=(400, 404), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The tables of a season of evenings as last worked out: everybody's, then those of the categories."""
        asked(request, Nothing)
        found = season_at(club, league, season, kind=Season.Kind.EVENINGS)
        tables = shown.tables_shown(found)
        return Response(
            {
                "version": found.version,
                "stage": found.stage,
                "rules_version": found.rules_version,
                "unit": rules_of(found).unit,
                "evenings": len(shown.evenings_taken(found)),
                "is_current": not jobs_of(found),
                "tables": [
                    {"category": name, "lines": [_line(line) for line in lines]}
                    for name, lines in tables.items()
                ],
            }
        )


def _line(line: shown.ShownLine) -> Document:
    row = line.row
    names = ("place", "total", "bonus", "attended", "won", "prizes", "decided_by")
    return {
        **{name: getattr(row, name) for name in names},
        "player": row.player_id,
        "name": line.name,
        "points": line.total,
        "text": said(Sentence.from_data(row.explanation)) if row.explanation else "",
    }


class Why(PublicDoor):
    """Why somebody stands where they do."""

    @described(
        "season_why", answer=answers.SeasonWhy, refusals=(400, 404), public=True, parameters=(CATEGORY,)
    )
    def get(self, request: Request, club: str, league: str, season: str, player: int) -> Response:
        """What every evening gave somebody, and what parts them from the lines above and below."""
        category = asked(request, OfCategory)["category"]
        found = season_at(club, league, season, kind=Season.Kind.EVENINGS)
        compared = shown.compared(found, player, category)
        if compared is None:
            raise Http404
        line, unit = compared.line, rules_of(found).unit
        evenings = shown.evenings_by_id({one.evening for one in line.contributions})
        return Response(
            {
                "player": int(line.person),
                "name": compared.names[line.person],
                "category": category,
                "place": line.place,
                "total": line.total,
                "points": in_points(line.total, unit),
                "bonus": line.bonus,
                "unit": unit,
                "evenings": [_gave(one, evenings, unit) for one in line.contributions],
                "above": _neighbour(compared.above, line, compared.names),
                "below": _neighbour(compared.below, compared.below, compared.names),
            }
        )


def _gave(one: Contribution, evenings: Mapping[str, shown.Evening], unit: int) -> Document:
    evening = evenings.get(one.evening)
    return {
        "club": evening.club.slug if evening else None,
        "evening": evening.slug if evening else None,
        "date": one.date.isoformat(),
        "status": one.status,
        "counts": one.counts,
        "units": one.points,
        "points": in_points(one.points, unit),
        "rule": one.rule,
        "text": said(one.why),
    }


def _neighbour(
    other: SeasonLine | None, lower: SeasonLine | None, names: Mapping[str, str]
) -> Document | None:
    """A neighbour with what puts the lower line of the two below the other."""
    if other is None or lower is None:
        return None
    return {
        "player": int(other.person),
        "name": names[other.person],
        "place": other.place,
        "text": said(lower.explanation) if lower.explanation else "",
    }


class Rules(PublicDoor):
    """The rules of a season."""

    @described("season_rules", answer=answers.SeasonRulesTold, refusals=(400, 404), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The rules of a season of either kind: as data, in numbered paragraphs, and the hash that pins them."""
        asked(request, Nothing)
        found = season_at(club, league, season)
        names = {slug: gettext(game.name) for slug, game in GAMES.items()}
        if found.kind == Season.Kind.EVENINGS:
            told = words_of_evenings.in_words(SeasonRules.model_validate(found.rules), names)
        else:
            told = words_of_fixtures.in_words(FixtureRules.model_validate(found.rules), names)
        paragraphs = [
            {
                "number": paragraph.number,
                "id": paragraph.id,
                "section": said(paragraph.section),
                "title": said(paragraph.title),
                "text": " ".join(said(sentence) for sentence in paragraph.sentences),
            }
            for paragraph in told
        ]
        return Response(
            {
                "kind": found.kind,
                "version": found.rules_version,
                "rules": found.rules,
                "paragraphs": paragraphs,
            }
        )


class Ratings(PublicDoor):
    """The ratings of a club's game."""

    @described("list_ratings", answer=answers.Ratings, refusals=(400, 404), public=True)
    def get(self, request: Request, club: str, game: str) -> Response:
        """Everybody rated at a game after the published evenings, by what they are rated at the least."""
        asked(request, Nothing)
        found = get_object_or_404(public_clubs(), slug=club)
        if game not in GAMES:
            raise Http404
        ratings = [
            {
                "player": one.id,
                "name": one.name,
                "shown": one.rating.shown,
                "give_or_take": one.rating.give_or_take,
                "sure": one.rating.sure,
                "rated_games": one.rating.games,
                "last": one.last.isoformat(),
            }
            for one in ratings_at(found, game)
        ]
        return Response({"game": game, "ratings": ratings})
