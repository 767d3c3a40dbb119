"""What a rehearsal reports: the stops first, then the rounds, the standings, the certificate.

As data (format 2; in format 1 sentences went by their English template) it is one object:

- `format`: 2; `seed`, `game`, `movement`, `counting`;
- `complete`: whether the evening came to its end; `unexpected`: how many stops are unexpected;
- `minutes`: from the first signal to the last round closed; `hands`: how many were entered;
- `stops`: each with `round` (0 before the first), `minute`, `kind`, `who` has to act ("director", "table",
  "players", or "nobody" can), `table` or null, `what` happened, how it was `resolved`, and `unexpected`; what
  people read is a stored sentence, `{"code", "values"}`, and has its English as `text` where a program asked;
- `routine`: what the director does on every evening, each `{"act", "times"}`;
- `rounds`: each with `round`, `started`, `stopped` and `closed` (minutes), `tables` (players by seat), `points`,
  `winners` (A, B, or nothing where everybody counts their own), `hands` of each table, `cuts` (the tables that
  cut), `bell` (`table`, `hands`, `minute`, or null where no table rang) and `sitting_out`;
- `players`: each with `number` (of the ticket), `colour`, `strength` in hundredths, `came_in` and `left_in` (the
  round, 0 and null where nothing happened), `replaces` and `sat_out`;
- `standings`: each with `place`, `player`, `played`, `won_halves`, `points`, `difference`;
- `prizes`: each that a `player` has or has a share in, with `prize` ("best", "booby"), `rank` to `last`, `colour` or
  null, `among` (how many divide it), `amount` in the smallest unit of money, and `why` in words as those of stops;
- `strongest`: `player` and `place`; `correlation`: how strengths and places go together, in per cent (Spearman's
  rank correlation), or null where strengths or places are all alike;
- `certificate`: the movement as it was really played (movement.certificate.certifying), without its words, or null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.faults import Fault
from tournaments.evening.acts import ACTS, Act
from tournaments.movement.certificate import Certificate

wordings(
    {
        "rehearsal.player": gettext_noop("Player %(number)s"),
        "rehearsal.fault": "%(message)s",
        # What fails.
        "rehearsal.refused": gettext_noop("“%(act)s” is refused: %(message)s"),
        "rehearsal.crashed": gettext_noop("“%(act)s” fails: %(error)s"),
        "rehearsal.went-on": gettext_noop("The rehearsal went on without it."),
        "rehearsal.differs": gettext_noop("the ledger and the tables of results differ: %(finding)s"),
        # Before play and between rounds.
        "rehearsal.not-begun": gettext_noop("The evening cannot begin."),
        "rehearsal.no-table": gettext_noop("too few players are left for a table"),
        "rehearsal.over-early": gettext_noop("The director finished the evening."),
        "rehearsal.idle": gettext_noop("%(count)s players sit out although they would fill a table"),
        "rehearsal.by-the-movement": gettext_noop("The movement leaves them out of this round."),
        "rehearsal.others-are-there": gettext_noop("Others are there than before"),
        "rehearsal.planned-again": gettext_noop(
            "%(why)s: the remaining rounds were re-planned; announced seats that change: %(changed)s"
        ),
        "rehearsal.announced": gettext_noop("The new schedule was announced with the next seats."),
        "rehearsal.prize-tie": gettext_noop(
            "players %(players)s are level for a prize and have to cut for it"
        ),
        "rehearsal.cut-by-seed": gettext_noop("They cut by a random draw."),
        # People.
        "rehearsal.came-late": gettext_noop("%(count)s came late and wait for a table until the next seats"),
        "rehearsal.seated-next": gettext_noop("They have a place from the next move on."),
        "rehearsal.no-next": gettext_noop("No round comes after this one: they came for nothing."),
        "rehearsal.left": gettext_noop("%(player)s goes home"),
        "rehearsal.without-them": gettext_noop("The next seats were worked out again without them."),
        "rehearsal.substitute": gettext_noop("%(player)s hands the seat on to a substitute"),
        "rehearsal.let-in": gettext_noop("The director let %(player)s in; play went on."),
        # A round.
        "rehearsal.nothing-ends-it": gettext_noop(
            "nothing ends this round by itself: it has no number of hands, no length in minutes and no bell"
        ),
        "rehearsal.no-bell": gettext_noop(
            "after %(hands)s hands no table has reached the %(target)s points at which it rings, and the round has "
            "no length in minutes"
        ),
        "rehearsal.no-hand": gettext_noop("no hand of %(game)s could be made up under these house rules"),
        "rehearsal.stopped": gettext_noop("The director stopped the round."),
        "rehearsal.cut": gettext_noop("They cut, and couple %(winner)s won."),
        "rehearsal.cut-by-seat": gettext_noop("They cut, and seat %(winner)s won."),
        "rehearsal.settled": gettext_noop("The director settled it for the first entry."),
        "rehearsal.confirmed": gettext_noop("The other side confirmed it."),
        "rehearsal.wrong-hand": gettext_noop(
            "hand %(number)s of table %(table)s in round %(round)s was entered wrong; correcting it changes games: "
            "%(games)s, lines of the standings: %(lines)s, prizes: %(prizes)s, next seats: %(seats)s"
        ),
        "rehearsal.corrected": gettext_noop(
            "The director corrected it; the seats already played stay as they were."
        ),
        "rehearsal.standings": gettext_noop("work out the standings"),
    }
)
wordings({f"act.{name.replace('_', '-')}": act.title for name, act in ACTS.items()})


def act_said(act: type[Act]) -> Sentence:
    return coded(f"act.{act.name.replace('_', '-')}")


def fault_said(fault: Fault) -> Sentence:
    """What a refusal says: by its code where it has one, else in its English words as they are now."""
    return fault.sentence if fault.sentence.code else coded("rehearsal.fault", message=fault.message)


FORMAT = 2
Who = Literal["director", "table", "players", "nobody"]
Kind = Literal[
    "cut",
    "disputed",
    "unconfirmed",
    "nothing-ends-it",
    "no-bell",
    "planned-again",
    "waiting",
    "too-few",
    "wrong-hand",
    "left",
    "substitute",
    "prize-cut",
    "refused",
    "crashed",
    "check",
]


def as_data(sentence: Sentence) -> dict[str, Any]:
    """A sentence as data; values that JSON does not have become text."""
    return _plain(sentence).as_data()


def _plain(sentence: Sentence) -> Sentence:
    values = {
        name: _plain(value)
        if isinstance(value, Sentence)
        else value
        if isinstance(value, int | str)
        else str(value)
        for name, value in sentence.values.items()
    }
    return sentence._replace(values=values)


def correlation(pairs: list[tuple[int, int]]) -> int | None:
    """Spearman's rank correlation of (strength, place) in per cent: 100 where the stronger is always ahead.

    None where it is not defined: all strengths or all places are alike.
    """
    strengths = _ranks([-strength for strength, _ in pairs])
    places = _ranks([place for _, place in pairs])
    middle = len(pairs) + 1  # ranks are doubled, so that shared ones are whole
    up = sum((rank - middle) * (other - middle) for rank, other in zip(strengths, places, strict=True))
    wide = sum((rank - middle) ** 2 for rank in strengths) * sum((rank - middle) ** 2 for rank in places)
    return round(100 * up / wide**0.5) if wide else None


def _ranks(values: list[int]) -> list[int]:
    order = sorted(values)
    return [2 * order.index(value) + 1 + order.count(value) for value in values]


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
