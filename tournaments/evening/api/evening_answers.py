"""An evening as the REST API answers it: status and plan, tickets, rounds, standings, ledger, background work."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.evening.acts import ACTS, possible
from tournaments.evening.acts.act import MOST_TABLES
from tournaments.evening.forecast import Measured
from tournaments.evening.reads import desk, public, rounds
from tournaments.evening.reads.access import sealed
from tournaments.evening.round_rules import Status
from tournaments.movement.draw import commitment
from tournaments.movement.interface import Reason
from tournaments.movement.seating import MOST_SEATS
from tournaments.ranking import prizes
from tournaments.site.api import query
from tournaments.site.api.answers import (
    BEGAN,
    ENTERED,
    HASHES,
    OR_NULL,
    PLAN,
    Answer,
    At,
    Began,
    By,
    ClubSlug,
    Day,
    EntryNumber,
    EveningSlug,
    Example,
    GameSlug,
    Hash,
    Moment,
    PersonId,
    PersonName,
    Played,
    Side,
    TableNumber,
    TicketCode,
    at_most,
    translate,
)
from tournaments.site.api.query import CountedPage, NextPage, OffsetPage
from tournaments.work import outbox

if TYPE_CHECKING:
    Act = str
else:
    Act = StrEnum("Act", {name.upper(): name for name in ACTS})
    Act.__doc__ = "What somebody does to an evening; each is one kind of ledger entry."


LONGEST_GAME: Final = 40


class WantedEvenings(OffsetPage):
    is_alone = False
    date_from = query.day()
    date_to = query.day()

    def among(self, rows: QuerySet[desk.Evening]) -> QuerySet[desk.Evening]:
        lookups = {
            "game": "plan__game",
            "date": "date",
            "date_from": "date__gte",
            "date_to": "date__lte",
            "status": "status__in",
        }
        values = {lookup: self.cleaned_data.get(name) for name, lookup in lookups.items()}
        return rows.filter(**{lookup: value for lookup, value in values.items() if value})


class EveningInShort(Answer):
    """An evening in a list."""

    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: Annotated[GameSlug, At("plan.game")]
    status: Annotated[Status, Example("playing")]
    current_round: int
    players: Annotated[int, At("players_count"), Example(30)]


class EveningPage(CountedPage):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """

    results: Annotated[list[EveningInShort], At("rows")]


class RoundTimes(Answer):
    """When a round was announced, began, ends by the clock, was stopped and was settled; the table that rang."""

    number: int
    announced_at: Annotated[Moment | None, Example(BEGAN)]
    started_at: Annotated[Moment | None, Example(BEGAN)]
    ends_at: Moment | None
    stopped_at: Moment | None
    closed_at: Moment | None
    bell_table: Annotated[int | None, At("bell_table.number")]


class LedgerHead(Answer):
    """How long the ledger is, and the hash it ends in."""

    length: Annotated[EntryNumber, At("ledger_length")]
    head: Annotated[Hash, At("ledger_head")]


ABOUT_THE_END = "2026-11-20T22:30:00Z"
_AT = "/api/v1/clubs/rooster-club/evenings/friday-progressive/"


def _addresses(row: desk.Evening) -> dict[str, str]:
    # In an address `{table}` stands for the number of a table.
    base = reverse("v1:evening", args=[row.club.slug, row.slug])
    allowed = sorted((act.name, act.path() or "") for act in possible(Status(row.status)))
    return {name: f"{base}{address}/" for name, address in allowed if address}


class EveningOut(Answer):
    """An evening as it stands. `possible` names the acts that its status allows, `addresses` where each is done.

    `commitment` is the SHA-256 of the word `commitment` and the seed, a line each, without a newline at the end.
    `seed` is null until the evening is published or abandoned: draws and cuts are still to come from it.
    """

    club: Annotated[ClubSlug, At("club.slug")]
    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    status: Annotated[Status, Example("playing")]
    version: EntryNumber
    plan: Annotated[dict[str, Any], Example(PLAN)]
    pinned: dict[str, Any] | None
    commitment: Annotated[str, Example(commitment("5f3c9ad1e07b4486a2d90c1b77e3f158"))]
    seed: str | None
    current_round: int
    round: RoundTimes | None
    possible: Annotated[
        list[Act],
        at_most(len(ACTS)),
        Example(["abandon", "arrive", "enter_hand", "leave", "ring", "stop", "substitute"]),
    ]
    addresses: Annotated[
        dict[str, str], Example({"ring": f"{_AT}ring/", "enter_hand": f"{_AT}tables/{{table}}/hands/"})
    ]
    ledger: LedgerHead
    made_at: Began
    started_at: Annotated[Moment | None, Example(BEGAN)]
    finished_at: Moment | None
    published_at: Moment | None

    @classmethod
    def from_view(cls, view: desk.Evening) -> Self:
        """An evening as it stands; one query."""
        round_ = desk.round_in_play(view)
        addresses = _addresses(view)
        return cls.read(
            view,
            **asdict(sealed(view)),
            round=round_ and RoundTimes.from_view(round_),
            possible=list(addresses),
            addresses=addresses,
            ledger=LedgerHead.from_view(view),
        )


