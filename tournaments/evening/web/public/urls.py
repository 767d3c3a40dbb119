"""Addresses of the public pages: a person can read them out."""

from django.urls import URLPattern, path

from tournaments.evening.web.public import caching, evenings, prizes, wall

EVENING = "c/<slug:club>/<slug:evening>/"
ROUND = f"{EVENING}rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("wall/", wall.tonight, name="wall-tonight"),
    path(EVENING, evenings.evening, name="evening"),
    path(ROUND, evenings.round_, name="round"),
    path(f"{ROUND}tables/<int:table>/", evenings.table, name="round-table"),
    path(f"{EVENING}rounds/", prizes.race, name="evening-race"),
    path(f"{EVENING}rules/", evenings.rules, name="evening-rules"),
    path(f"{EVENING}check/", evenings.check, name="evening-check"),
    path(f"{EVENING}print/", evenings.print_view, name="evening-print"),
    path(f"{EVENING}prizes/", prizes.prize_list, name="prizes"),
    path(f"{EVENING}prizes.csv", prizes.prizes_csv, name="prizes-csv"),
    path(f"{EVENING}wall/", wall.wall, name="wall"),
    path(f"{EVENING}what-if/", prizes.what_if, name="evening-what-if"),
    path(f"{EVENING}standings.csv", evenings.standings, name="standings-csv"),
    path(f"{EVENING}picture.png", caching.picture, name="evening-picture"),
    path(f"{EVENING}archive.json", evenings.archive, name="archive"),
    path(f"{EVENING}schedule/", evenings.schedule, name="schedule"),
    path(f"{EVENING}certificate/", evenings.certificate, name="certificate"),
    path(f"{EVENING}certificate.json", evenings.certificate_file, name="certificate-file"),
    path("rules/<slug:game>/", evenings.rulebook, name="rulebook"),
]
