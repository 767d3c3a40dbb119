"""The Django application."""

from importlib import import_module
from typing import Any, Final

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

WORDED: Final = (
    "games.catalogue",
    "tournaments.movement.catalogue",
    "tournaments.ranking.tie_breaks",
    "tournaments.ranking.fixtures.rules",
    "tournaments.ranking.offered",
    "tournaments.ranking.series.table",
    "tournaments.ranking.totals",
    "tournaments.rehearsal.report",
    "tournaments.evening.rulebook",
    "tournaments.evening.services.evenings",
    "tournaments.work.outbox",
)
"""The modules that word stored sentences, themselves or by what they import: whoever reads rows needs them all."""


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Head Table")

    def ready(self) -> None:
        """`migrate` and `check --database` warn when the secret key is not the database's."""
        for module in WORDED:
            import_module(module)
        from tournaments.club.reads.members import keep_editions
        from tournaments.operations.keys import keep_key

        keep_editions()
        post_migrate.connect(keep_key, sender=self, dispatch_uid="keep_key")
        if settings.EMAIL_PROVIDER:
            from anymail.signals import tracking

            from tournaments.club.services.mails import note_bounce

            tracking.connect(note_bounce, dispatch_uid="note_bounce")
        register(secret_key_is_the_databases, Tags.database)


def secret_key_is_the_databases(**_: Any) -> list[CheckMessage]:
    from django.db import DatabaseError

    from tournaments.operations.keys import key_trouble

    try:
        trouble = key_trouble()
    except DatabaseError:
        return []  # there are no tables yet
    return [checks.Warning(trouble, id="tournaments.W001")] if trouble else []
