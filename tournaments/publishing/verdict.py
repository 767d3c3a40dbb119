"""Does an archive hold: what in it contradicts itself or the rules, and what nothing in it vouches for.

`python -m tournaments.publishing.verdict FILE` says so without a database.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from games.catalogue import carried, game_of_document
from games.documents.document import Document, document_of
from scoring.faults import Faults
from tournaments.evening import fold, outcome
from tournaments.evening.comparison import disagreements
from tournaments.evening.record import BoundTicket, Record
from tournaments.ledger import minisign
from tournaments.ledger.chain import Entry, broken_links, canonical
from tournaments.movement.draw import commitment
from tournaments.publishing import seasons

Told = Mapping[str, Any]
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
KNOWN: Mapping[str, frozenset[str]] = {
    "": frozenset(
        (
            *("format", "version", "club", "evening", "tickets", "standings", "prizes", "head", "ledger"),
            "documents",
        )
    ),
    "club": frozenset(("name", "slug", "time_zone")),
    "evening": frozenset(("name", "slug", "date", "game", "pinned", "seed", "commitment", "salt")),
    "tickets": frozenset(("code", "number", "name", "colour", "guest", "salt")),
    "ledger": frozenset(outcome.ENTRY),
}
"""What an archive and its parts are made of."""
TEXT: Final = (str, type(None))
SHAPE: Final[Mapping[str, Mapping[str, type | tuple[type, ...]]]] = {
    "": {"club": dict, "evening": dict, "tickets": list, "standings": list, "head": str, "ledger": list},
    "club": dict.fromkeys(("name", "slug", "time_zone"), TEXT),
    "evening": {
        "name": TEXT,
        "slug": TEXT,
        "date": str,
        "game": str,
        "pinned": (dict, type(None)),
        "seed": str,
    },
    "tickets": {"code": str, "number": int, "colour": str, "guest": bool},
    "standings": {"ticket": str},
    "ledger": outcome.ENTRY,
}
"""What has to be there, and of which kind; the rest is looked at where it is read."""


@dataclass(frozen=True, slots=True)
class Open:
    """Something that an archive says and nothing vouches for: a dotted path, all below it meant too; and why.

    With one that `bars` it an archive is not taken in: no version wrote it so.
    """

    what: str
    why: str
    bars: bool = False

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking an archive: what contradicts itself, the rules or the head; what nobody would see by it.

    `edition` is that of the game's rules under which it was checked, and the one under which it was played.
    """

    faults: tuple[str, ...]
    not_vouched_for: tuple[Open, ...] = ()
    edition: str = field(default="", compare=False)


def verdict(archive: object, *, head: str = "") -> Verdict:
    """Check an archive, as JSON data, by nothing but itself and, where it is known, the head that was published.

    The chain is checked, every hand scored again, draw, cuts and moves worked out again, standings and prizes
    recomputed, names held against their commitments. Nothing an archive holds makes this fail.
    """
    if isinstance(archive, dict) and archive.get("format") == SEASON_FORMAT:
        return _season_verdict(archive, head)
    if not isinstance(archive, dict) or archive.get("format") != outcome.FORMAT:
        return Verdict(("this is not the archive of an evening",))
    faults: list[str] = []
    try:
        if canonical(archive.get("version")) != canonical(outcome.VERSION):
            version = archive.get("version")
            return Verdict((f"the archive has version {version!r}; this program reads {outcome.VERSION}",))
        if misshapen := list(_misshapen(archive)):
            return Verdict(tuple(misshapen))
        entries = outcome.entries_of(archive["ledger"])
        faults += broken_links(entries, length=len(entries), head=archive["head"])
        faults += _head(archive, head)
        faults += _times(entries)
        with carried(_document(archive, faults)):
            record = fold.fold(entries)
            faults += disagreements(record)
            faults += fold.unlike_the_seed(entries)
            faults += _unlike_the_ledger(archive, record)
            faults += _names(archive, record)
            return Verdict(
                tuple(dict.fromkeys(faults)), tuple(_open(archive, record, head)), edition=_edition(record)
            )
    except fold.NoEvening as refused:
        faults.append(f"the ledger tells no evening: {refused}")
    except fold.WRONG as error:
        faults.append(f"the archive is not whole: {type(error).__name__} {error}")
    return Verdict(tuple(faults))