class OutlookAnswer(Answer):
    """Which round is the last by the end that is planned, at the pace of the room, and about when.

    `last_hand` is null where that round is over and there is no time for another.
    """

    last: Annotated[int, Example(5)]
    last_ends: Annotated[Moment, Example(ABOUT_THE_END)]
    last_hand: Annotated[Moment | None, Example(ABOUT_THE_END)]
    next_ends: Annotated[Moment, Example(ABOUT_THE_END)]
    end: Annotated[Moment, Example(ABOUT_THE_END)]


class ForecastAnswer(Answer):
    """What a number of players means under the plan of an evening.

    `needed` is after how many rounds a knock-out is decided, `apart` for how many at the most nobody meets anybody
    twice, where the movement sees to that. `measured` says where the minutes of a round are from: earlier evenings of
    the club, or the plan.
    """

    players: Annotated[int, Example(22)]
    tables: Annotated[list[int], Example([5, 5, 4, 4, 4])]
    sitting_out: Annotated[int, Example(0)]
    missing: Annotated[int, Example(0)]
    rounds: Annotated[int, Example(6)]
    needed: int | None
    apart: Annotated[int | None, Example(6)]
    minutes: Annotated[int | None, Example(140)]
    minutes_of_a_round: Annotated[int | None, Example(20)]
    measured: Annotated[Measured | None, Example("earlier")]
    outlook: OutlookAnswer | None


class TicketOut(Answer):
    """A player's part in the evening; acts name it by `code`."""

    code: TicketCode
    number: int
    player: Annotated[PersonId, At("player_id")]
    name: Annotated[PersonName, At("player.name")]
    colour: Annotated[str, Example("ladies")]
    arrived_in: int
    left_in: int | None
    replaces: Annotated[str | None, At("replaces.code")]


class Tickets(Answer):
    """Everybody who is or was in."""

    tickets: Annotated[list[TicketOut], At("rows")]
    next: NextPage


class Sitter(Answer):
    """Somebody in a seat."""

    seat: int
    ticket: Annotated[TicketCode, At("code")]
    name: PersonName


class Guest(Answer):
    """Somebody who sits out."""

    ticket: Annotated[TicketCode, At("code")]
    name: PersonName


class OfCouples(Answer):
    """The points of the couples."""

    A: Annotated[int, Example(14)]
    B: Annotated[int, Example(0)]

    @classmethod
    def from_view(cls, view: tuple[int, ...]) -> Self:
        """The points of couple A, then of couple B."""
        return cls(A=view[0], B=view[1])


Running = OfCouples | Annotated[list[int], at_most(MOST_SEATS)]
"""The points of the couples or, where everybody plays alone or counts their own, of each seat from 1 on."""


def running(points: tuple[int, ...], *, by_seat: bool) -> Running:
    """Points of the couples by letter, or those of each seat."""
    return list(points) if by_seat else OfCouples.from_view(points)


class TableOfRound(Answer):
    """A table in a round."""

    table: TableNumber
    seats: Annotated[list[Sitter], at_most(MOST_SEATS)]
    points: Running
    hands: int
    cut: Annotated[Side | None, OR_NULL]
    winner: Annotated[Side | None, OR_NULL]

    @classmethod
    def from_view(cls, view: rounds.GameView) -> Self:
        return cls.read(view, points=running(view.points, by_seat=view.by_seat))


class RoundOut(RoundTimes):
    """A round with everybody's place and how each game stands."""

    tables: Annotated[list[TableOfRound], at_most(MOST_TABLES)]
    sitting_out: list[Guest]
    reasons: list[str]

    @classmethod
    def from_view(cls, view: rounds.RoundView) -> Self:
        """A round with everybody's place; one query for the names of all tickets of the evening."""
        names = desk.names(view.round.evening)
        return cls.read(
            view.round,
            bell_table=next((game.table for game in view.games if game.rang), None),
            tables=[TableOfRound.from_view(game) for game in view.games],
            sitting_out=[Guest.from_view(person) for person in view.sitting_out],
            reasons=[translate(Reason.from_data(reason).named(names)) for reason in view.round.reasons],
        )


class StandingOut(Answer):
    """A line of the standings; `won_halves` counts half games, `game_points` are null where they do not count."""

    place: int
    ticket: Annotated[TicketCode, At("ticket.code")]
    name: Annotated[PersonName, At("ticket.player.name")]
    played: int
    won_halves: Annotated[int, Example(2)]
    points_for: Annotated[int, Example(42)]
    points_difference: Annotated[int, Example(31)]
    game_points: int | None
    head_table_wins: int
    bells_rung: int
    decided_by: Annotated[str, Example("points_difference")]


