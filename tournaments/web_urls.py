"""The pages, one list for each family of screens."""

from django.urls import path

from tournaments.evening.web.desk.urls import urlpatterns as desk
from tournaments.evening.web.player.urls import urlpatterns as player
from tournaments.evening.web.public.urls import urlpatterns as public
from tournaments.evening.web.table.urls import urlpatterns as table
from tournaments.league.web.desk.urls import urlpatterns as desk_leagues
from tournaments.league.web.public import clubs
from tournaments.league.web.public.urls import urlpatterns as leagues
from tournaments.live import version
from tournaments.operations import web as health
from tournaments.rehearsal import web as rehearsal

app_name = "web"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("c/<slug:club>/<slug:evening>/version", version.version, name="version"),
    # Before those of evenings: `leagues` and `players` are no evening.
    path("", clubs.home, name="home"),
    path("c/<slug:club>/", clubs.club, name="club"),
    path("desk/<slug:club>/<slug:evening>/rehearsal/", rehearsal.show, name="desk-rehearsal"),
    *desk_leagues,
    *leagues,
    *desk,
    *table,
    *player,
    *public,
]
