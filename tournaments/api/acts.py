"""The acts of an evening, as the desk does them: each one address, one body, one act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.api import bodies
from tournaments.api.bodies import Body, parsed
from tournaments.api.doors import By, OfficerDoor
from tournaments.api.evening_answers import Evening as EveningAnswer
from tournaments.api.looking import look_first_at
from tournaments.api.mending_answers import EveningOrImpact, Impact
from tournaments.api.mending_bodies import Weighed
from tournaments.api.schema import described
from tournaments.queries import desk, rest
from tournaments.queries.rest import Evening
from tournaments.refusals import fault, refuse
from tournaments.replay import acts
from tournaments.services import evenings, moves, publishing, seats
from tournaments.services.perform import perform, preview

B = TypeVar("B", bound=Body)
Call = Callable[[Evening, B, By], acts.Act | None]
"""Gives the act that a body asks for; None where it is more than an act, and done."""


@dataclass(frozen=True, slots=True)
class ActDoor:
    """An act at its address."""

    address: str
    body: type[Body]
    call: Call[Any]
    status: int


DOORS: list[ActDoor] = []


def act(address: str, body: type[B], *, status: int = 200) -> Callable[[Call[B]], Call[B]]:
    """Put a call at an address below its evening; its docstring is the description."""

    def put(call: Call[B]) -> Call[B]:
        DOORS.append(ActDoor(address, body, call, status))
        return call

    return put


def addresses(prefix: str) -> list[URLPattern]:
    """Every act below `prefix`, the address of an evening."""
    return [path(f"{prefix}{act.address}/", _view(act).as_view(), name=act.address) for act in DOORS]


def _view(act: ActDoor) -> type[OfficerDoor]:
    weighed = issubclass(act.body, Weighed)

    def post(self: OfficerDoor, request: Request, club: str, evening: str) -> Response:
        found, body = rest.evening(request.user, club, evening), parsed(request, act.body)
        look_first_at(request, found, body)
        who = self.who(request)
        wanted = act.call(found, body, who)
        if wanted is not None and isinstance(body, Weighed) and body.preview:
            return Impact.of(preview(evening=found, act=wanted, **who)).reply()
        if wanted is not None:
            perform(evening=found, act=wanted, **who)
        return EveningAnswer.of(rest.evening(request.user, club, evening)).reply(status=act.status)

    post.__doc__ = act.call.__doc__
    description = described(
        act.address.replace("-", "_"),
        body=act.body,
        answer=EveningOrImpact if weighed else EveningAnswer,
        status=act.status,
        refusals=(409,),
    )
    name = "".join(word.title() for word in act.address.split("-")) + "View"
    return type(name, (OfficerDoor,), {"post": description(post), "__doc__": act.call.__doc__})


# --- before play -------------------------------------------------------------------------------------
@act("open-doors", bodies.Nothing)
def open_doors(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """Start letting people in, or go back from drawn seats to the open doors."""
    return acts.OpenDoors()


@act("check-in", bodies.CheckIn)
def check_in(evening: Evening, body: bodies.CheckIn, who: By) -> acts.Act | None:
    """Let people in: players by id, new guests by name. All of them come in, or nobody."""
    known = rest.players(evening.club, (arrival.player for arrival in body.players))
    faults = [
        fault(f"players.{place}.player", "unknown-player", _UNKNOWN, entered=arrival.player)
        for place, arrival in enumerate(body.players)
        if arrival.player not in known
    ]
    if faults:
        raise Faults(faults)
    evenings.check_in_together(
        evening=evening,
        players=[(known[arrival.player], arrival.colour) for arrival in body.players],
        guests=[(guest.name, guest.colour, guest.another) for guest in body.guests],
        **who,
    )
    return None


@act("check-out", bodies.OneTicket)
def check_out(evening: Evening, body: bodies.OneTicket, who: By) -> acts.Act | None:
    """Take a ticket back before seats are drawn."""
    ticket = _ticket(evening, body.ticket)
    return acts.CheckOut(ticket=ticket.code, number=ticket.number)


@act("draw", bodies.Draw)
def draw(evening: Evening, body: bodies.Draw, who: By) -> acts.Act | None:
    """Draw the seats of the first round; drawn already, only with `again`."""
    return acts.Draw(again=body.again)


@act("seats", bodies.Seats)
def seat_by_hand(evening: Evening, body: bodies.Seats, who: By) -> acts.Act | None:
    """Seat everybody in the first round as given, by ticket."""
    seats.seat_by_hand(evening=evening, tables=body.tables, sitting_out=body.sitting_out, **who)
    return None


@act("swap", bodies.Swap)
def swap(evening: Evening, body: bodies.Swap, who: By) -> acts.Act | None:
    """Two people change places, in the first seats or in a drafted move."""
    return acts.Swap(one=body.one, other=body.other, reason=body.reason)


# --- a round -----------------------------------------------------------------------------------------
@act("start", bodies.Nothing)
def start(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """Give the signal for the next round."""
    return acts.Start()


@act("ring", bodies.OneTable)
def ring(evening: Evening, body: bodies.OneTable, who: By) -> acts.Act | None:
    """Ring the bell for a table that has reached the target; play ceases everywhere."""
    return acts.Ring(table=body.table)


@act("stop", bodies.Nothing)
def stop(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """End the round by the director's word, without a bell."""
    return acts.Stop()


