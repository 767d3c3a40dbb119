"""What an act would change, shown before it is done."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from tournaments.models import Evening
from tournaments.replay.fold import fold
from tournaments.replay.impact import Impact, impact
from tournaments.services.rebuild import chain_of


def of(evening: Evening, act: Callable[[], object]) -> Impact:
    """Do `act`, look at what the ledger tells then, and take it back: what is shown is what would happen.

    Raises Faults as the act itself does.
    """
    with transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening.pk)
        before = fold(chain_of(evening))
        act()
        after = fold(chain_of(evening))
        transaction.set_rollback(True)
    return impact(before, after)
