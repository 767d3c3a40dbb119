"""The acts of an evening at their addresses: of each the class says what is entered, what it does, where it is.

One view serves them all. What stands below is only for those that are more than an act, or entered otherwise.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

from django.urls import URLPattern
from pydantic import Field, create_model
from pydantic.fields import FieldInfo
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.club.api.operations import Address
from tournaments.club.api.views import Actor, OfficerView, count_long_look
from tournaments.club.roles import Needed, Role
from tournaments.evening import acts
from tournaments.evening.acts.act import EntryBounds
from tournaments.evening.api import bodies, corrections, views
from tournaments.evening.api.evening_answers import EveningOut
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings, results, scoresheets
from tournaments.evening.services.perform import go_on, perform, preview
from tournaments.refusals import ActFields, fault, refuse
from tournaments.site.api.answers import HAND
from tournaments.site.arguments import Body, Day, Nothing, Reason

# The bodies of acts, drawn from their classes: what somebody enters, within its bounds, and the reason.
# It is so for the acts of evenings and for those of seasons.

OWN: Final = frozenset({"reason", "preview"})
"""Fields that say something about doing an act, and are none of the act."""
_MADE: dict[str, type[Body]] = {}


def body_of(act: type[ActFields]) -> type[Body]:
    """The body that asks for an act; of acts with a `body_name` in common it is one."""
    if set(act.model_fields) <= {*OWN, *act.fixed_fields}:
        return bodies.Why if act.needs_reason else Nothing
    name = act.body_name or act.__name__
    if name not in _MADE:
        _MADE[name] = _new_body(act, name)
    return _MADE[name]


def entered(act: type[ActFields], body: Body) -> dict[str, Any]:
    fields = {
        name: _as_held(act, name, getattr(body, name))
        for name in type(body).model_fields
        if name != "preview"
    }
    return {**fields, **act.fixed_fields}


def in_short(act: type[ActFields]) -> str:
    return inspect.cleandoc(act.__doc__ or "").partition("\n\nAttributes:")[0]


def _new_body(act: type[ActFields], name: str) -> type[Body]:
    meanings = _meanings(act)
    fields: dict[str, Any] = {
        name: (_bounded(field), _field(field, meanings.get(name)))
        for name, field in act.model_fields.items()
        if name not in {*OWN, *act.fixed_fields}
    }
    if act.needs_reason or act.asks_reason:
        fields["reason"] = (Reason, ... if act.needs_reason else "")
    if act.may_be_previewed:
        fields["preview"] = (bool, Field(False, description="Whether only to say what would change."))
    model: type[Body] = create_model(name, __base__=Body, **fields)
    model.EXAMPLE = dict(act.example)
    return model


def _field(field: FieldInfo, meaning: str | None) -> Any:
    default: Any = ... if field.is_required() else field.default
    return Field(default, description=meaning)


def _bounded(field: FieldInfo) -> Any:
    return _at_a_door(Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation)


def _at_a_door(kind: Any) -> Any:
    # Bounds become pydantic's, and sequences lists, as JSON has them.
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = (_bounds(known) if isinstance(known, EntryBounds) else known for known in inner[1:])
        return Annotated[(_at_a_door(inner[0]), *bounds)]
    if origin in (Union, UnionType):
        return reduce(or_, map(_at_a_door, inner))
    if kind is date:
        return Day
    return list[_at_a_door(inner[0])] if origin in (Sequence, tuple) else kind  # type: ignore[misc]


def _as_held(act: type[ActFields], name: str, value: Any) -> Any:
    field = act.model_fields.get(name)
    return tuple(value) if field is not None and get_origin(field.annotation) is tuple else value


def _bounds(known: EntryBounds) -> Any:
    bounds: dict[str, Any] = {name: bound for name, bound in asdict(known).items() if bound is not None}
    return Field(**bounds)


def _meanings(act: type[ActFields]) -> Mapping[str, str]:
    meanings: dict[str, str] = {}
    for base in reversed(act.__mro__):
        attributes = inspect.cleandoc(base.__doc__ or "").partition("Attributes:\n")[2]
        name = ""
        for line in attributes.splitlines():
            text = line.strip()
            if line.startswith("    ") and not line.startswith("     "):
                name, _colon, text = text.partition(": ")
                meanings[name] = ""
            meanings[name] = f"{meanings[name]} {text}".strip()
    texts = {
        name: text.replace("None", "null") for name, text in meanings.items() if name in act.model_fields
    }
    return {name: text[:1].upper() + text[1:] for name, text in texts.items()}


# Acts at their addresses, of evenings and of seasons: of each the class says what is entered, what it does, where it
# is, and whom it takes.

C = TypeVar("C", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ActView:
    """An act, or what else is done to an evening or a season, at its `address` below it.

    `call` gives the act that a body asks for, from what it is done to, the body, and who acts and when; None where it
    is more than an act, and done. `least` is the least role or the duty of an officer who does it.
    """

    address: str
    body: type[Body]
    call: Callable[[Any, Any, Actor], Any]
    description: str
    status: int = 200
    least: Needed = Role.DIRECTOR

    @property
    def may_be_previewed(self) -> bool:
        return "preview" in self.body.model_fields

    def below(
        self, prefix: str, do: Callable[..., Response], answer: Any, view: type[OfficerView] = OfficerView
    ) -> URLPattern:
        """Its address: `do` does it with a `body`, and answers with an `answer`."""
        do.__name__, do.__doc__ = named(self.address), self.description
        do.__annotations__["body"] = self.body
        address = Address(f"{prefix}{self.address}/", self.address, view=view, needs=self.least)
        refusals = (429,) if self.may_be_previewed else ()
        address.post(answer=answer, status=self.status, refusals=refusals)(do)
        return address.url()


class ActViews:
    """The addresses of all acts of a kind. What is more than an act, or entered otherwise, has a call of its own.

    `least` is the least role or the duty of an officer who does what is no act.
    """

    def __init__(self, acts: Iterable[type[ActFields]], least: Needed = Role.DIRECTOR) -> None:
        self._acts, self._least = tuple(acts), least
        self._own: dict[str, ActView] = {}

    def register(
        self, address: str, body: type[Body], *, status: int = 200, least: Needed | None = None
    ) -> Callable[[C], C]:
        def put(call: C) -> C:
            description = call.__doc__ or ""
            self._own[address] = ActView(address, body, call, description, status, least or self._least)
            return call

        return put

    def own(
        self, act: type[ActFields], body: type[Body] | None = None, *, status: int = 200
    ) -> Callable[[C], C]:
        return self.register(act.path() or "", body or body_of(act), status=status, least=act.least)

    def doors(self) -> Iterator[ActView]:
        yield from self._own.values()
        for act in self._acts:
            address = act.path()
            if address is not None and address not in self._own and not act.has_own_door:
                call, least = partial(_as_entered, act), act.least
                yield ActView(address, body_of(act), call, in_short(act), least=least)


def named(address: str) -> str:
    return address.replace("-", "_")


def _as_entered(act: type[ActFields], there: Any, body: Body, who: Actor) -> ActFields:
    return act(**entered(act, body))


DOORS: Final = ActViews(acts.ACTS.values())
register, own, doors = DOORS.register, DOORS.own, DOORS.doors


def addresses(prefix: str) -> list[URLPattern]:
    return [
        door.below(prefix, _doing(door), corrections.EveningOrImpact if door.may_be_previewed else EveningOut)
        for door in doors()
    ]


def _doing(door: ActView) -> Callable[..., Response]:
    def do(view: OfficerView, request: Request, evening: Evening, by: Actor, body: Body) -> Response:
        act = door.call(evening, body, by)
        if act is not None:
            corrections.look_first_at(request, evening, act)
        if act is not None and getattr(body, "preview", False):
            count_long_look(request)
            return corrections.ImpactOut.from_view(preview(evening=evening, act=act, **by)).reply()
        if act is not None:
            perform(evening=evening, act=act, **by)
        after = views.evening_at(view, request, evening.club.slug, evening.slug)
        return EveningOut.from_view(after).reply(status=door.status)

    return do


@own(acts.CheckIn, bodies.CheckInBody)
def check_in(evening: Evening, body: bodies.CheckInBody, who: Actor) -> None:
    """Let people in: players by id, new guests by name. All of them come in, or nobody."""
    known = desk.players_by_id(evening.club, (arrival.player for arrival in body.players))
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


@own(acts.CheckOut)
def check_out(evening: Evening, body: Body, who: Actor) -> None:
    """Take a ticket back before seats are drawn; a guest whom the club knows only by it goes with it."""
    evenings.check_out(
        evening=evening, ticket=_ticket(evening, entered(acts.CheckOut, body)["ticket"]), **who
    )


@own(acts.SeatByHand, bodies.Seats)
def seat_by_hand(evening: Evening, body: bodies.Seats, who: Actor) -> None:
    """Seat everybody in the first round as given, by ticket."""
    evenings.seat_by_hand(evening=evening, tables=body.tables, sitting_out=body.sitting_out, **who)


@own(acts.Cut, bodies.CutBody)
def cut(evening: Evening, body: bodies.CutBody, who: Actor) -> acts.Act | None:
    """Record the cut of a level table."""
    return cut_at(body.table, body)


def cut_at(table: int, body: bodies.TableCutBody) -> acts.Cut:
    """The cut of a table: with cards, or by the evening's seed. Raises Faults where the winner does not fit."""
    if body.how == "seed":
        if body.winner is not None:
            refuse("winner", "not-with-the-seed", "the seed finds the winner; leave it out")
        return acts.Cut(table=table, how="seed")
    if body.winner is None and not body.order:
        refuse("winner", "missing", "nothing was entered; A, B or a seat won the cut")
    winner, order, cards = body.winner or "", tuple(body.order), tuple(body.cards)
    return acts.Cut(table=table, winner=winner, order=order, cards=cards)


