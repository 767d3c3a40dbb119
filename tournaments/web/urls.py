"""The pages, one list for each family of screens."""

from django.urls import path

from tournaments.web import health, live
from tournaments.web.desk.leagues.urls import urlpatterns as desk_leagues
from tournaments.web.desk.urls import urlpatterns as desk
from tournaments.web.player.urls import urlpatterns as player
from tournaments.web.public.leagues.urls import urlpatterns as leagues
from tournaments.web.public.urls import urlpatterns as public
from tournaments.web.table.urls import urlpatterns as table

app_name = "web"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("c/<slug:club>/<slug:evening>/version", live.version, name="version"),
    # Before those of evenings: `leagues` and `players` are no evening.
    *desk_leagues,
    *leagues,
    *desk,
    *table,
    *player,
    *public,
]
