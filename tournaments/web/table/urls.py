"""Addresses of the phone at the table."""

from django.urls import URLPattern, path

from tournaments.web.table import agreed, app, calling, card, devices, practice, views

TABLE = "table/<slug:club>/<slug:evening>/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", card.open_card, name="table-card"),
    path("rules/<slug:game>/score/", practice.sheet, name="practice"),
    path("rules/<slug:game>/score/preview/", practice.preview, name="practice-preview"),
    path("table/", app.start, name="start"),
    path("table/worker.js", app.worker, name="worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path(TABLE, views.table, name="table"),
    path(f"{TABLE}hands/", views.enter, name="table-enter"),
    path(f"{TABLE}hands/<int:hand>/confirm/", agreed.confirm, name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", agreed.settle, name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/other/", agreed.other, name="table-other"),
    path(f"{TABLE}hands/<int:hand>/correct/", agreed.correct, name="table-correct"),
    path(f"{TABLE}call/", calling.call, name="table-call"),
    path(f"{TABLE}call/withdraw/", calling.withdraw, name="table-withdraw"),
    path(f"{TABLE}preview/", views.preview, name="table-preview"),
    path(f"{TABLE}seat/", devices.sit, name="table-seat"),
    path(f"{TABLE}ring/", views.ring, name="table-ring"),
    path(f"{TABLE}cut/", views.cut, name="table-cut"),
]
