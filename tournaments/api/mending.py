"""What is put right afterwards: hands looked at again, corrected, taken in late; the director's decisions."""

from __future__ import annotations

from typing import TypedDict

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import mending_answers as answers
from tournaments.api import mending_bodies as bodies
from tournaments.api.acts import act
from tournaments.api.bodies import MOST_HANDS, MOST_ROUNDS, MOST_TABLES, OneTable, Why
from tournaments.api.doors import By, OfficerDoor
from tournaments.api.looking import look_first, sight_of
from tournaments.api.schema import described
from tournaments.queries import decisions as decided
from tournaments.queries import hand_versions, rest, tables
from tournaments.queries.rest import Evening
from tournaments.services import bells, corrections, decisions, late_tray, second_entries
from tournaments.services.mending import Cut, Seats


# --- looked at again ---------------------------------------------------------------------------------
class HandVersionsView(OfficerDoor):
    """One hand."""

    @described("show_hand", answer=answers.HandVersions)
    def get(self, request: Request, club: str, evening: str, number: int, table: int, hand: int) -> Response:
        """Everything that was entered for a hand: by whom, when and why, and what became of it."""
        found = rest.evening(request.user, club, evening)
        if not (number <= MOST_ROUNDS and table <= MOST_TABLES and hand <= MOST_HANDS):
            raise Http404
        look_first(request, found, number, table)
        here = tables.table_in_round(found, table, number)
        versions = hand_versions.versions_of(here.game, hand) if here else []
        if not versions:
            raise Http404
        return answers.HandVersions.of(number, table, hand, versions).reply()


class LateTrayView(OfficerDoor):
    """Hands that came late."""

    @described("show_late_tray", answer=answers.LateTray)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The hands that came too late to simply count, and those that were left out.

        Who plays tonight is told of those of other tables in play where they were played, and no more.
        """
        found = rest.evening(request.user, club, evening)
        seen = sight_of(request, found)
        waiting, left_out = hand_versions.late_tray(found)
        tray = answers.LateTray(
            waiting=[answers.LateVersion.of(told, seen) for told in waiting],
            left_out=[answers.LateVersion.of(told, seen) for told in left_out],
        )
        return tray.reply()


class DisputesView(OfficerDoor):
    """Hands in dispute."""

    @described("list_disputes", answer=answers.Disputes)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The hands for which two phones have entered two results, and nobody has settled which counts.

        Who plays tonight is told of those of other tables in play without what was entered.
        """
        found = rest.evening(request.user, club, evening)
        seen, open_ = sight_of(request, found), hand_versions.disputes(found)
        disputes = [answers.HandVersions.of_dispute(dispute, seen) for dispute in open_]
        return answers.Disputes(disputes=disputes).reply()


class DecisionsView(OfficerDoor):
    """The director's decisions."""

    @described("list_decisions", answer=answers.Decisions)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Penalties, exchanged seats, adjusted and unplayed games, as far as they stand."""
        found = decided.standing_decisions(rest.evening(request.user, club, evening))
        return answers.Decisions(decisions=[answers.Decision.of(decision) for decision in found]).reply()


# --- hands -------------------------------------------------------------------------------------------
class Place(TypedDict):
    """A hand's round, table and number, as services take them."""

    round_number: int
    table_number: int
    number: int


class After(TypedDict):
    """What follows from a change, as services take it."""

    reason: str
    seats: Seats
    cut: Cut


def _place(body: bodies.OneHandPlayed) -> Place:
    return {"round_number": body.round, "table_number": body.table, "number": body.number}


def _after(body: bodies.Following) -> After:
    return {"reason": body.reason, "seats": body.seats, "cut": body.cut}


@act("confirm-hand", bodies.DirectorsConfirmation)
def confirm_hand(evening: Evening, body: bodies.DirectorsConfirmation, who: By) -> object:
    """Confirm a hand in place of the other side; confirmed already, nothing more happens."""
    return second_entries.confirm(evening=evening, of=body.of, **_place(body), **who)


