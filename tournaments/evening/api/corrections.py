"""Putting things right: versions of a hand, the late tray, disputes, decisions, what an act would change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, Self, TypeVar

from django.http import Http404
from pydantic import Field, RootModel
from rest_framework.request import Request

from tournaments.club.api.operations import Address
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND, MOST_HANDS, MOST_ROUNDS, MOST_TABLES
from tournaments.evening.acts.entering import MOST_LATE
from tournaments.evening.api.authentication import TablePrincipal
from tournaments.evening.api.evening_answers import Act, EveningOut
from tournaments.evening.api.views import EVENING, asker
from tournaments.evening.reads import access, director_alerts, hands, rounds
from tournaments.evening.reads.access import HandVisibility
from tournaments.evening.reads.desk import Evening
from tournaments.evening.record import HandState
from tournaments.evening.services import player_requests
from tournaments.refusals import refuse
from tournaments.site.api import answers
from tournaments.site.api.answers import OR_NULL, Answer, At, Example, at_most
from tournaments.site.api.query import NextPage, Page, Paging, listed
from tournaments.site.arguments import provides

# An officer who plays tonight: hands of other tables in play are kept from them here too, until they
# look.


@provides
def sight_of(request: Request, evening: Evening) -> HandVisibility:
    """What the asker sees of the hands at the tables.

    A table's token asks for its own table only, and shows its hands while the round is in play.
    """
    user = asker(request)
    if not isinstance(user, TablePrincipal):
        return access.sight_of(user, evening)
    return access.EVERYTHING if evening.status in IN_ROUND else HandVisibility(max(evening.current_round, 1))


def look_first(request: Request, evening: Evening, round_number: int, table: int) -> None:
    """Raise Faults (`look-first`) where the hands of the table are kept from the asker."""
    if not sight_of(request, evening).sees(round_number, table):
        refuse(
            "table",
            "look-first",
            "you play tonight; the hands of table %(table)s are kept from you while it plays, until you look",
            table=table,
        )


def look_first_at(request: Request, evening: Evening, act: acts.Act) -> None:
    """Raise Faults (`look-first`) where an act is about a hand that is kept from the asker.

    What it would change tells what the hand was, and so does what a dispute is settled for.
    """
    sight = sight_of(request, evening)
    if sight == access.EVERYTHING:
        return
    for round_number, table in _games_of(evening, act):
        look_first(request, evening, round_number, table)


def _games_of(evening: Evening, act: acts.Act) -> Iterator[tuple[int, int]]:
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

T = TypeVar("T")
Change = Annotated[list[T], Field(min_length=2, max_length=2)]
"""What was and what would be."""
Because = Annotated[
    Literal["after-the-bell", "round-closed", "game-decided", "earlier-hand-late"], Example("after-the-bell")
]


class Later(Answer):
    """What was said of an entry afterwards."""

    act: Annotated[Act, Example("confirm_hand")]
    by: Annotated[str, Example("table:4 seat:2")]
    at: answers.Began
    reason: str


class VersionOut(Answer):
    """A hand as it was entered once: by whom, when and why, what became of it, and what was said of it later."""

    entry: Annotated[answers.EntryNumber, At("sequence")]
    act: Annotated[Act, At("hand.entry.act"), Example("enter_hand")]
    state: Annotated[HandState, At("hand.state"), Example("counts")]
    hand: Annotated[answers.HandOrVoid, At("hand.hand")]
    points: Annotated[answers.HandPoints, At("hand.points")]
    derivation: Annotated[answers.Slip, At("hand.slip")]
    by: Annotated[str, At("hand.entry.by"), Example("table:4 seat:3")]
    reason: Annotated[str, At("hand.entry.reason")]
    played_at: Annotated[answers.Played, At("hand.played_at")]
    entered_at: Annotated[answers.Entered, At("hand.entered_at")]
    confirmed_by: Annotated[str, At("hand.confirmed_by")]
    later: list[Later]


class HandVersions(Answer):
    """Everything that was entered for a hand, in order."""

    round: int
    table: answers.TableNumber
    number: int
    versions: list[VersionOut]


class LateVersion(VersionOut):
    """A hand that came late, where it was played and why it was late."""

    act: Annotated[Act, At("hand.entry.act"), Example("late_hand")]
    state: Annotated[HandState, At("hand.state"), Example("late")]
    round: Annotated[int, At("hand.table_round.round.number")]
    table: Annotated[answers.TableNumber, At("hand.table.number")]
    number: Annotated[int, At("hand.number")]
    because: Annotated[Because, At("hand.late_because")]

    def within(self, sight: HandVisibility) -> Self:
        """The same; where it is not in `sight`, without its cards, points and score slip."""
        is_seen = sight.sees(self.round, self.table)
        return self if is_seen else self.model_copy(update={"hand": None, "points": [], "derivation": []})


class LateTray(Answer):
    """The hands that wait for the director, and those left out, in the order they came."""

    waiting: Annotated[list[LateVersion], at_most(MOST_TABLES * MOST_LATE)]
    left_out: list[LateVersion]
    next: NextPage


Disputes = listed(
    "Disputes", "The hands in dispute, each with the entry that counts first.", disputes=HandVersions
)


class DecisionOut(Answer):
    """A decision of the director that stands, as the ledger has it; it is withdrawn by its `entry`."""

    entry: Annotated[answers.EntryNumber, At("sequence")]
    act: Annotated[Act, Example("penalty")]
    body: Annotated[dict[str, Any], Example({"tickets": ["k3v9"], "points": -5, "round": 1})]
    reason: Annotated[str, Example("talked about the hand")]
    by: answers.By
    at: answers.Began


class GameChangeOut(Answer):
    """A game whose points or winner change, each before and after; a winner is null where nobody has won."""

    round: int
    table: answers.TableNumber
    points: Annotated[Change[list[int]], Example([[14, 0], [0, 14]])]
    winner: Annotated[Change[Annotated[answers.Side | None, OR_NULL]], Example(["A", "B"])]
    cut_not_needed: bool
    cut_needed: bool


class HandChangeOut(Answer):
    """A hand that scores otherwise though it stays as it was entered: its points, before and after."""

    round: int
    table: answers.TableNumber
    number: Annotated[int, Example(2)]
    points: Annotated[Change[list[int]], Example([[60, 52], [120, 52]])]


class BellChangeOut(Answer):
    """The table credited with a round's bell, before and after."""

    round: int
    table: Annotated[Change[int | None], Example([4, None])]


