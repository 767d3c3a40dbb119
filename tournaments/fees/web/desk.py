"""The desk's pages of fees: who has paid tonight, and what the treasurer gets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.club.reads import members
from tournaments.club.roles import Role, needs
from tournaments.club.web.pages import club_page
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.fees.reads import fees as reads
from tournaments.fees.reads.fees import Club, Evening, FeeEntry, Fees, Payer
from tournaments.fees.services import fees
from tournaments.site.cells import MARK, tame
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled
from tournaments.site.web.isolating import isolate
from tournaments.site.web.money import OneSum, money
from tournaments.site.web.shared import by_user, now

HEAD = ("evening", "date", "player", "amount", "currency", "noted at", "noted by")


class FeesForm(forms.Form):
    """What an evening costs."""

    member = OneSum(label=later("A member pays"))
    guest = OneSum(label=later("A guest pays"))


class ClubFeesForm(FeesForm):
    """What an evening usually costs, and in what."""

    currency = forms.CharField(
        label=later("Currency"),
        help_text=later("Its sign or three letters, as you write it: € or EUR."),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": 3, "autocomplete": "off"}),
    )


def in_words(amount: int, currency: str) -> str:
    """A sum with its currency, whatever it is."""
    return f"{money(amount) or '0'}\N{NO-BREAK SPACE}{currency}".rstrip()


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who has paid tonight, to tick; a post says what the evening costs."""
    found = reads.fees_of(evening)
    form = filled(FeesForm, request, initial={"member": found.member, "guest": found.guest})
    if form.is_bound and form.is_valid():
        fees.set_evening_fees(evening=evening, **form.cleaned_data)
        messages.success(request, _("The fees of this evening are saved."))
        return to_desk(evening, "desk-fees")
    people = reads.payers(evening, found)
    paid = [one for one in people if one.paid]
    context = {
        "evening": evening,
        "fees": found,
        "form": form,
        "lines": [_line(one, found) for one in people],
        "paid_count": len(paid),
        "cash": in_words(sum(one.paid.amount for one in paid if one.paid), found.currency),
        "has_fees": bool(found.member or found.guest),
    }
    return render(request, "desk/fees/evening.html", context, status=REFUSED if form.is_bound else None)


def _line(one: Payer, found: Fees) -> dict[str, Any]:
    amount = one.paid.amount if one.paid else one.due
    return {"payer": one, "amount": in_words(amount, found.currency), "may_pay": bool(one.due)}


@require_POST
@evening_page
def pay(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """Somebody has paid."""
    player = reads.payer(evening, pk)
    back = reverse("web:desk-fee-back", args=[evening.club.slug, evening.slug, pk])
    service = partial(fees.pay, evening=evening, player=player, by=by_user(request), at=now())
    attempt(request, service, _("%(name)s has paid.") % {"name": isolate(player.name)}, lambda _new: back)
    return to_desk(evening, "desk-fees")


@require_POST
@evening_page
def take_back(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """The payment was noted by mistake."""
    player = reads.payer(evening, pk)
    fees.take_back(evening=evening, player=player, by=by_user(request), at=now())
    messages.success(request, _("%(name)s has not paid.") % {"name": isolate(player.name)})
    return to_desk(evening, "desk-fees")


@require_safe
@evening_page
def evening_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Every payment of the evening, and everything that was taken back."""
    return _csv(
        reads.entries([evening]),
        reads.fees_of(evening).currency,
        f"{evening.club.slug}-{evening.slug}-fees.csv",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def of_club(request: HttpRequest, club: Club) -> HttpResponse:
    """What an evening usually costs, and what came in at each."""
    usual = reads.club_fees(club)
    known = {"member": usual.member, "guest": usual.guest, "currency": usual.currency}
    form = filled(ClubFeesForm, request, initial=known)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            fees.set_club_fees(club=club, **form.cleaned_data)
            messages.success(request, _("The usual fees are saved."))
            return redirect("web:desk-club-fees", club.slug)
    found: list[Any] = list(reads.by_evening(club))
    lines = [{"evening": one, "paid": one.paid, "cash": in_words(one.cash, usual.currency)} for one in found]
    total = in_words(sum(one.cash for one in found), usual.currency)
    context = {"club": club, "form": form, "lines": lines, "total": total}
    return render(request, "desk/fees/club.html", context, status=REFUSED if form.is_bound else None)


@require_safe
@club_page
@needs(Role.SECRETARY)
def club_csv(request: HttpRequest, club: Club) -> HttpResponse:
    """Every payment of all evenings, and everything that was taken back."""
    return _csv(
        reads.entries(reads.by_evening(club)), reads.club_fees(club).currency, f"{club.slug}-fees.csv"
    )


def _csv(found: Iterable[FeeEntry], currency: str, name: str) -> HttpResponse:
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(HEAD)
    users = {entry.made_by: entry.made_by.removeprefix("user:") for entry in found}
    names = members.user_names(int(key) for key in users.values() if key.isdigit())
    for entry in found:
        key = users[entry.made_by]
        rows.writerow(
            (
                tame(entry.evening.name),
                entry.evening.date,
                tame(entry.player.name),
                f"{entry.amount / 100:.2f}",
                tame(currency),
                localtime(entry.made_at).isoformat(timespec="minutes"),
                tame(names.get(int(key), key) if key.isdigit() else key),
            )
        )
    return HttpResponse(
        MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
