"""Addresses of the secretary's pages of leagues."""

from django.urls import URLPattern, path

from tournaments.web.desk.leagues import persons

LEAGUES = "desk/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

PERSONS = "desk/<slug:club>/persons/"

urlpatterns: list[URLPattern] = [
    path(PERSONS, persons.persons, name="desk-persons"),
    path(f"{PERSONS}merge/", persons.merge, name="desk-persons-merge"),
    path(f"{PERSONS}<int:pk>/undo/", persons.undo, name="desk-persons-undo"),
]
