"""The club at a public address, as visitors find it."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.club.reads import permissions
from tournaments.club.reads.members import Club
from tournaments.club.web.language import speak


def public_club(request: HttpRequest, slug: str) -> Club:
    """The club of this address, whose language is spoken from now on; one query. Raises Http404 without one."""
    found: Club = get_object_or_404(permissions.public_clubs(), slug=slug)
    speak(request, found.language)
    return found
