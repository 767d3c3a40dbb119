"""Where a page's stream is: beside the version that it polls without one."""

from django.urls import path

from tournaments.live import hub

app_name = "live"

urlpatterns = [path("c/<slug:club>/<slug:evening>/live", hub.live_stream, name="stream")]
