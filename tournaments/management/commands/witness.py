"""`manage.py witness RECORD CHECKPOINT`: keep the heads of ledgers of another club, and see whether each goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.ledger import checkpoints
from tournaments.ledger.checkpoints import Checkpoint
from tournaments.ledger.minisign import SignatureError
from tournaments.publishing.verdict import verdict


class Command(BaseCommand):
    help = (
        "Check a signed checkpoint and keep its head. One that does not go on from the head kept before is refused; "
        "a longer ledger is shown by its archive."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", type=Path, help="the file of heads; it grows")
        parser.add_argument("checkpoint", type=Path, help="the checkpoint, as it was fetched")
        parser.add_argument("--key", required=True, help="the key of the club, as its page shows it")
        parser.add_argument("--archive", type=Path, help="the archive with this head")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            note = options["checkpoint"].read_text()
            head = checkpoints.check(note, options["key"], name=note.partition("\n")[0].rpartition("/")[0])
            archive = json.loads(options["archive"].read_text()) if options["archive"] else None
        except (OSError, ValueError, SignatureError) as error:
            raise CommandError(f"The checkpoint or the archive cannot be taken: {error}.") from error
        last = _last(options["record"], head.origin)
        if last == head:
            self.stdout.write(f"{head.origin} stands where it stood: {head.size} entries.")
            return
        if archive is not None and (faults := verdict(archive, head=head.head).faults):
            raise CommandError(f"The archive does not hold: {faults[0]}.")
        if archive is not None and len(archive["ledger"]) != head.size:
            raise CommandError(
                f"The archive has {len(archive['ledger'])} entries, the checkpoint {head.size}."
            )
        if last is not None:
            _check_it_goes_on(last, head, archive)
        with options["record"].open("a") as record:
            record.write(json.dumps(head._asdict()) + "\n")
        self.stdout.write(f"{head.origin}: {head.size} entries, head {head.head}.")


def _last(record: Path, origin: str) -> Checkpoint | None:
    lines = record.read_text().splitlines() if record.exists() else []
    heads = [Checkpoint(**json.loads(line)) for line in lines]
    return next((head for head in reversed(heads) if head.origin == origin), None)


def _check_it_goes_on(last: Checkpoint, head: Checkpoint, archive: dict[str, Any] | None) -> None:
    both = f"{last.size} entries with {last.head} were kept, {head.size} with {head.head} are shown"
    if head.size <= last.size:
        raise CommandError(f"{head.origin} does not go on: {both}.")
    if archive is None:
        raise CommandError(f"{both}: name the archive, in which it is seen whether they go on.")
    if archive["ledger"][last.size - 1]["hash"] != last.head:
        raise CommandError(f"{head.origin} was made anew: {both}.")
