"""The addresses: the web door at the root, the REST door below /api/, Django's admin, health."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournaments.club.web import sign_in

handler404 = "config.middleware.not_found"
handler500 = "config.middleware.failed"

urlpatterns = [
    path("admin/login/", sign_in.of_the_admin),
    path("admin/", admin.site.urls),
    # Without a token, so that public pages can be kept: all that can be forged is a language.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("api/", include("tournaments.api_urls")),
    *([path("mails/", include("anymail.urls"))] if settings.EMAIL_PROVIDER else []),
    path("", include("tournaments.live.hub")),
    path("", include("tournaments.web_urls")),
]