@act("cuts", bodies.Cut)
def cut(evening: Evening, body: bodies.Cut, who: By) -> acts.Act | None:
    """Record the cut of a level table."""
    return cut_at(body.table, body)


def cut_at(table: int, body: bodies.TableCut) -> acts.Cut:
    """The cut of a table: with cards, or by the evening's seed. Raises Faults where the winner does not fit."""
    if body.how == "seed":
        if body.winner is not None:
            refuse("winner", "not-with-the-seed", gettext_noop("the seed finds the winner; leave it out"))
        return acts.Cut(table=table, how="seed")
    if body.winner is None:
        refuse("winner", "missing", gettext_noop("nothing was entered; A or B won the cut"))
    return acts.Cut(table=table, winner=body.winner)


@act("close", bodies.Close)
def close(evening: Evening, body: bodies.Close, who: By) -> acts.Act | None:
    """Settle every game of the round; next seats and standings are worked out in the background.

    Hands in dispute, or not confirmed where that is needed, hold it up; with `anyway` they do not.
    """
    return acts.Close(anyway=body.anyway)


# --- the move ----------------------------------------------------------------------------------------
@act("draft-move", bodies.Nothing)
def draft_move(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """Work the next seats out afresh."""
    return acts.DraftMove(again=True)


@act("publish-move", bodies.Nothing)
def publish_move(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """Announce the drafted seats."""
    return acts.PublishMove()


@act("arrive", bodies.LateArrival)
def arrive(evening: Evening, body: bodies.LateArrival, who: By) -> acts.Act | None:
    """Somebody comes late: a ticket now, a seat at the next move."""
    if body.guest is not None and body.player is None:
        moves.arrive_guest(evening=evening, name=body.guest, colour=body.colour, another=body.another, **who)
    else:
        moves.arrive(evening=evening, player=_player(evening, body), colour=body.colour, **who)
    return None


@act("leave", bodies.OneTicket)
def leave(evening: Evening, body: bodies.OneTicket, who: By) -> acts.Act | None:
    """Somebody goes home: taken out at the next move."""
    return acts.Leave(ticket=body.ticket)


@act("substitute", bodies.Substitution)
def substitute(evening: Evening, body: bodies.Substitution, who: By) -> acts.Act | None:
    """Somebody takes another's seat, with a ticket of the same colour."""
    ticket = _ticket(evening, body.ticket)
    if body.guest is not None and body.player is None:
        moves.substitute_guest(evening=evening, ticket=ticket, name=body.guest, another=body.another, **who)
    else:
        moves.substitute(evening=evening, ticket=ticket, player=_player(evening, body), **who)
    return None


# --- the end -----------------------------------------------------------------------------------------
@act("finish", bodies.Nothing)
def finish(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """End the evening after a settled round."""
    return acts.Finish()


@act("prize-cuts", bodies.PrizeCut)
def cut_prize(evening: Evening, body: bodies.PrizeCut, who: By) -> acts.Act | None:
    """Record the cut for a prize, or have the evening's seed cut."""
    return acts.CutPrize(prize=body.prize, colour=body.colour, order=body.order, how=body.how)


@act("publish", bodies.Nothing, status=202)
def publish(evening: Evening, body: bodies.Nothing, who: By) -> acts.Act | None:
    """Ask for the evening to be published; it is a job, and asking twice is asking once."""
    publishing.request_publication(evening=evening, **who)
    return None


@act("abandon", bodies.Abandonment)
def abandon(evening: Evening, body: bodies.Abandonment, who: By) -> acts.Act | None:
    """Call the evening off. What was entered stays."""
    return acts.Abandon(reason=body.reason)


_UNKNOWN = gettext_noop("%(entered)s was entered; the club has nobody with this number")


def _player(evening: Evening, body: bodies.LateArrival | bodies.Substitution) -> rest.Player:
    """The player that a body names. Raises Faults unless it names one player and no guest."""
    if body.player is None:
        refuse("player", "missing", gettext_noop("nothing was entered; a player or a guest is needed"))
    if body.guest is not None:
        refuse("guest", "player-or-guest", gettext_noop("a player and a guest were entered; one is needed"))
    known = rest.players(evening.club, [body.player])
    if body.player not in known:
        refuse("player", "unknown-player", _UNKNOWN, entered=body.player)
    return known[body.player]


def _ticket(evening: Evening, code: str) -> rest.Ticket:
    """The ticket with this code. Raises Faults."""
    found = next((ticket for ticket in desk.tickets(evening) if ticket.code == code), None)
    if found is None:
        refuse(
            "ticket", "unknown-ticket", gettext_noop("“%(entered)s” is no ticket of tonight"), entered=code
        )
    return found
