"""Hands in every version of them: disputed, late, not agreed yet; what was corrected of published results."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final, Literal, NamedTuple, TypeVar

from django.db.models import Q, QuerySet

from games.definition import Game
from scoring.entry import Entry
from scoring.faults import Faults
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.acts.games import ChangesResults, in_turn, outright, worth
from tournaments.evening.models import Evening, Hand, LedgerEntry, Round, Seat, TableRound
from tournaments.evening.outcome import OPEN_STATES, OpenHand, Unsettled, standings_of, unsettled_among
from tournaments.evening.plan import Plan
from tournaments.evening.reads.facts import full_names, holders, record_of, with_names
from tournaments.evening.record import AT_A_TABLE, HandState

__all__ = ["Hand", "HandState"]


TRAY = (HandState.LATE, HandState.LEFT_OUT)
TOLD_LATER = {
    acts.ConfirmHand.name: "of",
    acts.SettleDispute.name: "keep",
    acts.TakeLate.name: "of",
    acts.LeaveOutLate.name: "of",
}
"""Acts that say something of a version that was entered before, and where their entries name it."""


@dataclass(frozen=True, slots=True)
class Version:
    """A hand as it was entered once; `hand.entry` says who, when and why, `later` what became of it."""

    hand: Hand
    later: tuple[LedgerEntry, ...]

    @property
    def sequence(self) -> int:
        return int(self.hand.entry.sequence)


@dataclass(frozen=True, slots=True)
class Dispute:
    round: int
    table: int
    number: int
    counts: Hand
    others: tuple[Hand, ...]

    @property
    def entries(self) -> tuple[Hand, ...]:
        return (self.counts, *self.others)


@dataclass(frozen=True, slots=True)
class Marks:
    """How many versions a hand has, whether it is disputed, and which version counted before."""

    versions: int
    disputed: bool
    before: int | None
    """The ledger sequence of the version that was replaced last."""


@dataclass(frozen=True, slots=True)
class OpenHands:
    late: int
    disputed: int


def _of(evening: Evening) -> QuerySet[Hand]:
    rows = Hand.objects.filter(table__evening=evening)
    return rows.select_related("entry", "table", "table_round__round")


def live_hand(game: TableRound, number: int) -> Hand | None:
    return game.hands.filter(live=True, number=number).select_related("entry").first()


def version(evening: Evening, sequence: int) -> Hand | None:
    return _of(evening).filter(entry__sequence=sequence).first()


def versions_of(game: TableRound, number: int) -> list[Version]:
    rows = game.hands.filter(number=number).exclude(state__in=TRAY)
    hands = list(rows.select_related("entry").order_by("entry__sequence"))
    with_names([hand.entry for hand in hands])
    later = _later(game.round.evening_id)
    return [Version(hand, tuple(later[hand.entry.sequence])) for hand in hands]


def _later(evening_id: int) -> dict[int, list[LedgerEntry]]:
    by_sequence: dict[int, list[LedgerEntry]] = defaultdict(list)
    entries = Evening(pk=evening_id).ledger.filter(act__in=TOLD_LATER).order_by("sequence")
    for entry in with_names(list(entries)):
        by_sequence[json.loads(entry.body)[TOLD_LATER[entry.act]]].append(entry)
    return by_sequence


def marks_of(game: TableRound) -> dict[int, Marks]:
    versions_by_number: dict[int, list[tuple[str, int]]] = defaultdict(list)
    rows = game.hands.exclude(state__in=TRAY).order_by("entry__sequence")
    for number, state, sequence in rows.values_list("number", "state", "entry__sequence"):
        versions_by_number[number].append((state, sequence))
    return {number: _marks(versions) for number, versions in versions_by_number.items()}


def _marks(versions: list[tuple[str, int]]) -> Marks:
    replaced = [sequence for state, sequence in versions if state == HandState.REPLACED]
    disputed = any(state == HandState.DISPUTES for state, _sequence in versions)
    return Marks(len(versions), disputed, replaced[-1] if replaced else None)


def open_hands(evening: Evening) -> OpenHands:
    rows = Hand.objects.filter(
        table__evening=evening, state__in=(HandState.LATE, HandState.DISPUTES)
    ).values_list("state", "table_round_id", "number")
    late, disputed = 0, set()
    for state, game, number in rows:
        if state == HandState.LATE:
            late += 1
        else:
            disputed.add((game, number))
    return OpenHands(late, len(disputed))


def late_tray(evening: Evening) -> tuple[list[Version], list[Version]]:
    hands = list(_of(evening).filter(state__in=TRAY).order_by("entry__sequence"))
    later = _later(evening.pk) if hands else {}
    by_state: dict[str, list[Version]] = {state: [] for state in TRAY}
    for hand in hands:
        by_state[hand.state].append(Version(hand, tuple(later.get(hand.entry.sequence, ()))))
    return by_state[HandState.LATE], by_state[HandState.LEFT_OUT]


def disputes(evening: Evening) -> list[Dispute]:
    open_ = _of(evening).filter(state=HandState.DISPUTES).order_by("entry__sequence")
    others: dict[tuple[int, int], list[Hand]] = defaultdict(list)
    for hand in open_:
        others[hand.table_round_id, hand.number].append(hand)
    counting = _of(evening).filter(live=True, table_round__in={game for game, _ in others})
    ordered = counting.order_by("table_round__round__number", "table__number", "number") if others else []
    return [
        Dispute(
            hand.table_round.round.number,
            hand.table.number,
            hand.number,
            hand,
            tuple(others[hand.table_round_id, hand.number]),
        )
        for hand in ordered
        if (hand.table_round_id, hand.number) in others
    ]


def hands_in_round(evening: Evening, number: int) -> dict[int, list[Hand]]:
    rows = Hand.objects.filter(table__evening=evening, table_round__round__number=number, live=True)
    by_table: dict[int, list[Any]] = defaultdict(list)
    for hand in rows.select_related("table").order_by("table__number", "number"):
        by_table[hand.table.number].append(hand)
    return dict(by_table)


def sums_beside_totals(games: Iterable[TableRound]) -> dict[int, tuple[int, ...]]:
    """What the hands of games that count by their totals come to, by primary key; those that wait as late ones too.

    Of a number that came late more than once the first is taken. One query, none where no game has totals.
    """
    by_totals = [game.pk for game in games if game.decision == TableRound.Decision.TOTALS]
    of_games: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    if by_totals:
        rows = Hand.objects.filter(table_round__in=by_totals, state__in=(HandState.COUNTS, HandState.LATE))
        for hand in rows.order_by("-live", "pk"):
            of_games[hand.table_round_id].setdefault(hand.number, hand.points)
    return {game: tuple(map(sum, zip(*hands.values(), strict=True))) for game, hands in of_games.items()}


Mark = Literal["disputed", "unconfirmed"]
"""What is still open about a score; of several things the gravest."""
K = TypeVar("K")


def unsettled_hands(round_: Round, plan: Plan) -> list[Unsettled]:
    """What is to be agreed before the round can be closed, not of decided games, by table and number; one query."""
    rows = Hand.objects.filter(
        table_round__round=round_, table_round__decision="", state__in=OPEN_STATES
    ).values_list(
        "table__number",
        "number",
        "state",
        "entry__by",
        "confirmed_by",
        "table_round__hands_count",
        "entry__sequence",
    )
    return unsettled_among(map(OpenHand._make, rows), plan, stopped=round_.stopped_at is not None)


def marks_of_tables(round_: Round, plan: Plan) -> dict[int, Mark]:
    return told_marks(unsettled_hands(round_, plan), plan, stopped=round_.stopped_at is not None)


def told_marks(open_: Iterable[Unsettled], plan: Plan, *, stopped: bool) -> dict[int, Mark]:
    """The tables with hands that are not agreed; in play none for a last hand that the next one confirms."""
    in_play = plan.confirmation == "taken" and not stopped
    return gravest((hand.table, hand.disputed) for hand in open_ if hand.disputed or not in_play)


def marks_of_players(evening: Evening, plan: Plan) -> dict[str, Mark]:
    """The tickets whose lines rest on hands of closed rounds that are not agreed; two queries at most."""
    open_ = Q(state=HandState.DISPUTES)
    if plan.confirmation == "needed":
        open_ |= Q(live=True, confirmed_by="", entry__by__startswith=AT_A_TABLE)
    hands = Hand.objects.filter(
        open_,
        table_round__round__evening=evening,
        table_round__round__closed_at__isnull=False,
        table_round__decision="",
    )
    games = gravest((game, not live) for game, live in hands.values_list("table_round_id", "live"))
    if not games:
        return {}
    seats = Seat.objects.filter(table_round__in=games).values_list("ticket__code", "table_round_id")
    return gravest((code, games[game] == "disputed") for code, game in seats if game is not None)


def gravest(found: Iterable[tuple[K, bool]]) -> dict[K, Mark]:
    marks: dict[K, Mark] = {}
    for key, disputed in found:
        if disputed:
            marks[key] = "disputed"
        else:
            marks.setdefault(key, "unconfirmed")
    return marks


CORRECTING = tuple(name for name, act in acts.ACTS.items() if issubclass(act, ChangesResults))
"""The acts that change results, by name."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An act that changed published results; `publication` is the number of the first that shows it."""

    act: str
    body: dict[str, Any]
    reason: str
    at: datetime
    publication: int


