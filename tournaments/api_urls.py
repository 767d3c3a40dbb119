"""The addresses of the REST API: version 1, its schema, its documentation."""

from __future__ import annotations

from django.urls import include, path, re_path

from tournaments import search
from tournaments.audit import views as audit
from tournaments.club.api import member_lists, officers, settings
from tournaments.club.api.operations import paths
from tournaments.evening.api import (
    acts,
    clubs,
    corrections,
    evenings,
    games,
    members,
    schedules,
    tables,
    views,
)
from tournaments.evening.api.views import EVENING
from tournaments.fees import api as fees
from tournaments.league.api import federations, fixtures, leagues, people, season_acts, seasons, what_if
from tournaments.league.api.seasons import SEASON
from tournaments.privacy import views as privacy
from tournaments.rehearsal import api as rehearsal
from tournaments.signup import api as signup

v1 = [
    # First, because addresses are tried in order and this is the busy one.
    *paths(tables),
    *paths(clubs, privacy, games, settings, officers, members, member_lists, people, audit),
    *paths(evenings, corrections, schedules),
    *paths(signup, fees, rehearsal, search, federations),
    # Before the seasons, whose addresses are words too: no league or season is called "new", "clubs" or "asked".
    *paths(leagues),
    *paths(seasons, what_if, fixtures, season_acts),
    *acts.addresses(EVENING),
    *season_acts.addresses(SEASON),
]

urlpatterns = [
    path("v1/", include((v1, "v1"))),
    path("schema/", views.Schema.as_view(), name="api-schema"),
    path("docs/", views.Docs.as_view(), name="api-docs"),
    path("client.py", views.client, name="api-client"),
    re_path("", views.NotFoundView.as_view()),
]
