"""Seasons of fixtures: their tables, their fixtures, what may still be, and results."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import league_bodies as bodies
from tournaments.api.bodies import Nothing, parsed
from tournaments.api.documents import Document
from tournaments.api.doors import OfficerDoor, PublicDoor
from tournaments.api.errors import said
from tournaments.api.leagues import season_at
from tournaments.api.schema import described
from tournaments.queries.leagues import access
from tournaments.queries.leagues.fixtures import Contest, DivisionSeen, contest
from tournaments.queries.leagues.leads import leads_of
from tournaments.queries.leagues.prospects import asked_of, must_of, outlook_of, with_names
from tournaments.queries.leagues.seasons import Season
from tournaments.ranking.league.record import KeptFixture
from tournaments.ranking.league.table import Line
from tournaments.ranking.league.tie_breaks import shown
from tournaments.ranking.league.what_if import Prospect
from tournaments.services.leagues import adjustments, fixture_results, pairings
from tournaments.services.leagues.lots import promised

ASKING = (
    OpenApiParameter(
        "division", int, description="The level of the division; the highest where it is left out."
    ),
    OpenApiParameter("place", int, description="This place or better; 1 where it is left out."),
    OpenApiParameter(
        "entrant", int, description="The number of whom it is about; nobody in particular without."
    ),
)


def _opened(club: str, league: str, season: str) -> Contest:
    return contest(season_at(club, league, season, kind=Season.Kind.FIXTURES))


class Tables(PublicDoor):
    """The tables of a season."""

    @described("league_tables", answer=bodies.LeagueTables, refusals=(404,), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The table of every division with what parted whom; of a knock-out, who has won it."""
        seen = _opened(club, league, season)
        return Response(
            {
                "version": seen.season.version,
                "format": seen.rules.format,
                "rules_version": seen.season.rules_version,
                "commitment": promised(seen.season),
                "divisions": [_division(seen, one) for one in seen.divisions],
            }
        )


def _division(seen: Contest, division: DivisionSeen) -> Document:
    knockout = None if seen.rules.has_table else division.knockout
    lines = division.lines if seen.rules.has_table else ()
    leads = leads_of(seen, division, len(lines))
    return {
        "level": division.level,
        "name": division.name,
        "lines": [_line(seen, line, lead) for line, lead in zip(lines, leads, strict=True)],
        "champion": int(knockout.champion) if knockout and knockout.champion else None,
    }


def _line(seen: Contest, line: Line, lead: str) -> Document:
    entrant = seen.entrants[int(line.entrant)]
    names = ("place", "played", "won", "drawn", "lost", "match_points", "adjusted", "decided_by")
    return {
        **{name: getattr(line, name) for name in names},
        "entrant": entrant.number,
        "name": entrant.name,
        "games": list(line.games),
        "points": None if line.points is None else list(line.points),
        "tie_breaks": [
            {"tie_break": step.name, "value": shown(step.name, step.of(line.entrant).value)}
            for step in line.steps
            if step.counts
        ],
        "leads": lead,
        "withdrawn": entrant.withdrawn_at is not None,
    }


