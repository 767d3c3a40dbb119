"""The addresses of the REST door: version 1, its schema, its documentation."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from tournaments.evening.api import acts, calls, clubs, corrections, docs, evenings, games, schedules, tables
from tournaments.league.api import fixtures, people, seasons, what_if

CLUB = "clubs/<slug:club>/"
EVENING = f"{CLUB}evenings/<slug:evening>/"
SEASON = f"{CLUB}leagues/<slug:league>/<slug:season>/"
TABLE = f"{EVENING}tables/<int:number>/"

v1 = [
    # First, because addresses are tried in order and this is the busy one.
    path(f"{TABLE}hands/", tables.HandsView.as_view(), name="hands"),
    path("me/", clubs.MeView.as_view(), name="me"),
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<slug:game>/", games.GameView.as_view(), name="game"),
    path("score/", games.ScoreView.as_view(), name="score"),
    path("score/batch/", games.ScoreBatchView.as_view(), name="score-batch"),
    path("score/games/", games.ScoreGameView.as_view(), name="score-game"),
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path(CLUB, clubs.ClubView.as_view(), name="club"),
    path(f"{CLUB}players/", clubs.PlayersView.as_view(), name="players"),
    path(f"{CLUB}players/names/", clubs.PlayerNamesView.as_view(), name="player-names"),
    path(f"{CLUB}players/<int:player>/", clubs.PlayerView.as_view(), name="player"),
    path(f"{CLUB}players/<int:player>/history/", people.PlayerHistoryView.as_view(), name="player-history"),
    path(f"{CLUB}house-rules/<slug:game>/", clubs.HouseRulesView.as_view(), name="house-rules"),
    path(f"{CLUB}evenings/", clubs.EveningsView.as_view(), name="evenings"),
    path(EVENING, evenings.EveningView.as_view(), name="evening"),
    path(f"{EVENING}plan/", evenings.PlanView.as_view(), name="plan"),
    path(f"{EVENING}tickets/", evenings.TicketsView.as_view(), name="tickets"),
    path(f"{EVENING}rounds/<int:number>/", evenings.RoundView.as_view(), name="round"),
    path(f"{EVENING}standings/", evenings.StandingsView.as_view(), name="standings"),
    path(f"{EVENING}ledger/", evenings.LedgerView.as_view(), name="ledger"),
    path(f"{EVENING}jobs/", evenings.JobsView.as_view(), name="jobs"),
    path(f"{EVENING}jobs/<int:job>/try-again/", evenings.TryAgainView.as_view(), name="try-again"),
    path(f"{EVENING}links/", evenings.LinksView.as_view(), name="links"),
    path(f"{EVENING}late-tray/", corrections.LateTrayView.as_view(), name="late-tray"),
    path(f"{EVENING}disputes/", corrections.DisputesView.as_view(), name="disputes"),
    path(f"{EVENING}decisions/", corrections.DecisionsView.as_view(), name="decisions"),
    path(
        f"{EVENING}rounds/<int:number>/tables/<int:table>/hands/<int:hand>/",
        corrections.HandVersionsView.as_view(),
        name="hand",
    ),
    path(f"{EVENING}schedule/", schedules.ScheduleView.as_view(), name="schedule"),
    path(f"{EVENING}schedule/searches/", schedules.SearchesView.as_view(), name="searches"),
    path(f"{EVENING}schedule/searches/<int:search>/", schedules.SearchView.as_view(), name="search"),
    path(f"{EVENING}calls/", calls.CallsView.as_view(), name="calls"),
    path(f"{EVENING}calls/<int:call>/answer/", calls.AnsweredView.as_view(), name="answer-call"),
    path(f"{EVENING}archive/", evenings.ArchiveView.as_view(), name="archive"),
    path(TABLE, tables.TableView.as_view(), name="table"),
    path(f"{TABLE}preview/", tables.PreviewView.as_view(), name="preview"),
    path(f"{TABLE}ring/", tables.RingView.as_view(), name="table-ring"),
    path(f"{TABLE}cut/", tables.CutView.as_view(), name="table-cut"),
    path(f"{TABLE}hands/<int:hand>/confirm/", tables.ConfirmView.as_view(), name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", tables.SettleView.as_view(), name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/correct/", tables.CorrectView.as_view(), name="table-correct"),
    path(f"{TABLE}call/", calls.CallFromTableView.as_view(), name="table-call"),
    path(f"{TABLE}call/withdraw/", calls.NeededNoMoreView.as_view(), name="table-withdraw-call"),
    path(f"{TABLE}renew-link/", evenings.RenewLinkView.as_view(), name="renew-link"),
    path(f"{EVENING}what-if/", what_if.EveningWhatIfView.as_view(), name="evening-what-if"),
    path(f"{CLUB}ratings/<slug:game>/", seasons.RatingsView.as_view(), name="ratings"),
    path(f"{CLUB}leagues/", seasons.LeaguesView.as_view(), name="leagues"),
    path(f"{SEASON}standings/", seasons.StandingsView.as_view(), name="season-standings"),
    path(f"{SEASON}why/<int:player>/", seasons.WhyView.as_view(), name="season-why"),
    path(f"{SEASON}rules/", seasons.RulesView.as_view(), name="season-rules"),
    path(f"{SEASON}what-if/", what_if.SeasonWhatIfView.as_view(), name="season-what-if"),
    path(f"{SEASON}tables/", fixtures.TablesView.as_view(), name="league-tables"),
    path(f"{SEASON}fixtures/", fixtures.FixturesView.as_view(), name="league-fixtures"),
    path(f"{SEASON}pairings/", fixtures.PairingsView.as_view(), name="league-pairings"),
    path(f"{SEASON}points/", fixtures.GivenPointsView.as_view(), name="league-points"),
    path(f"{SEASON}prospects/", fixtures.ProspectsView.as_view(), name="league-prospects"),
    path(f"{SEASON}fixtures/<path:code>/result/", fixtures.ResultView.as_view(), name="league-result"),
    *acts.addresses(EVENING),
]

urlpatterns = [
    path("v1/", include((v1, "v1"))),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs.Docs.as_view(), name="api-docs"),
    re_path("", docs.NowhereView.as_view()),
]
