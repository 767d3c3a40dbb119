"""Fees over REST: what an evening or a season costs, who has paid, and every payment that was noted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.roles import Permission, Role
from tournaments.evening.api.bodies import Body, Name, Nothing, validate_body
from tournaments.evening.api.pages import MOST, NextPage, OffsetPage, Page, page_of_list, page_of_rows, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView
from tournaments.fees import fees
from tournaments.fees import fees as reads
from tournaments.fees.fees import Club, FeeEntry, PaidFor, Payer
from tournaments.ranking.offered import LARGEST_SUM
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, By, Example, PersonId, PersonName, at_most

SECRETARY: Final = Permission(Role.SECRETARY, Role.SECRETARY)
Sum = Annotated[int, Field(ge=0, le=LARGEST_SUM)]
Cost = Annotated[int, Example(500)]
Currency = Annotated[str, Example("€")]


# --- bodies -------------------------------------------------------------------------------------------
class NewEveningFees(Body):
    """What an evening costs, in the smallest unit of the currency; 0 for nothing."""

    member: Sum
    guest: Sum

    EXAMPLE: ClassVar[Any] = {"member": 500, "guest": 700}


class NewUsualFees(NewEveningFees):
    """What an evening usually costs, and in what."""

    currency: Annotated[str, Field(max_length=20)] = ""

    EXAMPLE: ClassVar[Any] = {"member": 500, "guest": 700, "currency": "€"}


class NewSeasonFees(NewEveningFees):
    """A season that costs something: the club's year, or one of its leagues."""

    name: Name

    EXAMPLE: ClassVar[Any] = {"name": "2026/27", "member": 2500, "guest": 0}


# --- answers ------------------------------------------------------------------------------------------
class UsualFees(Answer):
    """What an evening of a club usually costs, in the smallest unit of its currency."""

    member: Cost
    guest: Cost
    currency: Currency

    @classmethod
    def of(cls, club: Club) -> Self:
        """That of a club."""
        return cls.read(reads.club_fees(club))


class PayerAnswer(Answer):
    """Somebody who is to pay or has paid: what is `due`, and what they have `paid`, null for who has not."""

    player: PersonId
    name: PersonName
    due: Cost
    paid: Annotated[int | None, Example(500)]
    paid_at: Annotated[datetime | None, Example("2026-11-20T19:30:00Z")]

    @classmethod
    def of(cls, row: Payer) -> Self:
        """One of those that `payers` gives."""
        return cls.read(
            row,
            player=row.player.pk,
            name=row.player.name,
            paid=row.paid.amount if row.paid else None,
            paid_at=row.paid.made_at if row.paid else None,
        )


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
    def of(cls, what: PaidFor) -> Self:
        """That of an evening or a season, with everybody."""
        cost = reads.fees_of(what)
        people = reads.payers(what, cost)
        return cls.from_page(cost, people, Page(people, None))

    @classmethod
    def page_reply(cls, request: Request, what: PaidFor) -> Response:
        """That of an evening or a season, with the page of its payers that is asked for."""
        cost = reads.fees_of(what)
        people = reads.payers(what, cost)
        page = page_of_list(request, people, lambda payer: payer.place, usual=MOST)
        return page.reply(cls.from_page(cost, people, page))

    @classmethod
    def from_page(cls, fees: reads.Fees, people: Sequence[Payer], page: Page[Payer]) -> Self:
        """These fees, what `people` have paid together, and a page of them."""
        return cls.read(
            fees,
            cash=sum(payer.paid.amount for payer in people if payer.paid),
            payers=[PayerAnswer.of(payer) for payer in page.rows],
            next=page.next,
        )


class SeasonFeesAnswer(Answer):
    """A season that costs something: what came in, and by how many it is paid."""

    id: Annotated[int, Example(2)]
    name: Annotated[str, Example("2026/27")]
    member: Annotated[int, Example(2500)]
    guest: Annotated[int, Example(0)]
    cash: Annotated[int, Example(25000)]
    paid: Annotated[int, Example(10)]

    @classmethod
    def of(cls, row: Any) -> Self:
        """One of those that `seasons` gives."""
        return cls.read(row, cash=row.cash or 0)


