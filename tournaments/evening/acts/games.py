"""Games whose score may change after the fact: their hands, cuts and winners, the bell and the next seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Self

from pydantic import PrivateAttr

from scoring.derivation import Derivation
from tournaments.evening.acts import act, bell
from tournaments.evening.acts.seats import RecallMove
from tournaments.evening.plan import Setup, points_of
from tournaments.evening.record import Body, HandRecord, HandRow, HandState, Record, RoundRecord, TableCut
from tournaments.evening.round_rules import Status, order_by_seed
from tournaments.ledger.chain import Entry
from tournaments.refusals import refuse

MOST_VERSIONS: Final = 20
"""How often the phones of a table may enter one hand: a few times each, and no flood."""
OWN_KEY: Final = "~"
"""Begins the keys of versions that no phone has sent; no phone's key may."""
Slip = Callable[[Setup, Sequence[Body]], Derivation | None]
"""What a hand scores under what the evening is played by, after the hands before it; None where the deal is void.

Raises Faults.
"""


class ActWithHand(act.ActOnHand):
    _slip: Slip | None = PrivateAttr(default=None)
    _phone: int | None = PrivateAttr(default=None)
    _derivation: Derivation | None = PrivateAttr(default=None)

    def scored(self, slip: Slip | None, phone: int | None = None) -> Self:
        """With what it scores, worked out beforehand, and the primary key of the phone that sent it."""
        self._slip, self._phone = slip, phone
        return self

    def slip(self, setup: Setup, hand: Mapping[str, Any] | None, before: Sequence[Body]) -> Derivation | None:
        """What its hand scores after those `before` it; None where the deal is void. Raises Faults."""
        if self._slip is not None:
            return self._slip(setup, before)
        return None if hand is None else setup.score(hand, before)

    def add_row_data(self, record: Record, entry: Entry) -> None:
        slip = slip_data(self._derivation) if self._derivation else []
        row = HandRow(
            derivation=slip, key=f"{OWN_KEY}{entry.sequence}", entered_at=entry.at, phone=self._phone
        )
        record.versions[entry.sequence].new_row = row


def slip_data(slip: Derivation) -> list[Body]:
    """A slip as the row of its hand holds it: each line with its sentence, to be read in any language."""
    return [line.as_stored for line in slip.lines]


def worth(setup: Setup, slip: Derivation | None, count: int) -> tuple[int, ...]:
    """The points of a hand, `count` of them; 0 where it is void. Raises Faults for another number of players."""
    if slip is None:
        return (0,) * count
    points = points_of(setup.plan, slip)
    if len(points) != count:
        refuse(
            "hand.players",
            "other-number-of-seats",
            "a hand of %(entered)s was entered; at this table sit %(allowed)s",
            entered=slip.seats,
            allowed=count,
        )
    return points


def outright(setup: Setup, slip: Derivation | None) -> Body:
    """What the ledger adds for a hand that wins the game of its table by itself; empty for any other.

    Earlier ledgers say it only where the table's own game ended the round; in others the hand counted
    points alone.
    """
    plan = setup.plan
    has_winner = plan.ends == "game" or plan.keeping.is_won
    return {"wins": slip.wins_game} if slip and slip.wins_game is not None and has_winner else {}


def rescored(
    record: Record,
    round_: RoundRecord,
    table: int,
    number: int,
    hand: Body | None,
    kept: HandRecord | None = None,
) -> list[Body]:
    """What the ledger says of hands that score otherwise once `hand` (None: void) counts under `number`.

    `kept` is the earlier version that comes to count: it may have been scored after other hands, and is scored again.
    """
    setup = record.setup()
    if not setup.remembers:
        return []
    rows = sorted(round_.hands.get(table, ()), key=lambda row: row.number)
    was = {row.number: row.hand for row in rows}
    now = was | {number: hand}
    slips_then, slips = (
        dict(zip(hands, in_turn(setup, hands.values()), strict=True)) for hands in (was, now)
    )
    bodies = []
    if kept is not None and (slip := slips[number]):
        bodies.append(_rescored_body(setup, kept, number, slip))
    for row in rows:
        then, slip = slips_then[row.number], slips[row.number]
        if row.number > number and then and slip and slip_data(slip) != slip_data(then):
            bodies.append(_rescored_body(setup, row, row.number, slip))
    return bodies


def in_turn(setup: Setup, hands: Iterable[Mapping[str, Any] | None]) -> Iterator[Derivation | None]:
    """What the hands of a table score, each after those before it; None for a void deal. Raises Faults."""
    before: list[Mapping[str, Any]] = []
    for hand in hands:
        yield None if hand is None else setup.score(hand, before)
        before += [] if hand is None else [hand]


