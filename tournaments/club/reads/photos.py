"""The photos of players who have agreed to that."""

from __future__ import annotations

from datetime import date

from tournaments.club.models import MemberDetails, Player, PlayerPhoto

__all__ = ["PlayerPhoto"]

OF_AGE = 18
"""Whoever turns so old this year may still be a minor."""


def photo_of(player: Player) -> PlayerPhoto | None:
    """The photo of a player without its pixels, None where there is none; one query."""
    return PlayerPhoto.objects.filter(player=player).defer("content").first()


def picture_of(player: Player) -> bytes:
    """The PNG itself, b"" for none; one query."""
    found = PlayerPhoto.objects.filter(player=player).first()
    return bytes(found.content) if found else b""


def is_minor(details: MemberDetails, today: date) -> bool:
    """Whether these say that somebody is a minor, or may be: of birthdays only the year is known."""
    year = details.birth_year
    return details.is_minor or (year is not None and today.year - year <= OF_AGE)


def may_be_minor(player: Player, today: date) -> bool:
    """Whether what the club keeps of somebody says so; one query."""
    details = MemberDetails.objects.filter(player=player).first()
    return details is not None and is_minor(details, today)
