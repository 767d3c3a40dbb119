"""Addresses of the public pages of leagues and people."""

from django.urls import URLPattern, path

from tournaments.league.web.public import caching, fixtures, own_players, players, seasons, what_if

LEAGUES = "c/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

PLAYERS = "c/<slug:club>/players/"
RATINGS = "c/<slug:club>/ratings/<slug:game>/"
FEDERATION = "f/<slug:federation>/"

urlpatterns: list[URLPattern] = [
    path(LEAGUES, seasons.leagues, name="leagues"),
    path(SEASON, seasons.season, name="season"),
    path(f"{SEASON}table.csv", caching.download_table, name="season-csv"),
    path(f"{SEASON}picture.png", seasons.picture, name="season-picture"),
    path(f"{SEASON}why/<int:number>/", seasons.why_by_number, name="season-why-by-number"),
    path(f"{SEASON}why/<path:address>/", seasons.why, name="season-why"),
    path(f"{SEASON}evenings/", seasons.evenings, name="season-evenings"),
    path(f"{SEASON}fixtures/", fixtures.fixtures, name="season-fixtures"),
    path(f"{SEASON}what-if/", what_if.what_if, name="season-what-if"),
    path(f"{SEASON}rules/", seasons.rules, name="season-rules"),
    path(f"{SEASON}prizes/", seasons.prizes, name="season-prizes"),
    path(f"{SEASON}ledger/", seasons.entries, name="season-entries"),
    path("c/<slug:club>/results/", seasons.results, name="results"),
    path(PLAYERS, players.everybody, name="players"),
    path(f"{PLAYERS}<int:pk>/", players.player_by_number, name="player-by-number"),
    path(f"{PLAYERS}<slug:address>/", players.player, name="player"),
    path(f"{PLAYERS}<slug:address>/picture.png", players.picture, name="player-picture"),
    path(f"{PLAYERS}<slug:address>/photo.png", players.photo, name="player-photo"),
    path("me/", own_players.show_own_players, name="own-players"),
    path("me/<slug:federation>/", own_players.as_one, name="own-players-as-one"),
    path(RATINGS, players.ratings, name="ratings"),
    path(FEDERATION, seasons.federation, name="federation"),
    path(f"{FEDERATION}ratings/<slug:game>/", seasons.federation_ratings, name="federation-ratings"),
]
