"""One's own offices, to be given up, and what opens Head Table in one's name: API tokens and sign-in links."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.club.reads import officers, permissions
from tournaments.club.services import invitations, tokens
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import now


@never_cache
@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """One's own offices, API tokens and sign-in links, as far as they open anything."""
    at, user = now(), permissions.user_to_sign_in(request.user.get_username())
    context = {
        "offices": officers.own_offices(user) if user else [],
        "tokens": permissions.api_tokens(user).filter(revoked_at__isnull=True, expires_at__gt=at),
        "links": permissions.sign_in_links(user).filter(
            revoked_at__isnull=True, used_at__isnull=True, expires_at__gt=at
        ),
    }
    return render(request, "desk/own_access.html", context)


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