class SeasonsOfFees(Answer):
    """The seasons of a club that cost something, the latest first."""

    seasons: Annotated[list[SeasonFeesAnswer], at_most(fees.MOST_SEASONS)]

    @classmethod
    def of(cls, club: Club) -> Self:
        """All of them."""
        return cls(seasons=[SeasonFeesAnswer.of(row) for row in reads.seasons(club)])


class Payment(Answer):
    """Something that was noted for an evening or a season: a payment, or below zero that one was taken back."""

    player: PersonId
    name: PersonName
    evening: Annotated[str | None, Example("2026-11-20-friday")]
    season: Annotated[int | None, Example(None)]
    amount: Cost
    made_at: Annotated[datetime, Example("2026-11-20T19:30:00Z")]
    made_by: By

    @classmethod
    def of(cls, row: FeeEntry) -> Self:
        """An entry with its person and what it is for."""
        evening = row.evening.slug if row.evening else None
        return cls.read(
            row, player=row.player_id, name=row.player.name, evening=evening, season=row.season_id
        )


class PaymentPage(Answer):
    """A part of everything that was noted, in order, and the addresses of the parts before and after it."""

    count: int
    next: NextPage
    previous: str | None
    results: list[Payment]

    @classmethod
    def of(cls, page: Page[reads.FeeEntry], count: int) -> Self:
        """A page of them, of so many in all."""
        return cls.read(page, count=count, results=[Payment.of(row) for row in page.rows])


# --- what an evening usually costs ----------------------------------------------------------------------
class UsualFeesEndpoint(OfficerView):
    """The usual fees."""

    needs = SECRETARY

    @operation("show_usual_fees", answer=UsualFees)
    def get(self, request: Request, club: str) -> Response:
        """What an evening of the club usually costs."""
        return UsualFees.of(self.club(request, club)).reply()

    @operation("set_usual_fees", body=NewUsualFees, answer=UsualFees)
    def put(self, request: Request, club: str) -> Response:
        """What an evening costs from now on where nothing else is said of it."""
        club_row, body = self.club(request, club), validate_body(request, NewUsualFees)
        fees.set_club_fees(club=club_row, member=body.member, guest=body.guest, currency=body.currency)
        return UsualFees.of(club_row).reply()


class PaymentsEndpoint(OfficerView):
    """All payments."""

    needs = SECRETARY

    @operation("list_payments", answer=PaymentPage, refusals=(400,), parameters=paging(offset=True))
    def get(self, request: Request, club: str) -> Response:
        """Every payment of all evenings and seasons, and everything that was taken back, in order."""
        query.read_query(request, OffsetPage)
        rows = reads.entries_of_club(self.club(request, club))
        page = page_of_rows(request, rows, {"noted": ("pk",)})
        return page.reply(PaymentPage.of(page, rows.count()))


