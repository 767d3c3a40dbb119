"""Evenings and seasons made again from their archives, in any club, with their people: all of it, or nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from io import BytesIO
from typing import Annotated, Any, Final

from django.db import DatabaseError, transaction

from games.catalogue import GAMES
from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments import tenant_guard
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Role
from tournaments.club.services import accounts, audit, clubs, games
from tournaments.club.services.quotas import check_evenings
from tournaments.evening import acts, comparison, fold, outcome
from tournaments.evening.acts.games import OWN_KEY, slip_data
from tournaments.evening.models import Evening, LedgerEntry, Publication, Ticket
from tournaments.evening.record import HandRow, Holder, Record
from tournaments.evening.round_rules import Status
from tournaments.evening.services.links import end_table_links
from tournaments.evening.services.results import recompute_standings
from tournaments.evening.services.rows import RowWriter, evening_columns
from tournaments.league.models import Season
from tournaments.league.services.ledger import evening_published
from tournaments.ledger.chain import Entry, canonical
from tournaments.ledger.records import columns_of
from tournaments.publishing.publish import HANDS, check_rows
from tournaments.publishing.verdict import SEASON_FORMAT, read_archive, verdict
from tournaments.ranking.people import alike
from tournaments.refusals import fault, refuse
from tournaments.site.arguments import ActorId, Body, Example, File, Id
from tournaments.site.cleaning import clean_name, free_slug

MOST_BYTES: Final = games.LONGEST_ARCHIVE
GZIP: Final = b"\x1f\x8b"
NO_TEXT: Final = hashlib.sha256(b"").hexdigest()
"""The hash of the archive of an earlier publication, which has not come along."""


class ArchiveFile(Body):
    """The archive of an evening or a season: the file itself, or compressed by gzip, in base64."""

    file: Annotated[File, Example("H4sIAAAAAAACA6uuBQBDv6ajAgAAAA==")]


class ArchiveToBringIn(ArchiveFile):
    """The archive, and who each ticket (of a season, each person) is: somebody of the club by id, or null for new.

    Those that nobody of the club can be meant by need not be named: their people are new.
    """

    people: Annotated[dict[str, Id | None], Example({"k3v9": 12, "p0c4": None})] = {}


@dataclass(frozen=True, slots=True)
class NamedTicket:
    """A ticket with a name in an archive, and whom of the club it may mean, the likeliest first.

    For a season it is a person, by their key there, and `number` counts them.
    """

    code: str
    number: int
    name: str
    guest: bool
    alike: tuple[Player, ...]

    @property
    def namesake(self) -> Player | None:
        return next((player for player in self.alike if player.name == self.name), None)


@dataclass(frozen=True, slots=True)
class ReadArchive:
    """An archive that holds and can be brought in: as text and as data, its ledger, and who is asked about."""

    text: str
    data: Mapping[str, Any]
    entries: tuple[Entry, ...]
    tickets: tuple[NamedTicket, ...]

    @property
    def kind(self) -> str:
        return "season" if self.data["format"] == SEASON_FORMAT else "evening"

    @property
    def name(self) -> str | None:
        name: str | None = self.data[self.kind]["name"]
        return name

    @property
    def day(self) -> date:
        """That of an evening, the first of a season."""
        return date.fromisoformat(self.data[self.kind]["starts" if self.kind == "season" else "date"])

    @property
    def evenings(self) -> list[dict[str, Any]]:
        """Those of a season of evenings, each with its archive."""
        evenings: list[dict[str, Any]] = self.data.get("evenings", [])
        return evenings

    @property
    def people(self) -> int:
        return len(people_of_season(self.data) if self.kind == "season" else self.data["tickets"])


def read(club: Club, file: bytes) -> ReadArchive:
    """Read an archive; nothing is written.

    Raises Faults (`file`) where it is too large, no archive, altered, of something that this version does not know,
    or here already.
    """
    text = _text_of(file)
    try:
        data = read_archive(text)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") not in (outcome.FORMAT, SEASON_FORMAT):
        refuse("file", "no-archive", "this is not the archive of an evening or a season")
    _check(data)
    entries = tuple(outcome.entries_of(data["ledger"]))
    if data["format"] == SEASON_FORMAT:
        tickets = _check_season(club, data, entries)
    else:
        _check_evening(data)
        _refuse_known(club, entries)
        known, data = data, _without_erased(data)
        text = text if data is known else as_text(data)
        tickets = data["tickets"]
    return ReadArchive(text, data, entries, tuple(_named_in(club, tickets)))


def as_text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def _text_of(file: bytes) -> str:
    content = file
    if file.startswith(GZIP):
        with suppress(OSError, EOFError, zlib.error), gzip.open(BytesIO(file)) as unpacked:
            content = unpacked.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        refuse("file", "too-large", "the file is larger than %(most)s MB", most=MOST_BYTES // 10**6)
    return content.decode("utf-8", "replace")


def _check(data: dict[str, Any]) -> None:
    checked = verdict(data)
    if checked.faults:
        first, more = checked.faults[0], len(checked.faults) - 1
        words = gettext_noop("this archive was altered or is incomplete: %(first)s (and %(more)s more)")
        refuse("file", "altered", words, first=first[:300], more=more)
    for left in checked.not_vouched_for:
        if left.bars:
            words = gettext_noop(
                "the part “%(what)s” of this archive is missing, or this version of Head Table does not know it; "
                "update it first"
            )
            refuse("file", "unknown-part", words, what=left.what[:80])


def _check_evening(data: Mapping[str, Any]) -> None:
    plan = data["evening"]["game"]
    if plan not in GAMES and not (data["evening"]["pinned"] or {}).get("edition"):
        words = gettext_noop("this version of Head Table does not know the game “%(game)s”; update it first")
        refuse("file", "unknown-game", words, game=str(plan)[:40])


def _refuse_known(club: Club, entries: tuple[Entry, ...]) -> None:
    known = club.evenings.filter(ledger__hash=entries[0].hash).first()
    if known is not None:
        refuse("file", "here-already", "this evening is here already: “%(name)s”", name=known.name)


def _check_season(club: Club, data: dict[str, Any], entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    known = Season.objects.filter(league__club=club, ledger__hash=entries[0].hash).first()
    if known is not None:
        refuse("file", "here-already", "this season is here already: “%(name)s”", name=known.name)
    evenings = data.get("evenings", [])
    for each in evenings:
        if each["archive"] is None:
            words = gettext_noop(
                "the archive of the evening %(name)s is not in this file; ask for the file that officers of the "
                "club get"
            )
            refuse("file", "without-evening", words, name=each["evening"][:80])
        _check_evening(each["archive"])
        each["archive"] = _without_erased(each["archive"])
    nameless = {
        str(each["players"][ticket["code"]])
        for each in evenings
        for ticket in each["archive"]["tickets"]
        if ticket["name"] is None
    }
    for person in data["people"]:
        if person["person"] in nameless:
            person["name"] = None
    return people_of_season(data)


def people_of_season(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Who played in a season, as tickets by their keys there; whoever is read as somebody else is that one."""
    people: dict[str, dict[str, Any]] = {}
    for each in data.get("evenings", ()):
        for ticket in each["archive"]["tickets"]:
            people[str(each["players"][ticket["code"]])] = {"name": ticket["name"], "guest": ticket["guest"]}
    for person in data["people"]:
        people.setdefault(person["person"], {"guest": False})["name"] = person["name"]
        if person["read_as"] is not None:
            del people[person["person"]]
    return [{"code": key, "number": number, **each} for number, (key, each) in enumerate(people.items(), 1)]


