"""Whether an installation has an owner yet, and what there is to look at until it has one."""

from __future__ import annotations

from django.db.models import Q

from tournaments.club.models import Club, User


def is_open() -> bool:
    """Whether nobody has begun here: no club but a demo, and no account that may do everything; two queries."""
    begun = Q(is_founder=True) | Q(is_superuser=True)
    return not (
        Club.objects.filter(is_demo=False).exists() or User.objects.filter(begun, is_active=True).exists()
    )


def demo() -> Club | None:
    """The demo club, where it is there to look at."""
    return Club.objects.filter(is_demo=True, put_away_at__isnull=True).first()


def demo_officer() -> User | None:
    """Whoever directs the demo club."""
    return User.objects.filter(
        is_active=True, offices__club__is_demo=True, offices__club__put_away_at__isnull=True
    ).first()
