"""Seasons made again from their archives, with their evenings: records, which do not go on here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from django.db.models import Q

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Role
from tournaments.club.services import audit, clubs
from tournaments.evening import fold, outcome
from tournaments.evening.models import Evening
from tournaments.league import acts
from tournaments.league.acts.act import SeasonRecord, exchanged, rows_of
from tournaments.league.models import BoundText, NamedPerson, Season, SeasonEntry, SeasonEvening
from tournaments.league.reads.archives import keys_there
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.persons import call_entrants
from tournaments.league.reads.tables import tables_of
from tournaments.league.services import archives
from tournaments.league.services.archives import ArchiveToBringIn, ReadArchive
from tournaments.league.services.ledger import evening_published
from tournaments.league.services.ratings import with_keys
from tournaments.league.services.rows import NOTHING, as_column, write_rows
from tournaments.league.services.seasons import RESERVED, NewLeague, make_league
from tournaments.league.services.tables import COMMITMENT, write_tables
from tournaments.ledger.chain import Entry, canonical
from tournaments.publishing.seasons import OF_LINE, is_of_fixtures
from tournaments.refusals import fault, refuse
from tournaments.site.arguments import ActorId
from tournaments.site.cleaning import clean_name, free_slug

ANOTHER = gettext_noop("rebuilt here, the season would be a different one: %(first)s")


@audit.command(
    needs=Role.SECRETARY,
    audits=("season-brought-in", gettext_noop("The season “%(season)s” was imported from an archive.")),
    done=gettext_noop("The season is imported, exactly as it stood. It does not go on here."),
)
def bring_season_in(club: Club, by: ActorId, at: datetime, new: ArchiveToBringIn) -> Season:
    """Make the season of an archive again, with its evenings and people, so that its archive here is the same file.

    Evenings that are here already are not made twice. It does not go on: its next lots are promised elsewhere. Raises
    Faults as `archives.bring_in` does.
    """
    clubs.lock(club)
    archive = archives.read(club, new.file)
    if archive.kind != "season":
        refuse("file", "another-kind", "this is the archive of an evening, not of a season")
    try:
        with archives.all_or_nothing():
            season, new_evenings = _make(club, archive, new.people, by=by, at=at)
    except Faults:
        raise
    except fold.WRONG as error:
        raise Faults([fault("file", "another-season", ANOTHER, first=str(error)[:200])]) from error
    for evening in new_evenings:
        evening_published(evening, at=at)
    bring_season_in.note(club, at=at, season=season.name)
    return season


def _make(
    club: Club, archive: ReadArchive, people: Mapping[str, int | None], *, by: str, at: datetime
) -> tuple[Season, list[Evening]]:
    known_evenings = _evenings_here(club, archive)
    holders = _holders(club, archive, people, known_evenings, at=at)
    evenings, new_evenings = {}, []
    for each in archive.evenings:
        if each["id"] not in known_evenings:
            content = each["archive"]
            entries = tuple(outcome.entries_of(content["ledger"]))
            own = ReadArchive(archives.as_text(content), content, entries, ())
            tickets = {code: holders[str(key)] for code, key in each["players"].items()}
            new_evenings.append(archives.make_evening(club, own, tickets, by=by, at=at))
        evenings[each["id"]] = known_evenings.get(each["id"]) or new_evenings[-1]
    ledger = list(_entries_here(club, archive, holders, evenings, at=at))
    record = acts.fold(ledger)
    season = _season_row(club, archive, record, at=at)
    _write(season, archive, ledger, record, holders, evenings)
    return season, new_evenings


def _evenings_here(club: Club, archive: ReadArchive) -> dict[str, Evening]:
    firsts = {each["archive"]["ledger"][0]["hash"]: each for each in archive.evenings}
    known_evenings = {}
    for evening in club.evenings.filter(ledger__hash__in=list(firsts)).select_related("club").distinct():
        each = firsts[evening.ledger.order_by("sequence")[0].hash]
        if not evening.publications.filter(number=each["publication"]).exists():
            words = gettext_noop(
                "the evening “%(name)s” is here already, without the result that the season took"
            )
            refuse("file", "another-evening", words, name=evening.name)
        known_evenings[each["id"]] = evening
    return known_evenings


def _holders(
    club: Club,
    archive: ReadArchive,
    people: Mapping[str, int | None],
    known_evenings: Mapping[str, Evening],
    *,
    at: datetime,
) -> dict[str, int]:
    # By the keys of people there. Whoever has a ticket of an evening that is here is known by it.
    read_as = {person["person"]: person["read_as"] for person in archive.data["people"] if person["read_as"]}
    known: dict[str, int] = {}
    for each in archive.evenings:
        tickets = (
            known_evenings[each["id"]].tickets.values_list("code", "player")
            if each["id"] in known_evenings
            else ()
        )
        for code, player in tickets:
            key = str(each["players"][code])
            if known.setdefault(read_as.get(key, key), player) != player:
                words = gettext_noop(
                    "two people of this club are one person in the season (%(key)s); merge them first"
                )
                refuse("people", "two-people", words, key=key)
    unclear = replace(
        archive, tickets=tuple(ticket for ticket in archive.tickets if ticket.code not in known)
    )
    rest = [person for person in archives.people_of_season(archive.data) if person["code"] not in known]
    chosen = {key: player for key, player in people.items() if key not in known}
    holders = {**known, **archives.holders_in(club, unclear, rest, chosen, at=at)}
    holders |= {key: holders[target] for key, target in read_as.items()}
    for each in archive.evenings:
        if len({holders[str(key)] for key in each["players"].values()}) < len(each["players"]):
            words = gettext_noop(
                "two people of the evening %(name)s are one person in the season; such a season is not imported"
            )
            refuse("file", "two-people", words, name=each["evening"][:80])
    return holders


def _entries_here(
    club: Club,
    archive: ReadArchive,
    holders: dict[str, int],
    evenings: Mapping[str, Evening],
    *,
    at: datetime,
) -> Iterator[Entry]:
    # Whom an entry names without an evening is somebody without a name; an evening that is not here is none.
    kind = "fixtures" if is_of_fixtures(archive.data) else "evenings"
    addresses = {each["evening"]: address_of(evenings[each["id"]]) for each in archive.evenings}

    def player(key: int) -> int:
        if str(key) not in holders:
            holders[str(key)] = archives.nobody(club, is_guest=False, at=at)
        return holders[str(key)]

    for entry in archive.entries:
        new = archives.as_read_here(entry)
        body = exchanged(json.loads(entry.body), kind, player, lambda address: addresses.get(address, ""))
        yield replace(new, body=canonical(body), original=canonical([entry.body, entry.by]))


def _season_row(club: Club, archive: ReadArchive, record: SeasonRecord, *, at: datetime) -> Season:
    data, columns = archive.data, rows_of(record).season
    name = clean_name("file", data["league"]["name"])
    league = club.leagues.filter(name=name).first() or make_league(
        club=club, new=NewLeague.model_construct(name=name), at=at
    )
    slugs = {*league.seasons.values_list("slug", flat=True), *RESERVED}
    return Season.objects.create(
        league=league,
        slug=free_slug(data["season"]["slug"], slugs, "season"),
        kind=record.kind,
        seed="",
        made_at=at,
        version=len(archive.entries),
        ledger_length=len(archive.entries),
        ledger_head=archive.entries[-1].hash,
        origin={
            "club": data["club"],
            "league": data["league"],
            "slug": data["season"]["slug"],
            "people": data["people"],
        },
        **{column: as_column(column, value) for column, value in columns.items()}
        | {"stage": Season.Stage.IMPORTED},
    )


def _write(
    season: Season,
    archive: ReadArchive,
    entries: list[Entry],
    record: SeasonRecord,
    holders: Mapping[str, int],
    evenings: Mapping[str, Evening],
) -> None:
    SeasonEntry.objects.bulk_create(
        SeasonEntry(season=season, **row) for row in archives.ledger_rows(entries)
    )
    _write_texts(season, archive, entries)
    call_entrants(season, record.contest)
    write_rows(season, NOTHING, rows_of(record))
    if is_of_fixtures(archive.data):
        return
    for each in archive.evenings:
        SeasonEvening.objects.update_or_create(
            season=season,
            evening=evenings[each["id"]],
            defaults={
                "publication": each["publication"],
                "void": each["void"],
                "result": with_keys(each["result"], lambda key: holders[str(key)]),
                "origin": {name: each[name] for name in ("evening", "id", "result", "players")},
            },
        )
    write_tables(season)
    for name, table in tables_of(season).items():
        lines = [[getattr(line, column) for column in OF_LINE] for line in table.lines]
        archive_lines = [
            [str(holders[line["person"]]), *(line[column] for column in OF_LINE[1:])]
            for line in archive.data["tables"][name]
        ]
        if sorted(map(canonical, lines)) != sorted(map(canonical, archive_lines)):
            refuse("file", "another-season", ANOTHER, first=name)


def _write_texts(season: Season, archive: ReadArchive, entries: list[Entry]) -> None:
    reasons = {entry.reason for entry in entries if COMMITMENT.fullmatch(entry.reason)}
    # No archive holds the reasons themselves.
    texts = [BoundText(season=season, commitment=reason, text="–") for reason in sorted(reasons)]
    for entrant in archive.data.get("entrants", ()):
        text, salt = entrant["name"] or ERASED, entrant["salt"] or ""
        texts.append(BoundText(season=season, commitment=entrant["commitment"], text=text, salt=salt))
    rows = {row.commitment: row for row in BoundText.objects.bulk_create(texts)}
    pairs = {
        (entrant["commitment"], player)
        for entry in entries
        for entrant in json.loads(entry.body).get("entrants", ())
        for player in entrant["players"]
    }
    players = Player.objects.in_bulk(player for _, player in pairs)
    NamedPerson.objects.bulk_create(
        NamedPerson(text=rows[commitment], player_id=player, called=players[player].name)
        for commitment, player in sorted(pairs)
    )


def forget(player: Player) -> None:
    """Throw an erased player's name away in what imported seasons keep of their archives."""
    is_there = Q(evenings__evening__tickets__player=player) | Q(entrant_members__player=player)
    for season in Season.objects.filter(is_there, origin__isnull=False).distinct():
        keys = {key for key, pk in keys_there(season).items() if pk == player.pk}
        people = [
            {**person, "name": None} if person["person"] in keys else person
            for person in (season.origin or {})["people"]
        ]
        Season.objects.filter(pk=season.pk).update(origin={**(season.origin or {}), "people": people})
