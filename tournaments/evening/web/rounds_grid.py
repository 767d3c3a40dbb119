"""The rounds of an evening as a grid: rows are rounds, columns tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.evening.reads.certificates import EveningRounds
from tournaments.evening.reads.names import Named, short_names
from tournaments.evening.web.certificate_words import STATES
from tournaments.movement.seating import SEATS, Seating, Table


def short(found: EveningRounds) -> dict[str, str]:
    """Everybody by ticket code, as shortly as the room allows."""
    return short_names([Named(one.code, one.player.name, one.number) for one in found.tickets])


def grid(found: EveningRounds, names: Mapping[str, str]) -> dict[str, Any]:
    """The rounds with their tables, each as one or two lines of names, and who sits out.

    Arguments:
        names: what to call people, by ticket code.
    """
    tables = max((len(one.seating.tables) for one in found.rounds), default=0)
    couples = found.plan.tables.partnership
    return {
        "tables": range(1, tables + 1),
        "someone_sits_out": any(one.seating.sitting_out for one in found.rounds),
        "rows": [
            {
                "number": one.number,
                "state": one.state,
                "words": str(STATES[one.state]),
                "cells": [
                    {"number": number, "lines": told, "couples": len(told) > 1}
                    for number, told in enumerate(cells(one.seating, names, tables, couples=couples), start=1)
                ],
                "out": [names[code] for code in one.seating.sitting_out],
            }
            for one in found.rounds
        ],
    }


def cells(seating: Seating, names: Mapping[str, str], tables: int, *, couples: bool) -> list[list[str]]:
    """The lines of each table, nothing for tables that are not set."""
    here = [_lines(table, names, couples=couples) for table in seating.tables]
    return [*here, *([] for _ in range(tables - len(here)))]


def _lines(table: Table, names: Mapping[str, str], *, couples: bool) -> list[str]:
    people = [names[code] for code in table]
    if couples and len(people) == SEATS:
        return [f"{people[0]} & {people[2]}", f"{people[1]} & {people[3]}"]
    return [" · ".join(people)]


def by_number(found: EveningRounds) -> dict[str, Any]:
    """The rounds with the numbers of the tickets in seat order, for a large room: rows are tables, columns rounds."""
    called = {ticket.code: str(ticket.number) for ticket in found.tickets}
    tables = max((len(one.seating.tables) for one in found.rounds), default=0)
    cards = [
        ["-".join(called[code] for code in table) for table in one.seating.tables] for one in found.rounds
    ]
    return {
        "rounds": [one.number for one in found.rounds],
        "rows": [
            (table + 1, [card[table] if table < len(card) else "" for card in cards])
            for table in range(tables)
        ],
        "out": [", ".join(called[code] for code in one.seating.sitting_out) for one in found.rounds],
    }
