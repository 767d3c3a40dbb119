"""Views for putting things right: versions of a hand, the late tray, disputes, decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, Self

from django.http import Http404
from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.club.roles import Permission, Role
from tournaments.evening import acts
from tournaments.evening.acts.act import MOST_HANDS, MOST_ROUNDS, MOST_TABLES
from tournaments.evening.acts.entering import MOST_LATE
from tournaments.evening.api.act_names import Act
from tournaments.evening.api.authentication import TablePrincipal
from tournaments.evening.api.evening_answers import Evening
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.table_answers import Because
from tournaments.evening.api.views import OfficerView, asker
from tournaments.evening.reads import access, hands, rounds
from tournaments.evening.reads import director_alerts as decided
from tournaments.evening.reads import hands as hand_versions
from tournaments.evening.reads.access import HandVisibility
from tournaments.evening.reads.api_reads import Evening as EveningRead
from tournaments.evening.reads.director_alerts import Decided
from tournaments.evening.record.record import HandState
from tournaments.evening.replay import impact
from tournaments.refusals import refuse
from tournaments.site.api.answers import (
    Answer,
    Began,
    By,
    Entered,
    EntryNumber,
    Example,
    HandOrVoid,
    HandPoints,
    Line,
    Played,
    Side,
    Slip,
    TableNumber,
    TicketCode,
    at_most,
)

# An officer who plays tonight: hands of other tables in play are kept from them here too, until they
# look.


def sight_of(request: Request, evening: EveningRead) -> HandVisibility:
    """What the asker sees of the hands at the tables.

    A table's token asks for its own table only, and shows its hands while the round is in play.
    """
    user = asker(request)
    if not isinstance(user, TablePrincipal):
        return access.sight_of(user, evening)
    return (
        access.EVERYTHING
        if evening.status in access.IN_PLAY
        else HandVisibility(max(evening.current_round, 1))
    )


def look_first(request: Request, evening: EveningRead, round_number: int, table: int) -> None:
    """Raise Faults (`look-first`) where the hands of the table are kept from the asker."""
    if not sight_of(request, evening).sees(round_number, table):
        refuse(
            "table",
            "look-first",
            gettext_noop(
                "you play tonight; the hands of table %(table)s are kept from you while it plays, until you look"
            ),
            table=table,
        )


def look_first_at(request: Request, evening: EveningRead, act: acts.Act) -> None:
    """Raise Faults (`look-first`) where an act is about a hand that is kept from the asker.

    What it would change tells what the hand was, and so does what a dispute is settled for.
    """
    sight = sight_of(request, evening)
    if sight == access.EVERYTHING:
        return
    for round_number, table in _games_of(evening, act):
        look_first(request, evening, round_number, table)


def _games_of(evening: EveningRead, act: acts.Act) -> Iterator[tuple[int, int]]:
    match act:
        case acts.ConfirmHand() | acts.SettleDispute() | acts.CorrectHand() | acts.NoteHand():
            yield act.round, act.table
        case acts.ExchangeSeats():
            yield from ((round_number, table) for round_number, table, _number in act.hands)
        case acts.TakeLate() | acts.LeaveOutLate():
            late = hands.version(evening, act.of)
            if late is not None:
                yield late.table_round.round.number, late.table.number


# --- Answers about corrections: versions of hands, decisions, what an act would change ----------------

Numbers = Annotated[list[int], Field(min_length=2, max_length=2)]
"""What was and what would be, of a number."""


class Later(Answer):
    """What was said of an entry afterwards."""

    act: Annotated[Act, Example("confirm_hand")]
    by: Annotated[str, Example("table:4 seat:2")]
    at: Began
    reason: str


class _Version(Answer):
    entry: EntryNumber
    act: Annotated[Act, Example("enter_hand")]
    state: Annotated[HandState, Example("counts")]
    hand: HandOrVoid
    points: HandPoints
    derivation: Slip
    by: Annotated[str, Example("table:4 seat:3")]
    reason: str
    played_at: Played
    entered_at: Entered
    confirmed_by: str
    later: list[Later]

    @classmethod
    def _read(cls, told: hand_versions.Version, **fields: Any) -> Self:
        entry = told.hand.entry
        common: dict[str, Any] = {
            "entry": told.sequence,
            "act": entry.act,
            "derivation": Line.all_of(told.hand.slip),
            "by": entry.by,
            "reason": entry.reason,
            "later": [Later.read(later) for later in told.later],
        }
        return cls.read(told.hand, **{**common, **fields})


class Version(_Version):
    """A hand as it was entered once: by whom, when and why, what became of it, and what was said of it later."""

    @classmethod
    def of(cls, told: hand_versions.Version) -> Self:
        """A hand as it was entered once."""
        return cls._read(told)


class HandVersions(Answer):
    """Everything that was entered for a hand, in order."""

    round: int
    table: TableNumber
    number: int
    versions: list[Version]

    @classmethod
    def of(cls, round_: int, table: int, number: int, versions: Iterable[hand_versions.Version]) -> Self:
        """Everything that was entered for a hand."""
        answers = [Version.of(version) for version in versions]
        return cls(round=round_, table=table, number=number, versions=answers)

    @classmethod
    def of_dispute(cls, found: hand_versions.Dispute, sight: HandVisibility) -> Self:
        """A disputed hand, the entry that counts first; without any entry where the hand is not in `sight`."""
        is_seen = sight.sees(found.round, found.table)
        entries = (hand_versions.Version(row, ()) for row in found.entries if is_seen)
        return cls.of(found.round, found.table, found.number, entries)


class LateVersion(_Version):
    """A hand that came late, where it was played and why it was late."""

    act: Annotated[Act, Example("late_hand")]
    state: Annotated[HandState, Example("late")]
    round: int
    table: TableNumber
    number: int
    because: Because

    @classmethod
    def of(cls, told: hand_versions.Version, sight: HandVisibility) -> Self:
        """A hand that came late; where it is not in `sight`, without its cards, points and score slip."""
        row = told.hand
        is_seen = sight.sees(row.table_round.round.number, row.table.number)
        return cls._read(
            told,
            **({} if is_seen else {"hand": None, "points": [], "derivation": []}),
            round=row.table_round.round.number,
            table=row.table.number,
            because=row.late_because,
        )


class LateTray(Answer):
    """The hands that wait for the director, and those left out, in the order they came."""

    waiting: Annotated[list[LateVersion], at_most(MOST_TABLES * MOST_LATE)]
    left_out: list[LateVersion]
    next: NextPage

    @classmethod
    def of(
        cls,
        waiting: Sequence[hand_versions.Version],
        left_out: Page[hand_versions.Version],
        sight: HandVisibility,
    ) -> Self:
        """The late tray with a page of those left out, as far as it is in `sight`."""
        return cls(
            waiting=[LateVersion.of(version, sight) for version in waiting],
            left_out=[LateVersion.of(version, sight) for version in left_out.rows],
            next=left_out.next,
        )


class Disputes(Answer):
    """The hands in dispute, each with the entry that counts first."""

    disputes: list[HandVersions]
    next: NextPage

    @classmethod
    def of(cls, page: Page[hand_versions.Dispute], sight: HandVisibility) -> Self:
        """A page of them, as far as they are in `sight`."""
        return cls.read(page, disputes=[HandVersions.of_dispute(dispute, sight) for dispute in page.rows])


class Decision(Answer):
    """A decision of the director that stands, as the ledger has it; it is withdrawn by its `entry`."""

    entry: EntryNumber
    act: Annotated[Act, Example("penalty")]
    body: Annotated[dict[str, Any], Example({"tickets": ["k3v9"], "points": -5, "round": 1})]
    reason: Annotated[str, Example("talked about the hand")]
    by: By
    at: Began

    @classmethod
    def of(cls, decided: Decided) -> Self:
        """A decision that stands."""
        return cls.read(decided, entry=decided.sequence)


class Decisions(Answer):
    """The decisions that stand, in order."""

    decisions: list[Decision]
    next: NextPage

    @classmethod
    def of(cls, page: Page[Decided]) -> Self:
        """A page of them."""
        return cls.read(page, decisions=[Decision.of(decision) for decision in page.rows])


class GameChange(Answer):
    """A game whose points or winner change, each before and after; a winner is null where nobody has won."""

    round: int
    table: TableNumber
    points: Annotated[list[list[int]], Field(min_length=2, max_length=2), Example([[14, 0], [0, 14]])]
    winner: Annotated[list[Side | None], Field(min_length=2, max_length=2), Example(["A", "B"])]
    cut_not_needed: bool
    cut_needed: bool

    @classmethod
    def of(cls, change: impact.GameChange) -> Self:
        """A game that changes."""
        return cls.read(change, winner=[winner or None for winner in change.winner])


class HandChange(Answer):
    """A hand that scores otherwise though it stays as it was entered: its points, before and after."""

    round: int
    table: TableNumber
    number: Annotated[int, Example(2)]
    points: Annotated[list[list[int]], Field(min_length=2, max_length=2), Example([[60, 52], [120, 52]])]


class BellChange(Answer):
    """The table credited with a round's bell, before and after."""

    round: int
    table: Annotated[list[int | None], Field(min_length=2, max_length=2), Example([4, None])]


