"""The addresses of the REST door: version 1, its schema, its documentation."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from tournaments.coming.api import coming
from tournaments.evening.api import (
    acts,
    calls,
    club_settings,
    clubs,
    corrections,
    docs,
    evenings,
    games,
    nights,
    officers,
    own_access,
    results,
    schedules,
    tables,
)
from tournaments.league.api import federations, fixtures, people, seasons, what_if

CLUB = "clubs/<slug:club>/"
EVENING = f"{CLUB}evenings/<slug:evening>/"
SEASON = f"{CLUB}leagues/<slug:league>/<slug:season>/"
TABLE = f"{EVENING}tables/<int:number>/"

v1 = [
    # First, because addresses are tried in order and this is the busy one.
    path(f"{TABLE}hands/", tables.HandsEndpoint.as_view(), name="hands"),
    path("me/", clubs.MeEndpoint.as_view(), name="me"),
    path("me/tokens/", own_access.TokensEndpoint.as_view(), name="own-tokens"),
    path("me/tokens/<int:token>/", own_access.TokenEndpoint.as_view(), name="own-token"),
    path("me/sign-in-links/", own_access.SignInLinksEndpoint.as_view(), name="own-sign-in-links"),
    path("me/sign-in-links/<int:link>/", own_access.SignInLinkEndpoint.as_view(), name="own-sign-in-link"),
    path("me/sessions/", own_access.SessionsEndpoint.as_view(), name="own-sessions"),
    path("me/sessions/<int:session>/", own_access.SessionEndpoint.as_view(), name="own-session"),
    path("me/offices/", own_access.OwnOfficesEndpoint.as_view(), name="own-offices"),
    path("me/offices/<int:office>/", own_access.OwnOfficeEndpoint.as_view(), name="own-office"),
    path("games/", games.GamesEndpoint.as_view(), name="games"),
    path("games/<slug:game>/", games.GameEndpoint.as_view(), name="game"),
    path("score/", games.ScoreEndpoint.as_view(), name="score"),
    path("score/batch/", games.ScoreBatchEndpoint.as_view(), name="score-batch"),
    path("score/games/", games.ScoreGameEndpoint.as_view(), name="score-game"),
    path("clubs/", clubs.ClubsEndpoint.as_view(), name="clubs"),
    path(CLUB, clubs.ClubEndpoint.as_view(), name="club"),
    path(f"{CLUB}settings/", club_settings.SettingsEndpoint.as_view(), name="settings"),
    path(f"{CLUB}settings/public/", club_settings.PublicPartsEndpoint.as_view(), name="public-parts"),
    path(f"{CLUB}settings/public/link/", club_settings.VisitorsLinkEndpoint.as_view(), name="visitors-link"),
    path(f"{CLUB}settings/categories/", club_settings.CategoriesEndpoint.as_view(), name="categories"),
    path(f"{CLUB}settings/colour/", club_settings.ColourEndpoint.as_view(), name="colour"),
    path(f"{CLUB}settings/logo/", club_settings.LogoEndpoint.as_view(), name="logo"),
    path(f"{CLUB}settings/demo/", club_settings.DemoEndpoint.as_view(), name="put-demo-away"),
    path(f"{CLUB}officers/", officers.OfficersEndpoint.as_view(), name="officers"),
    path(f"{CLUB}officers/<int:officer>/", officers.OfficerEndpoint.as_view(), name="officer"),
    path(f"{CLUB}officers/<int:officer>/hand-over/", officers.HandOverEndpoint.as_view(), name="hand-over"),
    path(f"{CLUB}invitations/", officers.InvitationsEndpoint.as_view(), name="invitations"),
    path(f"{CLUB}invitations/<int:invitation>/", officers.InvitationEndpoint.as_view(), name="invitation"),
    path(f"{CLUB}players/", clubs.PlayersEndpoint.as_view(), name="players"),
    path(f"{CLUB}players/names/", clubs.PlayerNamesEndpoint.as_view(), name="player-names"),
    path(f"{CLUB}players/<int:player>/", clubs.PlayerEndpoint.as_view(), name="player"),
    path(
        f"{CLUB}players/<int:player>/history/", people.PlayerHistoryEndpoint.as_view(), name="player-history"
    ),
    path(f"{CLUB}house-rules/<slug:game>/", clubs.HouseRulesEndpoint.as_view(), name="house-rules"),
    path(f"{CLUB}presets/", clubs.PresetsEndpoint.as_view(), name="presets"),
    path(f"{CLUB}presets/<int:preset>/", clubs.PresetEndpoint.as_view(), name="preset"),
    path(f"{CLUB}nights/", nights.NightsEndpoint.as_view(), name="nights"),
    path(f"{CLUB}nights/<int:night>/", nights.NightEndpoint.as_view(), name="night"),
    path(f"{CLUB}evenings/", clubs.EveningsEndpoint.as_view(), name="evenings"),
    path(EVENING, evenings.EveningEndpoint.as_view(), name="evening"),
    path(f"{EVENING}plan/", evenings.PlanEndpoint.as_view(), name="plan"),
    path(f"{EVENING}forecast/", evenings.ForecastEndpoint.as_view(), name="forecast"),
    path(f"{EVENING}tickets/", evenings.TicketsEndpoint.as_view(), name="tickets"),
    path(f"{EVENING}rounds/<int:number>/", evenings.RoundEndpoint.as_view(), name="round"),
    path(f"{EVENING}standings/", evenings.StandingsEndpoint.as_view(), name="standings"),
    path(f"{EVENING}ledger/", evenings.LedgerEndpoint.as_view(), name="ledger"),
    path(f"{EVENING}jobs/", evenings.JobsEndpoint.as_view(), name="jobs"),
    path(f"{EVENING}jobs/<int:job>/try-again/", evenings.TryAgainEndpoint.as_view(), name="try-again"),
    path(f"{EVENING}links/", evenings.LinksEndpoint.as_view(), name="links"),
    path(f"{EVENING}late-tray/", corrections.LateTrayEndpoint.as_view(), name="late-tray"),
    path(f"{EVENING}disputes/", corrections.DisputesEndpoint.as_view(), name="disputes"),
    path(f"{EVENING}decisions/", corrections.DecisionsEndpoint.as_view(), name="decisions"),
    path(
        f"{EVENING}rounds/<int:number>/tables/<int:table>/hands/<int:hand>/",
        corrections.HandVersionsEndpoint.as_view(),
        name="hand",
    ),
    path(f"{EVENING}schedule/", schedules.ScheduleEndpoint.as_view(), name="schedule"),
    path(f"{EVENING}schedule/searches/", schedules.SearchesEndpoint.as_view(), name="searches"),
    path(f"{EVENING}schedule/searches/<int:search>/", schedules.SearchEndpoint.as_view(), name="search"),
    path(f"{EVENING}calls/", calls.CallsEndpoint.as_view(), name="calls"),
    path(f"{EVENING}calls/<int:call>/answer/", calls.AnsweredEndpoint.as_view(), name="answer-call"),
    path(f"{EVENING}archive/", evenings.ArchiveEndpoint.as_view(), name="archive"),
    path(TABLE, tables.TableEndpoint.as_view(), name="table"),
    path(f"{TABLE}preview/", tables.PreviewEndpoint.as_view(), name="preview"),
    path(f"{TABLE}ring/", tables.RingEndpoint.as_view(), name="table-ring"),
    path(f"{TABLE}cut/", tables.CutEndpoint.as_view(), name="table-cut"),
    path(f"{TABLE}hands/<int:hand>/confirm/", tables.ConfirmEndpoint.as_view(), name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", tables.SettleEndpoint.as_view(), name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/correct/", tables.CorrectEndpoint.as_view(), name="table-correct"),
    path(f"{TABLE}call/", calls.CallFromTableEndpoint.as_view(), name="table-call"),
    path(f"{TABLE}call/withdraw/", calls.NeededNoMoreEndpoint.as_view(), name="table-withdraw-call"),
    path(f"{TABLE}renew-link/", evenings.RenewLinkEndpoint.as_view(), name="renew-link"),
    path(f"{CLUB}results/", results.ResultsEndpoint.as_view(), name="results"),
    path(f"{CLUB}results/<slug:evening>/", results.ResultEndpoint.as_view(), name="result"),
    path(
        f"{CLUB}results/<slug:evening>/rounds/<int:number>/",
        results.ResultRoundEndpoint.as_view(),
        name="result-round",
    ),
    path(f"{CLUB}coming/", coming.ComingEndpoint.as_view(), name="coming"),
    path(f"{CLUB}coming/<slug:evening>/sign-up/", coming.SignUpEndpoint.as_view(), name="sign-up"),
    path(
        f"{CLUB}coming/<slug:evening>/withdraw/", coming.WithdrawEndpoint.as_view(), name="sign-up-withdraw"
    ),
    path(f"{EVENING}sign-ups/", coming.SignUpsEndpoint.as_view(), name="sign-ups"),
    path(
        f"{EVENING}sign-ups/<int:sign_up>/take-out/",
        coming.TakeOutEndpoint.as_view(),
        name="sign-up-take-out",
    ),
    path(f"{EVENING}sign-ups/<int:sign_up>/let-in/", coming.LetInEndpoint.as_view(), name="sign-up-let-in"),
    path(f"{EVENING}what-if/", what_if.EveningWhatIfEndpoint.as_view(), name="evening-what-if"),
    path(f"{CLUB}ratings/<slug:game>/", seasons.RatingsEndpoint.as_view(), name="ratings"),
    path("federations/<slug:federation>/", federations.FederationEndpoint.as_view(), name="federation"),
    path(
        "federations/<slug:federation>/ratings/<slug:game>/",
        federations.FederationRatingsEndpoint.as_view(),
        name="federation-ratings",
    ),
    path(f"{CLUB}leagues/", seasons.LeaguesEndpoint.as_view(), name="leagues"),
    path(f"{SEASON}standings/", seasons.StandingsEndpoint.as_view(), name="season-standings"),
    path(f"{SEASON}why/<int:player>/", seasons.WhyEndpoint.as_view(), name="season-why"),
    path(f"{SEASON}rules/", seasons.RulesEndpoint.as_view(), name="season-rules"),
    path(f"{SEASON}what-if/", what_if.SeasonWhatIfEndpoint.as_view(), name="season-what-if"),
    path(f"{SEASON}tables/", fixtures.TablesEndpoint.as_view(), name="league-tables"),
    path(f"{SEASON}fixtures/", fixtures.FixturesEndpoint.as_view(), name="league-fixtures"),
    path(f"{SEASON}pairings/", fixtures.PairingsEndpoint.as_view(), name="league-pairings"),
    path(f"{SEASON}points/", fixtures.GivenPointsEndpoint.as_view(), name="league-points"),
    path(f"{SEASON}prospects/", fixtures.ProspectsEndpoint.as_view(), name="league-prospects"),
    path(f"{SEASON}fixtures/<path:code>/result/", fixtures.ResultEndpoint.as_view(), name="league-result"),
    *acts.addresses(EVENING),
]

urlpatterns = [
    path("v1/", include((v1, "v1"))),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs.Docs.as_view(), name="api-docs"),
    path("client.py", docs.client, name="api-client"),
    re_path("", docs.NowhereEndpoint.as_view()),
]
