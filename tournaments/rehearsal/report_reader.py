"""The report of a rehearsal, read from the rows that it leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.derivation import Sentence
from tournaments.evening.models import Round, TableRound
from tournaments.evening.reads.facts import seatings
from tournaments.evening.reads.standings import worked_out
from tournaments.evening.round_rules import Status
from tournaments.movement.certificate import Certificate, Provenance, certify
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

# --- A report in English: as lines of plain text for the terminal, and as data for other programs -----

WHO = {
    "director": "the director",
    "table": "the table",
    "players": "the players",
    "nobody": "nobody can help",
}


def with_texts(report: Mapping[str, Any]) -> dict[str, Any]:
    """A report as data with the English of everything that people read, and the whole certificate."""
    stops = [
        {**stop, **{part: {**stop[part], "text": _text(stop[part])} for part in ("what", "resolved")}}
        for stop in report["stops"]
    ]
    prizes = [{**prize, "why": {**prize["why"], "text": _text(prize["why"])}} for prize in report["prizes"]]
    certificate_data = report["certificate"]
    certificate = None if certificate_data is None else Certificate.from_data(certificate_data).as_data()
    return {**report, "stops": stops, "prizes": prizes, "certificate": certificate}


def _text(data: Mapping[str, Any]) -> str:
    return str(Sentence.from_data(data))


def report_lines(report: Mapping[str, Any]) -> Iterator[str]:
    rounds, players = report["rounds"], report["players"]
    yield (
        f"Rehearsal of {report['game']}, {report['movement']}: {len(players)} players, {len(rounds)} rounds, "
        f"{report['hands']} hands, {clock(report['minutes'])} h. Seed: {report['seed']}"
    )
    if not report["complete"]:
        yield "The evening did not come to its end."
    yield f"Stops: {len(report['stops'])}, unexpected: {report['unexpected']}"
    yield from map(_stop, report["stops"])
    yield "Rounds:"
    yield from map(_round_in_words, rounds)
    strength = {player["number"]: player["strength"] for player in players}
    yield "Standings:"
    for line in report["standings"]:
        yield (
            f"{line['place']:>4}  player {line['player']:<4} played {line['played']}, "
            f"won {line['won_halves'] / 2:g}, points {line['points']} ({line['difference']:+}), "
            f"strength {strength[line['player']] / 100:+.2f}"
        )
    yield from map(_prize, report["prizes"])
    if report["strongest"]:
        together = (
            ""
            if report["correlation"] is None
            else f"; strength and place go together by {report['correlation']}%"
        )
        yield f"The strongest player came in at place {report['strongest']['place']}{together}."
    yield from _certificate_in_words(report["certificate"])


def _prize(prize: Mapping[str, Any]) -> str:
    of = f", {prize['colour']}" if prize["colour"] else ""
    worth = f", {prize['amount'] / 100:.2f}" if prize["amount"] else ""
    ranks = f"{prize['rank']}-{prize['last']}" if prize["rank"] < prize["last"] else prize["rank"]
    return f"Prize ({prize['prize']} {ranks}{of}): player {prize['player']}{worth}. {_text(prize['why'])}"


def clock(minutes: int) -> str:
    """Minutes as hours and minutes: 1:05."""
    return f"{minutes // 60}:{minutes % 60:02}"


def _stop(stop: Mapping[str, Any]) -> str:
    mark = "! " if stop["unexpected"] else "  "
    what, resolved = (_text(stop[part]) for part in ("what", "resolved"))
    where = f"round {stop['round']}" if stop["round"] else "before play"
    return f"{mark}{clock(stop['minute'])} {where}, {WHO[stop['who']]}: {what}. {resolved}"


def _round_in_words(round_: Mapping[str, Any]) -> str:
    bell = round_["bell"]
    if bell:
        ended = f"table {bell['table']} rang at {clock(bell['minute'])} after {bell['hands']} hands"
    else:
        ended = f"play stopped at {clock(round_['stopped'])}"
    cuts = f"; cuts at {', '.join(map(str, round_['cuts']))}" if round_["cuts"] else ""
    out = f"; sitting out {', '.join(map(str, round_['sitting_out']))}" if round_["sitting_out"] else ""
    points = " ".join(":".join(map(str, points)) for points in round_["points"])
    return f"  {round_['round']:>2} from {clock(round_['started'])}: {ended}; {points}{cuts}{out}"


def _certificate_in_words(certificate: Mapping[str, Any] | None) -> Iterator[str]:
    if certificate is None:
        return
    summary, bounds = certificate["summary"], certificate["bounds"] or {}
    yield "Certificate of the movement as it was played (least possible in brackets):"
    for name in ("repeated_partnerships", "repeated_meetings", "never_met", "sit_out_spread"):
        least = f" ({bounds[name]['least']})" if name in bounds else ""
        yield f"  {name.replace('_', ' ')}: {summary[name]}{least}"
    if certificate["faults"]:
        for fault in Certificate.from_data(certificate).faults:
            yield f"  fault: {fault.message}"


def report_of(stage: Session) -> Report:
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
    # No standings before a round is closed, and no prizes before the end.
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