class Prize(Answer):
    """A prize and the ticket that has it, or the tickets that have to cut for it; or a share in several prizes.

    Where prizes are divided there is one for each ticket: `rank` to `last` are divided among so many, and `amount`,
    in the smallest unit of money, is what this ticket gets. With no winner and nobody tied it waits for another cut.
    `other` is the number of the other prizes that it is one of, 0 for those of the whole evening; `about` what they
    are for. A `place` is one that is still to be cut for, where all places are.
    """

    prize: Annotated[Literal["best", "booby", "place"], At("kind"), Example("best")]
    other: Annotated[int, Example(0)]
    about: Annotated[str, Example("")]
    rank: int
    last: int
    colour: Annotated[str | None, Example("ladies")]
    winner: Annotated[str | None, Example("k3v9")]
    tied: list[str]
    among: int
    amount: Annotated[int, Example(5000)]
    why: Annotated[str, Example("Place 1.")]

    @classmethod
    def from_view(cls, view: prizes.Prize) -> Self:
        return cls.read(view, about=str(view.about or ""), why=str(view.why))


class Standings(Answer):
    """The standings as last worked out, best first; the prizes once the evening is over.

    Of a result, both as they are public: the prizes once it is published, and before that the standings where the
    plan lets visitors see them (`before_publication`).
    """

    version: EntryNumber
    standings: list[StandingOut]
    prizes: list[Prize]

    @classmethod
    def from_view(cls, view: desk.Evening) -> Self:
        return cls.read(
            view,
            standings=[StandingOut.from_view(row) for row in public.ResultsShown(view).standings()],
            prizes=[Prize.from_view(won) for won in public.ResultsShown(view).prizes()],
        )


class Result(Answer):
    """An evening that is over: by what plan it was played, who came where, who won what.

    `published_at` is null until its archive is made; a correction makes another one. Until it is published `prizes`
    is empty, and `standings` too where the plan does not let visitors see them before (`before_publication`).
    """

    club: Annotated[ClubSlug, At("club.slug")]
    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: Annotated[GameSlug, At("plan.game")]
    plan: Annotated[dict[str, Any], Example(PLAN)]
    version: EntryNumber
    rounds: Annotated[int, At("current_round"), Example(6)]
    published_at: Annotated[Moment | None, Example(BEGAN)]
    standings: list[StandingOut]
    prizes: list[Prize]

    @classmethod
    def from_view(cls, view: desk.Evening) -> Self:
        return cls.read(
            view,
            standings=[StandingOut.from_view(row) for row in public.results_shown(view).standings()],
            prizes=[Prize.from_view(won) for won in public.results_shown(view).prizes()],
        )


class Entry(Answer):
    """One act in the ledger; in its `reason` the number of a ticket, in braces, stands for who holds it."""

    sequence: int
    act: Annotated[Act, Example("start")]
    body: Annotated[dict[str, Any], Example({"round": 1, "started_at": BEGAN})]
    by: By
    at: Began
    reason: str
    previous_hash: Annotated[str, Example(HASHES[1])]
    hash: Hash


class LedgerPage(LedgerHead):
    """Entries in order; `next` is the address of those that follow."""

    entries: list[Entry]
    next: Annotated[
        str | None,
        Example("/api/v1/clubs/rooster-club/evenings/friday-progressive/ledger/?cursor=gAAAAABn&limit=1"),
    ]


class Job(Answer):
    """A piece of background work."""

    id: Annotated[int, Example(12)]
    kind: Annotated[str, At("topic"), Example("draft_move")]
    cause: Annotated[int | None, Example(40)]
    outcome: Annotated[str, Example("done")]
    attempts: int
    made_at: Began
    due_at: Played
    done_at: Annotated[Moment | None, Example(ENTERED)]
    milliseconds: Annotated[int | None, Example(38)]
    remark: Annotated[str, Example("round 2 drafted")]

    @classmethod
    def from_view(cls, view: desk.Job) -> Self:
        return cls.read(view, remark=str(outbox.remark_of(view)))


class Jobs(Answer):
    """The background work of the evening, newest first."""

    jobs: Annotated[list[Job], At("rows")]
    next: NextPage


class Link(Answer):
    """The link to a table: whoever has it plays at that table."""

    table: Annotated[TableNumber, At("table.number")]
    token: Annotated[str, Example("Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho")]
    url: Annotated[str, Example("https://club.example/t/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]


class Links(Answer):
    """The links of all tables, but those of `kept`: tables in play, for who plays tonight and has not looked."""

    links: Annotated[list[Link], at_most(MOST_TABLES)]
    kept: Annotated[list[int], at_most(MOST_TABLES)]
