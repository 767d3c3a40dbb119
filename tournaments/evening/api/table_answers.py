"""A table as the REST API answers it: its score sheet, calls, a hand that was entered, what a hand would score."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field

from scoring.derivation import Derivation
from tournaments.evening.acts.act import MOST_HANDS
from tournaments.evening.acts.entering import MOST_LATE
from tournaments.evening.acts.games import MOST_VERSIONS
from tournaments.evening.api.evening_answers import RoundTimes, Running, Sitter, running
from tournaments.evening.api.pages import NextPage, Page
from tournaments.evening.plan import Setup
from tournaments.evening.reads import api_reads, desk, rounds, tables
from tournaments.evening.reads.access import EVERYTHING, HandVisibility
from tournaments.evening.reads.facts import setup_of
from tournaments.evening.round_rules import Status
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.api.answers import (
    PLAN,
    SLIP,
    Answer,
    By,
    ClubSlug,
    EntryNumber,
    EveningSlug,
    Example,
    GameSlug,
    HandOrVoid,
    HandPlayed,
    HandPoints,
    Hash,
    Line,
    Moment,
    PersonName,
    Played,
    Problems,
    Side,
    Slip,
    TableNumber,
    TicketCode,
    at_most,
)
from tournaments.site.api.answers import Entered as EnteredAt

Because = Annotated[
    Literal["after-the-bell", "round-closed", "game-decided", "earlier-hand-late"], Example("after-the-bell")
]
Target = Annotated[int | None, Example(42)]


class OtherEntry(Answer):
    """What was entered otherwise for a disputed hand; acts name it by its entry in the ledger."""

    entry: EntryNumber
    by: By
    hand: HandOrVoid
    points: HandPoints

    @classmethod
    def of(cls, row: tables.Hand) -> Self:
        """What was entered otherwise."""
        return cls.read(row, entry=row.entry.sequence, by=row.entry.by)


class Hand(Answer):
    """A hand as it counts, with its score slip in the reader's language; `hand` is null where the deal is void.

    Acts name it by its `entry` in the ledger. `agreed` says how far the sides are agreed: "confirmed" by one of
    `confirmed_by` or the director, "taken" as confirmed without a word, "waits" for it, "disputed" by others.
    """

    number: int
    entry: EntryNumber
    by: Annotated[str, Example("table:4 seat:3")]
    hand: HandOrVoid
    points: HandPoints
    derivation: Slip
    running: Running
    played_at: Played
    entered_at: EnteredAt
    agreed: Annotated[Literal["confirmed", "taken", "waits", "disputed"], Example("waits")]
    confirmed_by: str
    disputed_by: Annotated[list[OtherEntry], at_most(MOST_VERSIONS)]

    @classmethod
    def of(
        cls,
        row: tables.Hand,
        total: tuple[int, ...],
        sheet: tables.ScoreSheet,
        setup: Setup,
    ) -> Self:
        """A hand that counts, with the `total` after it."""
        return cls.read(
            row,
            entry=row.entry.sequence,
            by=row.entry.by,
            derivation=Line.all_of(row.slip),
            running=running(total, by_seat=sheet.game.keeping.by_seat),
            agreed=sheet.agreement(row, setup.plan.confirmation),
            disputed_by=[OtherEntry.of(other) for other in sheet.disputing(row.number)],
        )


class TrayHand(Answer):
    """A hand of the table that came late: the director decides, or has left it out."""

    entry: EntryNumber
    round: int
    number: Annotated[int, Example(3)]
    because: Because
    left_out: bool

    @classmethod
    def of(cls, row: tables.Hand) -> Self:
        """A hand that came late, as its table is told of it."""
        return cls(
            entry=row.entry.sequence,
            round=row.table_round.round.number,
            number=row.number,
            because=row.late_because,
            left_out=row.state == "left_out",
        )


class Call(Answer):
    """A call for the director; `answered_by` is empty as long as the table waits."""

    id: Annotated[int, Example(12)]
    table: TableNumber
    reason: Annotated[str, Example("rule")]
    words: Annotated[str, Example("may the bid be taken back?")]
    by: Annotated[str, Example("table:4 seat:1")]
    called_at: Played
    answered_at: Moment | None
    answered_by: str

    @classmethod
    def of(cls, row: tables.DirectorCall) -> Self:
        """A call for the director."""
        return cls.read(row, table=row.table.number)


class Calls(Answer):
    """The calls that wait, the longest first."""

    calls: list[Call]
    next: NextPage

    @classmethod
    def of(cls, page: Page[tables.DirectorCall]) -> Self:
        """A page of them."""
        return cls.read(page, calls=[Call.of(row) for row in page.rows])


class NextSeat(Answer):
    """Where somebody of this table goes next: table and seat, or sitting out (both null)."""

    ticket: TicketCode
    name: PersonName
    table: Annotated[int | None, Example(4)]
    seat: Annotated[int | None, Example(1)]
    partner: Annotated[str, Example("Cid Orr")]

    @classmethod
    def of(cls, place: rounds.PlaceView) -> Self:
        """Where somebody goes next."""
        return cls.read(place, ticket=place.who.code, name=place.who.name)


class NextSeats(Answer):
    """The announced next round, for those of this table."""

    round: Annotated[int, Example(2)]
    places: Annotated[list[NextSeat], at_most(MOST_SEATS)]

    @classmethod
    def of(cls, evening: api_reads.Evening, codes: tuple[str, ...]) -> Self | None:
        """Where those with the tickets `codes` go next; None where nothing is announced."""
        upcoming = tables.announced(evening)
        if upcoming is None:
            return None
        places = upcoming.places(partnership=setup_of(evening).plan.tables.partnership)
        own_places = (places[code] for code in codes if code in places)
        return cls(round=upcoming.number, places=[NextSeat.of(place) for place in own_places])


class Table(Answer):
    """A table as its phone shows it; `round` and what hangs on it are null where the table is not in play.

    With `hands_kept` the asker plays tonight and this is another table in play: its hands come after `look` only.
    """

    club: ClubSlug
    evening: EveningSlug
    table: TableNumber
    version: EntryNumber
    status: Annotated[Status, Example("playing")]
    game: GameSlug
    house_rules: Annotated[dict[str, Any], Example(PLAN["house_rules"])]
    target: Target
    round: RoundTimes | None
    seats: Annotated[list[Sitter], at_most(MOST_SEATS)]
    running: Running | None
    hands: Annotated[list[Hand], at_most(MOST_HANDS)]
    late: Annotated[list[TrayHand], at_most(MOST_LATE)]
    call: Call | None
    next_hand: Annotated[int | None, Example(2)]
    may_ring: bool
    cut: Side | None
    winner: Side | None
    hands_kept: bool
    next: NextSeats | None

    @classmethod
    def of(cls, evening: api_reads.Evening, number: int, sight: HandVisibility = EVERYTHING) -> Self:
        """A table as its phone shows it, in a few queries, however many hands and tables there are.

        Without hands where these are not in `sight`.

        Raises Http404 where the evening has no such table.
        """
        setup = setup_of(evening)
        # The first seats are drawn for everybody to see; later ones only once they are announced.
        view = rounds.game_view(evening, number, max(evening.current_round, 1))
        if view is None:
            desk.table(evening, number)
        is_kept = view is not None and not sight.sees(view.round.number, number)
        return cls(
            club=evening.club.slug,
            evening=evening.slug,
            table=number,
            version=evening.version,
            status=Status(evening.status),
            game=setup.game.slug,
            house_rules=setup.plan.house_rules,
            target=setup.target,
            **(_NOT_IN_PLAY if view is None else _in_play(view, setup, evening)),
            **({"hands": [], "late": []} if is_kept or view is None else _hands(view, setup)),
            hands_kept=is_kept,
            next=NextSeats.of(evening, () if view is None else view.codes),
        )


_NOT_IN_PLAY: dict[str, Any] = {
    "round": None,
    "seats": [],
    "running": None,
    "call": None,
    "next_hand": None,
    "may_ring": False,
    "cut": None,
    "winner": None,
}


def _in_play(seen: rounds.GameView, setup: Setup, evening: api_reads.Evening) -> dict[str, Any]:
    waiting = tables.waiting_call(seen.row.table)
    can_ring = setup.may_ring(seen.table, seen.points, seen.decision)
    return {
        "round": RoundTimes.from_view(seen.round),
        "seats": [Sitter.from_view(seat) for seat in seen.seats],
        "running": running(seen.points, by_seat=seen.by_seat),
        "call": None if waiting is None else Call.of(waiting),
        "next_hand": seen.hands + 1,
        "may_ring": evening.status == Status.PLAYING and can_ring,
        "cut": seen.cut or None,
        "winner": seen.winner or None,
    }


def _hands(seen: rounds.GameView, setup: Setup) -> dict[str, Any]:
    sheet = tables.sheet_of(seen.row)
    return {
        "hands": [Hand.of(row, total, sheet, setup) for row, total in tables.with_running(sheet.live)],
        "late": [TrayHand.of(row) for row in sheet.tray],
    }


class LedgerPlace(Answer):
    """Where a hand stands in the ledger."""

    sequence: EntryNumber
    hash: Hash


class _HandEntered(Answer):
    """What every answer to an entered hand tells."""

    round: int
    table: TableNumber
    number: int
    hand: HandPlayed
    points: HandPoints
    played_at: Played
    key: Annotated[str, Example("0b9f6a4e-table-4-hand-2")]
    scores: Annotated[list[int], Example(list(SLIP.scores))]
    derivation: Slip
    running: Running
    target: Target
    entered_at: EnteredAt
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

    state: Annotated[Literal["late"], Example("late")]
    because: Because


class Taken(Problems):
    """Somebody else has entered this hand: what they were answered; null where the director has corrected it."""

    taken: Entered | None = Field(
        default=None, description="Left out where it is refused for another reason."
    )


class Preview(Answer):
    """What a hand would score; nothing is kept."""

    scores: Annotated[list[int], Example(list(SLIP.scores))]
    derivation: Slip
    wins_game: int | None

    @classmethod
    def of(cls, slip: Derivation) -> Self:
        """A score with its lines in the reader's language."""
        return cls.read(slip, derivation=Line.all_of(line.as_stored for line in slip.lines))
