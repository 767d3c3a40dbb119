"""A report in English: as lines of plain text for the terminal, and as data for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.derivation import Sentence
from tournaments.movement.certificate import Certificate

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
    found = report["certificate"]
    certificate = None if found is None else Certificate.from_data(found).as_data()
    return {**report, "stops": stops, "prizes": prizes, "certificate": certificate}


def _text(data: Mapping[str, Any]) -> str:
    return str(Sentence.from_data(data))


def report_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a report as data: the stops, then the rounds, the standings, the certificate."""
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
    yield from map(_round, rounds)
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
    yield from _certificate(report["certificate"])


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


def _round(round_: Mapping[str, Any]) -> str:
    bell = round_["bell"]
    if bell:
        ended = f"table {bell['table']} rang at {clock(bell['minute'])} after {bell['hands']} hands"
    else:
        ended = f"play stopped at {clock(round_['stopped'])}"
    cuts = f"; cuts at {', '.join(map(str, round_['cuts']))}" if round_["cuts"] else ""
    out = f"; sitting out {', '.join(map(str, round_['sitting_out']))}" if round_["sitting_out"] else ""
    points = " ".join(":".join(map(str, points)) for points in round_["points"])
    return f"  {round_['round']:>2} from {clock(round_['started'])}: {ended}; {points}{cuts}{out}"


def _certificate(certificate: Mapping[str, Any] | None) -> Iterator[str]:
    if certificate is None:
        return
    summary, bounds = certificate["summary"], certificate["bounds"] or {}
    yield "Certificate of the movement as it was played (least possible in brackets):"
    for name in ("repeated_partnerships", "repeated_meetings", "never_met", "sit_out_spread"):
        least = f" ({bounds[name]['least']})" if name in bounds else ""
        yield f"  {name.replace('_', ' ')}: {summary[name]}{least}"
    if certificate["faults"]:
        for found in Certificate.from_data(certificate).faults:
            yield f"  fault: {found.message}"
