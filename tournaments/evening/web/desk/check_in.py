"""Letting people in: members ticked off, guests and lists, looked at first; tickets taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.club.member_list import columns, details
from tournaments.club.reads import members
from tournaments.club.roles import Duty, Role
from tournaments.club.services import invitations
from tournaments.club.web.account import holder
from tournaments.club.web.pages import Shown, button, club_button
from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.services import evenings
from tournaments.evening.web.desk.board import BOARD, board_context
from tournaments.evening.web.desk.decorators import acting, desk_url, evening_button, to_desk
from tournaments.evening.web.desk.people import ArrivalListForm, GuestForm, expected
from tournaments.site.cleaning import folded
from tournaments.site.web import query_params
from tournaments.site.web.forms import (
    REFUSED,
    bound_form,
    faults_in,
    run_or_refuse,
    sentence_case,
    show_line_faults,
)
from tournaments.site.web.pages import for_others, isolate, now, translate

NEW = "new"


@dataclass(frozen=True, slots=True)
class DoorList:
    """A list as it was entered; `colour` is that of all of it, "" where each has their own of tonight's `colours`."""

    names: str
    colour: str
    colours: tuple[str, ...]
    guests: bool = False


class PersonLine(NamedTuple):
    line: details.Line
    people: tuple[details.Known, ...]
    may_be_new: bool
    is_in: bool

    @property
    def is_sure(self) -> bool:
        # A tick is enough then.
        return self.line.mark != "title" and len(self.people) + self.may_be_new == 1

    @property
    def is_open(self) -> bool:
        return not self.is_in and bool(self.people or self.may_be_new)

    @property
    def note(self) -> str:
        if self.line.why is not None:
            return sentence_case(translate(self.line.why))
        if self.line.mark == "twice":
            return _("Duplicate")
        return _("Already in.") if self.is_in else ""

    @property
    def is_clear(self) -> bool:
        return self.line.mark not in ("like", "title") and len(self.people) <= 1

    def chosen(self, posted: QueryDict) -> str:
        """The key of the person whom the page says it is, `NEW`, or "" for nobody.

        Where only one can be meant, that one unless the page was seen and the line is not ticked in it.
        """
        offered = [str(person.pk) for person in self.people] + ([NEW] if self.may_be_new else [])
        if not self.is_open:
            return ""
        if self.is_sure:
            return offered[0] if "seen" not in posted or self.line.is_among(posted.getlist("take")) else ""
        entered = posted.get(f"who-{self.line.key}", "")
        return entered if entered in offered else ""

    def colour(self, posted: QueryDict, wanted: DoorList) -> str:
        """The ticket colour as set, as listed, that of the whole list or the usual one; "" for none of tonight's."""
        usual = (person.colour for person in self.people[:1])
        entered = (posted.get(f"colour-{self.line.key}", ""), self.line.colour, wanted.colour, *usual)
        return next(filter(None, (columns.colour_among(wanted.colours, colour) for colour in entered)), "")


def lines_of(evening: Evening, wanted: DoorList) -> list[PersonLine]:
    """The names with the people they may mean. Raises Faults where the list cannot be read."""
    known = members.known_people(evening.club)
    names = [person.name for person in known]
    if wanted.guests:
        folded_names = {folded(name) for name in names}
        people = details.people_in(wanted.names, folded_names)
        entered = [
            details.ListedPerson(row, details.turned_name(name), "")
            for row, name in enumerate(people, start=1)
        ]
    else:
        colours = (*wanted.colours, *members.usual_colours(evening.club))
        entered = columns.people_listed(wanted.names, colours, names)
    inside = {ticket.player_id for ticket in desk.tickets(evening)}
    return looks_at(entered, known, inside)


def looks_at(
    entered: Iterable[details.ListedPerson], known: Sequence[details.Known], inside: Collection[int]
) -> list[PersonLine]:
    """Each entry with the people it may mean; `inside` are the keys of those who are in already."""
    return [_look(line, known, inside) for line in details.judged(entered, known)]


def fingerprint_of(lines: Sequence[PersonLine]) -> str:
    return details.fingerprint(look.line for look in lines)


