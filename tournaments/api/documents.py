"""Rows as the REST door shows them; tournaments.api.answers says the same for the schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from games.definition import Game
from scoring.derivation import Derivation
from tournaments.api import mending_documents
from tournaments.api.errors import said
from tournaments.movement.reasons import Reason
from tournaments.queries import desk, rest, table_sheet, tables
from tournaments.queries.facts import Setup, setup_of
from tournaments.queries.house_rules import ClubRules
from tournaments.queries.sealed import body_in_sight, sealed
from tournaments.queries.sight import EVERYTHING, Sight
from tournaments.replay.agreement import AT_A_TABLE, is_confirmed
from tournaments.replay.chain import instant
from tournaments.status import Status, possible
from tournaments.work import remarks

Document = dict[str, Any]


def _at(time: datetime | None) -> str | None:
    return None if time is None else instant(time)


# --- games -------------------------------------------------------------------------------------------
def game_in_short(game: Game) -> Document:
    """A game in a list."""
    return {
        "slug": game.slug,
        "name": game.name,
        "seats": list(game.seats),
        "partnership": game.partnership,
        "version": game.version,
    }


def game(game: Game) -> Document:
    """A game whole: labels and rulebook, forms and schemas."""
    return {
        **game_in_short(game),
        "pack": game.pack,
        "form": [_plain(asdict(field)) for field in game.form],
        "house_rule_form": [_plain(asdict(field)) for field in game.house_rule_form],
        "hand_schemas": list(game.hand_schemas),
        "house_rules_schema": game.house_rules_schema,
        "rulebook": [
            {
                "number": paragraph.number,
                "id": paragraph.id,
                "section": paragraph.section,
                "title": paragraph.title,
                "text": paragraph.text,
            }
            for paragraph in game.paragraphs
        ],
    }


def _plain(value: Any) -> Any:
    """Mappings and tuples, at any depth, as what JSON knows."""
    match value:
        case Mapping():
            return {name: _plain(inner) for name, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value


def derivation(slip: Derivation) -> Document:
    """A score with its lines in the reader's language."""
    return {
        "scores": list(slip.scores),
        "derivation": [{**line.as_data(), "text": said(line.sentence)} for line in slip.lines],
        "wins_game": slip.wins_game,
    }


# --- clubs -------------------------------------------------------------------------------------------
def club(row: rest.Club) -> Document:
    """A club, as queries.desk.clubs gives it with its counts."""
    counted: Any = row
    return {
        "slug": row.slug,
        "name": row.name,
        "time_zone": row.time_zone,
        "members": counted.members_count,
        "evenings": counted.evenings_count,
    }


def player(row: rest.Player) -> Document:
    """Somebody the club knows."""
    return {
        "id": row.pk,
        "name": row.name,
        "guest": row.is_guest,
        "colour": row.colour,
        "active": row.is_active,
    }


def house_rules(rules: ClubRules) -> Document:
    """How a club plays a game."""
    return {"game": rules.game.slug, "options": dict(rules.options), "own": rules.own}


# --- evenings ----------------------------------------------------------------------------------------
def evening_in_short(row: rest.Evening) -> Document:
    """An evening in a list, as queries.desk.evenings gives it with its count."""
    counted: Any = row
    return {
        "slug": row.slug,
        "name": row.name,
        "date": row.date.isoformat(),
        "game": row.plan["game"],
        "status": row.status,
        "current_round": row.current_round,
        "players": counted.players_count,
    }


def evening(row: rest.Evening) -> Document:
    """An evening as it stands; one query."""
    round_ = rest.round_in_play(row)
    return {
        "club": row.club.slug,
        "slug": row.slug,
        "name": row.name,
        "date": row.date.isoformat(),
        "status": row.status,
        "version": row.version,
        "plan": row.plan,
        "pinned": row.pinned,
        **asdict(sealed(row)),
        "current_round": row.current_round,
        "round": None if round_ is None else _times(round_, _bell(round_)),
        "possible": sorted(possible(Status(row.status))),
        "ledger": {"length": row.ledger_length, "head": row.ledger_head},
        "made_at": instant(row.made_at),
        "started_at": _at(row.started_at),
        "finished_at": _at(row.finished_at),
        "published_at": _at(row.published_at),
    }


