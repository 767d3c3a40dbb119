"""`manage.py check_movement FILE`: count a movement from its seats, and compare with what the file says."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.faults import Fault, Faults
from tournaments.evening.fold import WRONG, NoEvening, fold
from tournaments.evening.outcome import FORMAT, entries_of
from tournaments.management import text_of
from tournaments.movement.certificate import Certificate, Provenance, certify, differences
from tournaments.movement.exchange import HEADER, read_csv, read_text
from tournaments.movement.seating import SEATS, Seating


class Command(BaseCommand):
    help = (
        "Count who meets whom in a movement: its certificate or the archive of an evening (JSON), CSV, or text with "
        "one round to a line. "
        "A certificate is recounted from its seats and every difference told."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the movement, or - for standard input")
        parser.add_argument("--players", type=int, help="how many players there are, in CSV and text")
        parser.add_argument("--alone", action="store_true", help="no partners, also at tables of four")
        parser.add_argument("--json", action="store_true", help="write the certificate as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        text = text_of(options["file"], "utf-8-sig")
        try:
            certificate, wrong = _read(text, options)
        except Faults as refused:
            certificate, wrong = None, refused.faults
        for fault in wrong:
            self.stderr.write(fault.message)
        if certificate is not None and options["json"]:
            self.stdout.write(json.dumps(certificate.as_data(), ensure_ascii=False))
        elif certificate is not None:
            self.stdout.write("\n".join(_summary_lines(certificate)))
        if wrong:
            sys.exit(1)


def _read(text: str, options: dict[str, Any]) -> tuple[Certificate, Sequence[Fault]]:
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise CommandError(f"This is no JSON: {error}") from error
        if isinstance(data, dict) and data.get("format") == FORMAT:
            certificate = _of_archive(data)
            return certificate, certificate.faults
        certificate = Certificate.from_data(data)
        return certificate, (*certificate.faults, *differences(data, certificate))
    certificate = _counted(_imported(text, options["players"]), options)
    return certificate, certificate.faults


def _of_archive(archive: dict[str, Any]) -> Certificate:
    # The seats as people sat; whether the archive holds is for verify_archive to say.
    try:
        record = fold(entries_of(archive["ledger"]))
        seatings = [round_.seating for round_ in record.closed_rounds()]
        partnership = record.made_plan().tables.partnership
    except (NoEvening, *WRONG) as error:
        raise CommandError(f"This archive is not whole: {error}") from error
    present = [set(seating.players()) for seating in seatings]
    everybody = set().union(*present)
    return certify(
        seatings,
        partnership=partnership,
        absent=[everybody - players for players in present],
        provenance=Provenance(generator="archive", played=True),
    )


def _imported(text: str, players: int | None) -> tuple[Seating, ...]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    read = read_csv if first.strip().lower().startswith(HEADER[0]) else read_text
    return read(text, players=players)


def _counted(rounds: tuple[Seating, ...], options: dict[str, Any]) -> Certificate:
    couples = not options["alone"] and all(
        len(table) == SEATS for round_ in rounds for table in round_.tables
    )
    return certify(rounds, partnership=couples, provenance=Provenance(generator=options["file"]))


def _summary_lines(certificate: Certificate) -> Iterator[str]:
    sizes = sorted({size for round_ in certificate.rounds for size in round_.sizes})
    yield (
        f"{len(certificate.players)} players, {len(certificate.rounds)} rounds, tables of "
        f"{' and '.join(map(str, sizes)) or 'nobody'}, "
        f"{'couples (seats 1+3 and 2+4)' if certificate.partnership else 'everybody alone'}"
    )
    yield ""
    yield f"{'':24}{'least':>7}{'most':>7}{'even':>9}{'worst':>9}{'mean':>9}"
    for name, evenness in certificate.summary.evenness.items():
        even = "-" if evenness.even is None else f"{float(evenness.even):.2f}"
        yield (
            f"{name.replace('_', '-'):24}{evenness.least:>7}{evenness.most:>7}{even:>9}"
            f"{float(evenness.worst):>9.2f}{float(evenness.mean):>9.2f}"
        )
    gaps = (certificate.summary.shortest_gap, certificate.summary.longest_gap)
    if None not in gaps:
        yield f"From one sit-out of a player to the next: {gaps[0]} to {gaps[1]} rounds."
    yield ""
    yield from _against_the_bounds(certificate)


def _against_the_bounds(certificate: Certificate) -> Iterator[str]:
    if certificate.bounds is None:
        yield "The seats are faulty: no bounds."
        return
    yield f"{'':24}{'found':>7}{'proved':>8}{'more':>7}"
    for name, distance in certificate.distances.items():
        bound = getattr(certificate.bounds, name)
        words = name.replace("_", " ")
        yield f"{words:24}{getattr(certificate.summary, name):>7}{bound.least:>8}{distance:>7}  {bound.reason}"
