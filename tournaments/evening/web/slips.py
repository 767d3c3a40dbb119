"""Score slips as templates/partials/score_slip.html draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.definition import Game
from scoring.derivation import Derivation
from tournaments.evening.reads.hands import Hand
from tournaments.evening.reads.schedules import EveningRounds
from tournaments.evening.web.movement_words import STATES
from tournaments.movement.seating import SEATS, Seating, Table
from tournaments.site.web.pages import kept_part, stored_lines, translate

# --- The rounds of an evening as a grid: rows are rounds, columns tables ------------------------------


def grid(found: EveningRounds, names: Mapping[str, str]) -> dict[str, Any]:
    """The rounds with their tables, each as one or two lines of names, and who sits out."""
    tables = max((len(round_.seating.tables) for round_ in found.rounds), default=0)
    couples = found.plan.tables.partnership
    return {
        "tables": range(1, tables + 1),
        "someone_sits_out": any(round_.seating.sitting_out for round_ in found.rounds),
        "rows": [
            {
                "number": round_.number,
                "state": round_.state,
                "words": str(STATES[round_.state]),
                "cells": [
                    {"number": number, "lines": table_lines, "couples": len(table_lines) > 1}
                    for number, table_lines in enumerate(
                        cells(round_.seating, names, tables, couples=couples), start=1
                    )
                ],
                "out": [names[code] for code in round_.seating.sitting_out],
            }
            for round_ in found.rounds
        ],
    }


def cells(seating: Seating, names: Mapping[str, str], tables: int, *, couples: bool) -> list[list[str]]:
    """The lines of each table, none for tables that are not set."""
    lines = [_lines(table, names, couples=couples) for table in seating.tables]
    return [*lines, *([] for _ in range(tables - len(lines)))]


def _lines(table: Table, names: Mapping[str, str], *, couples: bool) -> list[str]:
    people = [names[code] for code in table]
    if couples and len(people) == SEATS:
        return [f"{people[0]} & {people[2]}", f"{people[1]} & {people[3]}"]
    return [" · ".join(people)]


def by_number(found: EveningRounds) -> dict[str, Any]:
    """The rounds with the numbers of the tickets in seat order, for a large room: rows are tables, columns rounds."""
    called = {ticket.code: str(ticket.number) for ticket in found.tickets}
    tables = max((len(round_.seating.tables) for round_ in found.rounds), default=0)
    cards = [
        ["-".join(called[code] for code in table) for table in round_.seating.tables]
        for round_ in found.rounds
    ]
    return {
        "rounds": [round_.number for round_ in found.rounds],
        "rows": [
            (table + 1, [card[table] if table < len(card) else "" for card in cards])
            for table in range(tables)
        ],
        "out": [", ".join(called[code] for code in round_.seating.sitting_out) for round_ in found.rounds],
    }


Slip = dict[str, Any]
COUPLES: dict[tuple[int, ...], str] = {(1, 3): "A", (2, 4): "B"}


def stored_slip(hand: Hand, game: Game) -> Slip:
    title = _("Hand %(number)s") % {"number": hand.number}
    return _slip(game, stored_lines(hand.slip), hand.points, title=title)


def drawn_slip(hand: Hand, game: Game) -> SafeString:
    """`stored_slip` as HTML, rendered once for everybody who sees it."""
    made_from = (game.slug, hand.number, hand.points, repr(hand.slip))
    return kept_part("partials/score_slip.html", made_from, lambda: {"slip": stored_slip(hand, game)})


def previewed_slip(derivation: Derivation, game: Game, *, title: str = "") -> Slip:
    lines = [{**line.as_data(), "text": translate(line.sentence)} for line in derivation.lines]
    return _slip(game, lines, derivation.scores, title=title)


def _slip(
    game: Game, lines: Iterable[Mapping[str, Any]], scores: Sequence[int], *, title: str, state: str = ""
) -> Slip:
    rulebook = reverse("web:rulebook", args=[game.slug])
    numbers = {paragraph.id: paragraph.number for paragraph in game.paragraphs}
    return {
        "title": title,
        "state": state,
        "lines": [
            {
                **line,
                "seats_label": seats_label(game, line["seats"]),
                "rule_url": f"{rulebook}#{line['rule']}",
                "rule_number": numbers.get(line["rule"], ""),
            }
            for line in lines
        ],
        "totals": _totals(game, scores),
    }


def seats_label(game: Game, seats: Sequence[int]) -> str:
    if game.partnership:
        couple = COUPLES.get(tuple(sorted(seats)))
        return couple or _("all")
    return " · ".join(str(seat) for seat in seats)


def _totals(game: Game, scores: Sequence[int]) -> list[dict[str, object]]:
    if game.partnership:
        return [{"couple": couple, "points": points} for couple, points in zip("AB", scores, strict=False)]
    return [{"label": str(seat), "points": points} for seat, points in enumerate(scores, start=1)]
