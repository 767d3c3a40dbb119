"""One's own account: name, e-mail address, password, where one is signed in. Its second factor: own_factors.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.reads import accounts as read
from tournaments.club.reads.members import User
from tournaments.club.reads.permissions import working_api_tokens
from tournaments.club.reads.second_factor import factors_of
from tournaments.club.services import account_links, accounts, mails
from tournaments.club.services import sessions as service
from tournaments.club.web import sessions
from tournaments.club.web.account_form import AddressForm, NameForm, PasskeyForm, PasswordChangeForm
from tournaments.club.web.passwords import Refused, is_own_password, refused_page
from tournaments.site.web.forms import REFUSED, faults_in
from tournaments.site.web.shared import now

Done = Callable[[HttpRequest, User, Any], str]


def holder(request: HttpRequest) -> User:
    """Whoever is signed in."""
    assert isinstance(request.user, User)  # noqa: S101 - behind login_required
    return request.user


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """The whole account; a post changes one part of it, which the field `part` names."""
    user, part = holder(request), request.POST.get("part", "")
    bound = {part: _forms(user, request.POST)[part]} if part in PARTS else {}
    for form in bound.values():
        try:
            if form.is_valid() and may(request, form):
                with faults_in(form):
                    messages.success(request, PARTS[part](request, user, form.cleaned_data))
                    return redirect("web:own-account")
        except Refused as refused:
            return refused_page(request, refused, user.get_username())
    return page(request, user, **bound)


def may(request: HttpRequest, form: forms.Form) -> bool:
    """Whether a form that asks for the current password has the right one; it says so where not. Raises Refused."""
    current = form.cleaned_data.get("current")
    if current is None or is_own_password(request, holder(request), current):
        return True
    form.add_error("current", _("This is not your current password."))
    return False


def page(request: HttpRequest, user: User, **bound: forms.Form) -> HttpResponse:
    """The account with what was refused, where something was."""
    context = {
        **_forms(user),
        **bound,
        "sessions": read.sessions_of(user),
        "here": sessions.stored_key(request),
        "factors": factors_of(user),
        "events": read.events_of(user),
        "players": read.players_of(user),
        "mails": mails.is_set_up(),
        "unreached": read.unreached_address(user, at=now()),
    }
    return render(request, "desk/account.html", context, status=REFUSED if bound else None)


def _forms(user: User, data: Any = None) -> dict[str, forms.Form]:
    """The forms of the page, by the part that each changes. Those with a password share the name of a field."""
    return {
        "name": NameForm(data, initial={"person": user.get_full_name() or user.get_username()}),
        "address": AddressForm(data, initial={"email": user.email}, auto_id="address_%s"),
        "password": PasswordChangeForm(
            data,
            user=user,
            has_tokens=working_api_tokens(user, at=now()).exists(),
            auto_id="password_%s",
        ),
        "passkey": PasskeyForm(data, auto_id="passkey_%s"),
    }


def _rename(_request: HttpRequest, user: User, entered: dict[str, Any]) -> str:
    accounts.rename(user=user, person=entered["person"])
    return _("Your name is changed.")


def _change_address(_request: HttpRequest, user: User, entered: dict[str, Any]) -> str:
    if mails.is_set_up():
        account_links.ask_for_address(user=user, email=entered["email"], at=now())
        words = _("A mail is on its way to %(email)s. The address is changed once you follow the link in it.")
        return words % {"email": entered["email"]}
    account_links.set_address(user=user, email=entered["email"], at=now())
    return _("The address is saved. No mail was sent to confirm it: no mail server is set up here.")


def _change_password(request: HttpRequest, user: User, entered: dict[str, Any]) -> str:
    accounts.change_password(
        user=user,
        password=entered["password"],
        at=now(),
        by=user,
        ends_tokens=entered.get("ends_tokens", False),
    )
    update_session_auth_hash(request, user)  # a new session, since this one has ended with the others
    sessions.note(request, user)
    return _("Your password is changed. Everywhere else you are signed out.")


PARTS: Final[dict[str, Done]] = {
    "name": _rename,
    "address": _change_address,
    "password": _change_password,
}


@never_cache
@require_POST
@login_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out on another device. Raises Http404 for what is somebody else's."""
    if not service.end(user=holder(request), pk=pk):
        raise Http404
    messages.success(request, _("That device is signed out."))
    return redirect("web:own-account")


@never_cache
@require_POST
@login_required
def end_others(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but here."""
    service.end_all(holder(request), but=sessions.stored_key(request))
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("web:own-account")
