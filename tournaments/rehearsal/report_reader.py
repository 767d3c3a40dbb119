"""The report of a rehearsal, read from the rows that it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from tournaments.evening.models import Round, TableRound
from tournaments.evening.reads.facts import seatings
from tournaments.evening.reads.results import worked_out
from tournaments.evening.status import Status
from tournaments.movement.certificate import Provenance, certify
from tournaments.movement.certificate.certifying import as_data
from tournaments.movement.certificate.document import without_words
from tournaments.movement.seating import Seating
from tournaments.rehearsal.report import (
    Bell,
    PlayerThere,
    PrizeWon,
    Report,
    ReportLine,
    RoundPlayed,
    correlation,
)
from tournaments.rehearsal.session import Session


def report_of(stage: Session) -> Report:
    """Everything that is to be told of a rehearsal, as it has ended."""
    played = list(
        stage.evening.rounds.filter(closed_at__isnull=False).select_related("bell_table").order_by("number")
    )
    placed = seatings(played)
    rounds = tuple(_round(stage, round_, placed[round_.pk]) for round_ in played)
    standings, prizes = _results(stage)
    strength = {stage.numbers[code]: strength for code, strength in stage.strengths.items()}
    plan = stage.setup.plan
    return Report(
        seed=stage.brief.seed,
        game=plan.game,
        movement=plan.movement,
        counting=plan.counting,
        complete=stage.evening.status == Status.PUBLISHED,
        minutes=rounds[-1].closed if rounds else 0,
        hands=stage.hands,
        stops=tuple(stage.stops),
        routine=dict(sorted(stage.routine.items())),
        rounds=rounds,
        players=_players(stage, rounds),
        standings=standings,
        correlation=correlation([(strength[line.player], line.place) for line in standings if line.played]),
        certificate=_certificate(stage, rounds),
        prizes=prizes,
    )


def _round(stage: Session, round_: Round, seating: Seating) -> RoundPlayed:
    games = list(TableRound.objects.filter(round=round_).select_related("table").order_by("table__number"))
    hands = tuple(game.hands_count for game in games)
    stopped = _minute(stage, round_.stopped_at)
    bell = round_.bell_table
    return RoundPlayed(
        round=round_.number,
        started=_minute(stage, round_.started_at),
        stopped=stopped,
        closed=_minute(stage, round_.closed_at),
        tables=tuple(tuple(stage.numbers[code] for code in table) for table in seating.tables),
        sitting_out=tuple(sorted(stage.numbers[code] for code in seating.sitting_out)),
        points=tuple(tuple(game.points) for game in games),
        winners=tuple(game.winner for game in games),
        hands=hands,
        cuts=tuple(game.table.number for game in games if game.cut),
        bell=Bell(bell.number, hands[bell.number - 1], stopped) if bell else None,
    )


def _minute(stage: Session, at: datetime | None) -> int:
    return stage.minute_of(at or stage.at)


def _players(stage: Session, rounds: Sequence[RoundPlayed]) -> tuple[PlayerThere, ...]:
    sat_out = Counter(number for round_ in rounds for number in round_.sitting_out)
    return tuple(
        PlayerThere(
            number=ticket.number,
            colour=ticket.colour,
            strength=stage.strengths[ticket.code],
            came_in=ticket.arrived_in,
            left_in=ticket.left_in,
            replaces=ticket.replaces.number if ticket.replaces else None,
            sat_out=sat_out[ticket.number],
        )
        for ticket in stage.evening.tickets.select_related("replaces").order_by("number")
    )


def _results(stage: Session) -> tuple[tuple[ReportLine, ...], tuple[PrizeWon, ...]]:
    """Standings and prizes; nothing where no round was closed, and no prizes before the end."""
    if not stage.evening.rounds.filter(closed_at__isnull=False).exists():
        return (), ()
    standings, prizes = worked_out(stage.evening)
    lines = tuple(
        ReportLine(
            place=line.place,
            player=stage.numbers[line.player],
            played=line.played,
            won_halves=line.won_halves,
            points=line.points_for,
            difference=line.points_difference,
        )
        for line in standings
    )
    if stage.evening.finished_at is None:
        return lines, ()
    return lines, tuple(
        PrizeWon(
            prize=won.kind,
            rank=won.rank,
            last=won.last,
            colour=won.colour,
            player=stage.numbers[won.winner],
            among=won.among,
            amount=won.amount,
            why=won.why,
            about=won.about,
            other=won.other,
        )
        for won in prizes
        if won.winner
    )


def _certificate(stage: Session, rounds: Sequence[RoundPlayed]) -> dict[str, object] | None:
    """The movement as it was really played, players by their numbers."""
    if not rounds:
        return None
    plan = stage.setup.plan
    everybody = [str(number) for number in sorted(stage.numbers.values())]
    seats = [
        (
            [[str(number) for number in table] for table in round_.tables],
            [str(number) for number in round_.sitting_out],
        )
        for round_ in rounds
    ]
    absent = [
        sorted(set(everybody) - {player for table in tables for player in table} - set(out))
        for tables, out in seats
    ]
    certificate = certify(
        seats,
        partnership=plan.tables.partnership,
        players=everybody,
        sizes=plan.tables.allowed,
        absent=absent,
        provenance=Provenance(generator=plan.movement, seed=stage.brief.seed, played=True),
    )
    return without_words(as_data(certificate))
