"""The desk's pages of fees: who has paid for an evening or a season, and what the treasurer gets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Library
from django.urls import URLPattern, path, reverse
from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language

from tournaments.club.reads import members
from tournaments.club.roles import Duty
from tournaments.club.services import audit
from tournaments.club.web.pages import Shown, button, club_button, club_form, club_read, form_of, run_form
from tournaments.evening.web.desk.decorators import (
    CLUB,
    EVENING,
    evening_command,
    evening_form,
    evening_paper,
    evening_read,
    to_desk,
)
from tournaments.fees import fees
from tournaments.fees.fees import Club, Evening, FeeEntry, FeeRates, PaidFor, SeasonFees
from tournaments.site.web.forms import bound_form
from tournaments.site.web.pages import table_of
from tournaments.site.web.words import money, plain_sum

HEAD = ("for", "date", "player", "amount", "currency", "noted at", "noted by", "still to pay")
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
        rows.append((who.name, costs.lost, *map(plain_sum, sums), "; ".join(to)))
    return table_of(name, rows)


def _list_of(what: PaidFor, found: FeeRates) -> dict[str, Any]:
    people = fees.payers(what, found)
    kind, key = ("season-fee", what.pk) if isinstance(what, SeasonFees) else ("fee", what.slug)
    pages, place = (f"web:desk-{kind}-paid", f"web:desk-{kind}-back"), (what.club.slug, key)
    paid = [payer for payer in people if payer.paid]
    return {
        "fees": found,
        "lines": [
            (payer, *(reverse(page, args=[*place, payer.player.pk]) for page in pages)) for payer in people
        ],
        "paid_count": len(paid),
        "cash": sum(payer.paid.amount for payer in paid if payer.paid),
        "has_fees": bool(found.member or found.guest),
    }


@evening_read(Duty.FEES)
def evening_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    file = f"{evening.club.slug}-{evening.slug}-fees.csv"
    return _csv(evening.club, fees.entries_of(evening), file, evening)


@club_read(Duty.ACCOUNTS)
def season_csv(request: HttpRequest, club: Club, season_fees: SeasonFees) -> HttpResponse:
    file = f"{club.slug}-season-{season_fees.pk}-fees.csv"
    return _csv(club, fees.entries_of(season_fees), file, season_fees)


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
        return redirect("web:desk-season-fees", club.slug, added.result.pk)
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
    return _csv(club, fees.entries_of_club(club), f"{club.slug}-fees.csv")


@club_form(Duty.ACCOUNTS, template="desk/fees/paid.html")
def season(request: HttpRequest, club: Club, season_fees: SeasonFees) -> Shown:
    form = bound_form(form_of(fees.NewSeasonFees), request, initial=vars(season_fees))
    if run_form(request, form, fees.set_season_fees, season=season_fees):
        return redirect("web:desk-season-fees", club.slug, season_fees.pk)
    return {"season": season_fees, "form": form, **_list_of(season_fees, fees.fees_of(season_fees))}


def _csv(club: Club, found: Iterable[FeeEntry], name: str, what: PaidFor | None = None) -> HttpResponse:
    audit.note(club, "fees-exported", file=name)
    currency = fees.club_fees(club).currency
    users = {entry.made_by: entry.made_by.removeprefix("user:") for entry in found}
    names = members.user_names(int(key) for key in users.values() if key.isdigit())

    def row(entry: FeeEntry) -> tuple[object, ...]:
        key = users[entry.made_by]
        return (
            str(entry.evening.name if entry.evening else entry.season) + entry.settles * " (hands)",
            entry.evening.date if entry.evening else "",
            entry.player.name,
            plain_sum(entry.amount),
            currency,
            localtime(entry.made_at).isoformat(timespec="minutes"),
            names.get(int(key), key) if key.isdigit() else key,
            "",
        )

    def to_pay(payer: fees.Payer) -> tuple[object, ...]:
        of_day = what.date if isinstance(what, Evening) else ""
        due = plain_sum(payer.due)
        return str(what), of_day, payer.player.name, plain_sum(0), currency, "", "", due

    payers = fees.payers(what, fees.fees_of(what)) if what else []
    unpaid = [payer for payer in payers if payer.due and not payer.paid]
    return table_of(name, [HEAD, *map(row, found), *map(to_pay, unpaid)])


remove_season = button(fees.remove_season_fees, "desk-club-fees", otherwise="desk-season-fees")
note_of_season = button(fees.note_season_payment, "desk-season-fees", undo="desk-season-fee-back")
back_of_season = button(fees.take_season_payment_back, "desk-season-fees")
note_of_evening = evening_command(fees.note_evening_payment, "desk-fees", undo="desk-fee-back")
back_of_evening = evening_command(fees.take_evening_payment_back, "desk-fees")
note_settled = evening_command(fees.note_settled, "desk-fees")
settled_back = evening_command(fees.take_settled_back, "desk-fees")

SEASON = f"{CLUB}fees/seasons/<int:season_fees>/"
FEES = f"{EVENING}fees/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}fees/", of_club, name="desk-club-fees"),
    path(f"{CLUB}fees/fees.csv", club_csv, name="desk-club-fees-csv"),
    path(f"{CLUB}fees/seasons/", add_season, name="desk-season-fees-add"),
    path(SEASON, season, name="desk-season-fees"),
    path(f"{SEASON}fees.csv", season_csv, name="desk-season-fees-csv"),
    path(f"{SEASON}remove/", remove_season, name="desk-season-fees-remove"),
    path(f"{SEASON}<int:player>/paid/", note_of_season, name="desk-season-fee-paid"),
    path(f"{SEASON}<int:player>/back/", back_of_season, name="desk-season-fee-back"),
    path(FEES, show, name="desk-fees"),
    path(f"{FEES}fees.csv", evening_csv, name="desk-fees-csv"),
    path(f"{FEES}<int:player>/paid/", note_of_evening, name="desk-fee-paid"),
    path(f"{FEES}<int:player>/back/", back_of_evening, name="desk-fee-back"),
    path(f"{FEES}settlement/", settlement, name="desk-settlement"),
    path(f"{FEES}settlement.csv", settlement_csv, name="desk-settlement-csv"),
    path(f"{FEES}<int:player>/settled/", note_settled, name="desk-settled"),
    path(f"{FEES}<int:player>/unsettled/", settled_back, name="desk-unsettled"),
]
