"""The desk's pages of fees: who has paid for an evening or a season, and what the treasurer gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Library
from django.urls import URLPattern, path, reverse
from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.club.reads import members
from tournaments.club.roles import Duty
from tournaments.club.services import audit
from tournaments.club.web.pages import (
    Kind,
    Shown,
    button,
    club_button,
    club_form,
    club_read,
    form_of,
    run_form,
)
from tournaments.evening.web.desk.decorators import (
    CLUB,
    EVENING,
    evening_button,
    evening_form,
    evening_paper,
    evening_read,
    to_desk,
)
from tournaments.fees import fees
from tournaments.fees.fees import Club, Evening, FeeEntry, FeeRates, PaidFor, SeasonFees
from tournaments.site.cleaning import escape_formula
from tournaments.site.web.forms import bound_form, run_or_refuse
from tournaments.site.web.pages import by_user, csv_of, isolate, now
from tournaments.site.web.words import money

HEAD = ("for", "date", "player", "amount", "currency", "noted at", "noted by")
SETTLEMENT_HEAD = ("player", "lost hands", "for lost hands", "for points", "to the box", "paid", "pays")
BEFORE = frozenset({"£", "$", "US$", "A$", "C$", "NZ$", "¥", "₹", "GBP", "USD", "AUD", "CAD", "NZD"})
"""Currencies whose countries write them before the sum."""
NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


register = Library()


@register.filter("as_sum")
def in_words(amount: int, currency: str) -> str:
    """A sum with its currency, as the reader's language and the currency's country write it: £3.00, 3,00 €."""
    if amount < 0:
        return f"{MINUS}{in_words(-amount, currency)}"
    sign, sum_ = currency.strip(), money(amount) or number_format(0, decimal_pos=2)
    if sign.upper() in BEFORE and not (get_language() or "").startswith("fr"):
        return f"{sign}{NO_BREAK if sign.isalpha() else ''}{sum_}"
    return f"{sum_}{NO_BREAK}{sign}".rstrip()


@evening_form(Duty.PAYMENTS, change=Duty.FEES, template="desk/fees/paid.html")
def show(request: HttpRequest, evening: Evening) -> Shown:
    current = fees.fees_of(evening)
    form = bound_form(form_of(fees.NewEveningFees), request, initial=asdict(current))
    if run_form(request, form, fees.set_evening_fees, evening=evening):
        return to_desk(evening, "desk-fees")
    return {"form": form, **_list_of(evening, current), **_settled(evening)}


def _settled(evening: Evening) -> dict[str, Any]:
    return {"settling": fees.settling(evening), "currency": fees.club_fees(evening.club).currency}


@evening_paper("desk/fees/settlement.html", Duty.FEES)
def settlement(request: HttpRequest, evening: Evening) -> Shown:
    context = _settled(evening)
    if not context["settling"].asked:
        raise Http404
    return context


@evening_read(Duty.FEES)
def settlement_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    settling, name = fees.settling(evening), f"{evening.club.slug}-{evening.slug}-settlement.csv"
    audit.note(evening.club, "fees-exported", file=name)
    rows: list[tuple[object, ...]] = [SETTLEMENT_HEAD]
    for line in settling.people:
        costs, who = line.costs, line.player
        sums = (costs.for_hands, costs.points, costs.box, line.paid)
        to = [f"{pays.payee.name} {pays.amount / 100:.2f}" for pays in settling.payments if pays.payer == who]
        written = [f"{amount / 100:.2f}" for amount in sums]
        rows.append((escape_formula(who.name), costs.lost, *written, escape_formula("; ".join(to))))
    return csv_of(name, rows)


def settle(request: HttpRequest, evening: Evening, player: int, *, back: bool = False) -> HttpResponse:
    who = fees.payer(evening, player)
    service = partial(fees.settle, evening=evening, player=who, by=by_user(request), at=now(), back=back)
    words = _("What %(name)s paid is taken back.") if back else _("%(name)s has settled with the cash box.")
    run_or_refuse(request, service, words % {"name": isolate(who.name)})
    return _to_list(evening)


def _list_of(what: PaidFor, found: FeeRates) -> dict[str, Any]:
    people = fees.payers(what, found)
    paid = [payer for payer in people if payer.paid]
    return {
        "fees": found,
        "lines": [(payer, *_addresses(what, payer.player.pk)) for payer in people],
        "paid_count": len(paid),
        "cash": sum(payer.paid.amount for payer in paid if payer.paid),
        "has_fees": bool(found.member or found.guest),
    }


def _addresses(what: PaidFor, player: int) -> tuple[str, str]:
    kind, key = ("season-fee", what.pk) if isinstance(what, SeasonFees) else ("fee", what.slug)
    place = [what.club.slug, key, player]
    return reverse(f"web:desk-{kind}-paid", args=place), reverse(f"web:desk-{kind}-back", args=place)


def pay(request: HttpRequest, what: PaidFor, player: int) -> HttpResponse:
    who, back = fees.payer(what, player), _addresses(what, player)[1]
    service = partial(fees.pay, what=what, player=who, by=by_user(request), at=now())
    run_or_refuse(request, service, _("%(name)s has paid.") % {"name": isolate(who.name)}, lambda _new: back)
    return _to_list(what)


def take_back(request: HttpRequest, what: PaidFor, player: int) -> HttpResponse:
    who = fees.payer(what, player)
    fees.take_back(what=what, player=who, by=by_user(request), at=now())
    messages.success(request, _("%(name)s has not paid.") % {"name": isolate(who.name)})
    return _to_list(what)


def as_csv(request: HttpRequest, what: PaidFor) -> HttpResponse:
    address = f"season-{what.pk}" if isinstance(what, SeasonFees) else what.slug
    file = f"{what.club.slug}-{address}-fees.csv"
    return _csv(what.club, fees.entries_of(what), fees.fees_of(what).currency, file)


def of_season(kind: Kind, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same page for a season, for whoever keeps the accounts."""

    def page(request: HttpRequest, club: Club, /, season_fees: int, **place: int) -> HttpResponse:
        return view(request, fees.season(club, season_fees), **place)

    return kind(Duty.ACCOUNTS)(page)