@act("settle-dispute", bodies.Settlement)
def settle_dispute(evening: Evening, body: bodies.Settlement, who: By) -> object:
    """Settle a dispute for one of its entries."""
    return second_entries.settle(evening=evening, keep=body.keep, **_place(body), **_after(body), **who)


@act("correct-hand", bodies.Correction)
def correct_hand(evening: Evening, body: bodies.Correction, who: By) -> object:
    """Put another hand in the place of one that counts, or declare the deal void.

    Published results are reopened; seats that no longer follow from who won are recalled unless they are kept.
    """
    return corrections.correct(
        evening=evening, of=body.of, hand=body.hand, **_place(body), **_after(body), **who
    )


@act("note-hand", bodies.Note)
def note_hand(evening: Evening, body: bodies.Note, who: By) -> object:
    """Keep beside a hand what it should have been, and why, without changing anything."""
    return corrections.note(
        evening=evening, of=body.of, hand=body.hand, reason=body.reason, **_place(body), **who
    )


@act("take-late", bodies.LateHand)
def take_late(evening: Evening, body: bodies.LateHand, who: By) -> object:
    """Let a late hand count as the next of its table."""
    return late_tray.take(evening=evening, of=body.of, **_after(body), **who)


@act("leave-out-late", bodies.LateHandOut)
def leave_out_late(evening: Evening, body: bodies.LateHandOut, who: By) -> object:
    """Leave a late hand out; it stays readable with the reason."""
    return late_tray.leave_out(evening=evening, of=body.of, reason=body.reason, **who)


# --- decisions ---------------------------------------------------------------------------------------
@act("penalty", bodies.Penalty)
def penalty(evening: Evening, body: bodies.Penalty, who: By) -> object:
    """Give points to some tickets, below nothing as a rule; games won and lost stay."""
    return decisions.give_penalty(
        evening=evening, tickets=body.tickets, points=body.points, reason=body.reason, **who
    )


@act("wrong-seats", bodies.WrongSeats)
def wrong_seats(evening: Evening, body: bodies.WrongSeats, who: By) -> object:
    """Record that two tickets sat in each other's seats for some hands: these count for who played them."""
    hands = [(hand.round, hand.table, hand.number) for hand in body.hands]
    return decisions.exchange_seats(
        evening=evening, hands=hands, one=body.one, other=body.other, reason=body.reason, **who
    )


@act("adjust-game", bodies.AdjustedGame)
def adjust_game(evening: Evening, body: bodies.AdjustedGame, who: By) -> object:
    """Let a game count these points in place of its hands."""
    return decisions.adjust_game(
        evening=evening,
        round_number=body.round,
        table_number=body.table,
        points=body.points,
        **_after(body),
        **who,
    )


@act("not-played", bodies.UnplayedGame)
def not_played(evening: Evening, body: bodies.UnplayedGame, who: By) -> object:
    """Record that a game was not played: it counts for nobody, and the seed says who moves as its winners."""
    return decisions.not_played(
        evening=evening,
        round_number=body.round,
        table_number=body.table,
        reason=body.reason,
        seats=body.seats,
        **who,
    )


@act("withdraw", bodies.Withdrawal)
def withdraw(evening: Evening, body: bodies.Withdrawal, who: By) -> object:
    """Take a decision back."""
    return decisions.withdraw(evening=evening, of=body.of, **_after(body), **who)


# --- the bell, and looking ---------------------------------------------------------------------------
@act("take-back-bell", Why)
def take_back_bell(evening: Evening, body: Why, who: By) -> object:
    """Take the bell back: play resumes, and cuts that tables made meanwhile are void."""
    return bells.take_back(evening=evening, reason=body.reason, **who)


@act("look", OneTable)
def look(evening: Evening, body: OneTable, who: By) -> object:
    """Record that a director who plays tonight looks at the hands of another table in play."""
    return bells.look(evening=evening, table_number=body.table, **who)
