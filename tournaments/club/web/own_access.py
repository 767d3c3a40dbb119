"""What opens Head Table in the name of whoever is signed in: API tokens and sign-in links, to be taken back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.club.reads import permissions
from tournaments.club.services import tokens
from tournaments.site.web.shared import now


@never_cache
@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """One's own API tokens and sign-in links, as far as they open anything."""
    at, user = now(), permissions.user_to_sign_in(request.user.get_username())
    context = {
        "tokens": permissions.api_tokens(user).filter(revoked_at__isnull=True, expires_at__gt=at),
        "links": permissions.sign_in_links(user).filter(
            revoked_at__isnull=True, used_at__isnull=True, expires_at__gt=at
        ),
    }
    return render(request, "desk/own_access.html", context)


@never_cache
@require_POST
@login_required
def revoke(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Take one of them back. Raises Http404 for what is somebody else's."""
    user = permissions.user_to_sign_in(request.user.get_username())
    act = tokens.revoke_api_token if kind == "token" else tokens.revoke_sign_in_link
    if not act(pk, at=now(), of=user):
        raise Http404
    messages.success(request, _("It opens nothing any more."))
    return redirect("web:own-access")
