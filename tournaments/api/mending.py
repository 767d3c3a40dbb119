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
from tournaments.replay import acts
from tournaments.replay.acts.games import Cut, Seats
from tournaments.services.corrections import scored


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
    """A hand's round, table and number, as acts take them."""

    round: int
    table: int
    number: int


def _place(body: bodies.OneHandPlayed) -> Place:
    return {"round": body.round, "table": body.table, "number": body.number}


class After(TypedDict):
    """What follows from a change, as acts take it."""

    reason: str
    seats: Seats
    cut: Cut


def _after(body: bodies.Following) -> After:
    return {"reason": body.reason, "seats": body.seats, "cut": body.cut}


@act("confirm-hand", bodies.DirectorsConfirmation)
def confirm_hand(evening: Evening, body: bodies.DirectorsConfirmation, who: By) -> acts.Act:
    """Confirm a hand in place of the other side; confirmed already, nothing more happens."""
    return acts.ConfirmHand(of=body.of, **_place(body))


@act("settle-dispute", bodies.Settlement)
def settle_dispute(evening: Evening, body: bodies.Settlement, who: By) -> acts.Act:
    """Settle a dispute for one of its entries."""
    return acts.SettleDispute(keep=body.keep, **_place(body), **_after(body))


@act("correct-hand", bodies.Correction)
def correct_hand(evening: Evening, body: bodies.Correction, who: By) -> acts.Act:
    """Put another hand in the place of one that counts, or declare the deal void.

    Published results are reopened; seats that no longer follow from who won are recalled unless they are kept.
    """
    act = acts.CorrectHand(of=body.of, hand=body.hand, **_place(body), **_after(body))
    return scored(evening, act)


@act("note-hand", bodies.Note)
def note_hand(evening: Evening, body: bodies.Note, who: By) -> acts.Act:
    """Keep beside a hand what it should have been, and why, without changing anything."""
    act = acts.NoteHand(of=body.of, hand=body.hand, reason=body.reason, **_place(body))
    return scored(evening, act)


@act("take-late", bodies.LateHand)
def take_late(evening: Evening, body: bodies.LateHand, who: By) -> acts.Act:
    """Let a late hand count as the next of its table."""
    return acts.TakeLate(of=body.of, **_after(body))


@act("leave-out-late", bodies.LateHandOut)
def leave_out_late(evening: Evening, body: bodies.LateHandOut, who: By) -> acts.Act:
    """Leave a late hand out; it stays readable with the reason."""
    return acts.LeaveOutLate(of=body.of, reason=body.reason)


# --- decisions ---------------------------------------------------------------------------------------
@act("penalty", bodies.Penalty)
def penalty(evening: Evening, body: bodies.Penalty, who: By) -> acts.Act:
    """Give points to some tickets, below nothing as a rule; games won and lost stay."""
    return acts.Penalty(tickets=body.tickets, points=body.points, reason=body.reason)


@act("wrong-seats", bodies.WrongSeats)
def wrong_seats(evening: Evening, body: bodies.WrongSeats, who: By) -> acts.Act:
    """Record that two tickets sat in each other's seats for some hands: these count for who played them."""
    hands = [(hand.round, hand.table, hand.number) for hand in body.hands]
    return acts.ExchangeSeats(hands=hands, one=body.one, other=body.other, reason=body.reason)


@act("adjust-game", bodies.AdjustedGame)
def adjust_game(evening: Evening, body: bodies.AdjustedGame, who: By) -> acts.Act:
    """Let a game count these points in place of its hands."""
    return acts.AdjustGame(round=body.round, table=body.table, points=body.points, **_after(body))


@act("not-played", bodies.UnplayedGame)
def not_played(evening: Evening, body: bodies.UnplayedGame, who: By) -> acts.Act:
    """Record that a game was not played: it counts for nobody, and the seed says who moves as its winners."""
    return acts.NotPlayed(round=body.round, table=body.table, reason=body.reason, seats=body.seats)


@act("withdraw", bodies.Withdrawal)
def withdraw(evening: Evening, body: bodies.Withdrawal, who: By) -> acts.Act:
    """Take a decision back."""
    return acts.Withdraw(of=body.of, **_after(body))


# --- the bell, and looking ---------------------------------------------------------------------------
@act("take-back-bell", Why)
def take_back_bell(evening: Evening, body: Why, who: By) -> acts.Act:
    """Take the bell back: play resumes, and cuts that tables made meanwhile are void."""
    return acts.TakeBackBell(reason=body.reason)


@act("look", OneTable)
def look(evening: Evening, body: OneTable, who: By) -> acts.Act:
    """Record that a director who plays tonight looks at the hands of another table in play."""
    return acts.Look(table=body.table)
