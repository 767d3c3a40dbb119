"""Addresses of the search; no evening bears the name, for each begins with its date."""

from django.urls import URLPattern, path

from tournaments.search import web

urlpatterns: list[URLPattern] = [
    path("c/<slug:club>/search/", web.public, name="search"),
    path("desk/<slug:club>/search/", web.desk, name="desk-search"),
]
