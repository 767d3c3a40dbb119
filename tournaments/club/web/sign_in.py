"""Coming in and going out: by password, or by a link that works once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.club.services import tokens
from tournaments.club.web.passwords import PasswordForm, Refused, refused_page
from tournaments.club.web.second_step import let_in
from tournaments.site.web import query_params
from tournaments.site.web.shared import now

FORBIDDEN = 403
GONE = 410
LONGEST_NAME = 150


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    """The password form."""

    template_name = "sign_in/sign_in.html"
    authentication_form = PasswordForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: str, **kwargs: Any) -> HttpResponse:
        """Sign in, or say why the password was not looked at."""
        try:
            return super().post(request, *args, **kwargs)
        except Refused as refused:
            return refused_page(request, refused, request.POST.get("username", "")[:LONGEST_NAME])

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Let the user in, or ask for their second factor first."""
        return let_in(self.request, form.get_user(), self.get_success_url())


def of_the_admin(request: HttpRequest) -> HttpResponse:
    """The admin's own way in leads here, so that every password is counted."""
    if request.user.is_authenticated:  # and may not see the admin: nothing that the log has to trace
        return render(request, "403.html", status=FORBIDDEN)
    return redirect_to_login(query_params.text(request, "next") or reverse("admin:index"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link: looking at it shows a button, and only the button uses it up.

    Mail programs and chats open links to preview them; that must not cost the reader their way in.
    """
    if request.method != "POST":
        return render(request, "sign_in/by_link.html")
    user = tokens.use_sign_in_link(token, at=now())
    if user is None:
        return render(request, "sign_in/link_gone.html", status=GONE)
    return let_in(request, user, reverse("web:desk"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends the session; a link to here asks first."""
    if request.method != "POST":
        return render(request, "sign_in/sign_out.html")
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("web:sign-in")
