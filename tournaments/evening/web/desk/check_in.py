"""Letting people in: members ticked off, guests and lists, looked at first; tickets taken back."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.club.member_list.details import people_in, turned_name
from tournaments.club.reads import members
from tournaments.club.reads import members as club_members
from tournaments.club.roles import Role, needs
from tournaments.club.services import invitations
from tournaments.club.web.account import holder
from tournaments.club.web.pages import club_page
from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.services import evenings
from tournaments.evening.web.desk import names_look
from tournaments.evening.web.desk.board import page
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.door_list import GuestForm, ListForm, expected
from tournaments.evening.web.desk.names_look import Wanted
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled, show_line_faults
from tournaments.site.web.pages import by_user, for_others, isolate, now

# --- Accounts of players: the club hands a link on by which somebody says which of its people they are


@require_POST
@club_page
@needs(Role.SECRETARY)
def give_claim_link(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    player, tokens = club_members.member(club, pk), list[str]()

    def make() -> None:
        tokens.append(invitations.give_claim_link(player=player, by=holder(request), at=now()))

    if not attempt(request, make):
        return redirect("web:desk-member", club.slug, pk)
    link = for_others(request, reverse("web:claim", args=tokens))
    return render(request, "desk/claim.html", {"club": club, "player": player, "link": link})


@require_POST
@club_page
@needs(Role.SECRETARY)
def end_claim(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    invitations.end_claim(player=club_members.member(club, pk), at=now())
    messages.success(request, _("No account is this person any more."))
    return redirect("web:desk-member", club.slug, pk)


@require_POST
@evening_page
def tick(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """The ticket has the colour of the button pressed, or the one in the address, which an undo has."""
    player = members.member(evening.club, pk)
    service = partial(
        evenings.check_in,
        evening=evening,
        players=[(player, (request.POST.get("colour") or query_params.text(request, "colour"))[:40])],
        by=by_user(request),
        at=now(),
    )
    attempt(
        request, service, _("%(name)s is in.") % {"name": isolate(player.name)}, partial(_out_again, evening)
    )
    return to_desk(evening)


@require_POST
@evening_page
def untick(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    ticket = desk.ticket(evening, code)
    service = partial(evenings.check_out, evening=evening, ticket=ticket, by=by_user(request), at=now())
    again = reverse("web:desk-tick", args=[evening.club.slug, evening.slug, ticket.player_id])
    words = _("%(name)s is out again.") % {"name": isolate(ticket.player.name)}
    came_again = f"{again}?{urlencode({'colour': ticket.colour})}"
    # Whoever was made by mistake went with the ticket.
    attempt(request, service, words, lambda went: "" if went else came_again)
    return to_desk(evening)


def _out_again(evening: Evening, tickets: list[desk.Ticket]) -> str:
    return reverse("web:desk-untick", args=[evening.club.slug, evening.slug, tickets[0].code])


@require_POST
@evening_page
def guest(request: HttpRequest, evening: Evening) -> HttpResponse:
    plan = facts.plan_of(evening)
    form = filled(GuestForm, request, colours=plan.colours, auto_id="guest_%s")
    if form.is_valid():
        with faults_in(form):
            name, colour = form.cleaned_data["name"], form.chosen
            entry = Wanted(name, colour, guests=True)
            named, is_another = people_in(name) or [name], form.cleaned_data["another"]
            if len(named) > 1 or (not is_another and names_look.needs_a_look(evening, entry)):
                return names_look.page(request, evening, entry)
            name = turned_name(named[0])
            ticket = evenings.check_in_guest(
                evening=evening,
                name=name,
                colour=colour,
                another=is_another,
                by=by_user(request),
                at=now(),
            )
            words = _("%(name)s is in.") % {"name": isolate(name)}
            messages.success(request, words, extra_tags=_out_again(evening, [ticket]))
            return to_desk(evening)
    return page(request, evening, guest_form=form)


@require_POST
@evening_page
def names(request: HttpRequest, evening: Evening) -> HttpResponse:
    plan = facts.plan_of(evening)
    form = filled(ListForm, request, colours=plan.colours, auto_id="list_%s")
    if form.is_valid():
        with faults_in(form, partial(show_line_faults, form, "names")):
            entry = Wanted(form.cleaned_data["names"], form.chosen, guests="guests" in request.POST)
            lines = names_look.lines_of(evening, entry)
            if len(lines) == 1 and lines[0].line.why is not None:
                form.add_error("names", lines[0].note)
                return page(request, evening, list_form=form)
            if "seen" not in request.POST and names_look.needs_a_look(evening, entry, lines):
                return names_look.page(request, evening, entry, lines)
            if request.POST.get("seen", names_look.fingerprint_of(lines)) != names_look.fingerprint_of(lines):
                words = _("People have changed since this preview. Look at it again, then check them in.")
                messages.error(request, words)
                return names_look.page(request, evening, entry, lines, status=REFUSED)
            came = names_look.let_in(evening, entry, lines, request)
            messages.success(request, _so_many(came))
            return to_desk(evening)
    return page(request, evening, list_form=form)


@require_POST
@evening_page
def everybody(request: HttpRequest, evening: Evening) -> HttpResponse:
    come = expected(desk.at_the_door(evening), facts.plan_of(evening))
    service = partial(evenings.check_in, evening=evening, players=come, by=by_user(request), at=now())
    attempt(request, service, _so_many(len(come)))
    return to_desk(evening)


def _so_many(count: int) -> str:
    return ngettext("%(count)s is in.", "%(count)s are in.", count) % {"count": count}