def _look(line: details.Line, known: Sequence[details.Known], inside: Collection[int]) -> PersonLine:
    if line.mark in ("refused", "twice"):
        return PersonLine(line, (), may_be_new=False, is_in=False)
    same = [person for person in known if folded(person.name) == folded(line.name)]
    same = [person for person in same if person.is_active] or same
    people = tuple(same) or ((line.of,) if line.of else ())
    is_in = bool(same) and all(person.pk in inside for person in same)
    may_be_new = line.mark in ("new", "like", "title") or len(same) > 1
    return PersonLine(
        line,
        tuple(person for person in people if person.pk not in inside or len(people) == 1),
        may_be_new,
        is_in,
    )


def needs_a_look(evening: Evening, wanted: DoorList, lines: Sequence[PersonLine]) -> bool:
    """Whether somebody has to look first: not where the list is one name that can mean one person only."""
    if len(lines) != 1:
        return bool(lines)
    only = lines[0]
    if wanted.colours and not only.colour(QueryDict(), wanted):
        return True
    if wanted.guests and members.Namesakes(evening.club_id).alike(only.line.name):
        return False  # its form asks then whether this is another person
    return not only.is_clear


def names_look_page(
    request: HttpRequest,
    evening: Evening,
    wanted: DoorList,
    lines: Sequence[PersonLine],
    status: int = 200,
) -> HttpResponse:
    posted, is_new = request.POST, "seen" not in request.POST
    context = {
        "evening": evening,
        "wanted": wanted,
        "lines": [
            {
                "look": look,
                "colour": look.colour(posted, wanted),
                "is_taken": is_new or look.line.is_among(posted.getlist("take")),
                "is_guest": look.line.is_among(posted.getlist("guest")),
                "who": look.chosen(posted),
            }
            for look in lines
        ],
        "seen": fingerprint_of(lines),
        "any_open": any(look.is_open for look in lines),
    }
    return render(request, "desk/names_look.html", context, status=status)


def let_in(evening: Evening, wanted: DoorList, lines: Sequence[PersonLine], request: HttpRequest) -> int:
    chosen = {look: who for look in lines if (who := look.chosen(request.POST))}
    ticked = request.POST.getlist("guest")
    colours = {look: look.colour(request.POST, wanted) for look in chosen}
    added = [look for look, who in chosen.items() if who == NEW]
    visiting = [(look.line.name, not look.is_sure) for look in added if look.line.is_among(ticked)]
    members_to_be = [look for look in added if not look.line.is_among(ticked)]
    colour_by_key = {who: colours[look] for look, who in chosen.items() if who != NEW}
    players = evening.club.players.filter(pk__in=colour_by_key)
    known = [(player, colour_by_key[str(player.pk)]) for player in players]
    common = acting(request, evening)
    if not wanted.guests:
        tickets = evenings.check_in_names(
            names=[look.line.name for look in members_to_be if look.is_sure],
            others=[look.line.name for look in members_to_be if not look.is_sure],
            colours={look.line.name: colours[look] for look in added},
            known=known,
            guests=visiting,
            **common,
        )
        return len(tickets)
    guests = [(look.line.name, colours[look], not look.is_sure) for look in members_to_be]
    return len(evenings.check_in_together(players=known, guests=guests, **common))


def without_colour(wanted: DoorList, lines: Sequence[PersonLine], posted: QueryDict) -> list[str]:
    """The names of those who would come in without one of tonight's colours."""
    coming = (look for look in lines if wanted.colours and look.chosen(posted))
    return [isolate(look.line.name) for look in coming if not look.colour(posted, wanted)]


@club_button(Role.SECRETARY)
def give_claim_link(request: HttpRequest, club: Club, player: members.Player) -> HttpResponse:
    give = partial(invitations.give_claim_link, player=player, by=holder(request), at=now())
    token = run_or_refuse(request, give)
    if token is None:
        return redirect("web:desk-member", club.slug, player.pk)
    link = for_others(request, reverse("web:claim", args=[token.result]))
    return render(request, "desk/claim.html", {"club": club, "player": player, "link": link})


end_claim = button(invitations.end_claim, "desk-member")