@own(acts.EnterTotals, bodies.TotalsBody)
def enter_totals(evening: Evening, body: bodies.TotalsBody, who: Actor) -> acts.Act:
    """Enter the round in play by its totals alone; they count in place of hands, and the round stops."""
    totals = [(total.table, total.points) for total in body.totals]
    return acts.EnterTotals(totals=totals, so_far=body.so_far)


@own(acts.Arrive, bodies.LateArrival)
def arrive(evening: Evening, body: bodies.LateArrival, who: Actor) -> None:
    """Somebody comes late: a ticket now, a seat at the next move."""
    if body.guest is not None and body.player is None:
        evenings.arrive_guest(
            evening=evening, name=body.guest, colour=body.colour, another=body.another, **who
        )
    else:
        evenings.arrive(evening=evening, player=_player(evening, body), colour=body.colour, **who)


@own(acts.Substitute, bodies.Substitution)
def substitute(evening: Evening, body: bodies.Substitution, who: Actor) -> None:
    """Somebody takes another's seat, with a ticket of the same colour."""
    ticket = _ticket(evening, body.ticket)
    if body.guest is not None and body.player is None:
        evenings.substitute_guest(
            evening=evening, ticket=ticket, name=body.guest, another=body.another, **who
        )
    else:
        evenings.substitute(evening=evening, ticket=ticket, player=_player(evening, body), **who)