def _without_erased(data: dict[str, Any]) -> dict[str, Any]:
    # Whoever was erased on this server since the file was made stays so, in whichever club.
    first = data["ledger"][0]["hash"]
    with tenant_guard.bypass():
        tickets = Ticket.objects.filter(evening__ledger__hash=first, player__name=ERASED)
        erased = set(tickets.values_list("code", flat=True))
    if any(ticket["code"] in erased and ticket["name"] is not None for ticket in data["tickets"]):
        return fold.without_names(data, erased)
    return data


def _named_in(club: Club, tickets: list[dict[str, Any]]) -> Iterator[NamedTicket]:
    players = {f"club {player.pk}": player for player in club.players.exclude(name=ERASED)}
    names = {key: player.name for key, player in players.items()}
    own = {f"ticket {each['code']}": each["name"] for each in tickets if each["name"] is not None}
    matches: dict[str, list[Player]] = {key: [] for key in own}
    for pair in alike({**names, **own}):
        for key, other in ((pair.first, pair.other), (pair.other, pair.first)):
            if key in matches and other in players:
                matches[key].append(players[other])
    for ticket in tickets:
        key = f"ticket {ticket['code']}"
        if key in own:
            yield NamedTicket(
                ticket["code"], ticket["number"], ticket["name"], ticket["guest"], tuple(matches[key])
            )