class Fixtures(PublicDoor):
    """The fixtures of a season."""

    @described("league_fixtures", answer=bodies.LeagueFixtures, refusals=(404,), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """All fixtures with days and results, and the entrants they are about."""
        seen = _opened(club, league, season)
        state = seen.state
        return Response(
            {
                "version": seen.season.version,
                "entrants": [
                    {
                        "entrant": one.number,
                        "name": one.name,
                        "division": one.division,
                        "players": list(one.players),
                        "withdrawn": one.withdrawn,
                        "left_out_of": one.left_out[0] if one.left_out else None,
                        "rating": one.rating,
                    }
                    for one in state.entrants.values()
                ],
                "fixtures": [fixture_document(one) for one in state.fixtures.values()],
            }
        )


def fixture_document(fixture: KeptFixture) -> Document:
    """A fixture as the door answers it."""
    data = fixture.as_data()
    day, points = data.pop("on"), data.pop("scored")
    return {
        **data,
        "points": points,
        "date": day or None,
        **{name: data[name] or None for name in ("evening", "winner", "forfeit")},
    }


class Prospects(PublicDoor):
    """What may still be."""

    @described(
        "league_prospects", answer=bodies.LeagueProspects, refusals=(404,), public=True, parameters=ASKING
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """Who can still reach a place, and what must happen for one of them. A knock-out has no places."""
        seen = _opened(club, league, season)
        told = {name: request.query_params.get(name, "") for name in ("division", "place", "entrant")}
        asked = asked_of(seen, **told)
        if asked is None:
            raise Http404
        outlook, must = outlook_of(asked), must_of(asked)
        return Response(
            {
                "division": asked.division.level,
                "place": asked.place,
                "ahead": asked.ahead,
                "exact": outlook.is_exact,
                "ways": str(outlook.ways),
                "prospects": [_prospect(seen, one) for one in outlook.prospects],
                "must": must
                and {
                    "text": said(must.summary) if must.summary else "",
                    "outright": must.is_outright,
                    "needed": [said(with_names(one.sentence, seen.names)) for one in must.needed],
                    "enough": [said(with_names(one.sentence, seen.names)) for one in must.enough],
                },
            }
        )


def _prospect(seen: Contest, prospect: Prospect) -> Document:
    return {
        "entrant": int(prospect.entrant),
        "name": seen.names[prospect.entrant],
        "verdict": prospect.verdict,
        "outright": prospect.outright,
        "level": prospect.level,
        "text": said(with_names(prospect.sentence, seen.names)),
    }


def _of_officer(request: Request, club: str, league: str, season: str) -> Season:
    there = access.at_address(access.seasons_of(request.user), club, league, season)
    return get_object_or_404(there, kind=Season.Kind.FIXTURES)


class Pairings(OfficerDoor):
    """Rounds drawn elsewhere."""

    @described(
        "enter_league_pairings", body=bodies.Pairings, answer=bodies.LeagueFixtureCodes, refusals=(409,)
    )
    def post(self, request: Request, club: str, league: str, season: str) -> Response:
        """Enter the next round of a division as it was drawn elsewhere."""
        found, body = _of_officer(request, club, league, season), parsed(request, bodies.Pairings)
        pairs = [
            pairings.Pair(one.home, one.away, None if one.games is None else (one.games[0], one.games[1]))
            for one in body.pairings
        ]
        made = pairings.enter_pairings(
            season=found,
            pairs=pairs,
            division=body.division,
            day=body.date,
            anyway=body.anyway,
            **self.who(request),
        )
        return Response({"codes": made})


class GivenPoints(OfficerDoor):
    """Points given to entrants and taken off."""

    @described("give_league_points", body=bodies.PointsGiven, answer=bodies.LeagueEntry, refusals=(409,))
    def post(self, request: Request, club: str, league: str, season: str) -> Response:
        """Give an entrant match points or, below nothing, take them off, with a reason."""
        found, body = _of_officer(request, club, league, season), parsed(request, bodies.PointsGiven)
        entry = adjustments.give_points(
            season=found, number=body.entrant, points=body.points, reason=body.reason, **self.who(request)
        )
        return Response({"entry": entry.sequence})


class Result(OfficerDoor):
    """The result of a fixture."""

    @described("enter_league_result", body=bodies.FixtureResult, answer=bodies.LeagueFixture, refusals=(409,))
    def put(self, request: Request, club: str, league: str, season: str, code: str) -> Response:
        """Enter how a fixture ended, or correct it. What is so already is not written again: a retry is harmless."""
        found, body = self._season(request, club, league, season, code), parsed(request, bodies.FixtureResult)
        common: dict[str, Any] = {"season": found, "code": code, "reason": body.reason, **self.who(request)}
        if body.forfeit is not None:
            fixture_results.forfeit(side=body.forfeit, **common)
        else:
            fixture_results.enter_result(
                games=(body.games[0], body.games[1]),
                points=None if body.points is None else (body.points[0], body.points[1]),
                winner=body.winner or "",
                **common,
            )
        return self._answer(found, code)

    @described("take_league_result_back", answer=bodies.LeagueFixture, refusals=(409,))
    def delete(self, request: Request, club: str, league: str, season: str, code: str) -> Response:
        """Take a result back: the fixture is to be played again."""
        found = self._season(request, club, league, season, code)
        parsed(request, Nothing)
        fixture_results.take_back(season=found, code=code, **self.who(request))
        return self._answer(found, code)

    def _season(self, request: Request, club: str, league: str, season: str, code: str) -> Season:
        found = _of_officer(request, club, league, season)
        if not found.fixtures.filter(code=code).exists():
            raise Http404
        return found

    def _answer(self, season: Season, code: str) -> Response:
        return Response(fixture_document(contest(season).state.fixtures[code]))