class LineChangeOut(Answer):
    """A ticket's line of the standings, before and after."""

    ticket: answers.TicketCode
    place: Annotated[Change[int | None], Example([1, 5])]
    won_halves: Annotated[Change[int], Example([2, 0])]
    points: Annotated[Change[int], Example([14, 0])]


class PrizeChangeOut(Answer):
    """The tickets that have a prize, share it or have to cut for it, before and after; and what each of them gets."""

    prize: Annotated[Literal["best", "booby", "place"], Example("best")]
    other: Annotated[int, Example(0)]
    rank: int
    colour: Annotated[str | None, Example("ladies")]
    tickets: Annotated[Change[list[str]], Example([["k3v9"], ["m2x7", "p8c4"]])]
    amounts: Annotated[Change[list[int]], Example([[5000], []])]
    to_cut: Annotated[Change[bool], Example([False, True])]


class SeatChangeOut(Answer):
    """Where a ticket would sit next, as table and seat, before and after; null for sitting out."""

    ticket: answers.TicketCode
    seat: Annotated[Change[Change[int] | None], Example([[1, 1], None])]


class ImpactOut(Answer):
    """What an act would change. `announced` says whether the seats that would change have been announced."""

    nothing: bool
    games: list[GameChangeOut]
    hands: list[HandChangeOut]
    bells: list[BellChangeOut]
    lines: list[LineChangeOut]
    prizes: list[PrizeChangeOut]
    seats: list[SeatChangeOut]
    announced: bool


