"""The pages, one list for each family of screens."""

from django.urls import path, register_converter

from tournaments.audit.web import urlpatterns as audit
from tournaments.club.web import pages, settings
from tournaments.evening.web.desk.urls import urlpatterns as desk
from tournaments.evening.web.player import urlpatterns as player
from tournaments.evening.web.public.urls import urlpatterns as public
from tournaments.evening.web.table.views import urlpatterns as table
from tournaments.fees.web import urlpatterns as desk_fees
from tournaments.league.web import urls as of_leagues
from tournaments.league.web.public import clubs
from tournaments.live import bridge
from tournaments.operations import health
from tournaments.privacy.web import urlpatterns as privacy
from tournaments.rehearsal import web
from tournaments.search.web import urlpatterns as search
from tournaments.signup.desk import urlpatterns as desk_coming
from tournaments.signup.links import urlpatterns as coming_by_link
from tournaments.signup.public import at_address
from tournaments.signup.public import urlpatterns as coming
from tournaments.site.web import page_help
from tournaments.site.web.pages import Dated

app_name = "web"
register_converter(Dated, "dated")

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("c/<slug:club>/<slug:evening>/version", bridge.version, name="version"),
    # An address is looked for from above: first what a full room asks for.
    path("c/<slug:club>/<dated:evening>/", at_address),
    *table,
    *player,
    # Before those of evenings: `coming`, `leagues`, `players`, `results` and `search` are no evening.
    path("", clubs.home, name="home"),
    path("words/", page_help.words, name="words"),
    path("c/<slug:club>/", clubs.club, name="club"),
    *privacy,
    path("c/<slug:club>/logo/<slug:fingerprint>.png", settings.logo, name="club-logo"),
    path("c/<slug:club>/colours/<slug:fingerprint>.css", settings.colours, name="club-colours"),
    path("visit/<str:link>/", pages.open_link, name="visit"),
    *search,
    *of_leagues.public,
    *coming,
    *coming_by_link,
    *public,
    path("desk/<slug:club>/<slug:evening>/rehearsal/", web.show, name="desk-rehearsal"),
    *audit,
    *of_leagues.desk,
    *desk_fees,
    *desk_coming,
    *desk,
]
