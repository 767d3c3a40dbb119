"""Addresses of a player's own page."""

from django.urls import URLPattern, path

from tournaments.evening.web import player

ME = "c/<slug:club>/<slug:evening>/me/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("p/<str:token>/", player.open_ticket, name="ticket"),
    path(ME, player.me, name="me"),
    path(f"{ME}table/", player.to_table, name="me-table"),
    path(f"{ME}ask/", player.ask, name="me-ask"),
    path(f"{ME}ask/not/", player.ask_not, name="me-ask-not"),
]