def _times(round_: rest.Round, bell: int | None) -> Document:
    return {
        "number": round_.number,
        "announced_at": _at(round_.announced_at),
        "started_at": _at(round_.started_at),
        "ends_at": _at(round_.ends_at),
        "stopped_at": _at(round_.stopped_at),
        "closed_at": _at(round_.closed_at),
        "bell_table": bell,
    }


def _bell(round_: rest.Round) -> int | None:
    return round_.bell_table.number if round_.bell_table else None


def ticket(row: rest.Ticket) -> Document:
    """A ticket with its holder."""
    return {
        "code": row.code,
        "number": row.number,
        "player": row.player_id,
        "name": row.player.name,
        "colour": row.colour,
        "arrived_in": row.arrived_in,
        "left_in": row.left_in,
        "replaces": row.replaces.code if row.replaces else None,
    }


def round_(view: desk.RoundView, names: Mapping[str, str]) -> Document:
    """A round with everybody's place; `names` are those of all tickets of the evening, by code."""
    bell = next((game.table for game in view.games if game.rang), None)
    return {
        **_times(view.round, bell),
        "tables": [_game(game) for game in view.games],
        "sitting_out": [{"ticket": person.code, "name": person.name} for person in view.sitting_out],
        "reasons": [said(Reason.from_data(reason).named(names)) for reason in view.round.reasons],
    }


def _game(game: desk.Game) -> Document:
    return {
        "table": game.table,
        "seats": [
            {"seat": seat, "ticket": person.code, "name": person.name}
            for seat, person in sorted(game.people.items())
        ],
        "points": _running(game.points, by_points=game.by_points),
        "hands": game.hands,
        "cut": game.cut or None,
        "winner": game.winner or None,
    }


def _running(points: tuple[int, ...], *, by_points: bool) -> Document | list[int]:
    """Points of the couples by letter, or those of each seat."""
    return list(points) if by_points else dict(zip("AB", points, strict=True))


def standing(row: rest.Standing) -> Document:
    """A line of the standings."""
    return {
        "place": row.place,
        "ticket": row.ticket.code,
        "name": row.ticket.player.name,
        "played": row.played,
        "won_halves": row.won_halves,
        "points_for": row.points_for,
        "points_difference": row.points_difference,
        "head_table_wins": row.head_table_wins,
        "bells_rung": row.bells_rung,
        "decided_by": row.decided_by,
    }


def entry(row: rest.LedgerEntry, evening: rest.Evening, sight: Sight = EVERYTHING) -> Document:
    """An act in the ledger; of a hand that is not in `sight` only where it was played, and no sealed seed."""
    body = body_in_sight(row.act, json.loads(row.body), evening)
    if not sight.sees_entry(body):
        body = {"round": body["round"], "table": body["table"], "kept": True}
    return {
        "sequence": row.sequence,
        "act": row.act,
        "body": body,
        "by": row.by,
        "at": instant(row.at),
        "reason": row.reason,
        "previous_hash": row.previous_hash,
        "hash": row.hash,
    }


def job(row: rest.Job) -> Document:
    """A piece of background work."""
    return {
        "id": row.pk,
        "kind": row.topic,
        "cause": row.cause,
        "outcome": row.outcome,
        "attempts": row.attempts,
        "made_at": instant(row.made_at),
        "due_at": instant(row.due_at),
        "done_at": _at(row.done_at),
        "milliseconds": row.milliseconds,
        "remark": str(remarks.remark_of(row)),
    }


