"""Addresses of the public pages of leagues and people."""

from django.urls import URLPattern, path

from tournaments.web.public.leagues import players

LEAGUES = "c/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

PLAYERS = "c/<slug:club>/players/"

urlpatterns: list[URLPattern] = [
    path(PLAYERS, players.everybody, name="players"),
    path(f"{PLAYERS}<int:pk>/", players.player, name="player"),
]