def corrections_of(evenings: Collection[int]) -> dict[int, list[Correction]]:
    """The published corrections of each evening, by primary key, the newest first; one query.

    What has not been published again yet is the director's alone, and no part of this.
    """
    rows = LedgerEntry.objects.filter(evening__in=evenings, act__in=(acts.Publish.name, *CORRECTING))
    corrections: dict[int, list[Correction]] = {evening: [] for evening in evenings}
    published = dict.fromkeys(evenings, 0)
    waiting: dict[int, list[LedgerEntry]] = {evening: [] for evening in evenings}
    for row in with_names(list(rows.order_by("evening", "sequence"))):
        evening = row.evening_id
        if row.act != acts.Publish.name:
            waiting[evening].append(row)
            continue
        if published[evening]:
            number = published[evening] + 1
            corrections[evening] += [
                Correction(entry.act, json.loads(entry.body), entry.reason, entry.at, number)
                for entry in waiting[evening]
            ]
        published[evening] += 1
        waiting[evening] = []
    return {evening: changes[::-1] for evening, changes in corrections.items()}


class PlayedHand(NamedTuple):
    """A hand that counts, after which others of its table and by which house rules, and what each seat got."""

    evening: Evening
    game: str
    hand: Mapping[str, Any]
    before: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any]
    scores: tuple[int, ...]


