"""What the REST door answers at a table: its score sheet, a hand that was entered, what a hand would score."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime

from tournaments.api.answers import Couple, RoundTimes, Running, Sitter
from tournaments.api.scored import Answer, Line, Problems
from tournaments.status import Status

Because = Literal["after-the-bell", "round-closed", "game-decided", "earlier-hand-late"]


class OtherEntry(Answer):
    """What was entered otherwise for a disputed hand; acts name it by its entry in the ledger."""

    entry: int
    by: str
    hand: dict[str, Any] | None
    points: list[int]


class Hand(Answer):
    """A hand as it counts, with its score slip in the reader's language; `hand` is null where the deal is void.

    Acts name it by its `entry` in the ledger. `agreed` says how far the sides are agreed: "confirmed" by one of
    `confirmed_by` or the director, "taken" as confirmed without a word, "waits" for it, "disputed" by others.
    """

    number: int
    entry: int
    by: str
    agreed: Literal["confirmed", "taken", "waits", "disputed"]
    confirmed_by: str
    disputed_by: list[OtherEntry]
    hand: dict[str, Any] | None
    points: list[int]
    derivation: list[Line]
    running: Running
    played_at: AwareDatetime
    entered_at: AwareDatetime


class TrayHand(Answer):
    """A hand of the table that came late: the director decides, or has left it out."""

    entry: int
    round: int
    number: int
    because: Because
    left_out: bool


class Call(Answer):
    """A call for the director; `answered_by` is empty as long as the table waits."""

    id: int
    table: int
    reason: str
    words: str
    by: str
    called_at: AwareDatetime
    answered_at: AwareDatetime | None
    answered_by: str


class Calls(Answer):
    """The calls that wait, the longest first."""

    calls: list[Call]


class NextSeat(Answer):
    """Where somebody of this table goes next: table and seat, or sitting out (both null)."""

    ticket: str
    name: str
    table: int | None
    seat: int | None
    partner: str


class NextSeats(Answer):
    """The announced next round, for those of this table."""

    round: int
    places: list[NextSeat]


class Table(Answer):
    """A table as its phone shows it; `round` and what hangs on it are null where the table is not in play.

    With `hands_kept` the asker plays tonight and this is another table in play: its hands come after `look` only.
    """

    club: str
    evening: str
    table: int
    version: int
    status: Status
    game: str
    house_rules: dict[str, Any]
    target: int | None
    round: RoundTimes | None
    seats: list[Sitter]
    running: Running | None
    hands: list[Hand]
    hands_kept: bool
    late: list[TrayHand]
    call: Call | None
    next_hand: int | None
    may_ring: bool
    cut: Couple | None
    winner: Couple | None
    next: NextSeats | None


class LedgerPlace(Answer):
    """Where a hand stands in the ledger."""

    sequence: int
    hash: str


class _HandEntered(Answer):
    """What every answer to an entered hand tells."""

    round: int
    table: int
    number: int
    hand: dict[str, Any]
    points: list[int]
    played_at: AwareDatetime
    key: str
    scores: list[int]
    derivation: list[Line]
    running: Running
    target: int | None
    entered_at: AwareDatetime
    ledger: LedgerPlace
    clock_offset: int | None = None


class Entered(_HandEntered):
    """The answer to an entered hand; every retry with the same key gets the same bytes.

    Where another phone had entered this number before, `state` is "agrees" or "disputed", and `of` is the ledger
    entry of the hand that counts; nothing is overwritten. `clock_offset` is by how many milliseconds the sender's
    clock is ahead.
    """

    state: Literal["agrees", "disputed"] | None = None
    of: int | None = None
    agrees: bool | None = None
    confirms: bool | None = None


class EnteredLate(_HandEntered):
    """The answer to a hand that is kept in the late tray: it counts when the director takes it in."""

    state: Literal["late"]
    because: Because


class Taken(Problems):
    """Somebody else has entered this hand: what they were answered; null where the director has corrected it."""

    taken: Entered | None


class Preview(Answer):
    """What a hand would score; nothing is kept."""

    scores: list[int]
    derivation: list[Line]
    wins_game: int | None
