"""What a link opens to whoever need not be signed in: a new password, a mail address, being a player of a club."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.club.reads import accounts as read
from tournaments.club.reads.accounts import AccountLink
from tournaments.club.reads.members import User
from tournaments.club.services import accounts, invitations, throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.club.services.tokens import hashed
from tournaments.club.web.account import AccountForm, NewPasswordForm, holder
from tournaments.club.web.passwords import TooMany, refused_page, remember
from tournaments.club.web.sign_in import BACKEND, GONE, LONGEST_NAME
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.pages import now

MOST_ASKED = 5
MINUTES = 30
"""So many mails with a new password in so long, from one address, and for one account."""


class ForgottenForm(forms.Form):
    """Whose password is forgotten."""

    told = forms.CharField(
        label=gettext_lazy("Username or e-mail address"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Mail a link for a new password, and never say whether there is such an account; or say whom to ask."""
    if not accounts.mail_is_set_up():
        return render(request, "sign_in/forgotten.html", {"form": None})
    form, is_sent = filled(ForgottenForm, request), False
    if form.is_bound and form.is_valid():
        told, at = form.cleaned_data["told"], now()
        asks = ("address", throttle.address_of(request.META)), ("name", told.casefold())
        limits = [Limit(sender("forgotten", *ask), MOST_ASKED, MINUTES) for ask in asks]
        if throttle.count(*limits, at=at) is None:
            return refused_page(request, TooMany(limits[0].wait(at)), "")
        accounts.mail_password_links(told=told, at=at)
        is_sent = True
    status = REFUSED if form.is_bound and not is_sent else None
    return render(request, "sign_in/forgotten.html", {"form": form, "is_sent": is_sent}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, token: str) -> HttpResponse:
    """Choose a new password; whoever has done so signs in with it."""
    link = read.open_account_link(hashed(token), at=now())
    if link is None or link.kind != AccountLink.Kind.PASSWORD:
        return render(request, "sign_in/link_gone.html", status=GONE)
    form = filled(NewPasswordForm, request, user=link.user)
    if form.is_bound and form.is_valid():
        password = form.cleaned_data["password"]
        if accounts.set_password(token=token, password=password, at=now()) is None:
            return render(request, "sign_in/link_gone.html", status=GONE)
        logout(request)
        messages.success(request, _("Your new password is saved. Sign in with it."))
        return redirect("web:sign-in")
    context = {"form": form, "name": link.user.get_username()}
    return render(request, "sign_in/new_password.html", context, status=REFUSED if form.is_bound else None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_address(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm a new mail address, or bring the former one back: the button does it, not looking at the page."""
    link = read.open_account_link(hashed(token), at=now())
    if link is None or link.kind == AccountLink.Kind.PASSWORD:
        return render(request, "sign_in/link_gone.html", status=GONE)
    is_done = False
    if request.method == "POST":
        if accounts.use_address_link(token=token, at=now()) is None:
            return render(request, "sign_in/link_gone.html", status=GONE)
        is_done = True
    context = {"link": link, "is_undo": link.kind == AccountLink.Kind.UNDO, "is_done": is_done}
    return render(request, "sign_in/own_address.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Say that a player of a club is oneself: with the account one is signed in with, or with a new one."""
    found = read.open_claim(hashed(token), at=now())
    if found is None:
        return render(request, "sign_in/claim_gone.html", status=GONE)
    form: forms.Form
    if request.user.is_authenticated:
        form = filled(forms.Form, request)
        if form.is_bound:
            with faults_in(form):
                user = holder(request)
                player = invitations.claim_account(token=token, user=user, at=now())
                return _claimed(request, user if player else None, found.player.name)
    else:
        form = filled(AccountForm, request, initial={"person": found.player.name})
        if form.is_bound and form.is_valid():
            with faults_in(form):
                joined = invitations.join_with_claim(token=token, **form.cleaned_data, at=now())
                return _claimed(request, joined, found.player.name)
    context = {"claim": found, "form": form}
    return render(request, "sign_in/claim.html", context, status=REFUSED if form.is_bound else None)


def _claimed(request: HttpRequest, user: User | None, name: str) -> HttpResponse:
    """One's own pages; None where it was too late."""
    if user is None:
        return render(request, "sign_in/claim_gone.html", status=GONE)
    if not request.user.is_authenticated:
        login(request, user, backend=BACKEND)
    messages.success(request, _("You are %(name)s.") % {"name": name})
    answer = redirect("web:own-players")
    remember(answer, request, user)
    return answer