@audit.command(
    needs=Role.SECRETARY,
    audits=("evening-brought-in", gettext_noop("“%(evening)s” was imported from an archive.")),
    done=gettext_noop("The evening is imported, exactly as it was published."),
)
def bring_in(club: Club, by: ActorId, at: datetime, new: ArchiveToBringIn) -> Evening:
    """Make the evening of an archive again, with its people, so that its archive here is the same file.

    Raises Faults as `read` does, and by `people.CODE` where nobody can tell who is meant.
    """
    clubs.lock(club)
    archive = read(club, new.file)
    if archive.kind != "evening":
        refuse("file", "another-kind", "this is the archive of a season, not of an evening")
    with all_or_nothing():
        holders = holders_in(club, archive, archive.data["tickets"], new.people, at=at)
        evening = make_evening(club, archive, holders, by=by, at=at)
    evening_published(evening, at=at)
    bring_in.note(club, at=at, evening=evening.name)
    return evening


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """One transaction, whose failures are faults of the file."""
    try:
        with transaction.atomic():
            yield
    except DatabaseError as error:
        words = gettext_noop("the database refuses what the archive holds: %(error)s")
        raise Faults([fault("file", "refused", words, error=str(error)[:200])]) from error


def make_evening(
    club: Club, archive: ReadArchive, holders: Mapping[str, int], *, by: str, at: datetime
) -> Evening:
    """The evening of an archive, with whom of the club each ticket is held by. Raises Faults."""
    _take_game(club, archive.data, by=by, at=at)
    evening = _new_row(club, archive, at=at)
    entries = [as_read_here(entry) for entry in archive.entries]
    LedgerEntry.objects.bulk_create(LedgerEntry(evening=evening, **row) for row in ledger_rows(entries))
    record = _folded(entries)
    for code, player in holders.items():
        salt = next(each.get("salt") for each in archive.data["tickets"] if each["code"] == code)
        record.tickets[code].holder = Holder(player, salt or "")
    before, after = comparison.Rows(), comparison.rows_of(record)
    for name, value in evening_columns(before, after).items():
        setattr(evening, name, value)
    evening.save()
    RowWriter(evening, before, after, at).write()
    _write_publications(evening, archive)
    end_table_links(evening=evening, at=at)
    recompute_standings(evening=evening, by=by, at=at)
    evening.refresh_from_db()
    if differ := check_rows(evening):
        words = gettext_noop("rebuilt here, the evening would be a different one: %(first)s")
        refuse("file", "another-evening", words, first=differ[0][:300])
    return evening


def _take_game(club: Club, data: Mapping[str, Any], *, by: str, at: datetime) -> None:
    edition = (data["evening"]["pinned"] or {}).get("edition", "")
    if not edition or club.games.filter(edition=edition).exists():
        return
    try:
        games.write_game(club, by, at, games.NewGame(document=data.get("documents", {}).get(edition, {})))
    except Faults as refused:
        words = gettext_noop("the game of this evening cannot be taken: %(why)s")
        raise Faults([fault("file", "game-refused", words, why=str(refused)[:300])]) from None


def _new_row(club: Club, archive: ReadArchive, *, at: datetime) -> Evening:
    evening, head = archive.data["evening"], archive.entries[-1].hash
    check_evenings(club, club.evenings.filter(date__year=archive.day.year).count())
    slug = evening["slug"] or evening["date"]
    slugs = set(club.evenings.values_list("slug", flat=True))
    return Evening.objects.create(
        club=club,
        name=clean_name("file", evening["name"] or evening["date"]),
        slug=free_slug(slug, slugs, "evening"),
        date=archive.day,
        plan={},
        status=Status.DRAFT,
        salt=evening.get("salt") or "",
        came_from=clean_name("file", archive.data["club"]["name"] or ERASED),
        made_at=at,
        ledger_length=len(archive.entries),
        ledger_head=head,
    )