class EveningOrImpact(RootModel[EveningOut | ImpactOut]):
    """The evening after the act; for a preview what the act would change."""


@Address(
    f"{EVENING}rounds/<int:number>/tables/<int:table>/hands/<int:hand>/", "hand", needs=Role.SCORER
).get()
def show_hand(request: Request, evening: Evening, number: int, table: int, hand: int) -> HandVersions:
    """Everything that was entered for a hand: by whom, when and why, and what became of it."""
    if not (number <= MOST_ROUNDS and table <= MOST_TABLES and hand <= MOST_HANDS):
        raise Http404
    look_first(request, evening, number, table)
    game = rounds.game_view(evening, table, number)
    versions = hands.versions_of(game.row, hand) if game else []
    if not versions:
        raise Http404
    return HandVersions.read(round=number, table=table, number=hand, versions=versions)


@Address(f"{EVENING}late-tray/", "late-tray").get()
def show_late_tray(evening: Evening, sight: HandVisibility, paging: Paging) -> LateTray:
    """The hands that came too late to simply count, and a page of those that were left out.

    Who plays tonight is told of those of other tables in play where they were played, and no more.
    """
    waiting, left_out = hands.late_tray(evening)
    page = paging.of_list(left_out, lambda version: (version.hand.entry.sequence,))
    parts = {"waiting": waiting, "left_out": page.rows}
    versions = {
        part: [LateVersion.from_view(row).within(sight) for row in rows] for part, rows in parts.items()
    }
    return LateTray.read(page, **versions)


@Address(f"{EVENING}disputes/", "disputes").get(answer=Disputes)
def list_disputes(evening: Evening, sight: HandVisibility, paging: Paging) -> Page[Any]:
    """The hands for which two phones have entered two results, and nobody has settled which counts.

    Who plays tonight is told of those of other tables in play without what was entered.
    """
    page: Page[Any] = paging.of_list(hands.disputes(evening), lambda row: (row.round, row.table, row.number))
    disputes = []
    for dispute in page.rows:
        entries = dispute.entries if sight.sees(dispute.round, dispute.table) else ()
        disputes.append(HandVersions.read(dispute, versions=[hands.Version(row, ()) for row in entries]))
    return replace(page, rows=disputes)


Decisions = listed("Decisions", "The decisions that stand, in order.", decisions=DecisionOut)


@Address(f"{EVENING}decisions/", "decisions").get(answer=Decisions)
def list_decisions(evening: Evening, paging: Paging) -> Page[director_alerts.ReadEntry]:
    """Penalties, exchanged seats, adjusted and unplayed games, as far as they stand."""
    return paging.of_list(director_alerts.standing_decisions(evening), lambda row: (row.sequence,))


class ObjectionOut(Answer):
    """What a player says against a published round (0: the standings); `outcome` is "" until it is answered."""

    id: Annotated[int, At("pk"), Example(3)]
    ticket: Annotated[answers.TicketCode, At("ticket.code")]
    round: int
    reason: Annotated[str, Example("Hand 2 was ours.")]
    made_at: answers.Began
    outcome: Annotated[Literal["", "upheld", "declined"], Example("declined")]
    answer: Annotated[str, Example("The slip says 14 as well.")]
    answered_at: answers.Began | None
    answered_by: Annotated[str, Example("user:1")]


Objections = listed("Objections", "What players object to, in the order it came.", objections=ObjectionOut)


@Address(f"{EVENING}objections/", "objections").get(answer=Objections)
def list_objections(evening: Evening, paging: Paging) -> Page[director_alerts.Objection]:
    """Objections to published results, those answered too."""
    return paging.of_rows(director_alerts.objections(evening), {"id": ("pk",)})


Address(f"{EVENING}objections/<int:objection>/answer/", "answer-objection").runs(
    "post", player_requests.answer_objection, ObjectionOut
)
