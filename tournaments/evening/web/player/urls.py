"""Addresses of a player's own page."""

from django.urls import URLPattern, path

from tournaments.evening.web.player import views

ME = "c/<slug:club>/<slug:evening>/me/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("p/<str:token>/", views.open_ticket, name="ticket"),
    path(ME, views.me, name="me"),
    path(f"{ME}table/", views.to_table, name="me-table"),
    path(f"{ME}ask/", views.ask, name="me-ask"),
    path(f"{ME}ask/not/", views.ask_not, name="me-ask-not"),
]
