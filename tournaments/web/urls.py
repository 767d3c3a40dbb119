"""The pages."""

from django.urls import URLPattern, path

from tournaments.web import health

app_name = "web"

urlpatterns: list[URLPattern] = [
    path("healthz", health.healthz, name="healthz"),
]