class LineChange(Answer):
    """A ticket's line of the standings, before and after."""

    ticket: TicketCode
    place: Annotated[list[int | None], Field(min_length=2, max_length=2), Example([1, 5])]
    won_halves: Annotated[Numbers, Example([2, 0])]
    points: Annotated[Numbers, Example([14, 0])]


class PrizeChange(Answer):
    """The tickets that have a prize, share it or have to cut for it, before and after; and what each of them gets."""

    prize: Annotated[Literal["best", "booby", "place"], Example("best")]
    other: Annotated[int, Example(0)]
    rank: int
    colour: Annotated[str | None, Example("ladies")]
    tickets: Annotated[
        list[list[str]], Field(min_length=2, max_length=2), Example([["k3v9"], ["m2x7", "p8c4"]])
    ]
    amounts: Annotated[list[list[int]], Field(min_length=2, max_length=2), Example([[5000], []])]
    to_cut: Annotated[list[bool], Field(min_length=2, max_length=2), Example([False, True])]


class SeatChange(Answer):
    """Where a ticket would sit next, as table and seat, before and after; null for sitting out."""

    ticket: TicketCode
    seat: Annotated[list[Numbers | None], Field(min_length=2, max_length=2), Example([[1, 1], None])]


class Impact(Answer):
    """What an act would change. `announced` says whether the seats that would change have been announced."""

    nothing: bool
    games: list[GameChange]
    hands: list[HandChange]
    bells: list[BellChange]
    lines: list[LineChange]
    prizes: list[PrizeChange]
    seats: list[SeatChange]
    announced: bool

    @classmethod
    def of(cls, found: impact.Impact) -> Self:
        """What an act would change."""
        return cls.read(
            found,
            games=[GameChange.of(change) for change in found.games],
            hands=[HandChange.read(change) for change in found.hands],
            bells=[BellChange.read(change) for change in found.bells],
            lines=[LineChange.read(change) for change in found.lines],
            prizes=[PrizeChange.read(change) for change in found.prizes],
            seats=[SeatChange.read(change) for change in found.seats],
        )