@own(acts.Publish, Nothing, status=202)
def publish(evening: Evening, body: Nothing, who: Actor) -> None:
    """Ask for the evening to be published; it is a job, and asking twice is asking once."""
    results.request_publication(evening=evening, **who)


@register("go-on", Nothing)
def go_to_next_round(evening: Evening, body: Nothing, who: Actor) -> None:
    """Close the round, announce the next seats and start the next round, as far as not done: all of it or nothing.

    The ledger tells each as the act that it is. Refused while anything is open, and after the last round.
    """
    go_on(evening=evening, **who)


@register("close-and-finish", Nothing)
def close_and_finish(evening: Evening, body: Nothing, who: Actor) -> None:
    """Close the last round and finish the evening, as far as not done: all of it or nothing.

    The ledger tells each as the act that it is. Refused while anything is open, and before the last round.
    """
    go_on(evening=evening, to=Status.FINISHED, **who)


body_of(acts.CorrectHand).EXAMPLE = {**acts.CorrectHand.example, "hand": HAND}


@own(acts.CorrectHand)
def correct_hand(evening: Evening, body: Body, who: Actor) -> acts.Act:
    """Put another hand in the place of one that counts, or declare the deal void.

    Published results are reopened; seats that no longer follow from who won are recalled unless they are kept.
    """
    return scoresheets.rescored_act(evening, acts.CorrectHand(**entered(acts.CorrectHand, body)))


@own(acts.NoteHand)
def note_hand(evening: Evening, body: Body, who: Actor) -> acts.Act:
    """Keep beside a hand what it should have been, and why, without changing anything."""
    return scoresheets.rescored_act(evening, acts.NoteHand(**entered(acts.NoteHand, body)))


@own(acts.ExchangeSeats, bodies.WrongSeatsBody)
def wrong_seats(evening: Evening, body: bodies.WrongSeatsBody, who: Actor) -> acts.Act:
    """Record that two tickets sat in each other's seats for some hands: these count for who played them."""
    hands = [(hand.round, hand.table, hand.number) for hand in body.hands]
    return acts.ExchangeSeats(hands=hands, one=body.one, other=body.other, reason=body.reason)


_UNKNOWN = gettext_noop("%(entered)s was entered; the club has nobody with this number")


def _player(evening: Evening, body: bodies.LateArrival | bodies.Substitution) -> desk.Player:
    if body.player is None:
        refuse("player", "missing", "nothing was entered; a player or a guest is needed")
    if body.guest is not None:
        refuse("guest", "player-or-guest", "a player and a guest were entered; one is needed")
    known = desk.players_by_id(evening.club, [body.player])
    if body.player not in known:
        refuse("player", "unknown-player", _UNKNOWN, entered=body.player)
    return known[body.player]


def _ticket(evening: Evening, code: str) -> desk.Ticket:
    match = next((ticket for ticket in desk.tickets(evening) if ticket.code == code), None)
    if match is None:
        refuse("ticket", "unknown-ticket", "“%(entered)s” is no ticket of tonight", entered=code)
    return match
