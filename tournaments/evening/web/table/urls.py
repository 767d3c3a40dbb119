"""Addresses of the phone at the table."""

from django.urls import URLPattern, path

from tournaments.evening.web.table import app, preview, views

TABLE = "table/<slug:club>/<slug:evening>/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", app.open_card, name="table-card"),
    path("rules/<slug:game>/score/", preview.sheet, name="practice"),
    path("rules/<slug:game>/score/preview/", preview.preview, name="practice-preview"),
    path("table/", app.start, name="start"),
    path("table/worker.js", app.worker, name="worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path(TABLE, views.table, name="table"),
    path(f"{TABLE}hands/", views.enter, name="table-enter"),
    path(f"{TABLE}hands/<int:hand>/confirm/", views.confirm, name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", views.settle, name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/other/", views.other, name="table-other"),
    path(f"{TABLE}hands/<int:hand>/correct/", views.correct, name="table-correct"),
    path(f"{TABLE}call/", views.call, name="table-call"),
    path(f"{TABLE}call/withdraw/", views.withdraw_call, name="table-withdraw"),
    path(f"{TABLE}preview/", views.preview, name="table-preview"),
    path(f"{TABLE}seat/", app.sit, name="table-seat"),
    path(f"{TABLE}signal/", views.signal, name="table-signal"),
    path(f"{TABLE}ring/", views.ring, name="table-ring"),
    path(f"{TABLE}cut/", views.cut, name="table-cut"),
]