class EveningOrImpact(RootModel[Evening | Impact]):
    """The evening after the act; for a preview what the act would change."""


class HandVersionsEndpoint(OfficerView):
    """One hand."""

    needs = Permission(Role.SCORER, Role.SCORER)

    @operation("show_hand", answer=HandVersions)
    def get(self, request: Request, club: str, evening: str, number: int, table: int, hand: int) -> Response:
        """Everything that was entered for a hand: by whom, when and why, and what became of it."""
        evening_row = self.evening(request, club, evening)
        if not (number <= MOST_ROUNDS and table <= MOST_TABLES and hand <= MOST_HANDS):
            raise Http404
        look_first(request, evening_row, number, table)
        view = rounds.game_view(evening_row, table, number)
        versions = hands.versions_of(view.row, hand) if view else []
        if not versions:
            raise Http404
        return HandVersions.of(number, table, hand, versions).reply()


class LateTrayEndpoint(OfficerView):
    """Hands that came late."""

    @operation("show_late_tray", answer=LateTray, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The hands that came too late to simply count, and a page of those that were left out.

        Who plays tonight is told of those of other tables in play where they were played, and no more.
        """
        evening_row = self.evening(request, club, evening)
        waiting, left_out = hands.late_tray(evening_row)
        page = page_of_list(request, left_out, lambda version: (version.hand.entry.sequence,), usual=MOST)
        return page.reply(LateTray.of(waiting, page, sight_of(request, evening_row)))


class DisputesEndpoint(OfficerView):
    """Hands in dispute."""

    @operation("list_disputes", answer=Disputes, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The hands for which two phones have entered two results, and nobody has settled which counts.

        Who plays tonight is told of those of other tables in play without what was entered.
        """
        evening_row = self.evening(request, club, evening)
        rows = hands.disputes(evening_row)
        page = page_of_list(
            request, rows, lambda dispute: (dispute.round, dispute.table, dispute.number), usual=MOST
        )
        return page.reply(Disputes.of(page, sight_of(request, evening_row)))


class DecisionsEndpoint(OfficerView):
    """The director's decisions."""

    @operation("list_decisions", answer=Decisions, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Penalties, exchanged seats, adjusted and unplayed games, as far as they stand."""
        rows = decided.standing_decisions(self.evening(request, club, evening))
        page = page_of_list(request, rows, lambda decision: (decision.sequence,), usual=MOST)
        return page.reply(Decisions.of(page))
