"""Addresses of the public pages of leagues and people."""

from django.urls import URLPattern

LEAGUES = "c/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

urlpatterns: list[URLPattern] = []
