"""Fees over REST: what an evening or a season costs, who has paid, and every payment that was noted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Self

from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.roles import Duty, Permission
from tournaments.evening.api.views import EVENING
from tournaments.fees import fees
from tournaments.fees.fees import Club, Evening, FeeEntry, PaidFor, SeasonFees
from tournaments.site.api.answers import Answer, At, By, Example, PersonId, PersonName
from tournaments.site.api.query import CountedPage, NextPage, OffsetPage, Page, Paging, listed

Cost = Annotated[int, Example(500)]
Currency = Annotated[str, Example("€")]


class UsualFees(Answer):
    """What an evening of a club usually costs, in the smallest unit of its currency."""

    member: Cost
    guest: Cost
    currency: Currency


class PayerAnswer(Answer):
    """Somebody who is to pay or has paid: what is `due`, and what they have `paid`, null for who has not."""

    player: Annotated[PersonId, At("player.pk")]
    name: Annotated[PersonName, At("player.name")]
    due: Cost
    paid: Annotated[int | None, At("paid.amount"), Example(500)]
    paid_at: Annotated[datetime | None, At("paid.made_at"), Example("2026-11-20T19:30:00Z")]


class FeesOf(Answer):
    """What an evening or a season costs, who has paid, and what is in the cash box; `own`: said of it alone."""

    member: Cost
    guest: Cost
    currency: Currency
    own: bool
    cash: Cost
    payers: list[PayerAnswer]
    next: NextPage

    @classmethod
    def from_view(cls, view: PaidFor, paging: Paging | None = None) -> Self:
        """With everybody who pays, or with the page of them that is asked for."""
        cost = fees.fees_of(view)
        people = fees.payers(view, cost)
        page = paging.of_list(people, lambda payer: payer.place) if paging else None
        return cls.read(
            cost,
            cash=sum(payer.paid.amount for payer in people if payer.paid),
            payers=page.rows if page else people,
            next=page.next if page else None,
        )


class SeasonFeesAnswer(Answer):
    """A season that costs something: what came in, and by how many it is paid."""

    id: Annotated[int, Example(2)]
    name: Annotated[str, Example("2026/27")]
    member: Annotated[int, Example(2500)]
    guest: Annotated[int, Example(0)]
    cash: Annotated[int, Example(25000)]
    paid: Annotated[int, Example(10)]


class Payment(Answer):
    """Something that was noted for an evening or a season: a payment, or below zero that one was taken back.

    `settles`: for what the hands of the evening cost; below zero then also what somebody got from the cash box.
    """

    player: Annotated[PersonId, At("player_id")]
    name: Annotated[PersonName, At("player.name")]
    settles: Annotated[bool, Example(False)]
    evening: Annotated[str | None, At("evening.slug"), Example("2026-11-20-friday")]
    season: Annotated[int | None, At("season_id"), Example(None)]
    amount: Cost
    made_at: Annotated[datetime, Example("2026-11-20T19:30:00Z")]
    made_by: By


class PaymentPage(CountedPage[Payment]):
    """A part of everything that was noted, in order, and the addresses of the parts before and after it."""


USUAL = Address(f"{CLUB}fees/", "usual-fees", needs=Duty.ACCOUNTS)


@USUAL.get()
def show_usual_fees(club: Club) -> UsualFees:
    """What an evening of the club usually costs."""
    return UsualFees.from_view(fees.club_fees(club))


USUAL.runs("put", fees.set_usual_fees, show_usual_fees)


@Address(f"{CLUB}fees/payments/", "payments", needs=Duty.ACCOUNTS).get(answer=PaymentPage)
def list_payments(club: Club, page: OffsetPage) -> Page[FeeEntry]:
    """Every payment of all evenings and seasons, and everything that was taken back, in order."""
    return page.of_rows(fees.entries_of_club(club), {"noted": ("pk",)})


SEASONS = Address(f"{CLUB}fees/seasons/", "seasons-of-fees", needs=Duty.ACCOUNTS)
SEASON = Address(f"{CLUB}fees/seasons/<int:season_fees>/", "season-fees", needs=Duty.ACCOUNTS)
SEASON_PAYMENT = Address(
    f"{CLUB}fees/seasons/<int:season_fees>/<int:player>/", "season-fee", needs=Duty.ACCOUNTS
)


LATEST_FIRST = "The seasons of a club that cost something, the latest first."


@SEASONS.get(answer=listed("SeasonsOfFees", LATEST_FIRST, fees.MOST_SEASONS, seasons=SeasonFeesAnswer))
def list_season_fees(club: Club) -> Iterable[SeasonFees]:
    """All of them, the latest first."""
    return fees.seasons(club)


SEASONS.runs("post", fees.add_season_fees, Created[SeasonFeesAnswer])


@SEASON.get()
def show_season_fees(season: SeasonFees, paging: Paging) -> FeesOf:
    """What the season costs, and who has paid."""
    return FeesOf.from_view(season, paging)


SEASON.runs("put", fees.set_season_fees, FeesOf)
SEASON.runs("delete", fees.remove_season_fees, list_season_fees)
SEASON_PAYMENT.runs("put", fees.note_season_payment, show_season_fees)
SEASON_PAYMENT.runs("delete", fees.take_season_payment_back, show_season_fees)


OF_AN_EVENING = Address(f"{EVENING}fees/", "evening-fees", needs=Permission(Duty.PAYMENTS, Duty.FEES))
EVENING_PAYMENT = Address(f"{EVENING}fees/<int:player>/", "evening-fee", needs=Duty.PAYMENTS)


@OF_AN_EVENING.get()
def show_evening_fees(evening: Evening, paging: Paging) -> FeesOf:
    """What the evening costs, and who has paid."""
    return FeesOf.from_view(evening, paging)


OF_AN_EVENING.runs("put", fees.set_evening_fees, FeesOf)
EVENING_PAYMENT.runs("put", fees.note_evening_payment, show_evening_fees)
EVENING_PAYMENT.runs("delete", fees.take_evening_payment_back, show_evening_fees)


class SettledAnswer(Answer):
    """What hands cost somebody, in the smallest unit of the currency.

    `lost` hands cost them `for_lost`, and others pay them `from_lost`. For points they get `points`; below zero they
    pay it. In all they pay `box` into the cash box, of which they have `paid` some.
    """

    player: Annotated[PersonId, At("player.pk")]
    name: Annotated[PersonName, At("player.name")]
    lost: Annotated[int, At("costs.lost"), Example(3)]
    for_lost: Annotated[int, At("costs.for_lost"), Example(150)]
    from_lost: Annotated[int, At("costs.from_lost"), Example(0)]
    points: Annotated[int, At("costs.points"), Example(-240)]
    box: Annotated[int, At("costs.box"), Example(150)]
    paid: Annotated[int, Example(150)]


class PlayerPaysOut(Answer):
    payer: Annotated[PersonId, At("payer.pk")]
    payer_name: Annotated[PersonName, At("payer.name")]
    payee: Annotated[PersonId, At("payee.pk")]
    payee_name: Annotated[PersonName, At("payee.name")]
    amount: Annotated[int, Example(240)]


class SettlementAnswer(Answer):
    """What the hands of an evening cost everybody, and who pays whom; empty where its plan asks nothing for hands."""

    currency: Currency
    box: Annotated[int, Example(600)]
    paid: Annotated[int, Example(450)]
    people: list[SettledAnswer]
    payments: list[PlayerPaysOut]

    @classmethod
    def from_view(cls, view: Evening) -> Self:
        return cls.read(fees.settling(view), currency=fees.club_fees(view.club).currency)


SETTLEMENT = Address(f"{EVENING}settlement/", "settlement", needs=Permission(Duty.PAYMENTS, Duty.FEES))
SETTLED = Address(f"{EVENING}settlement/<int:player>/", "settled", needs=Duty.PAYMENTS)


show_settlement = SETTLEMENT.shows(Evening, SettlementAnswer)
SETTLED.runs("put", fees.note_settled, show_settlement)
SETTLED.runs("delete", fees.take_settled_back, show_settlement)
