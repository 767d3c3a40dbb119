"""Coming in with a second factor: whoever has one is asked for it after the password; a passkey alone will do too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.reads.members import User
from tournaments.club.reads.second_factor import factors_of, user_of
from tournaments.club.services import passkeys, second_factor, throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.club.web.passwords import Refused, TooMany, is_right_code, refused_page, remember
from tournaments.site.web.forms import REFUSED, filled
from tournaments.site.web.shared import now

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
WAITING: Final = "second-step"
"""In the session: who has given the right password, when, and where they go from here."""
ASKED: Final = "passkey-asked"
"""In the session: what a browser was asked for, and when."""
WAITS: Final = 600
"""Seconds for which the second step may take."""
MOST_ASKED: Final = 30
"""Challenges for one address in a minute."""
LONGEST_CODE: Final = 40


class CodeForm(forms.Form):
    """A code of the app, or one of the recovery codes."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=LONGEST_CODE,
        help_text=gettext_lazy("Six digits from your authenticator app, or one of your recovery codes."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


def let_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """Sign in whoever has given the right password or link, and go to `to`; or ask for a second factor first."""
    if factors_of(user):
        waiting = {"user": user.pk, "hash": user.get_session_auth_hash(), "at": _seconds(), "to": to}
        request.session[WAITING] = waiting
        return redirect("web:second-step")
    return _signed_in(request, user, to)


def _signed_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    request.session.pop(WAITING, None)
    login(request, user, backend=BACKEND)
    answer = HttpResponseRedirect(to)
    remember(answer, request, user)
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor; whoever has waited too long begins again."""
    user, to = _waiting(request)
    if user is None:
        return redirect("web:sign-in")
    if request.method == "POST" and "passkey" in request.POST:
        return _by_passkey(request, user, to)
    form = filled(CodeForm, request)
    if form.is_bound and form.is_valid():
        code, found = form.cleaned_data["code"], user
        try:
            if is_right_code(request, user, lambda: second_factor.takes(user=found, code=code, at=now())):
                return _signed_in(request, user, to)
        except Refused as refused:
            return refused_page(request, refused, user.get_username())
        form.add_error("code", _("This code is wrong, or was used already."))
    return _page(request, user, form)


def _page(request: HttpRequest, user: User, form: CodeForm, status: int = REFUSED) -> HttpResponse:
    context = {"form": form, "factors": factors_of(user)}
    return render(request, "sign_in/second_step.html", context, status=status if form.is_bound else None)


@never_cache
@require_POST
def by_passkey(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey alone, which asks its holder for a finger or a code of their own."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return _by_passkey(request, None, wanted if is_ours else reverse("web:desk"))


def _by_passkey(request: HttpRequest, user: User | None, to: str) -> HttpResponse:
    """First what the browser is to ask for, as JSON; then, with its answer, whose passkey it is."""
    answer = answer_in(request)
    if answer is None:
        limit = Limit(sender("passkey", throttle.address_of(request.META)), MOST_ASKED)
        if throttle.count(limit, at=now()) is None:
            return refused_page(request, TooMany(limit.wait(now())), "")
        return asked_of(request, *passkeys.begin_knowing(origin=origin_of(request), user=user))
    state = state_of(request)
    found = None
    if state is not None:
        found = passkeys.known(origin=origin_of(request), user=user, state=state, answer=answer, at=now())
    if found is not None:
        return _signed_in(request, found, to)
    context = {"is_second": user is not None}
    return render(request, "sign_in/passkey_unknown.html", context, status=REFUSED)


def answer_in(request: HttpRequest) -> Mapping[str, Any] | None:
    """What a browser has answered, in the field `passkey`; None where it is still to be asked."""
    told = request.POST.get("passkey", "")
    if not told:
        return None
    try:
        answer = json.loads(told)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def asked_of(request: HttpRequest, asked: Mapping[str, Any], state: passkeys.State) -> HttpResponse:
    """What a browser is to ask its passkeys for; the state is kept until it answers."""
    request.session[ASKED] = {**state, "at": _seconds()}
    return JsonResponse(asked)


def state_of(request: HttpRequest) -> passkeys.State | None:
    """What was kept, once; None where nothing was, or too long ago."""
    state: passkeys.State | None = request.session.pop(ASKED, None)
    return state if state is not None and _seconds() - state["at"] < WAITS else None


def origin_of(request: HttpRequest) -> str:
    """Where the pages were opened, with the port: a passkey holds for its host, and is taken from here alone."""
    scheme = "https" if settings.HTTPS else request.scheme
    return f"{scheme}://{request.get_host()}".lower()


def _waiting(request: HttpRequest) -> tuple[User | None, str]:
    """Who has given the right password just now, and where they go; None for nobody."""
    waiting = request.session.get(WAITING) or {}
    user = user_of(waiting.get("user"))
    if user is None or _seconds() - waiting["at"] >= WAITS or waiting["hash"] != user.get_session_auth_hash():
        return None, ""
    return user, waiting["to"]


def _seconds() -> int:
    return int(now().timestamp())