def _rescored_body(setup: Setup, version: HandRecord, number: int, slip: Derivation) -> Body:
    points = worth(setup, slip, len(version.points))
    about = {"of": version.sequence, "number": number, "points": list(points), "slip": slip_data(slip)}
    return {**about, **outright(setup, slip)}


def check_not_played_out(setup: Setup, hands: int, points: tuple[int, ...], won_outright: str = "") -> None:
    if setup.is_over(points, won_outright):
        refuse("table", "game-over", "one more hand was entered; the game of this table is over")
    if setup.played_out(hands, points):
        refuse(
            "table",
            "round-played-out",
            "one more hand was entered; this table has played all %(hands)s hands of the round",
            hands=setup.most_hands(points),
        )


def check_versions(entered: int, number: int) -> None:
    if entered >= MOST_VERSIONS:
        refuse(
            "number",
            "too-many-versions",
            "hand %(number)s has been entered %(most)s times already; call the director",
            number=number,
            most=MOST_VERSIONS,
        )


Cut = Literal["A", "B", "1", "2", "3", "4", "5", "6", "7", "8", "seed", ""]
"""Who wins the cut that a change makes necessary, a couple or the number of a seat; "seed" draws it by the evening's
seed, "" says none is needed."""
Seats = Literal["follow", "keep"]
"""Whether seats that are worked out, and perhaps announced, are worked out again or stay as they are."""


def new_version(record: Record, body: Body, entry: Entry, state: HandState) -> HandRecord:
    version = HandRecord(
        sequence=entry.sequence,
        round=body["round"],
        table=body["table"],
        number=body["number"],
        hand=body["hand"],
        points=tuple(body["points"]),
        played_at=body["played_at"],
        by=entry.by,
        state=state,
        late_because=body.get("because", ""),
        clock_offset=body.get("clock_offset"),
        wins=body.get("wins"),
    )
    record.versions[entry.sequence] = version
    return version


def let_count(record: Record, version: HandRecord, body: Body) -> None:
    """Let a version count, in place of the one that did under its number; later hands score as the entry says."""
    round_ = record.rounds[version.round]
    hands = round_.hands.setdefault(version.table, [])
    for index, hand in enumerate(hands):
        if hand.number == version.number:
            hand.state = HandState.REPLACED
            hands[index] = version
            break
    else:
        hands.append(version)
    version.state = HandState.COUNTS
    for change in body.get("rescored", ()):
        again = record.versions[change["of"]]
        again.points, again.rescored, again.wins = tuple(change["points"]), change["slip"], change.get("wins")
    # A game that the director has decided stands as decided, its cut too, whatever its hands become.
    if version.table not in round_.decisions:
        cut_again(round_, version.table, body)


def cut_again(round_: RoundRecord, table: int, body: Body) -> None:
    """A cut made before the points changed is void; a settled game that is level now is cut in the same entry."""
    round_.cuts.pop(table, None)
    cut = body.get("cut")
    if cut:
        act.check_cut(cut, round_.score(table).sides)
        round_.cuts[table] = TableCut(act.order_of(cut), cut["how"] == "seed")


def live(record: Record, body: Body) -> HandRecord:
    """The hand that counts under the number that an entry names. Raises LookupError where none does."""
    hands = record.rounds[body["round"]].hands[body["table"]]
    return next(hand for hand in hands if hand.number == body["number"])


def live_hand(
    record: Record, round_number: int, table: int, number: int, of: int | None = None
) -> HandRecord:
    """The hand that counts under a number. Raises Faults, also where it is not the entry `of` that was meant."""
    round_ = record.rounds.get(round_number)
    act.check_table(round_, table)
    hands = round_.hands.get(table, []) if round_ else []
    hand = next((hand for hand in hands if hand.number == number), None)
    if hand is None:
        refuse(
            "number",
            "no-such-hand",
            "hand %(entered)s was entered; this table has played hands 1 to %(allowed)s of the round",
            entered=number,
            allowed=len(hands),
        )
    if of is not None and hand.sequence != of:
        refuse(
            "of",
            "changed-meanwhile",
            "hand %(number)s has been changed since you looked; look at it again",
            number=number,
        )
    return hand


def under_number(record: Record, hand: HandRecord) -> list[HandRecord]:
    """Every version of a hand of a game, itself among them, in the order of their entries."""
    where = (hand.round, hand.table, hand.number)
    versions = record.versions.values()
    return [other for other in versions if (other.round, other.table, other.number) == where]


