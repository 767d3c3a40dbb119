"""`manage.py check_draw FILE`: do the draws and cuts of a published evening follow from its seed?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.evening.fold import WRONG, NoEvening, cuts_by_seed, draws, fold
from tournaments.evening.outcome import FORMAT, entries_of
from tournaments.ledger.chain import broken_links
from tournaments.movement.draw import commitment, cut, digest, draw, word_of

Finding = tuple[str, bool]
"""What was found, in words, and whether it is as it should be."""


class Command(BaseCommand):
    help = (
        "Check the seed of a published evening against the commitment shown before it, and draw and cut again. "
        "With --seed and --players: print the order that a seed gives."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="the archive, or - for standard input")
        parser.add_argument("--commitment", help="the commitment as you noted it before the draw")
        parser.add_argument("--seed", help="a seed, to draw without an archive")
        parser.add_argument("--players", help="the codes on the tickets, with commas between them")
        parser.add_argument("--attempt", type=int, default=1, help="2 for seats drawn again, and so on")
        parser.add_argument("--cut", help='what was cut for, as "round 3 table 2" or "prize best"')

    def handle(self, *args: Any, **options: Any) -> None:
        findings = _by_hand(options) if options["seed"] is not None else _of_archive(options)
        holds = True
        for words, is_right in findings:
            holds = holds and is_right
            self.stdout.write(words)
        if not holds:
            sys.exit(1)


def _by_hand(options: dict[str, Any]) -> Iterator[Finding]:
    seed = options["seed"]
    players = [player.strip() for player in (options["players"] or "").split(",") if player.strip()]
    yield from _seed(seed, options["commitment"], None)
    try:
        if options["cut"]:
            order = cut(players, seed=seed, label=options["cut"])
            numbers = [digest("cut", seed, options["cut"], player) for player in order]
        else:
            order = draw(players, seed=seed, attempt=options["attempt"])
            numbers = [digest(word_of(options["attempt"]), seed, player) for player in order]
    except ValueError as error:
        raise CommandError(f"That cannot be drawn: {error}") from error
    for place, (player, number) in enumerate(zip(order, numbers, strict=True), start=1):
        yield f"{place:>4}  {player}  {number}", True


def _seed(seed: str, noted: str | None, told: str | None) -> Iterator[Finding]:
    sealed = commitment(seed)
    yield f"Seed {seed}; its commitment is {sealed}", True
    for whose, entered in (("you noted", noted), ("the archive holds", told)):
        if entered is not None:
            holds = entered.strip().lower() == sealed
            yield f"The commitment {whose} is {'that of the seed' if holds else 'of another seed'}.", holds
    if noted is None:
        yield "Hold it against what was shown before the draw, or give that as --commitment.", True


def _of_archive(options: dict[str, Any]) -> Iterator[Finding]:
    archive = _archive(options["file"])
    try:
        entries = entries_of(archive["ledger"])
        record = fold(entries)
        yield from _seed(record.seed, options["commitment"], archive["evening"].get("commitment"))
        broken = broken_links(entries, length=len(entries), head=archive["head"])
        yield from ((f"{problem[0].upper()}{problem[1:]}.", False) for problem in broken)
        lots = [*draws(entries), *cuts_by_seed(record)]
    except NoEvening as refused:
        yield f"The ledger tells no evening: {refused}", False
        return
    except WRONG as error:
        yield f"The archive is not whole: {type(error).__name__} {error}", False
        return
    if not lots:
        yield "Nothing was drawn or cut by the seed.", True
    yield from ((f"{str(lot)[0].upper()}{str(lot)[1:]}.", lot.holds) for lot in lots)


def _archive(file: str | None) -> dict[str, Any]:
    if file is None:
        raise CommandError("Give the archive of an evening, or --seed and --players.")
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        archive = json.loads(data.decode())
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error
    if not isinstance(archive, dict) or archive.get("format") != FORMAT:
        raise CommandError(f"{file} is not the archive of an evening.")
    return archive
