"""Addresses of the page of who did what."""

from django.urls import URLPattern, path

from tournaments.audit import web

urlpatterns: list[URLPattern] = [
    path("desk/<slug:club>/acts/", web.show, name="desk-audit"),
    path("desk/<slug:club>/acts.csv", web.download, {"kind": "csv"}, name="desk-audit-csv"),
    path("desk/<slug:club>/acts.json", web.download, {"kind": "json"}, name="desk-audit-json"),
]
