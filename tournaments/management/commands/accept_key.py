"""`manage.py accept_key`: go on with the secret key that is set, where the old one is lost."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.operations.keys import accept_key, key_trouble


class Command(BaseCommand):
    help = "Where the database's secret key is lost: give every card and ticket a new link under the one that is set."

    def handle(self, *args: Any, **options: Any) -> None:
        if not key_trouble():
            self.stdout.write("The key that is set is the database's; there is nothing to accept.")
            return
        count = accept_key(at=timezone.now())
        self.stdout.write(
            f"Accepted. {count} cards and tickets have new links: print those you still need again."
        )