def _to_list(what: PaidFor) -> HttpResponse:
    if isinstance(what, SeasonFees):
        return redirect("web:desk-season-fees", what.club.slug, what.pk)
    return to_desk(what, "desk-fees")


CLUB_PAGE = "desk/fees/club.html"


@club_form(Duty.ACCOUNTS, template=CLUB_PAGE)
def of_club(request: HttpRequest, club: Club) -> Shown:
    form = bound_form(form_of(fees.NewUsualFees), request, initial=asdict(fees.club_fees(club)))
    if run_form(request, form, fees.set_usual_fees, club=club):
        return redirect("web:desk-club-fees", club.slug)
    return _club_page(club, form, form_of(fees.NewSeasonFees)(auto_id="season_%s"))


@club_button(Duty.ACCOUNTS, template=CLUB_PAGE)
def add_season(request: HttpRequest, club: Club) -> Shown:
    form = form_of(fees.NewSeasonFees)(request.POST, auto_id="season_%s")
    if added := run_form(request, form, fees.add_season_fees, club=club):
        return _to_list(added.result)
    usual = form_of(fees.NewUsualFees)(initial=asdict(fees.club_fees(club)))
    return _club_page(club, usual, form)


def _club_page(club: Club, form: forms.Form, season_form: forms.Form) -> Shown:
    evenings: list[Any] = list(fees.by_evening(club))
    seasons: list[Any] = list(fees.seasons(club))
    return {
        "form": form,
        "season_form": season_form,
        "evenings": evenings,
        "seasons": seasons,
        "total": sum(row.cash for row in (*evenings, *seasons)),
        "currency": fees.club_fees(club).currency,
    }


@club_read(Duty.ACCOUNTS)
def club_csv(request: HttpRequest, club: Club) -> HttpResponse:
    return _csv(club, fees.entries_of_club(club), fees.club_fees(club).currency, f"{club.slug}-fees.csv")


@club_form(Duty.ACCOUNTS, template="desk/fees/paid.html")
def season(request: HttpRequest, club: Club, season_fees: int) -> Shown:
    what = fees.season(club, season_fees)
    form = bound_form(form_of(fees.NewSeasonFees), request, initial=vars(what))
    if run_form(request, form, fees.set_season_fees, season=fees.season(club, season_fees)):
        return _to_list(what)
    return {"season": what, "form": form, **_list_of(what, fees.fees_of(what))}


def _csv(club: Club, found: Iterable[FeeEntry], currency: str, name: str) -> HttpResponse:
    audit.note(club, "fees-exported", file=name)
    users = {entry.made_by: entry.made_by.removeprefix("user:") for entry in found}
    names = members.user_names(int(key) for key in users.values() if key.isdigit())

    def row(entry: FeeEntry) -> tuple[object, ...]:
        key = users[entry.made_by]
        return (
            escape_formula(
                str(entry.evening.name if entry.evening else entry.season) + entry.settles * " (hands)"
            ),
            entry.evening.date if entry.evening else "",
            escape_formula(entry.player.name),
            f"{entry.amount / 100:.2f}",
            escape_formula(currency),
            localtime(entry.made_at).isoformat(timespec="minutes"),
            escape_formula(names.get(int(key), key) if key.isdigit() else key),
        )

    return csv_of(name, [HEAD, *map(row, found)])


SEASON = f"{CLUB}fees/seasons/<int:season_fees>/"
FEES = f"{EVENING}fees/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}fees/", of_club, name="desk-club-fees"),
    path(f"{CLUB}fees/fees.csv", club_csv, name="desk-club-fees-csv"),
    path(f"{CLUB}fees/seasons/", add_season, name="desk-season-fees-add"),
    path(SEASON, season, name="desk-season-fees"),
    path(f"{SEASON}fees.csv", of_season(club_read, as_csv), name="desk-season-fees-csv"),
    path(
        f"{SEASON}remove/",
        button(fees.remove_season_fees, "desk-club-fees", otherwise="desk-season-fees"),
        name="desk-season-fees-remove",
    ),
    path(f"{SEASON}<int:player>/paid/", of_season(club_button, pay), name="desk-season-fee-paid"),
    path(f"{SEASON}<int:player>/back/", of_season(club_button, take_back), name="desk-season-fee-back"),
    path(FEES, show, name="desk-fees"),
    path(f"{FEES}fees.csv", evening_read(Duty.FEES)(as_csv), name="desk-fees-csv"),
    path(f"{FEES}<int:player>/paid/", evening_button(Duty.PAYMENTS)(pay), name="desk-fee-paid"),
    path(f"{FEES}<int:player>/back/", evening_button(Duty.PAYMENTS)(take_back), name="desk-fee-back"),
    path(f"{FEES}settlement/", settlement, name="desk-settlement"),
    path(f"{FEES}settlement.csv", settlement_csv, name="desk-settlement-csv"),
    path(f"{FEES}<int:player>/settled/", evening_button(Duty.PAYMENTS)(settle), name="desk-settled"),
    path(
        f"{FEES}<int:player>/unsettled/",
        evening_button(Duty.PAYMENTS)(settle),
        {"back": True},
        name="desk-unsettled",
    ),
]
