"""What an evening, a season and the hands of an evening cost, and who has paid; another entry takes that back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.expressions import CombinedExpression
from django.shortcuts import get_object_or_404
from pydantic import Field

from scoring.derivation import gettext_noop
from scoring.described import Described, option
from scoring.payments import payments
from tournaments.club.models import Club, Player
from tournaments.club.roles import Duty
from tournaments.club.services.audit import command
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.outcome import costs_of
from tournaments.evening.reads.facts import plan_of, record_of
from tournaments.fees.models import LONGEST_CURRENCY, ClubFees, EveningFees, FeeEntry, SeasonFees
from tournaments.ranking.offered import LARGEST_SUM
from tournaments.ranking.prizes import Costs
from tournaments.refusals import refuse
from tournaments.site.arguments import ActorId, Body, Example, From, Name, provides
from tournaments.site.cleaning import clean_name, clean_words, folded

__all__ = ["Club", "Evening", "FeeEntry", "FeeRates", "PaidFor", "Payer", "Player", "SeasonFees"]

PaidFor = Evening | SeasonFees
"""What somebody pays for."""


@dataclass(frozen=True, slots=True)
class FeeRates:
    """What something costs a member and a guest, in the smallest unit; `own`: set for it alone."""

    member: int
    guest: int
    currency: str
    own: bool


@dataclass(frozen=True, slots=True)
class Payer:
    player: Player
    due: int
    paid: FeeEntry | None

    @property
    def place(self) -> tuple[str, int]:
        return folded(self.player.name), self.player.pk


def club_fees(club: Club) -> FeeRates:
    """What an evening of the club usually costs; one query."""
    row = ClubFees.objects.filter(club=club).first()
    return FeeRates(row.member, row.guest, row.currency, own=False) if row else FeeRates(0, 0, "", own=False)


def fees_of(what: PaidFor) -> FeeRates:
    usual = club_fees(what.club)
    row = what if isinstance(what, SeasonFees) else EveningFees.objects.filter(evening=what).first()
    return FeeRates(row.member, row.guest, usual.currency, own=True) if row else usual


def as_column(what: PaidFor) -> dict[str, PaidFor]:
    """The column of `FeeEntry` for it, as a keyword of a query."""
    return {"season" if isinstance(what, SeasonFees) else "evening": what}


def fee_of(fees: FeeRates, player: Player) -> int:
    return fees.guest if player.is_guest else fees.member


def last_entry(what: PaidFor, player: Player, *, settles: bool = False) -> FeeEntry | None:
    entries = FeeEntry.objects.filter(player=player, settles=settles, **as_column(what))
    return entries.order_by("number").last()


@dataclass(frozen=True, slots=True)
class Settled:
    """What hands cost somebody, and what they have `paid` into the box; below zero what they got from it."""

    player: Player
    costs: Costs
    paid: int

    @property
    def rest(self) -> int:
        return self.costs.box - self.paid


class PlayerPays(NamedTuple):
    payer: Player
    payee: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Settling:
    """What the hands of an evening cost everybody, by name, and who pays whom; `asked`: its plan says so."""

    asked: bool
    people: list[Settled]
    payments: list[PlayerPays]

    @property
    def box(self) -> int:
        """What the club's box gets of it in the end."""
        return sum(line.costs.box for line in self.people)

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.people)


def settling(evening: Evening) -> Settling:
    """What the hands of the closed rounds cost those who sat there, as these count now, and what was paid."""
    if plan_of(evening).settlement is None:
        return Settling(asked=False, people=[], payments=[])
    players = {ticket.code: ticket.player for ticket in evening.tickets.select_related("player")}
    costs, paid = costs_of(record_of(evening)), Counter[int]()
    for entry in FeeEntry.objects.filter(evening=evening, settles=True):
        paid[entry.player_id] += entry.amount
    people = [
        Settled(player, costs.get(code) or Costs(), paid[player.pk])
        for code, player in players.items()
        if code in costs or player.pk in paid
    ]
    balances = {code: cost.balance for code, cost in costs.items()}
    return Settling(
        asked=True,
        people=sorted(people, key=lambda line: folded(line.player.name)),
        payments=[
            PlayerPays(players[payer], players[payee], owed) for payer, payee, owed in payments(balances)
        ],
    )