# --- a table -----------------------------------------------------------------------------------------
def table(evening: rest.Evening, number: int, sight: Sight = EVERYTHING) -> Document:
    """A table as its phone shows it, in a few queries, however many hands and tables there are.

    Without hands where these are not in `sight`.

    Raises Http404 where the evening has no such table.
    """
    setup = setup_of(evening)
    # The first seats are drawn for everybody to see; later ones only once they are announced.
    seen = tables.table_in_round(evening, number, max(evening.current_round, 1))
    if seen is None:
        desk.table(evening, number)
    is_kept = seen is not None and not sight.sees(seen.round.number, number)
    return {
        "club": evening.club.slug,
        "evening": evening.slug,
        "table": number,
        "version": evening.version,
        "status": evening.status,
        "game": setup.game.slug,
        "house_rules": setup.plan.house_rules,
        "target": setup.target,
        **(NOT_IN_PLAY if seen is None else _seen(seen, setup, evening)),
        **({"hands": [], "late": []} if is_kept else {}),
        "hands_kept": is_kept,
        "next": _next(evening, () if seen is None else seen.codes),
    }


NOT_IN_PLAY: Document = {
    "round": None,
    "seats": [],
    "running": None,
    "hands": [],
    "late": [],
    "call": None,
    "next_hand": None,
    "may_ring": False,
    "cut": None,
    "winner": None,
}


def _seen(seen: tables.TableInRound, setup: Setup, evening: rest.Evening) -> Document:
    sheet, waiting = table_sheet.sheet_of(seen.game), table_sheet.waiting_call(seen.game.table)
    reached = setup.may_ring(seen.game.table.number, seen.points)
    by_points = seen.game.by_points
    return {
        "round": _times(seen.round, _bell(seen.round)),
        "seats": [
            {"seat": sitter.seat, "ticket": sitter.code, "name": sitter.name} for sitter in seen.sitters
        ],
        "running": _running(seen.points, by_points=by_points),
        "hands": [
            {
                **_hand(row, _running(running, by_points=by_points)),
                **_agreed(row, sheet, seen, setup),
            }
            for row, running in tables.with_running(sheet.live)
        ],
        "late": [mending_documents.tray_hand(row) for row in sheet.tray],
        "call": None if waiting is None else mending_documents.call(waiting),
        "next_hand": seen.game.hands_count + 1,
        "may_ring": evening.status == Status.PLAYING and reached,
        "cut": seen.game.cut or None,
        "winner": seen.game.winner or None,
    }


def _hand(row: tables.Hand, running: Document | list[int]) -> Document:
    return {
        "number": row.number,
        "entry": row.entry.sequence,
        "by": row.entry.by,
        "hand": row.hand,
        "points": list(row.points),
        "derivation": mending_documents.lines(row.derivation),
        "running": running,
        "played_at": instant(row.played_at),
        "entered_at": instant(row.entered_at),
    }


def _agreed(
    row: tables.Hand, sheet: table_sheet.ScoreSheet, seen: tables.TableInRound, setup: Setup
) -> Document:
    """How far the sides of the table are agreed about a hand that counts."""
    others = sheet.disputing(row.number)
    taken = is_confirmed(
        entered_by=row.entry.by,
        confirmed_by="",
        rule=setup.plan.confirmation,
        number=row.number,
        hands=seen.game.hands_count,
        stopped=seen.round.stopped_at is not None,
    )
    if others:
        agreed = "disputed"
    elif row.confirmed_by or not row.entry.by.startswith(AT_A_TABLE):
        agreed = "confirmed"
    else:
        agreed = "taken" if taken else "waits"
    return {
        "agreed": agreed,
        "confirmed_by": row.confirmed_by,
        "disputed_by": [mending_documents.other_entry(other) for other in others],
    }


def _next(evening: rest.Evening, codes: tuple[str, ...]) -> Document | None:
    upcoming = tables.announced(evening)
    if upcoming is None:
        return None
    places = tables.places(upcoming, partnership=setup_of(evening).plan.tables.partnership)
    return {
        "round": upcoming.number,
        "places": [
            {
                "ticket": place.code,
                "name": place.name,
                "table": place.table,
                "seat": place.seat,
                "partner": place.partner,
            }
            for place in (places[code] for code in codes if code in places)
        ],
    }
