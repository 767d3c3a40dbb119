"""Addresses of the public pages of leagues and people."""

from django.urls import URLPattern, path

from tournaments.league.web.public import downloads, fixtures, players, ratings, seasons, what_if

LEAGUES = "c/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

PLAYERS = "c/<slug:club>/players/"
RATINGS = "c/<slug:club>/ratings/<slug:game>/"

urlpatterns: list[URLPattern] = [
    path(LEAGUES, seasons.leagues, name="leagues"),
    path(SEASON, seasons.season, name="season"),
    path(f"{SEASON}table.csv", downloads.table, name="season-csv"),
    path(f"{SEASON}why/<int:player>/", seasons.why, name="season-why"),
    path(f"{SEASON}evenings/", seasons.evenings, name="season-evenings"),
    path(f"{SEASON}fixtures/", fixtures.fixtures, name="season-fixtures"),
    path(f"{SEASON}what-if/", what_if.what_if, name="season-what-if"),
    path(f"{SEASON}rules/", seasons.rules, name="season-rules"),
    path(f"{SEASON}prizes/", seasons.prizes, name="season-prizes"),
    path(f"{SEASON}ledger/", seasons.entries, name="season-entries"),
    path(PLAYERS, players.everybody, name="players"),
    path(f"{PLAYERS}<int:pk>/", players.player, name="player"),
    path(RATINGS, ratings.ratings, name="ratings"),
]
