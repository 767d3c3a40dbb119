"""The addresses of the REST door: version 1, its schema, its documentation."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from tournaments.audit import club_acts
from tournaments.evening.api import (
    acts,
    calls,
    club_settings,
    clubs,
    corrections,
    evenings,
    games,
    links,
    member_lists,
    members,
    nights,
    officers,
    own_access,
    player_requests,
    results,
    schedules,
    tables,
    views,
)
from tournaments.evening.api.operations import CLUB, EVENING, TABLE, paths
from tournaments.fees import api as fees_api
from tournaments.league.api import (
    federations,
    fixtures,
    leagues,
    people,
    persons,
    season_acts,
    season_doors,
    seasons,
    what_if,
)
from tournaments.privacy import api as privacy_api
from tournaments.rehearsal import api as rehearsal_api
from tournaments.search import api as search_api
from tournaments.signup.api import desk, public

LEAGUE = f"{CLUB}leagues/<slug:league>/"
SEASON = f"{LEAGUE}<slug:season>/"

v1 = [
    # First, because addresses are tried in order and this is the busy one.
    path(f"{TABLE}hands/", tables.HandsEndpoint.as_view(), name="hands"),
    *paths(clubs),
    *paths(own_access),
    *paths(privacy_api),
    *paths(games),
    *paths(club_settings),
    *paths(officers),
    *paths(members),
    *paths(member_lists),
    *paths(people),
    *paths(nights),
    *paths(club_acts),
    *paths(evenings),
    path(f"{EVENING}requests/", player_requests.RequestsEndpoint.as_view(), name="requests"),
    path(
        f"{EVENING}requests/<int:asked>/grant/", player_requests.GrantEndpoint.as_view(), name="request-grant"
    ),
    path(
        f"{EVENING}requests/<int:asked>/decline/",
        player_requests.DeclineEndpoint.as_view(),
        name="request-decline",
    ),
    path(f"{EVENING}tickets/<slug:code>/link/", links.PlayerLinkEndpoint.as_view(), name="player-link"),
    path(f"{TABLE}link/", links.TableLinkEndpoint.as_view(), name="table-link"),
    path(f"{TABLE}phones/", links.PhonesEndpoint.as_view(), name="phones"),
    path(f"{TABLE}phones/<int:phone>/", links.PhoneEndpoint.as_view(), name="phone"),
    path(f"{EVENING}late-tray/", corrections.LateTrayEndpoint.as_view(), name="late-tray"),
    path(f"{EVENING}disputes/", corrections.DisputesEndpoint.as_view(), name="disputes"),
    path(f"{EVENING}decisions/", corrections.DecisionsEndpoint.as_view(), name="decisions"),
    path(
        f"{EVENING}rounds/<int:number>/tables/<int:table>/hands/<int:hand>/",
        corrections.HandVersionsEndpoint.as_view(),
        name="hand",
    ),
    *paths(schedules),
    path(f"{EVENING}calls/", calls.CallsEndpoint.as_view(), name="calls"),
    path(f"{EVENING}calls/<int:call>/answer/", calls.AnsweredEndpoint.as_view(), name="answer-call"),
    path(f"{EVENING}calls/<int:call>/wait-again/", calls.WaitAgainEndpoint.as_view(), name="unanswer-call"),
    path(TABLE, tables.TableEndpoint.as_view(), name="table"),
    path(f"{TABLE}preview/", tables.PreviewEndpoint.as_view(), name="preview"),
    path(f"{TABLE}ring/", tables.RingEndpoint.as_view(), name="table-ring"),
    path(f"{TABLE}cut/", tables.CutEndpoint.as_view(), name="table-cut"),
    path(f"{TABLE}hands/<int:hand>/confirm/", tables.ConfirmEndpoint.as_view(), name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", tables.SettleEndpoint.as_view(), name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/correct/", tables.CorrectEndpoint.as_view(), name="table-correct"),
    path(f"{TABLE}call/", calls.CallFromTableEndpoint.as_view(), name="table-call"),
    path(f"{TABLE}call/withdraw/", calls.NeededNoMoreEndpoint.as_view(), name="table-withdraw-call"),
    *paths(results),
    *paths(public),
    *paths(desk),
    *paths(fees_api),
    *paths(rehearsal_api),
    *paths(search_api),
    *paths(federations),
    *paths(persons),
    # Before the seasons, whose addresses are words too: no league or season is called "new", "clubs" or "asked".
    *paths(leagues),
    *paths(season_doors, seasons, what_if, fixtures),
    *acts.addresses(EVENING),
    *season_acts.addresses(SEASON),
]

urlpatterns = [
    path("v1/", include((v1, "v1"))),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", views.Docs.as_view(), name="api-docs"),
    path("client.py", views.client, name="api-client"),
    re_path("", views.NotFoundView.as_view()),
]
