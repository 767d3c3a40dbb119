"""One's own offices, to be given up, and what opens Head Table in one's name: API tokens and sign-in links."""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.reads import officers, permissions
from tournaments.club.reads.members import User
from tournaments.club.roles import REACH_WORDS, Reach
from tournaments.club.services import invitations, tokens
from tournaments.limits import LONGEST_TOKEN_NAME
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled
from tournaments.site.web.shared import now


class TokenForm(forms.Form):
    """A new API token: what it is for, what it may do, how long."""

    name = forms.CharField(
        label=later("What it is for"),
        help_text=later("For example: the website of the club."),
        max_length=LONGEST_TOKEN_NAME,
        error_messages={"required": later("Nothing was entered; a word such as “website” is enough.")},
    )
    may = forms.TypedChoiceField(
        label=later("It may"),
        choices=[(reach.value, later(words)) for reach, words in REACH_WORDS.items()],
        coerce=int,
    )
    days = forms.TypedChoiceField(
        label=later("It works for"),
        choices=[(30, later("30 days")), (90, later("90 days")), (365, later("a year"))],
        coerce=int,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """One's own offices, API tokens and sign-in links, as far as they open anything; and a new token (POST)."""
    user, form = permissions.user_to_sign_in(request.user.get_username()), filled(TokenForm, request)
    if user and form.is_bound and form.is_valid():
        made, entered = list[str](), form.cleaned_data
        with faults_in(form):
            made.append(
                tokens.make_api_token(
                    user=user,
                    name=entered["name"],
                    at=now(),
                    lasts=timedelta(days=entered["days"]),
                    reach=Reach(entered["may"]),
                )
            )
        if made:
            return _page(request, user, TokenForm(), token=made[0], called=entered["name"])
    return _page(request, user, form, status=REFUSED if form.is_bound else 200)


def _page(
    request: HttpRequest, user: User | None, form: TokenForm, status: int = 200, **more: str
) -> HttpResponse:
    at = now()
    context = {
        **more,
        "form": form,
        "offices": officers.own_offices(user) if user else [],
        "tokens": permissions.working_api_tokens(user, at=at) if user else [],
        "links": permissions.open_sign_in_links(user, at=at) if user else [],
    }
    return render(request, "desk/own_access.html", context, status=status)


@never_cache
@require_POST
@login_required
def give_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an office of one's own up. Raises Http404 for what is somebody else's."""
    user = permissions.user_to_sign_in(request.user.get_username())
    office = officers.own_office(user, pk) if user else None
    if office is None:
        raise Http404
    attempt(
        request,
        lambda: invitations.dismiss(club=office.club, pk=office.pk),
        _("You have given the office up."),
    )
    return redirect("web:own-access")


@never_cache
@require_POST
@login_required
def revoke(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Take one of them back. Raises Http404 for what is somebody else's."""
    user = permissions.user_to_sign_in(request.user.get_username())
    act = tokens.revoke_api_token if kind == "token" else tokens.revoke_sign_in_link
    if not act(pk, at=now(), of=user):
        raise Http404
    messages.success(request, _("It no longer works."))
    return redirect("web:own-access")
