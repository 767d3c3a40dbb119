"""The addresses: the web door at the root, the REST door below /api/, Django's admin, health."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]