@evening_button(Duty.CHECK_IN)
def tick(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """The ticket has the colour of the button pressed, or the one in the address, which an undo has."""
    player = members.member(evening.club, pk)
    colour = (request.POST.get("colour") or query_params.text(request, "colour"))[:40]
    service = partial(evenings.check_in, players=[(player, colour)], **acting(request, evening))
    words = _("%(name)s is in.") % {"name": isolate(player.name)}
    run_or_refuse(request, service, words, partial(_out_again, evening))
    return to_desk(evening)


@evening_button(Duty.CHECK_IN)
def untick(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    tickets = [desk.ticket(evening, each) for each in code.split("-")]
    put_out = partial(evenings.check_out_together, tickets=tickets, **acting(request, evening))
    first = tickets[0]
    alone = _("%(name)s is out again.") % {"name": isolate(first.player.name)}
    done = alone if len(tickets) == 1 else _("They are out again.")
    again = f"{desk_url(evening, 'desk-tick', first.player_id)}?{urlencode({'colour': first.colour})}"
    # One alone can come back in, unless they were made by mistake and went with the ticket.
    run_or_refuse(request, put_out, done, lambda went: again if went == [False] else "")
    return to_desk(evening)


def _out_again(evening: Evening, tickets: list[desk.Ticket]) -> str:
    return desk_url(evening, "desk-untick", "-".join(ticket.code for ticket in tickets)) if tickets else ""


@evening_button(Duty.CHECK_IN, template=BOARD)
def guest(request: HttpRequest, evening: Evening) -> Shown:
    plan = facts.plan_of(evening)
    form = bound_form(GuestForm, request, colours=plan.colours, auto_id="guest_%s")
    if form.is_valid():
        with faults_in(form):
            name, colour = form.cleaned_data["name"], form.chosen
            entry = DoorList(name, colour, plan.colours, guests=True)
            named, is_another = details.people_in(name) or [name], form.cleaned_data["another"]
            lines = lines_of(evening, entry) if len(named) > 1 or not is_another else []
            if len(named) > 1 or needs_a_look(evening, entry, lines):
                return names_look_page(request, evening, entry, lines)
            name = details.turned_name(named[0])
            ticket = evenings.check_in_guest(
                name=name, colour=colour, another=is_another, **acting(request, evening)
            )
            words = _("%(name)s is in.") % {"name": isolate(name)}
            messages.success(request, words, extra_tags=_out_again(evening, [ticket]))
            return to_desk(evening)
    return board_context(request, evening, guest_form=form)


@evening_button(Duty.CHECK_IN, template=BOARD)
def names(request: HttpRequest, evening: Evening) -> Shown:
    plan = facts.plan_of(evening)
    form = bound_form(ArrivalListForm, request, colours=plan.colours, auto_id="list_%s")
    if form.is_valid():
        with faults_in(form, partial(show_line_faults, form, "names")):
            guests = "guests" in request.POST
            entry = DoorList(form.cleaned_data["names"], form.chosen, plan.colours, guests)
            lines = lines_of(evening, entry)
            if len(lines) == 1 and lines[0].line.why is not None:
                form.add_error("names", lines[0].note)
                return board_context(request, evening, list_form=form)
            if "seen" not in request.POST and needs_a_look(evening, entry, lines):
                return names_look_page(request, evening, entry, lines)
            if request.POST.get("seen", fingerprint_of(lines)) != fingerprint_of(lines):
                words = _("People have changed since this preview. Look at it again, then check them in.")
                messages.error(request, words)
                return names_look_page(request, evening, entry, lines, status=REFUSED)
            if missing := without_colour(entry, lines, request.POST):
                words = _("Choose a ticket colour for: %(names)s.") % {"names": ", ".join(missing)}
                messages.error(request, words)
                return names_look_page(request, evening, entry, lines, status=REFUSED)
            messages.success(request, _so_many(let_in(evening, entry, lines, request)))
            return to_desk(evening)
    return board_context(request, evening, list_form=form)


@evening_button(Duty.CHECK_IN)
def everybody(request: HttpRequest, evening: Evening) -> HttpResponse:
    come = expected(desk.at_the_door(evening), facts.plan_of(evening))
    service = partial(evenings.check_in, players=come, **acting(request, evening))
    run_or_refuse(request, service, _so_many(len(come)), partial(_out_again, evening))
    return to_desk(evening)


def _so_many(count: int) -> str:
    return ngettext("%(count)s is in.", "%(count)s are in.", count) % {"count": count}