def _misshapen(archive: Told) -> Iterator[str]:
    yield from _misshapen_part("", archive)
    for name in SHAPE:
        part = archive.get(name) if name else None
        parts = enumerate(part) if isinstance(part, list) else [("", part)] if name else []
        for place, each in parts:
            yield from _misshapen_part(f"{name}.{place}".rstrip("."), each)
    evening = archive.get("evening")
    if isinstance(evening, dict) and isinstance(evening.get("date"), str) and not _is_day(evening["date"]):
        yield "evening.date is no day"
    for name, part in archive.items():
        try:
            canonical(part).encode()
        except ValueError:
            yield f"{name} holds what is no text"


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _is_moment(text: str) -> bool:
    try:
        return bool(INSTANT.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def _misshapen_part(path: str, part: object) -> Iterator[str]:
    if not isinstance(part, dict):
        yield f"{path} is not what belongs there"
        return
    for name, kind in SHAPE[path.partition(".")[0]].items():
        where = f"{path}.{name}".lstrip(".")
        if name not in part:
            yield f"{where} is missing"
        elif not isinstance(part[name], kind) or (kind is int and isinstance(part[name], bool)):
            yield f"{where} is not what belongs there"
    if not isinstance(part.get("salt"), TEXT):
        yield f"{path}.salt is not what belongs there"


def _edition(record: Record) -> str:
    game, played = record.setup().game, (record.pinned or {}).get("rulebook")
    if played in (None, game.version):
        return f"{game.name}, edition {game.version}, under which it was played"
    return f"{game.name}, edition {game.version}; it was played under {played}"


def findings(archive: object) -> list[str]:
    return list(verdict(archive).faults)


def _head(archive: Told, head: str) -> Iterator[str]:
    if head and archive["head"] != head.strip().lower():
        yield f"the archive ends in {archive['head']}, and not in the head you gave"


def _document(archive: Told, faults: list[str]) -> Document | None:
    # The game by which the evening was played is taken in; the ledger names its edition.
    documents = archive.get("documents", {})
    if not isinstance(documents, dict) or len(documents) > 1:
        faults.append("documents: an evening is played by one game")
        return None
    for edition, data in documents.items():
        try:
            document = document_of(data)
            if document.edition == edition:
                game_of_document(document)
                return document
            faults.append(f"documents.{edition}: this is another document, {document.edition}")
        except Faults as refused:
            faults.append(f"documents.{edition}: {refused}")
    return None


def _times(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        if not _is_moment(entry.at):
            yield f"entry {entry.sequence}: {entry.at!r} is no moment"


def _unlike_the_ledger(archive: Told, record: Record) -> Iterator[str]:
    plan, evening = record.plan, archive["evening"]
    chained = {
        "date": record.date,
        "pinned": record.pinned,
        "seed": record.seed,
        "game": plan and plan.game,
        "commitment": commitment(record.seed),
    }
    for name, value in chained.items():
        # Archives of earlier versions do not name the commitment of the seed.
        is_missing = name == "commitment" and name not in evening
        if not is_missing and canonical(evening[name]) != canonical(value):
            yield f"the evening's {name} is not that of the ledger"
    yield from _unlike_the_tickets(archive, record)
    yield from _unlike_the_documents(archive, record)
    lines = archive["standings"]
    if canonical(lines) != canonical([outcome.standing_data(line) for line in outcome.standings_of(record)]):
        yield "the standings are not those that follow from the ledger"
    if "prizes" in archive:
        prizes = [outcome.prize_data(prize) for prize in outcome.prizes_of(record)]
        if canonical(archive["prizes"]) != canonical(prizes):
            yield "the prizes are not those that follow from the ledger"
    if record.seal is None:
        yield "the ledger does not end with the publication of the evening"
    elif record.seal != outcome.seal(lines):
        yield "the standings are not those that were sealed when the evening was published"


def _unlike_the_documents(archive: Told, record: Record) -> Iterator[str]:
    documents, document = archive.get("documents", {}), (record.pinned or {}).get("document")
    if document and document not in documents:
        yield "documents: the game that the ledger names is missing"
    for edition in documents:
        if edition not in editions_of(record) and record.pinned is not None:
            yield f"documents.{edition}: the ledger names another one, or none"


def _unlike_the_tickets(archive: Told, record: Record) -> Iterator[str]:
    tickets = [[ticket["code"], ticket["number"], ticket["colour"]] for ticket in archive["tickets"]]
    rows = sorted(record.tickets.values(), key=lambda ticket: ticket.number)
    if canonical(tickets) != canonical([[ticket.code, ticket.number, ticket.colour] for ticket in rows]):
        yield "the tickets are not those of the ledger"


def editions_of(record: Record) -> set[str]:
    """The editions of the documents that the ledger names; once it named those of clubs alone."""
    return {(record.pinned or {}).get(name, "") for name in ("edition", "document")}


def _names(archive: Told, record: Record) -> Iterator[str]:
    for part, name in fold.HEADING:
        if not isinstance(archive[part][name], str) and archive[part][name] is not None:
            yield f"{part}.{name} is no text"
    salt = archive["evening"].get("salt")
    if salt is not None and record.heading is None:
        yield "evening.salt: there is a salt, and the ledger binds nothing with it"
    elif salt is not None and fold.heading_commitment(archive, salt) != record.heading:
        yield "the names and addresses of club and evening and the time zone are not those the ledger binds"
    elif salt is None and record.heading is not None and not _is_erased(archive):
        yield "evening.salt is missing: the names of club and evening cannot be held against the ledger"
    for place, ticket in enumerate(archive["tickets"]):
        binding = record.bound(ticket["code"])
        yield from (f"tickets.{place}.{fault}" for fault in _ticket(ticket, binding))


def _is_erased(archive: Told) -> bool:
    # With the evening's name the salt of the heading has been thrown away.
    return archive["evening"]["name"] is None


def _ticket(ticket: Told, held: BoundTicket | None) -> Iterator[str]:
    name: Any = ticket.get("name")
    salt: Any = ticket.get("salt")
    if not isinstance(ticket["guest"], bool):
        yield "guest is neither true nor false"
    if name is not None and not isinstance(name, str):
        yield "name is no text"
    elif held is None:
        if salt is not None:
            yield "salt: there is a salt, and the ledger binds nothing with it"
    elif ticket["guest"] is not held.guest:
        yield f"guest: entry {held.sequence} says otherwise"
    elif (name is None) != (salt is None):
        yield f"{'name' if name is None else 'salt'} is missing, so that the name cannot be held against the ledger"
    elif name is not None and fold.name_commitment(name, salt) != held.commitment:
        yield f"name: this is not the name that entry {held.sequence} binds"


def _open(archive: Told, record: Record, head: str) -> Iterator[Open]:
    if not head:
        yield Open(
            "ledger",
            "whoever knows the program can write another that agrees with itself; hold the head "
            f"{archive['head']} against the one that was printed with the published standings",
        )
    yield from _open_heading(archive, record)
    for place, ticket in enumerate(archive["tickets"]):
        yield from _open_ticket(f"tickets.{place}", ticket, record.bound(ticket["code"]))
    if "commitment" not in archive["evening"]:
        yield Open(
            "evening.commitment",
            "it is missing; hold the seed against what was shown before the draw",
            bars=True,
        )
    if "prizes" not in archive:
        yield Open("prizes", "the archive does not say who won them", bars=True)
    yield from _unknown(archive)


def _open_heading(archive: Told, record: Record) -> Iterator[Open]:
    if record.heading is None:
        why = "the ledger was written before names were bound by it"
    elif _is_erased(archive):
        why = "the evening's name was erased, and with it what the others could be checked by"
    else:
        return
    yield from (Open(f"{part}.{name}", why) for part, name in fold.HEADING)


def _open_ticket(path: str, ticket: Told, held: BoundTicket | None) -> Iterator[Open]:
    if held is None:
        why = "the ledger was written before names were bound by it"
        yield from (Open(f"{path}.{name}", why) for name in ("name", "guest"))
    elif ticket.get("name") is None:
        yield Open(
            f"{path}.name", f"name erased or withheld; nothing here tells who had ticket {ticket['number']}"
        )
    elif held.anew:
        yield Open(
            f"{path}.name",
            f"ticket {ticket['number']} was given out under another name, or its salt was lost since; "
            f"entry {held.sequence} binds the name it was published under",
        )


def _unknown(archive: Told) -> Iterator[Open]:
    # A later version may write more.
    parts = [("", archive), ("club", archive["club"]), ("evening", archive["evening"])]
    for name in ("tickets", "ledger"):
        parts += [(f"{name}.{place}", part) for place, part in enumerate(archive[name])]
    for path, part in parts:
        for key in part:
            if key not in KNOWN[path.partition(".")[0]]:
                yield Open(f"{path}.{key}".lstrip("."), "this program knows nothing of it", bars=True)


SEASON_FORMAT: Final = "head-table-season"
SEASON_VERSION: Final = 1


def _season_verdict(archive: Told, head: str) -> Verdict:
    if canonical(archive.get("version")) != canonical(SEASON_VERSION):
        return Verdict((f"the archive has version {archive.get('version')!r}; this program reads 1",))
    if misshapen := list(seasons.misshapen(archive)):
        return Verdict(tuple(dict.fromkeys(misshapen)))
    faults: list[str] = []
    left = [Open(name, "the ledger does not say it") for name in seasons.NOT_IN_LEDGER]
    left.append(Open("people", "the ledger of a season knows people by numbers alone"))
    try:
        entries = outcome.entries_of(archive["ledger"])
        faults += broken_links(entries, length=len(entries), head=archive["head"])
        faults += _head(archive, head)
        faults += seasons.unlike_the_ledger(archive, entries)
        if seasons.is_of_fixtures(archive):
            faults += seasons.unlike_the_names(archive, entries)
            for number in seasons.nameless(archive, entries):
                left.append(Open(f"entrants: {number}", "the name did not come along"))
            return Verdict(tuple(faults), tuple(left))
        faults += _unlike_the_season(archive, entries)
        missing = [each["evening"] for each in archive["evenings"] if each["archive"] is None]
        left += [Open(f"evenings: {name}", "its own archive did not come along") for name in missing]
        return Verdict(tuple(faults), tuple(left))
    except fold.WRONG as error:
        return Verdict((*faults, f"the archive is not whole: {type(error).__name__} {error}"))


def _unlike_the_season(archive: Told, entries: list[Entry]) -> Iterator[str]:
    bodies = [(entry, json.loads(entry.body)) for entry in entries]
    publications = {
        body["evening"]: body["publication"] for entry, body in bodies if entry.act in ("take", "move")
    }
    published = {evening for evening, number in publications.items() if number is not None}
    evenings = [each["evening"] for each in archive["evenings"]]
    if sorted(evenings) != sorted(published):
        yield "evenings are not those that the ledger took"
    void = {body["evening"]: body["void"] for entry, body in bodies if entry.act == "void"}
    for each in archive["evenings"]:
        if publications.get(each["evening"]) != each["publication"]:
            yield f"evenings: {each['evening']}: the ledger took another publication"
        if each["void"] is not void.get(each["evening"], False):
            yield f"evenings: {each['evening']}: whether it is void is not what the ledger says"
        yield from (f"evenings: {each['evening']}: {fault}" for fault in _unlike_the_evening(each))


def _unlike_the_evening(each: Told) -> Iterator[str]:
    if each["archive"] is None:
        return
    yield from verdict(each["archive"]).faults
    result = outcome.season_result(each["archive"], each["players"])
    lines = [line[: len(outcome.IN_SEASON)] for line in each["result"]["lines"]]
    content = [each["result"]["date"], each["result"]["game"], lines]
    if canonical(content) != canonical([result["date"], result["game"], result["lines"]]):
        yield "what the season took is not what its archive says"


def read_archive(text: str) -> Any:
    """The data of an archive's text. Raises ValueError where it is no JSON, or a name stands twice in one place."""
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _each_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for name, value in fields:
        if name in mapping:
            raise ValueError(f"“{name}” stands twice in one place")
        mapping[name] = value
    return mapping


class UnreadableError(Exception):
    """A file that cannot be read, or is no JSON."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the archive")
    parser.add_argument(
        "--head", default="", help="the head of the ledger as it was printed with the published standings"
    )
    parser.add_argument("--key", default="", help="the key of the club, by which the signature is checked")
    parser.add_argument("--signature", type=Path, help="its signature, where it is not FILE.minisig")


def report(file: Path, signature: Path | None, *, head: str, key: str, say: Callable[[str], None]) -> int:
    """Say what comes of checking a file; 0 where nothing is wrong. Raises UnreadableError."""
    content = _read(file)
    try:
        archive = read_archive(content.decode())
    except ValueError as error:
        raise UnreadableError(f"{file} cannot be read: {error}") from error
    verdict_of_file, signed = verdict(archive, head=head), ""
    faults = list(verdict_of_file.faults)
    if key:
        try:
            written = _read(signature or file.with_name(f"{file.name}.minisig")).decode("utf-8", "replace")
            signed = minisign.check(content, written, key)
        except minisign.SignatureError as error:
            faults.append(f"signature: {error}")
    for fault in faults:
        say(_printable(fault))
    if not faults:
        say(
            f"Everything agrees: {len(archive['ledger'])} entries of the ledger, every hand, draw, cut and "
            f"move; head {archive['head']}"
        )
    if signed:
        say(_printable(f"Signed with this key: {signed}"))
    _say_the_rest(verdict_of_file, head, say)
    return 1 if faults else 0


def _say_the_rest(checked: Verdict, head: str, say: Callable[[str], None]) -> None:
    if checked.edition:
        say(_printable(f"Checked by the rules of {checked.edition}."))
    if checked.not_vouched_for:
        say("Not vouched for:")
        for left in checked.not_vouched_for:
            say(_printable(f"  {left}"))
        if not head:
            say("Give the head you know as --head HASH.")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UnreadableError(f"{file} cannot be read: {error}") from error


def _printable(line: str) -> str:
    # Whatever the archive put into the line: signs that steer a terminal are written out.
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check an archive by nothing but itself.")
    add_arguments(parser)
    options = parser.parse_args()
    try:
        return report(options.file, options.signature, head=options.head, key=options.key, say=print)
    except UnreadableError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a program of its own
        return 2


if __name__ == "__main__":
    sys.exit(main())
