"""Addresses of a player's own page."""

from django.urls import URLPattern, path

from tournaments.evening.web.player import page

ME = "c/<slug:club>/<slug:evening>/me/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("p/<str:token>/", page.open_ticket, name="ticket"),
    path(ME, page.me, name="me"),
    path(f"{ME}table/", page.to_table, name="me-table"),
    path(f"{ME}ask/", page.ask, name="me-ask"),
    path(f"{ME}ask/not/", page.ask_not, name="me-ask-not"),
]