def payers(what: PaidFor, fees: FeeRates) -> list[Payer]:
    """Everybody who is to pay or whose payment stands, by name; two queries.

    At an evening those are who has a ticket; for a season all active people of the club for whom it costs something.
    """
    entries = FeeEntry.objects.filter(**as_column(what), settles=False).select_related("player")
    last = {entry.player_id: entry for entry in entries.order_by("number")}
    people = {player.pk: player for player in _expected(what, fees)}
    people |= {pk: entry.player for pk, entry in last.items() if entry.is_paid}
    rows = []
    for pk, player in people.items():
        entry = last.get(pk)
        rows.append(Payer(player, fee_of(fees, player), entry if entry and entry.is_paid else None))
    return sorted(rows, key=lambda row: row.place)


def _expected(what: PaidFor, fees: FeeRates) -> list[Player]:
    if isinstance(what, Evening):
        return [ticket.player for ticket in what.tickets.select_related("player")]
    return [player for player in what.club.players.filter(is_active=True) if fee_of(fees, player)]


def entries_of(what: PaidFor) -> list[FeeEntry]:
    return list(_entries(Q(**as_column(what))))


def entries_of_club(club: Club) -> QuerySet[FeeEntry]:
    return _entries(Q(evening__club=club) | Q(season__club=club))


def _entries(wanted: Q) -> QuerySet[FeeEntry]:
    return FeeEntry.objects.filter(wanted).select_related("evening", "season", "player").order_by("pk")


@provides
def season(club: Club, season_fees: int) -> SeasonFees:
    return get_object_or_404(club.season_fees.select_related("club"), pk=season_fees)


def seasons(club: Club) -> QuerySet[SeasonFees]:
    """The seasons that cost something, the latest first: `cash` in all, `paid` by how many."""
    cash = Sum("entries__amount", default=0)
    return club.season_fees.annotate(cash=cash, paid=_paid("entries")).order_by("-pk")


def by_evening(club: Club) -> QuerySet[Evening]:
    """The club's evenings at which something was paid, the latest first: `cash` in all, `paid` by how many."""
    sums = club.evenings.annotate(cash=Sum("fee_entries__amount"), paid=_paid("fee_entries"))
    return sums.filter(cash__isnull=False).order_by("-date", "-pk")


def _paid(entries: str) -> CombinedExpression:
    # Of a person with an odd number of entries the last one is a payment.
    more, less = (
        Q(**{f"{entries}__settles": False, f"{entries}__amount__{sign}": 0}) for sign in ("gt", "lt")
    )
    return Count(entries, filter=more) - Count(entries, filter=less)


MOST_SEASONS: Final = 50
"""So many seasons stand on the treasurer's page."""
Amount = Annotated[int, Field(ge=0, le=LARGEST_SUM)]
MEMBER_PAYS: Final = Described(gettext_noop("A member pays"), written="money")
GUEST_PAYS: Final = Described(gettext_noop("A guest pays"), written="money")


class NewEveningFees(Body):
    """What an evening costs, in the smallest unit of the currency; 0 for nothing."""

    member: Annotated[Amount, MEMBER_PAYS, Example(500)]
    guest: Annotated[Amount, GUEST_PAYS, Example(700)]


class NewUsualFees(NewEveningFees):
    """What an evening usually costs, and in what."""

    currency: Annotated[str, Example("€")] = option(
        "",
        gettext_noop("Currency"),
        gettext_noop("Its sign or three letters, as you write it: € or EUR."),
        max_length=20,
    )


