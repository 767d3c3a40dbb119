"""The categories of a club: groups of its members by which tables of places can be read."""

from __future__ import annotations

from tournaments.club.models import Club, GroupMember
from tournaments.club.reads.visitors import Visitor


def seen_by(visitor: Visitor, club: Club) -> list[str]:
    """Those by which a visitor may read: what the club shows to everybody, all of them for its officers."""
    if not club.categories:
        return []
    is_officer = club.pk in visitor.officer_in
    return sorted(name for name, is_shown in club.categories.items() if is_shown or is_officer)


def members_of(club: Club, category: str) -> frozenset[int]:
    """Who is in a category, by primary key; one query."""
    rows = GroupMember.objects.filter(player__club=club, group=category)
    return frozenset(rows.values_list("player", flat=True))
