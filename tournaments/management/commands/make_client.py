"""`manage.py make_client`: write the Python client from the schema of the REST API, as `./run setup` does."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.client import CLIENT, writer


class Command(BaseCommand):
    help = (
        "Write the Python client of the REST API anew from its schema, as tournaments/client/head_table.py."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only say whether it is what the schema gives"
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        text = writer.client(writer.schema())
        if text == (CLIENT.read_text() if CLIENT.exists() else ""):
            self.stdout.write(f"{CLIENT.name} is what the schema gives.")
        elif check:
            raise CommandError(f"{CLIENT.name} is not what the schema gives: ./run manage make_client")
        else:
            CLIENT.write_text(text)
            CLIENT.chmod(0o644)  # whoever sets the program up need not be who runs it
            self.stdout.write(f"{CLIENT.name} is written.")