MOST_LOOKED_AT: Final = 2_000


def hands_of_games(club: Club, games: Sequence[str], since: date) -> Iterator[PlayedHand]:
    """The hands of a club that were played by these games since a day, its last evening first; two queries."""
    rows = Hand.objects.filter(
        table__evening__club=club,
        table__evening__plan__game__in=games,
        table__evening__date__gte=since,
        live=True,
        hand__isnull=False,
    ).order_by("-pk")[:MOST_LOOKED_AT]
    before: dict[int, tuple[Mapping[str, Any], ...]] = defaultdict(tuple)
    for row in sorted(
        rows.select_related("table__evening"),
        key=lambda row: (-row.table.evening_id, row.table_round_id, row.number),
    ):
        evening, hand, at_the_table = row.table.evening, row.hand or {}, before[row.table_round_id]
        before[row.table_round_id] += (hand,)
        plan = evening.plan
        yield PlayedHand(evening, plan["game"], hand, at_the_table, plan["house_rules"], row.points)


class Moved(NamedTuple):
    """Somebody's place at an evening, and the one they would have had."""

    name: str
    place: int
    otherwise: int


def moved_by(evening: Evening, game: Game, house_rules: Entry) -> list[Moved]:
    """Who would have another place had the same hands been scored by another game, the best of them first.

    Hands that cannot be entered there count as they did, and every round ends as it did.
    """
    record = record_of(evening).copied()
    places = {line.player: line.place for line in standings_of(record)}
    setup = replace(record.setup(), game=game, house_rules=house_rules)
    for hands in (hands for round_ in record.closed_rounds() for hands in round_.hands.values()):
        rows = sorted(hands, key=lambda hand: hand.number)
        with suppress(Faults):
            for row, slip in zip(rows, in_turn(setup, [row.hand for row in rows]), strict=True):
                if slip is not None:
                    row.points, row.wins = (
                        worth(setup, slip, len(row.points)),
                        outright(setup, slip).get("wins"),
                    )
    names = full_names(holders(evening))
    lines = ((line.player, line.place) for line in standings_of(record))
    return [Moved(names[code], places[code], at) for code, at in lines if places[code] != at]
