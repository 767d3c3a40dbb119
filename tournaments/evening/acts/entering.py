"""Hands as phones enter them: the next of a table, one that was entered already, or one that comes too late.

What becomes of one is decided here from how its game stands, whether rows tell that or the record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from scoring.derivation import Derivation, Sentence, gettext_noop
from tournaments.club.roles import Role
from tournaments.evening.acts import games
from tournaments.evening.acts.act import (
    CORRECTABLE,
    IN_ROUND,
    Act,
    HandNumber,
    Names,
    Now,
    RoundNumber,
    TableNumber,
    after,
    of_a_hand,
)
from tournaments.evening.acts.games import outright
from tournaments.evening.acts.round import Stop
from tournaments.evening.plan import Setup
from tournaments.evening.record import AT_A_TABLE, Body, HandRecord, HandState, Record, RoundRecord, agree
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry, instant
from tournaments.refusals import HandTakenError, refuse

MOST_LATE: Final = 60
"""Late hands of a table in one round, those left out among them: more than two phones gather in an evening."""
# A phone's clock may run ahead of the server's by this much before its time of play is refused.
CLOCK_TOLERANCE: Final = timedelta(seconds=5)
MOST_OFFSET: Final = 2**31 - 1
BECAUSE: Final[Mapping[str, str]] = {
    "after-the-bell": gettext_noop("it was finished after play had stopped"),
    "round-closed": gettext_noop("its round was closed already"),
    "game-decided": gettext_noop("the director had decided the game already"),
    "earlier-hand-late": gettext_noop("an earlier hand of the table lies in the late tray"),
}
"""Why a hand is late."""
ANSWERED: Final[Mapping[HandState, str]] = {
    HandState.AGREES: "agrees",
    HandState.DISPUTES: "disputed",
    HandState.LATE: "late",
}
"""What an answer says became of a hand, where it does not simply count."""


def why_late(code: str) -> Sentence:
    return Sentence(BECAUSE.get(code, gettext_noop("it came too late to count by itself")))


UNCOUNTED: Final = (HandState.LATE, HandState.LEFT_OUT)
"""What a hand is that came late and counts nothing: it lies in the tray, or was left out of it."""


class Taken(NamedTuple):
    """The hand that counts under a number already; `is_own`: entered by the phone that enters it now.

    `answer` gives what its sender was answered, as JSON, or ""; `row` is None where it was read from a record.
    """

    number: int
    sequence: int
    hand: Body | None
    by: str
    is_confirmed: bool
    is_own: bool
    answer: Callable[[], str] = str
    row: int | None = None


@dataclass(frozen=True, slots=True)
class GameInPlay(ABC):
    """A table in a round, as far as the next hand depends on it.

    `points` are the running points of couples A and B, or of each seat, and `hands` is how many count. `decision` is
    how the director has decided the game, `outright` the seat that has won it by one hand; "" for neither. What rows
    do not tell by the same read is a method, and asked only where it decides.
    """

    round: int
    started_at: datetime | None
    stopped_at: datetime | None
    closed: bool
    decision: str
    points: tuple[int, ...]
    outright: str
    hands: int

    @abstractmethod
    def since_the_stop(self) -> int:
        """How many hands count that were finished after play was stopped."""

    @abstractmethod
    def before(self, number: int) -> Sequence[Body]:
        """The hands that count before this number, in order; void deals left out."""

    @abstractmethod
    def live_hand(self, number: int) -> Taken | None:
        """The hand that counts under this number."""

    @abstractmethod
    def late(self) -> int:
        """How many hands lie in the late tray."""

    @abstractmethod
    def in_tray(self) -> int:
        """How many hands came late and count nothing: those in the tray, and those left out of it."""

    @abstractmethod
    def versions(self, number: int) -> int:
        """How many versions there are of a hand."""


@dataclass(frozen=True, slots=True)
class GameOfRecord(GameInPlay):
    """A table in a round, as the record has it; the ledger knows no phones, so `is_own` is told."""

    record: RoundRecord
    table: int
    entered: Sequence[HandRecord]
    is_own: bool

    def since_the_stop(self) -> int:
        played = [hand.played_at for hand in self.entered if hand.state == HandState.COUNTS]
        return sum(
            self.stopped_at is not None and datetime.fromisoformat(at) > self.stopped_at for at in played
        )

    def before(self, number: int) -> Sequence[Body]:
        return self.record.hands_before(self.table, number)

    def live_hand(self, number: int) -> Taken | None:
        for hand in self.entered:
            if hand.number == number and hand.state == HandState.COUNTS:
                return Taken(number, hand.sequence, hand.hand, hand.by, bool(hand.confirmed_by), self.is_own)
        return None

    def late(self) -> int:
        return sum(hand.state == HandState.LATE for hand in self.entered)

    def in_tray(self) -> int:
        return sum(hand.state in UNCOUNTED for hand in self.entered)

    def versions(self, number: int) -> int:
        return sum(hand.number == number for hand in self.entered)


def game_of_record(record: Record, round_: RoundRecord, table: int, *, is_own: bool) -> GameOfRecord:
    decided, versions = round_.decisions.get(table), record.versions.values()
    return GameOfRecord(
        round=round_.number,
        started_at=_moment(round_.started_at),
        stopped_at=_moment(round_.stopped_at),
        closed=round_.closed_at is not None,
        decision=decided.kind if decided else "",
        points=round_.points(table),
        outright=round_.outright(table),
        hands=len(round_.hands.get(table, ())),
        record=round_,
        table=table,
        entered=[hand for hand in versions if (hand.round, hand.table) == (round_.number, table)],
        is_own=is_own,
    )


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


class EnteredHand(NamedTuple):
    """What becomes of a hand: the act and the body of its entry, its slip, the hand it is compared with."""

    act: type[PhoneHand]
    body: Body
    slip: Derivation
    earlier: Taken | None = None


class PhoneHand(games.ActWithHand):
    """A hand as a phone sends it.

    Attributes:
        hand: as on the game's page of the rules.
        round: the round it was played in; None for the current one.
        number: which hand of the table and round this is meant to be; None for the next one.
        played_at: when it was finished, by the sender's clock; None for now.
        sent_at: what the sender's clock showed at this try. Where it is wrong the time of play is put right.
        is_own: whether this phone has entered the hand that counts under this number, as far as the record is asked.
    """

    table: TableNumber
    hand: Any
    round: RoundNumber | None = None
    number: HandNumber | None = None
    played_at: datetime | None = None
    sent_at: datetime | None = None
    is_own: bool = False

    def resolve(self, record: Record, now: Now) -> Act | None:
        act = self._outcome(record, now).act
        return self if type(self) is act else act(**dict(self)).scored(self._slip, self._phone)

    def decide(self, record: Record, now: Now) -> Body:
        outcome = self._outcome(record, now)
        self._derivation = outcome.slip
        return outcome.body

    def _outcome(self, record: Record, now: Now) -> EnteredHand:
        number = self.round_meant(record.current_round)
        round_ = record.rounds.get(number)
        in_play = round_ is not None and round_.seating.has_table(self.table)
        game = game_of_record(record, round_, self.table, is_own=self.is_own) if round_ and in_play else None
        return self.outcome(game, record.status, record.setup(), now)

    @classmethod
    @abstractmethod
    def state(cls, body: Body) -> HandState:
        """What becomes of the hand of an entry with this body."""

    def round_meant(self, current: int) -> int:
        """The round to look for its game in, where round `current` is the last to have begun."""
        # Before the first signal the seats of round 1 may be drawn; the status then says that it is too early.
        current = max(current, 1)
        return current if self.round is None else max(1, min(self.round, current))

    def outcome(self, game: GameInPlay | None, status: Status, setup: Setup, now: Now) -> EnteredHand:
        """What becomes of it; `game` is that of `round_meant`, None where it is not in play.

        A hand of a round that is closed, or one finished after the bell, is kept in the late tray for the director.
        One that another phone has entered already is compared with it: it confirms that, or disputes it.

        Raises HandTakenError where somebody who is not at the table enters a `number` that has been entered already,
        Faults where anything is wrong.
        """
        at_a_table = now.by.startswith(AT_A_TABLE)
        game = self._in_play(game, status, at_a_table=at_a_table)
        offset = timedelta() if self.sent_at is None else self.sent_at - now.at
        played_at = self._time_of_play(game, now, offset)
        because = late_because(game, played_at, setup) or self._behind_a_late_one(game)
        earlier = None if because else self._earlier_hand(game, at_a_table=at_a_table)
        if at_a_table and because:
            _check_tray(game)
        elif at_a_table and earlier:
            games.check_versions(game.versions(earlier.number), earlier.number)
        elif not (because or earlier):
            self._check_open(game, status, setup)
        number = self.number or game.hands + 1
        slip = self.slip(setup, self.hand, game.before(number) if setup.remembers else ())
        assert slip is not None  # noqa: S101 - no phone declares a deal void
        body = {
            "round": game.round,
            "table": self.table,
            "number": number,
            "hand": dict(self.hand),
            "points": list(games.worth(setup, slip, len(game.points))),
            "played_at": instant(played_at),
            **outright(setup, slip),
        }
        if offset:
            body["clock_offset"] = _milliseconds(offset)
        if because:
            return EnteredHand(LateHand, {**body, "because": because}, slip)
        if earlier is None:
            return EnteredHand(EnterHand, body, slip)
        agrees = earlier.hand == body["hand"]
        sides = agree(earlier.by, now.by, couples=not setup.plan.keeping.by_seat)
        confirms = agrees and sides and not (earlier.is_confirmed or earlier.is_own)
        more = {"of": earlier.sequence, "agrees": agrees, "confirms": confirms}
        return EnteredHand(EnterAgain, {**body, **more}, slip, earlier)

    def _in_play(self, game: GameInPlay | None, status: Status, *, at_a_table: bool) -> GameInPlay:
        if at_a_table and status == Status.PUBLISHED:
            refuse(
                "evening.status",
                "published",
                "this evening is published; tell the director of a hand that is missing in it",
            )
        is_past = game is not None and game.closed and self.round is not None
        after(LateHand if is_past else EnterHand, status)
        if game is None:
            refuse("table", "unknown-table", "table %(entered)s is not in play", entered=self.table)
        if self.round not in (None, game.round):
            refuse(
                "round",
                "another-round",
                "round %(entered)s was entered; round %(allowed)s is in play",
                entered=self.round,
                allowed=game.round,
            )
        return game

    def _time_of_play(self, game: GameInPlay, now: Now, offset: timedelta) -> datetime:
        # A small offset of the sender's clock is only the time that the request took, and is ignored. Where the
        # server's was put back since the bell, it is as if no time had been sent: nobody can tell what was before.
        played_at, at = self.played_at, now.at
        was_put_back = game.stopped_at is not None and now.clock + CLOCK_TOLERANCE < game.stopped_at
        if played_at is None or was_put_back:
            return at
        if abs(offset) > CLOCK_TOLERANCE:
            played_at -= offset
        if played_at > at + CLOCK_TOLERANCE:
            refuse("played_at", "in-the-future", "%(entered)s has not come yet", entered=instant(played_at))
        # No hand is played before its round: a clock was put back, or is wrong by little.
        return max(min(played_at, at), game.started_at or at)

    def _behind_a_late_one(self, game: GameInPlay) -> str:
        # The hands before it lie in the late tray, so that its number is not the next yet.
        upcoming = game.hands + 1
        if self.number is None or self.number <= upcoming:
            return ""
        return "earlier-hand-late" if self.number <= upcoming + game.late() else ""

    def _earlier_hand(self, game: GameInPlay, *, at_a_table: bool) -> Taken | None:
        upcoming = game.hands + 1
        if self.number is None or self.number == upcoming:
            return None
        # Nothing counts beyond the next number, which need not be looked for then.
        earlier = game.live_hand(self.number) if self.number < upcoming else None
        if earlier is None:
            refuse(
                "number",
                "not-the-next-hand",
                "hand %(entered)s was entered; the next hand of this table is %(allowed)s",
                entered=self.number,
                allowed=upcoming,
            )
        if not at_a_table:
            raise HandTakenError(earlier.number, earlier.answer())
        return earlier

    def _check_open(self, game: GameInPlay, status: Status, setup: Setup) -> None:
        if status == Status.PLAYING and setup.may_ring(self.table, game.points):
            refuse(
                "table",
                "target-reached",
                "this table is at %(a)s to %(b)s and the game ends at %(target)s: ring the bell",
                a=game.points[0],
                b=game.points[1],
                target=setup.target,
            )
        games.check_not_played_out(setup, game.hands, game.points, game.outright)


class EnterHand(PhoneHand):
    """Enter the next hand of a table."""

    name, title = "enter_hand", gettext_noop("enter a hand")
    least = Role.SCORER
    sentence = gettext_noop("Round %(round)s, table %(table)s: hand %(number)s, %(worth)s.")
    when = IN_ROUND
    address, has_own_door = "tables/{table}/hands", True

    @classmethod
    def state(cls, body: Body) -> HandState:
        return HandState.COUNTS

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        games.let_count(record, games.new_version(record, body, entry, EnterHand.state(body)), body)

    def follow_ups(self, record: Record) -> Iterable[Act]:
        round_ = record.rounds[record.current_round]
        played_out = record.setup().played_out
        if record.status == Status.PLAYING and all(
            played_out(len(round_.hands.get(table, ())), round_.points(table), round_.outright(table))
            for table in round_.seating.numbers
        ):
            yield Stop()


class EnterAgain(PhoneHand):
    """Enter a hand that another phone has entered: the same confirms it, another disputes it."""

    name, title = "enter_again", gettext_noop("enter a hand from another phone")
    when = IN_ROUND
    address = None

    @classmethod
    def state(cls, body: Body) -> HandState:
        return HandState.AGREES if body["agrees"] else HandState.DISPUTES

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        if not body["agrees"]:
            template = gettext_noop(
                "Round %(round)s, table %(table)s: hand %(number)s was entered otherwise, %(worth)s; "
                "it is in dispute."
            )
        elif body["confirms"]:
            template = gettext_noop(
                "Round %(round)s, table %(table)s: hand %(number)s was entered the same by the other side, "
                "which confirms it."
            )
        else:
            template = gettext_noop(
                "Round %(round)s, table %(table)s: hand %(number)s was entered once more, the same."
            )
        return of_a_hand(template, body)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        games.new_version(record, body, entry, EnterAgain.state(body))
        if body["agrees"] and body["confirms"]:
            games.live(record, body).confirmed_by = entry.by


class LateHand(PhoneHand):
    """Keep a hand that came too late to simply count for the director."""

    name, title = "late_hand", gettext_noop("put a hand in the late tray")
    when = (*CORRECTABLE, Status.PUBLISHED)
    address = None

    @classmethod
    def state(cls, body: Body) -> HandState:
        return HandState.LATE

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        template = gettext_noop(
            "Round %(round)s, table %(table)s: a hand, %(worth)s, came into the late tray: %(because)s."
        )
        return of_a_hand(template, body, because=why_late(body["because"]))

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        games.new_version(record, body, entry, LateHand.state(body))


def late_because(game: GameInPlay, played_at: datetime, setup: Setup) -> str:
    """Why a hand cannot simply count; empty where it can."""
    is_after = game.stopped_at is not None and played_at > game.stopped_at
    if is_after and (game.closed or not setup.may_finish(game.hands, game.points, game.since_the_stop)):
        return "after-the-bell"
    if game.closed:
        return "round-closed"
    return "game-decided" if game.decision else ""


def _check_tray(game: GameInPlay) -> None:
    if game.in_tray() >= MOST_LATE:
        refuse(
            "number",
            "too-many-late",
            "%(most)s late hands of this table wait already; call the director",
            most=MOST_LATE,
        )


def _milliseconds(offset: timedelta) -> int:
    # A clock that has lost its day is wrong by more than the column holds.
    return max(-MOST_OFFSET, min(round(offset / timedelta(milliseconds=1)), MOST_OFFSET))
