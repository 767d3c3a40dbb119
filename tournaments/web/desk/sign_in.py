"""Coming in and going out: by password, or by a link that works once."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.services import access
from tournaments.web.shared import now

GONE = 410
TOO_MANY = 429
LONGEST_NAME = 150
BACKEND = "django.contrib.auth.backends.ModelBackend"


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    """The password form. Attempts are counted by django-axes."""

    template_name = "sign_in/sign_in.html"
    redirect_authenticated_user = True


def locked_out(request: HttpRequest, *about: object) -> HttpResponse:
    """What somebody sees who has tried too often; called by django-axes, whose other arguments are not needed."""
    context = {"username": request.POST.get("username", "")[:LONGEST_NAME]}
    return render(request, "sign_in/locked_out.html", context, status=TOO_MANY)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link: looking at it shows a button, and only the button uses it up.

    Mail programs and chats open links to preview them; that must not cost the reader their way in.
    """
    if request.method != "POST":
        return render(request, "sign_in/by_link.html")
    user = access.use_sign_in_link(token, at=now())
    if user is None:
        return render(request, "sign_in/link_gone.html", status=GONE)
    login(request, user, backend=BACKEND)
    return redirect("web:desk")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends the session; a link to here asks first."""
    if request.method != "POST":
        return render(request, "sign_in/sign_out.html")
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("web:sign-in")
