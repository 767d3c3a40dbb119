"""Addresses of the secretary's pages of leagues."""

from django.urls import URLPattern

LEAGUES = "desk/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

urlpatterns: list[URLPattern] = []