class NewSeasonFees(NewEveningFees):
    """A season that costs something: the club's year, or one of its leagues."""

    name: Annotated[
        Name,
        Described(
            gettext_noop("Season"),
            gettext_noop("The year of the club or a league, such as 2026/27."),
            written="name",
        ),
    ]

    EXAMPLE: ClassVar[Any] = {"name": "2026/27", "member": 2500, "guest": 0}


@command(
    needs=Duty.ACCOUNTS,
    audits=("fees-set", gettext_noop("Fees changed.")),
    done=gettext_noop("The usual fees are saved."),
)
def set_usual_fees(club: Club, fees: NewUsualFees) -> ClubFees:
    """What an evening costs from now on where nothing else is said of it.

    Raises Faults (`currency`) where that is too long.
    """
    values = {**fees.model_dump(), "currency": clean_words("currency", fees.currency)}
    if len(values["currency"]) > LONGEST_CURRENCY:
        refuse(
            "currency",
            "too-long",
            "“%(entered)s” is too long for a currency; write its sign or three letters, such as € or EUR",
            entered=values["currency"][:20],
        )
    row, _created = ClubFees.objects.update_or_create(club=club, defaults=values)
    set_usual_fees.note(club, **values)
    return row


@command(
    needs=Duty.FEES,
    audits=("evening-fees-set", gettext_noop("Fees of the evening “%(evening)s” changed.")),
    done=gettext_noop("The fees of this evening are saved."),
)
def set_evening_fees(evening: Evening, fees: NewEveningFees) -> Evening:
    """What this evening costs; who has paid already has paid what it cost then."""
    EveningFees.objects.update_or_create(evening=evening, defaults=fees.model_dump())
    set_evening_fees.note(evening.club, evening=evening.name, **fees.model_dump())
    return evening


@command(
    needs=Duty.ACCOUNTS,
    audits=("season-fees-set", gettext_noop("Fees of the season “%(name)s” changed.")),
    done=gettext_noop("The season is added. Tick here who has paid."),
)
def add_season_fees(club: Club, fees: NewSeasonFees) -> SeasonFees:
    """One more season that costs something.

    Raises Faults (`name`) on a bad name, on one that another season has, and where the club has enough.
    """
    return seasons(club).get(pk=_save_season(SeasonFees(club=club), fees).pk)


@command(needs=Duty.ACCOUNTS, done=gettext_noop("The season is saved."))
def set_season_fees(season: SeasonFees, fees: NewSeasonFees) -> SeasonFees:
    """Another name, or other fees; who has paid already has paid what it cost then.

    Raises Faults (`name`) on a bad name, and on one that another season has; Http404 where it is removed meanwhile.
    """
    return _save_season(get_object_or_404(season.club.season_fees.select_for_update(), pk=season.pk), fees)


def _save_season(row: SeasonFees, fees: NewSeasonFees) -> SeasonFees:
    # Whoever adds another one at the same moment waits.
    Club.objects.select_for_update(no_key=True).get(pk=row.club_id)
    name = clean_name("name", fees.name)
    others = row.club.season_fees.exclude(pk=row.pk or 0)
    if others.filter(name__iexact=name).exists():
        refuse("name", "name-taken", "the club has a season “%(entered)s” already", entered=name)
    if row._state.adding and others.count() >= MOST_SEASONS:
        refuse(
            "name", "too-many", "the club has %(most)s seasons already; remove one first", most=MOST_SEASONS
        )
    row.name, row.member, row.guest = name, fees.member, fees.guest
    row.save()
    add_season_fees.note(row.club, name=name, member=fees.member, guest=fees.guest)
    return row


@command(
    needs=Duty.ACCOUNTS,
    audits=("season-fees-removed", gettext_noop("The season “%(name)s” was taken off the fees.")),
    done=gettext_noop("The season is removed."),
)
def remove_season_fees(season: SeasonFees) -> None:
    """Take a season off the list for which nobody has paid.

    Raises Faults (`paid`) where a payment was noted: that stays.
    """
    if season.entries.exists():
        refuse("", "paid", "somebody has paid for “%(name)s”; what was noted stays", name=season.name)
    season.delete()
    remove_season_fees.note(season.club, name=season.name)


