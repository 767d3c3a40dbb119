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
from tournaments.evening.api.operations import CLUB, EVENING, paths
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
    *paths(tables),
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
    *paths(player_requests),
    *paths(links),
    *paths(corrections),
    *paths(schedules),
    *paths(calls),
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
