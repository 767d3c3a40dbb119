"""Evenings as seasons take them: the standings of a publication by player, kept as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from tournaments.evening.models import Evening, Publication
from tournaments.league.models import SeasonEvening
from tournaments.ranking.series.evenings import EveningLine, EveningResult

FIELDS = ("person", "place", "played", "won_halves", "points_for", "points_difference", "colour", "guest")
"""What is kept of each line, in this order; a handicap stands behind where the season gives any."""


def archive_of(publication: Publication) -> dict[str, Any]:
    """What was published, read."""
    archive: dict[str, Any] = json.loads(publication.archive)
    return archive


def players_by_ticket(evening: Evening) -> dict[str, int]:
    """Who holds which ticket of an evening, by their codes; one query."""
    return dict(evening.tickets.values_list("code", "player_id"))


def result_of(archive: Mapping[str, Any], players: Mapping[str, int]) -> dict[str, Any]:
    """The result of an evening as it was published, as data.

    Whether somebody was a guest is what they were when it was published, whatever they are now.

    Arguments:
        archive: as published.
        players: who holds which ticket.
    """
    tickets = {ticket["code"]: ticket for ticket in archive["tickets"]}
    lines = [
        [
            players[line["ticket"]],
            *(line[name] for name in FIELDS[1:6]),
            tickets[line["ticket"]]["colour"],
            tickets[line["ticket"]]["guest"],
        ]
        for line in archive["standings"]
        if line["ticket"] in players
    ]
    return {"date": archive["evening"]["date"], "game": archive["evening"]["game"], "lines": lines}


def as_value(row: SeasonEvening) -> EveningResult:
    """A row that has a result as the maths reads it."""
    return value_of(str(row.evening_id), row.result or {"lines": []}, void=row.void)


def value_of(evening: str, result: Mapping[str, Any], *, void: bool = False) -> EveningResult:
    """The result of an evening as the maths reads it.

    Arguments:
        evening: its id.
        result: as `result_of` gave it.
        void: whether the season declares it void.
    """
    lines = tuple(EveningLine(str(person), *figures) for person, *figures in result["lines"])
    return EveningResult(evening, date.fromisoformat(result["date"]), result["game"], lines, void)