def payer_of_evening(evening: Evening, player: int) -> Player:
    """One of those who came or have paid. Raises Http404 for anybody else."""
    came = Ticket.objects.filter(evening=evening).values("player")
    paid = FeeEntry.objects.filter(evening=evening).values("player")
    return get_object_or_404(Player, Q(pk__in=came) | Q(pk__in=paid), pk=player)


def payer_of_season(season: SeasonFees, player: int) -> Player:
    return get_object_or_404(season.club.players, pk=player)


PayerOfEvening = Annotated[Player, From(payer_of_evening)]
PayerOfSeason = Annotated[Player, From(payer_of_season)]


@command(needs=Duty.PAYMENTS, done=gettext_noop("%(name)s has paid."))
def pay(*, what: PaidFor, player: Player, by: ActorId, at: datetime) -> Player:
    """They have paid; noted twice it counts once.

    Raises Faults (`no-fee`) where they have nothing to pay.
    """
    amount = fee_of(fees_of(what), player)
    if not amount:
        refuse("", "no-fee", "there is nothing to pay; say first what it costs")
    last = last_entry(what, player)
    if last is None or not last.is_paid:
        _append(what, player, last, amount, by, at)
    return player


@command(needs=Duty.PAYMENTS, done=gettext_noop("%(name)s has not paid."))
def take_back(*, what: PaidFor, player: Player, by: ActorId, at: datetime) -> Player:
    """The payment was noted by mistake, or given back."""
    last = last_entry(what, player)
    if last is not None and last.is_paid:
        _append(what, player, last, -last.amount, by, at)
    return player


note_evening_payment = pay.taking("note_evening_payment", what=Evening, player=PayerOfEvening)
take_evening_payment_back = take_back.taking("take_evening_payment_back", what=Evening, player=PayerOfEvening)
note_season_payment = pay.taking(
    "note_season_payment", needs=Duty.ACCOUNTS, what=SeasonFees, player=PayerOfSeason
)
take_season_payment_back = take_back.taking(
    "take_season_payment_back", needs=Duty.ACCOUNTS, what=SeasonFees, player=PayerOfSeason
)


@command(needs=Duty.PAYMENTS, done=gettext_noop("%(name)s has settled with the cash box."))
def note_settled(*, evening: Evening, player: PayerOfEvening, by: ActorId, at: datetime) -> Player:
    """They have paid what was left into the cash box, or got it; noted twice it counts once.

    Raises Faults (`too-much`) for a sum that nobody pays.
    """
    return _settle(evening, player, lambda line: line.rest, by, at)


@command(needs=Duty.PAYMENTS, done=gettext_noop("What %(name)s paid is taken back."))
def take_settled_back(*, evening: Evening, player: PayerOfEvening, by: ActorId, at: datetime) -> Player:
    """All they paid for hands was noted by mistake, or given back."""
    return _settle(evening, player, lambda line: -line.paid, by, at)


def _settle(
    evening: Evening, player: Player, noted: Callable[[Settled], int], by: str, at: datetime
) -> Player:
    amount = sum(noted(line) for line in settling(evening).people if line.player == player)
    if abs(amount) > LARGEST_SUM:
        refuse(
            "", "too-much", "such a sum cannot be noted; correct the hands, or settle it without the cash box"
        )
    if amount:
        last = last_entry(evening, player, settles=True)
        _append(evening, player, last, amount, by, at, settles=True)
    return player


def _append(
    what: PaidFor,
    player: Player,
    last: FeeEntry | None,
    amount: int,
    by: str,
    at: datetime,
    *,
    settles: bool = False,
) -> None:
    entry = FeeEntry(
        **as_column(what),
        player=player,
        number=last.number + 1 if last else 1,
        amount=amount,
        settles=settles,
        made_by=by,
        made_at=at,
    )
    # Of two who tap at the same moment one has noted it for both.
    FeeEntry.objects.bulk_create([entry], ignore_conflicts=True)
