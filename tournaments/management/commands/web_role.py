"""`manage.py web_role`: make the role of the web server, and let it read and write; safe to do again."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.operations.keys import MayAllError, PoolerError, grant_web_role, refuse_pooler


class Command(BaseCommand):
    help = "On PostgreSQL: make the role of WEB_DATABASE_URL, if there is none, and give it what it needs."

    def handle(self, *args: Any, **options: Any) -> None:
        web = settings.WEB_DATABASE
        if not web:
            self.stdout.write(
                "WEB_DATABASE_URL is not set: what answers requests takes the role of DATABASE_URL."
            )
            return
        try:
            is_new = grant_web_role(web["USER"], web["PASSWORD"])
        except MayAllError:
            raise CommandError(
                f"No fence binds “{web['USER']}”: it is a superuser, has BYPASSRLS, or is the owner of the tables or "
                "a member of that role. Name another role in WEB_DATABASE_URL; where there is none it is made here."
            ) from None
        try:
            refuse_pooler()
        except PoolerError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{web['USER']} is {'made and ' if is_new else ''}ready.")
