"""What the archive of a season says, held against its ledger: rules, names, lots and tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tournaments.evening import outcome
from tournaments.evening.fold import name_commitment
from tournaments.ledger.chain import Entry, canonical
from tournaments.ranking.fixtures.record import ContestRecord, division_states, lots_of
from tournaments.ranking.fixtures.results import lots_hold
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import Bonus, Lot, table_state
from tournaments.ranking.series.units import Persons

Told = Mapping[str, Any]
OF_LINE: Final = ("person", "place", "total", "attended", "won", "bonus", "prizes")
OF_FIXTURES_LINE: Final = (
    *("entrant", "place", "played", "won", "drawn", "lost", "byes"),
    *("match_points", "adjusted", "games", "points"),
)
"""What is told of a line of a table, of a season of evenings and of one of fixtures."""


TEXT, OR_NONE = (str,), (str, type(None))
KINDS: Final[Mapping[str, Mapping[str, tuple[type, ...]]]] = {
    "club": {"name": OR_NONE, "slug": OR_NONE},
    "league": {"name": TEXT, "slug": TEXT},
    "season": {"name": TEXT, "slug": TEXT, "starts": TEXT, "ends": TEXT, "rules": (dict,)},
    "people": {"person": TEXT, "name": OR_NONE, "categories": (list,), "read_as": OR_NONE},
    "entrants": {"commitment": TEXT, "name": OR_NONE, "salt": OR_NONE},
    "evenings": {
        "evening": TEXT,
        "id": TEXT,
        "publication": (int,),
        "void": (bool,),
        "result": (dict,),
        "players": (dict,),
        "archive": (dict, type(None)),
    },
}
"""What has to be there, and of which kind: in a part itself, or in each of a list."""
LISTS: Final = ("people", "entrants", "evenings")
NOT_IN_LEDGER: Final = ("club", "league", "season.slug")


def misshapen(archive: Told) -> Iterator[str]:
    """Where an archive is not as this program reads it; what follows may count on the rest."""
    contents = "entrants" if is_of_fixtures(archive) else "evenings"
    for part in ("club", "league", "season", "people", contents):
        rows = archive.get(part)
        if part not in LISTS:
            rows = [rows]
        if not isinstance(rows, list):
            yield f"{part} is not a list"
            continue
        for row in rows:
            kinds = KINDS[part].items()
            yield from (
                f"{part}.{name} is not as it has to be"
                for name, kind in kinds
                if not isinstance(row, dict) or name not in row or type(row[name]) not in kind
            )
            numbers = [row.get("person"), row.get("id")] if isinstance(row, dict) else []
            if any(isinstance(number, str) and not number.isdecimal() for number in numbers):
                yield f"{part}: a number is none"


def is_of_fixtures(archive: Told) -> bool:
    return "entrants" in archive


def bodies_of(entries: Iterable[Entry]) -> list[tuple[Entry, dict[str, Any]]]:
    return [(entry, json.loads(entry.body)) for entry in entries]


def unlike_the_ledger(archive: Told, entries: Iterable[Entry]) -> Iterator[str]:
    bodies = bodies_of(entries)
    rules = [body for _, body in bodies if "rules" in body]
    for name in ("name", "starts", "ends", "rules"):
        if not rules or canonical(archive["season"][name]) != canonical(rules[-1][name]):
            yield f"season.{name} is not that of the ledger"
    yield from broken_promises(entries)[0]
    tables = season_tables(archive)
    if set(archive["tables"]) != set(tables):
        yield "tables are not those of the season"
    for name, lines in archive["tables"].items():
        if name in tables and canonical(lines) != canonical(tables[name]):
            yield f"tables: {name or 'everybody'}: the lines are not those that follow"


def broken_promises(entries: Iterable[Entry]) -> tuple[list[str], str]:
    """The lots that are not those that were promised; and the commitment to the seed of the next ones."""
    promised, broken = "", []
    for entry in entries:
        body = json.loads(entry.chained[0])  # lots are drawn by the keys of where they were drawn
        if entry.act == "open":
            promised = body["commitment"]
        elif entry.act == "lots":
            lots = lots_of(body)
            if lots.seed and (lots.commitment != promised or not lots_hold(lots)):
                broken.append(f"entry {entry.sequence}: the lots are not those that were promised")
            promised = body["next_commitment"]
    return broken, promised


def unlike_the_names(archive: Told, entries: Iterable[Entry]) -> Iterator[str]:
    """Where the names of entrants are not those that the ledger binds."""
    if {entrant["commitment"] for entrant in archive["entrants"]} != set(commitments(entries)):
        yield "entrants are not those of the ledger"
    for entrant in archive["entrants"]:
        name, salt = entrant["name"], entrant["salt"]
        if name is not None and name_commitment(name, salt or "") != entrant["commitment"]:
            yield f"entrants: {name} is not the name that was entered"


def nameless(archive: Told, entries: Iterable[Entry]) -> list[int]:
    """The numbers of the entrants whose names did not come along."""
    names = {entrant["commitment"]: entrant["name"] for entrant in archive["entrants"]}
    return sorted(
        {number for commitment, number in commitments(entries).items() if names.get(commitment) is None}
    )


def commitments(entries: Iterable[Entry]) -> dict[str, int]:
    """The numbers of entrants by the commitments to their names."""
    entrants = (entrant for _, body in bodies_of(entries) for entrant in body.get("entrants", ()))
    return {entrant["commitment"]: entrant["number"] for entrant in entrants if "commitment" in entrant}


def season_tables(archive: Told) -> dict[str, list[dict[str, object]]]:
    """The lines that follow: from evenings everybody, under "", and each category; from fixtures each division.

    A knock-out has none.
    """
    entries = outcome.entries_of(archive["ledger"])
    if is_of_fixtures(archive):
        return _of_fixtures(archive, entries)
    bodies = bodies_of(entries)
    withdrawn = {body["of"] for entry, body in bodies if entry.act == "withdraw"}
    standing = [pair for pair in bodies if pair[0].sequence not in withdrawn]
    adjustments = [
        Bonus(str(body["player"]), body["points"])
        if entry.act == "bonus"
        else Lot(entry.sequence, tuple(body["order"]))
        for entry, body in standing
        if entry.act in ("bonus", "lots")
    ]
    people = archive["people"]
    persons = Persons(
        {each["person"]: frozenset(each["categories"]) for each in people if each["categories"]},
        {each["person"]: each["read_as"] for each in people if each["read_as"]},
    )
    evenings = [
        outcome.as_result(each["id"], each["result"], void=each["void"]) for each in archive["evenings"]
    ]
    rules = SeasonRules.model_validate(archive["season"]["rules"])
    return {
        name: [
            {column: getattr(line, column) for column in OF_LINE}
            for line in table_state(rules, evenings, persons, adjustments, category=name or None).lines
        ]
        for name in ("", *(category.name for category in rules.categories))
    }


def _of_fixtures(archive: Told, entries: Iterable[Entry]) -> dict[str, list[dict[str, object]]]:
    contest, rules = ContestRecord(), FixtureRules.model_validate(archive["season"]["rules"])
    for entry, body in bodies_of(entries):
        contest.take(entry.sequence, body)
    return {
        division.name: [
            {column: getattr(line, column) for column in OF_FIXTURES_LINE} for line in division.lines
        ]
        for division in division_states(contest, rules)
        if rules.has_table
    }
