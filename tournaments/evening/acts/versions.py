"""The base of acts that hold a hand: its score, its slip, how often it may be entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Self

from pydantic import PrivateAttr

from scoring.derivation import Derivation
from tournaments.evening.acts.act import ActOnHand
from tournaments.evening.plan import Setup, points_of
from tournaments.evening.record.record import Body, HandRecord, HandRow, Record, RoundRecord
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


class ActWithHand(ActOnHand):
    """An act whose entry holds a hand: one more version of it."""

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

    def beside(self, record: Record, entry: Entry) -> None:
        """The slip, and the phone."""
        slip = slip_data(self._derivation) if self._derivation else []
        kept = HandRow(
            derivation=slip, key=f"{OWN_KEY}{entry.sequence}", entered_at=entry.at, phone=self._phone
        )
        record.versions[entry.sequence].kept = kept


def slip_data(slip: Derivation) -> list[Body]:
    """A slip as the row of its hand holds it: each line with its sentence, to be read in any language."""
    return [line.as_stored for line in slip.lines]


def worth(setup: Setup, slip: Derivation | None, count: int) -> tuple[int, ...]:
    """The points of a hand, `count` of them: of two couples or of each seat of the table; none where it is void.

    Raises Faults where it is not a hand of as many players as sit at the table.
    """
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
    """What the ledger says besides of a hand that wins the game of its table by itself; nothing of any other.

    Earlier ledgers say it only where the table's own game ended the round; in others the hand counted points alone.
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
    """What the ledger says of hands that score otherwise once `hand` counts under `number`; None: its deal is void.

    Arguments:
        kept: the version of it where one that was entered before comes to count: it may have been scored after other
            hands, and is scored again.
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
    found = []
    if kept is not None and (slip := slips[number]):
        found.append(_told(setup, kept, number, slip))
    for row in rows:
        then, slip = slips_then[row.number], slips[row.number]
        if row.number > number and then and slip and slip_data(slip) != slip_data(then):
            found.append(_told(setup, row, row.number, slip))
    return found


def in_turn(setup: Setup, hands: Iterable[Mapping[str, Any] | None]) -> Iterator[Derivation | None]:
    """What the hands of a table score, each after those before it; None for a void deal. Raises Faults."""
    before: list[Mapping[str, Any]] = []
    for hand in hands:
        yield None if hand is None else setup.score(hand, before)
        before += [] if hand is None else [hand]


def _told(setup: Setup, version: HandRecord, number: int, slip: Derivation) -> Body:
    """A hand of an earlier entry, under the number by which it counts, as the ledger says that it scores now."""
    points = worth(setup, slip, len(version.points))
    about = {"of": version.sequence, "number": number, "points": list(points), "slip": slip_data(slip)}
    return {**about, **outright(setup, slip)}


def check_not_played_out(setup: Setup, hands: int, points: tuple[int, ...], won_outright: str = "") -> None:
    """Raise Faults where a table is done with its round."""
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
    """Raise Faults where a table has entered a hand so often that only the director may go on."""
    if entered >= MOST_VERSIONS:
        refuse(
            "number",
            "too-many-versions",
            "hand %(number)s has been entered %(most)s times already; call the director",
            number=number,
            most=MOST_VERSIONS,
        )
