"""The addresses of the REST door: version 1, its schema, its documentation."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from tournaments.api import (
    acts,
    calls,
    clubs,
    docs,
    evenings,
    games,
    leagues,
    leagues_fixtures,
    mending,
    people,
    schedules,
    tables,
    what_if,
)

CLUB = "clubs/<slug:club>/"
EVENING = f"{CLUB}evenings/<slug:evening>/"
SEASON = f"{CLUB}leagues/<slug:league>/<slug:season>/"
TABLE = f"{EVENING}tables/<int:number>/"

v1 = [
    # First, because addresses are tried in order and this is the busy one.
    path(f"{TABLE}hands/", tables.Hands.as_view(), name="hands"),
    path("me/", clubs.Me.as_view(), name="me"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:game>/", games.Game.as_view(), name="game"),
    path("score/", games.Score.as_view(), name="score"),
    path("score/batch/", games.ScoreBatch.as_view(), name="score-batch"),
    path("score/games/", games.ScoreGame.as_view(), name="score-game"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path(CLUB, clubs.Club.as_view(), name="club"),
    path(f"{CLUB}players/", clubs.Players.as_view(), name="players"),
    path(f"{CLUB}players/names/", clubs.PlayerNames.as_view(), name="player-names"),
    path(f"{CLUB}players/<int:player>/", clubs.Player.as_view(), name="player"),
    path(f"{CLUB}players/<int:player>/history/", people.PlayerHistory.as_view(), name="player-history"),
    path(f"{CLUB}house-rules/<slug:game>/", clubs.HouseRules.as_view(), name="house-rules"),
    path(f"{CLUB}evenings/", clubs.Evenings.as_view(), name="evenings"),
    path(EVENING, evenings.Evening.as_view(), name="evening"),
    path(f"{EVENING}plan/", evenings.Plan.as_view(), name="plan"),
    path(f"{EVENING}tickets/", evenings.Tickets.as_view(), name="tickets"),
    path(f"{EVENING}rounds/<int:number>/", evenings.Round.as_view(), name="round"),
    path(f"{EVENING}standings/", evenings.Standings.as_view(), name="standings"),
    path(f"{EVENING}ledger/", evenings.Ledger.as_view(), name="ledger"),
    path(f"{EVENING}jobs/", evenings.Jobs.as_view(), name="jobs"),
    path(f"{EVENING}jobs/<int:job>/try-again/", evenings.TryAgain.as_view(), name="try-again"),
    path(f"{EVENING}links/", evenings.Links.as_view(), name="links"),
    path(f"{EVENING}late-tray/", mending.LateTray.as_view(), name="late-tray"),
    path(f"{EVENING}disputes/", mending.Disputes.as_view(), name="disputes"),
    path(f"{EVENING}decisions/", mending.Decisions.as_view(), name="decisions"),
    path(
        f"{EVENING}rounds/<int:number>/tables/<int:table>/hands/<int:hand>/",
        mending.HandVersions.as_view(),
        name="hand",
    ),
    path(f"{EVENING}schedule/", schedules.Schedule.as_view(), name="schedule"),
    path(f"{EVENING}schedule/searches/", schedules.Searches.as_view(), name="searches"),
    path(f"{EVENING}schedule/searches/<int:search>/", schedules.Search.as_view(), name="search"),
    path(f"{EVENING}calls/", calls.Calls.as_view(), name="calls"),
    path(f"{EVENING}calls/<int:call>/answer/", calls.Answered.as_view(), name="answer-call"),
    path(f"{EVENING}archive/", evenings.Archive.as_view(), name="archive"),
    path(TABLE, tables.Table.as_view(), name="table"),
    path(f"{TABLE}preview/", tables.Preview.as_view(), name="preview"),
    path(f"{TABLE}ring/", tables.Ring.as_view(), name="table-ring"),
    path(f"{TABLE}cut/", tables.Cut.as_view(), name="table-cut"),
    path(f"{TABLE}hands/<int:hand>/confirm/", tables.Confirm.as_view(), name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", tables.Settle.as_view(), name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/correct/", tables.Correct.as_view(), name="table-correct"),
    path(f"{TABLE}call/", calls.CallFromTable.as_view(), name="table-call"),
    path(f"{TABLE}call/withdraw/", calls.NeededNoMore.as_view(), name="table-withdraw-call"),
    path(f"{TABLE}renew-link/", evenings.RenewLink.as_view(), name="renew-link"),
    path(f"{EVENING}what-if/", what_if.EveningWhatIf.as_view(), name="evening-what-if"),
    path(f"{CLUB}ratings/<slug:game>/", leagues.Ratings.as_view(), name="ratings"),
    path(f"{CLUB}leagues/", leagues.Leagues.as_view(), name="leagues"),
    path(f"{SEASON}standings/", leagues.Standings.as_view(), name="season-standings"),
    path(f"{SEASON}why/<int:player>/", leagues.Why.as_view(), name="season-why"),
    path(f"{SEASON}rules/", leagues.Rules.as_view(), name="season-rules"),
    path(f"{SEASON}what-if/", what_if.SeasonWhatIf.as_view(), name="season-what-if"),
    path(f"{SEASON}tables/", leagues_fixtures.Tables.as_view(), name="league-tables"),
    path(f"{SEASON}fixtures/", leagues_fixtures.Fixtures.as_view(), name="league-fixtures"),
    path(f"{SEASON}pairings/", leagues_fixtures.Pairings.as_view(), name="league-pairings"),
    path(f"{SEASON}points/", leagues_fixtures.GivenPoints.as_view(), name="league-points"),
    path(f"{SEASON}prospects/", leagues_fixtures.Prospects.as_view(), name="league-prospects"),
    path(f"{SEASON}fixtures/<path:code>/result/", leagues_fixtures.Result.as_view(), name="league-result"),
    *acts.addresses(EVENING),
]

urlpatterns = [
    path("v1/", include((v1, "v1"))),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs.Docs.as_view(), name="api-docs"),
    re_path("", docs.Nowhere.as_view()),
]