def reject_others(record: Record, kept: HandRecord) -> None:
    for other in under_number(record, kept):
        if other.state == HandState.DISPUTES:
            other.state = HandState.REJECTED


class ChangesResults(act.Act):
    when: ClassVar[tuple[Status, ...]] = act.CORRECTABLE
    reopens = True
    may_be_previewed = True

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("standings",) if record.closed_rounds() else ()


class ChangesGame(ChangesResults):
    """An act that changes what a game stands at; the bell's credit, the next seats and the standings follow.

    Attributes:
        seats: whether the next seats, where they are drafted or announced, follow if this changes a winner.
        cut: who wins the cut, where a settled game ends level with this.
    """

    seats: Seats = "follow"
    cut: Cut = ""

    _game: tuple[int, int] | None = PrivateAttr(default=None)
    _outcome: tuple[object, ...] = PrivateAttr(default=())

    def game(self, record: Record, round_number: int, table: int) -> RoundRecord:
        """The round of the game that changes, remembered with who had won it and goes on. Raises Faults."""
        round_ = record.rounds.get(round_number)
        act.check_table(round_, table)
        assert round_ is not None  # noqa: S101 - checked just before
        self._game, self._outcome = (round_number, table), _outcome(round_, table)
        return round_

    def cut_at(
        self,
        record: Record,
        round_: RoundRecord,
        table: int,
        points: Sequence[int],
        *,
        cut_now: bool = False,
    ) -> dict[str, Any]:
        """What the entry says of a cut that these points make necessary.

        With `cut_now` a level game is cut though its round is not settled. Raises Faults where a settled game is
        level now and nobody has cut, or where a cut is entered that nobody needs.
        """
        score = round_.score(table)._replace(points=tuple(points), cut="")
        is_level = score.is_level
        if not is_level or not (cut_now or round_.closed_at):
            if self.cut:
                refuse(
                    "cut",
                    "not-level",
                    "a cut was entered; only a table that ends level in a settled round cuts",
                )
            return {}
        if not self.cut:
            refuse(
                "cut",
                "level-needs-a-cut",
                "table %(table)s ends level at %(points)s with this; say who wins the cut, or draw it at random",
                table=table,
                points=score.level_at,
            )
        if self.cut != "seed":
            act.check_cut_by(self.cut, score.level, field="cut")
            if score._replace(cut=self.cut).needs_cut:
                refuse(
                    "cut",
                    "several-cuts",
                    "with this table %(table)s is level for more than one place; draw it at random",
                    table=table,
                )
            return {"cut": {"winner": self.cut, "how": "cards"}}
        drawn = order_by_seed(score, record.seed, round_.number, table)
        enough = not score._replace(cut=drawn[0]).needs_cut
        return {"cut": {"winner": drawn[0], "how": "seed", **({} if enough else act.whole(drawn))}}

    def follows(
        self,
        record: Record,
        round_: RoundRecord,
        table: int,
        number: int,
        hand: Body | None,
        points: Sequence[int],
        *,
        kept: HandRecord | None = None,
    ) -> Body:
        """What the entry says of `rescored` hands and, as `cut_at` has it, the cut; none for a decided game."""
        others = rescored(record, round_, table, number, hand, kept)
        body = {"rescored": others} if others else {}
        if table in round_.decisions:
            return body
        changed = {number: points, **{other["number"]: other["points"] for other in others}}
        return body | self.cut_at(record, round_, table, round_.hands_points(table, changed))

    def work(self, record: Record) -> Sequence[act.Work]:
        settled = self._game is None or record.rounds[self._game[0]].closed_at
        return super().work(record) if settled else ()

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        if self._game is None:
            return
        number, table = self._game
        round_ = record.rounds[number]
        due = record.bell_is_due_to(round_)
        if due != round_.bell:
            yield bell.MoveBell(round=number, table=due, reason=self.reason)
        has_next = number == record.current_round and record.status in (Status.DRAFTED, Status.MOVED)
        if self.seats == "follow" and has_next and _outcome(round_, table) != self._outcome:
            yield RecallMove(reason=self.reason)


def _outcome(round_: RoundRecord, table: int) -> tuple[object, ...]:
    return round_.settled_winner(table), round_.score(table).through


def check_stopped(round_: RoundRecord) -> None:
    if round_.stopped_at is None:
        refuse("round", "round-in-play", "round %(entered)s is in play; stop it first", entered=round_.number)