# --- an evening -----------------------------------------------------------------------------------------
class EveningFeesEndpoint(OfficerView):
    """The fees of an evening."""

    @operation("show_evening_fees", answer=FeesOf, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """What the evening costs, and who has paid."""
        return FeesOf.page_reply(request, self.evening(request, club, evening))

    @operation("set_evening_fees", body=NewEveningFees, answer=FeesOf)
    def put(self, request: Request, club: str, evening: str) -> Response:
        """What this evening costs; who has paid already has paid what it cost then."""
        evening_row, body = self.evening(request, club, evening), validate_body(request, NewEveningFees)
        fees.set_evening_fees(evening=evening_row, member=body.member, guest=body.guest)
        return FeesOf.of(evening_row).reply()


class EveningFeeEndpoint(OfficerView):
    """What one person pays for an evening."""

    @operation("note_evening_payment", body=Nothing, answer=FeesOf)
    def put(self, request: Request, club: str, evening: str, player: int) -> Response:
        """They have paid; noted twice it counts once."""
        evening_row = self.evening(request, club, evening)
        payer = reads.payer(evening_row, player)
        validate_body(request, Nothing)
        fees.pay(what=evening_row, player=payer, **self.who(request))
        return FeesOf.of(evening_row).reply()

    @operation("take_evening_payment_back", answer=FeesOf)
    def delete(self, request: Request, club: str, evening: str, player: int) -> Response:
        """The payment was noted by mistake, or given back."""
        evening_row = self.evening(request, club, evening)
        payer = reads.payer(evening_row, player)
        validate_body(request, Nothing)
        fees.take_back(what=evening_row, player=payer, **self.who(request))
        return FeesOf.of(evening_row).reply()


# --- seasons --------------------------------------------------------------------------------------------
class SeasonsOfFeesEndpoint(OfficerView):
    """The seasons that cost something."""

    needs = SECRETARY

    @operation("list_season_fees", answer=SeasonsOfFees)
    def get(self, request: Request, club: str) -> Response:
        """All of them, the latest first."""
        return SeasonsOfFees.of(self.club(request, club)).reply()

    @operation("add_season_fees", body=NewSeasonFees, answer=SeasonFeesAnswer, status=201)
    def post(self, request: Request, club: str) -> Response:
        """One more season that costs something."""
        club_row, body = self.club(request, club), validate_body(request, NewSeasonFees)
        season = fees.set_season_fees(club=club_row, name=body.name, member=body.member, guest=body.guest)
        row = reads.seasons(club_row).get(pk=season.pk)
        return SeasonFeesAnswer.of(row).reply(status=201)


class SeasonFeesEndpoint(OfficerView):
    """One of them."""

    needs = SECRETARY

    @operation("show_season_fees", answer=FeesOf, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, season_fees: int) -> Response:
        """What the season costs, and who has paid."""
        return FeesOf.page_reply(request, reads.season(self.club(request, club), season_fees))

    @operation("set_season_fees", body=NewSeasonFees, answer=FeesOf)
    def put(self, request: Request, club: str, season_fees: int) -> Response:
        """Another name, or other fees; who has paid already has paid what it cost then."""
        club_row = self.club(request, club)
        season, body = reads.season(club_row, season_fees), validate_body(request, NewSeasonFees)
        changed = fees.set_season_fees(
            club=club_row, season=season, name=body.name, member=body.member, guest=body.guest
        )
        return FeesOf.of(changed).reply()

    @operation("remove_season_fees", answer=SeasonsOfFees)
    def delete(self, request: Request, club: str, season_fees: int) -> Response:
        """Take a season off the list for which nobody has paid. Answers with those that are left."""
        club_row = self.club(request, club)
        season = reads.season(club_row, season_fees)
        validate_body(request, Nothing)
        fees.remove_season(season=season)
        return SeasonsOfFees.of(club_row).reply()


class SeasonFeeEndpoint(OfficerView):
    """What one person pays for a season."""

    needs = SECRETARY

    @operation("note_season_payment", body=Nothing, answer=FeesOf)
    def put(self, request: Request, club: str, season_fees: int, player: int) -> Response:
        """They have paid; noted twice it counts once."""
        season = reads.season(self.club(request, club), season_fees)
        payer = reads.payer(season, player)
        validate_body(request, Nothing)
        fees.pay(what=season, player=payer, **self.who(request))
        return FeesOf.of(season).reply()

    @operation("take_season_payment_back", answer=FeesOf)
    def delete(self, request: Request, club: str, season_fees: int, player: int) -> Response:
        """The payment was noted by mistake, or given back."""
        season = reads.season(self.club(request, club), season_fees)
        payer = reads.payer(season, player)
        validate_body(request, Nothing)
        fees.take_back(what=season, player=payer, **self.who(request))
        return FeesOf.of(season).reply()
