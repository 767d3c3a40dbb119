"""One's own second factor: an authenticator app with recovery codes, and passkeys; each changed by the password."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.faults import Faults
from tournaments.club.reads.accounts import factors_of
from tournaments.club.reads.members import User
from tournaments.club.services import factors
from tournaments.club.web.account import AppForm, PasskeyForm, holder, may, page
from tournaments.club.web.pages import own_button, own_form
from tournaments.club.web.sign_in import (
    LONGEST_NAME,
    factor_answer,
    is_own_password,
    origin_of,
    second_step_of,
    second_step_state,
)
from tournaments.site.sealing import seal, unseal
from tournaments.site.web.forms import REFUSED, bound_form, faults_in, show_faults
from tournaments.site.web.pages import now

TOLD: Final = "app-secret"
"""In the session, sealed: what an app is told and has not proved to know yet."""


@own_form
def add_app(request: HttpRequest) -> HttpResponse:
    user, form = holder(request), bound_form(AppForm, request)
    secret = unseal(request.session.get(TOLD, ""))
    if secret is None:
        secret = factors.new_secret()
        request.session[TOLD] = seal(secret)
    if form.is_valid() and may(request, form):
        with faults_in(form):
            factors.add_app(user=user, secret=secret, code=form.cleaned_data["code"], at=now())
            del request.session[TOLD]
            return _added(request, user, _("The authenticator app is added."))
    drawn = segno.make(factors.address_for_app(user, secret), error="m")
    context = {"form": form, "secret": secret, "qr": drawn.svg_data_uri(border=2, light="white")}
    return render(request, "desk/add_app.html", context, status=REFUSED if form.is_bound else None)


def _added(request: HttpRequest, user: User, said: str) -> HttpResponse:
    # The first factor brings recovery codes, which are shown this once.
    messages.success(request, said)
    if factors_of(user).codes_left:
        return redirect("web:own-account")
    return _codes(request, user)


def _codes(request: HttpRequest, user: User) -> HttpResponse:
    codes = factors.make_recovery_codes(user=user, at=now())
    return render(request, "desk/recovery_codes.html", {"codes": codes})


@own_button
def add_passkey(request: HttpRequest) -> HttpResponse:
    # First, by the password, what the browser is to make; then it keeps what was made.
    user, answer = holder(request), factor_answer(request)
    if answer is not None:
        return _keep_passkey(request, user, answer)
    form = PasskeyForm(request.POST, auto_id="passkey_%s")
    if form.is_valid() and may(request, form):
        with faults_in(form):
            options, state = factors.begin_adding(user=user, origin=origin_of(request))
            return second_step_of(request, options, {**state, "name": form.cleaned_data["name"]})
    return page(request, user, passkey=form)


def _keep_passkey(request: HttpRequest, user: User, answer: Any) -> HttpResponse:
    state, form = second_step_state(request), PasskeyForm(request.POST, auto_id="passkey_%s")
    if state is None or "name" not in state:
        form.add_error("name", _("This took too long; try again."))
        return page(request, user, passkey=form)
    try:
        factors.add(
            user=user, origin=origin_of(request), state=state, answer=answer, name=state["name"], at=now()
        )
    except Faults as refused:
        show_faults(form, refused)
        return page(request, user, passkey=form)
    return _added(request, user, _("The passkey is added."))


Act = Callable[..., HttpResponse]


def by_password(view: Act) -> Act:
    """Ask for the current password with a post; whoever gives another is told, and sees the account again."""

    @wraps(view)
    def guarded(request: HttpRequest, **at: Any) -> HttpResponse:
        user = holder(request)
        if is_own_password(request, user, request.POST.get("current", "")[:LONGEST_NAME]):
            return view(request, user, **at)
        messages.error(request, _("This is not your current password."))
        return redirect("web:own-account")

    return own_button(guarded)


@by_password
def new_codes(request: HttpRequest, user: User) -> HttpResponse:
    if not factors_of(user):
        raise Http404
    return _codes(request, user)


@by_password
def remove_app(request: HttpRequest, user: User) -> HttpResponse:
    if not factors.remove_app(user=user, at=now()):
        raise Http404
    messages.success(request, _("The authenticator app is removed."))
    return redirect("web:own-account")


@by_password
def remove_passkey(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    if not factors.remove_passkey(user=user, pk=pk, at=now()):
        raise Http404
    messages.success(request, _("The passkey is removed."))
    return redirect("web:own-account")