def as_read_here(entry: Entry) -> Entry:
    """The entry with its officer, who is nobody of this server."""
    if not entry.by.startswith(audit.OFFICER):
        return entry
    by = f"{audit.FORMER}{entry.by.removeprefix(audit.OFFICER)}"
    return replace(entry, by=by, original=canonical([entry.body, entry.by]))


def ledger_rows(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    previous = ""
    for entry in entries:
        yield columns_of(entry, at=datetime.fromisoformat(entry.at), previous=previous, digest=entry.hash)
        previous = entry.hash


def _folded(entries: list[Entry]) -> Record:
    # With the slips of the hands, each worked out as of when it was entered.
    record = Record()
    for entry in entries:
        body, slip = json.loads(entry.body), None
        if entry.act in HANDS and body["hand"] is not None:
            before = record.rounds[body["round"]].hands_before(body["table"], body["number"])
            slip = record.setup().score(body["hand"], before)
        fold.take(record, entry, body)
        if entry.act in HANDS:
            row = HandRow(slip_data(slip) if slip else [], f"{OWN_KEY}{entry.sequence}", entry.at, None)
            record.versions[entry.sequence].new_row = row
    return record


def _write_publications(evening: Evening, archive: ReadArchive) -> None:
    published = [entry for entry in archive.entries if entry.act == acts.Publish.name]
    for number, entry in enumerate(published, start=1):
        is_last = number == len(published)
        Publication.objects.create(
            evening=evening,
            number=number,
            archive=archive.text if is_last else "",
            archive_hash="" if is_last else NO_TEXT,
            ledger_head=entry.hash,
            published_at=datetime.fromisoformat(entry.at),
        )


def holders_in(
    club: Club,
    archive: ReadArchive,
    tickets: Iterable[Mapping[str, Any]],
    people: Mapping[str, int | None],
    *,
    at: datetime,
) -> dict[str, int]:
    """Whom of the club each ticket is held by; people who are new are made, those without a name too.

    Raises Faults by `people.CODE` where nobody can tell who is meant.
    """
    named = {ticket.code: ticket for ticket in archive.tickets}
    known = {player.pk: player for player in club.players.exclude(name=ERASED)}
    faults = [unclear for ticket in archive.tickets if (unclear := _unclear(ticket, people, known))]
    chosen = [pk for code, pk in people.items() if code in named and pk is not None]
    if len(set(chosen)) < len(chosen):
        faults.append(fault("people", "twice", "nobody can have two tickets; choose somebody else for one"))
    if faults:
        raise Faults(faults)
    holders = {}
    for each in tickets:
        ticket, pk = named.get(each["code"]), people.get(each["code"])
        if ticket is None:
            holders[each["code"]] = nobody(club, is_guest=each["guest"], at=at)
        elif pk is None:
            added = clubs.add_player(club=club, name=ticket.name, at=at, guest=ticket.guest, another=True)
            holders[ticket.code] = added.pk
        else:
            holders[ticket.code] = pk
    return holders


def _unclear(
    ticket: NamedTicket, people: Mapping[str, int | None], known: Mapping[int, Player]
) -> Fault | None:
    field, chosen = f"people.{ticket.code}", people.get(ticket.code)
    if ticket.code not in people and ticket.alike:
        who = ", ".join(player.name for player in ticket.alike)
        words = gettext_noop("say who %(name)s (%(number)s) is: somebody new, or one of these: %(who)s")
        return fault(field, "who-is-it", words, number=ticket.number, name=ticket.name, who=who)
    if chosen is not None and chosen not in known:
        return fault(field, "unknown-player", "there is no such person in the club")
    if ticket.code in people and chosen is None and ticket.namesake:
        words = gettext_noop(
            "somebody in the club is already called %(name)s: choose them, or rename them first"
        )
        return fault(field, "name-known", words, name=ticket.name)
    return None


def nobody(club: Club, *, is_guest: bool, at: datetime) -> int:
    """A new player without a name."""
    player = Player(club=club, name=ERASED, is_guest=is_guest, is_active=False, made_at=at)
    [player.slug] = accounts.new_addresses(club, [accounts.NAMELESS])
    player.save()
    return player.pk
