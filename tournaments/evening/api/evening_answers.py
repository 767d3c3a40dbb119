"""An evening as the REST API answers it: status and plan, tickets, rounds, standings, ledger, background work."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal, Self

from django.urls import reverse

from tournaments.evening.acts import ACTS, possible
from tournaments.evening.acts.act import MOST_TABLES
from tournaments.evening.api.act_names import Act
from tournaments.evening.api.pages import NextPage, Page
from tournaments.evening.forecast import Measured, forecast
from tournaments.evening.reads import api_reads, desk, live, public, rounds
from tournaments.evening.reads.access import EVERYTHING, HandVisibility, redacted_body, sealed
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links
from tournaments.movement.draw import commitment
from tournaments.movement.options import Reason
from tournaments.movement.seating import MOST_SEATS
from tournaments.ranking import prizes
from tournaments.site.api.answers import (
    BEGAN,
    ENTERED,
    HASHES,
    PLAN,
    Answer,
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
from tournaments.work import hints


class EveningInShort(Answer):
    """An evening in a list."""

    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: GameSlug
    status: Annotated[Status, Example("playing")]
    current_round: int
    players: Annotated[int, Example(30)]

    @classmethod
    def of(cls, row: api_reads.Evening) -> Self:
        """An evening as evening.reads.desk.evenings gives it with its count."""
        counted: Any = row
        return cls.read(row, game=row.plan["game"], players=counted.players_count)


class EveningPage(Answer):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """

    count: int
    next: NextPage
    previous: str | None
    results: list[EveningInShort]

    @classmethod
    def of(cls, page: Page[api_reads.Evening], count: int) -> Self:
        """A page of evenings, of so many in all."""
        return cls.read(page, count=count, results=[EveningInShort.of(row) for row in page.rows])


class _Times(Answer):
    number: int
    announced_at: Annotated[Moment | None, Example(BEGAN)]
    started_at: Annotated[Moment | None, Example(BEGAN)]
    ends_at: Moment | None
    stopped_at: Moment | None
    closed_at: Moment | None
    bell_table: int | None


class RoundTimes(_Times):
    """When a round was announced, began, ends by the clock, was stopped and was settled; the table that rang."""

    @classmethod
    def of(cls, row: api_reads.Round) -> Self:
        """The times of a round."""
        return cls.read(row, bell_table=row.bell_table.number if row.bell_table else None)


class LedgerHead(Answer):
    """How long the ledger is, and the hash it ends in."""

    length: EntryNumber
    head: Hash

    @classmethod
    def of(cls, row: api_reads.Evening) -> Self:
        """How far the ledger of an evening goes."""
        return cls(length=row.ledger_length, head=row.ledger_head)


ABOUT_THE_END = "2026-11-20T22:30:00Z"
_AT = "/api/v1/clubs/rooster-club/evenings/friday-progressive/"


def _addresses(row: api_reads.Evening) -> dict[str, str]:
    # In an address `{table}` stands for the number of a table.
    base = reverse("v1:evening", args=[row.club.slug, row.slug])
    allowed = sorted((act.name, act.path() or "") for act in possible(Status(row.status)))
    return {name: f"{base}{address}/" for name, address in allowed if address}


class Evening(Answer):
    """An evening as it stands. `possible` names the acts that its status allows, `addresses` where each is done.

    `commitment` is the SHA-256 of the word `commitment` and the seed, a line each, without a newline at the end.
    `seed` is null until the evening is published or abandoned: draws and cuts are still to come from it.
    """

    club: ClubSlug
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
    def of(cls, row: api_reads.Evening) -> Self:
        """An evening as it stands; one query."""
        round_ = api_reads.round_in_play(row)
        addresses = _addresses(row)
        return cls.read(
            row,
            club=row.club.slug,
            **asdict(sealed(row)),
            round=None if round_ is None else RoundTimes.of(round_),
            possible=list(addresses),
            addresses=addresses,
            ledger=LedgerHead.of(row),
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

    @classmethod
    def of(cls, row: api_reads.Evening, players: int, at: datetime) -> Self:
        """The forecast of an evening; five queries at most."""
        plan = plan_of(row)
        estimate = forecast(plan, players)
        pace = live.tempo_at(row.club, plan, but=row.pk) if estimate.tables else None
        outlook = live.outlook_of(row, at)
        return cls.read(
            estimate,
            tables=list(estimate.tables),
            minutes=pace and _minutes(pace.after(plan.rounds)),
            minutes_of_a_round=pace and _minutes(pace.round),
            measured=pace and pace.measured,
            outlook=outlook and OutlookAnswer.read(outlook),
        )


def _minutes(length: timedelta) -> int:
    return round(length.total_seconds() / 60)


class Ticket(Answer):
    """A player's part in the evening; acts name it by `code`."""

    code: TicketCode
    number: int
    player: PersonId
    name: PersonName
    colour: Annotated[str, Example("ladies")]
    arrived_in: int
    left_in: int | None
    replaces: str | None

    @classmethod
    def of(cls, row: api_reads.Ticket) -> Self:
        """A ticket with its holder."""
        replaces = row.replaces.code if row.replaces else None
        return cls.read(row, player=row.player_id, name=row.player.name, replaces=replaces)


class Tickets(Answer):
    """Everybody who is or was in."""

    tickets: list[Ticket]
    next: NextPage

    @classmethod
    def of(cls, page: Page[api_reads.Ticket]) -> Self:
        """A page of them."""
        return cls.read(page, tickets=[Ticket.of(row) for row in page.rows])


class Sitter(Answer):
    """Somebody in a seat."""

    seat: int
    ticket: TicketCode
    name: PersonName

    @classmethod
    def of(cls, one: rounds.SeatView) -> Self:
        """Somebody in a seat."""
        return cls.read(one, ticket=one.code)


class Guest(Answer):
    """Somebody who sits out."""

    ticket: TicketCode
    name: PersonName

    @classmethod
    def of(cls, person: rounds.SeatView) -> Self:
        """Somebody who sits out."""
        return cls.read(person, ticket=person.code)


class OfCouples(Answer):
    """The points of the couples."""

    A: Annotated[int, Example(14)]
    B: Annotated[int, Example(0)]

    @classmethod
    def of(cls, points: Sequence[int]) -> Self:
        """The points of couple A, then of couple B."""
        return cls(A=points[0], B=points[1])


Running = OfCouples | Annotated[list[int], at_most(MOST_SEATS)]
"""The points of the couples or, where everybody plays alone or counts their own, of each seat from 1 on."""


def running(points: tuple[int, ...], *, by_seat: bool) -> Running:
    """Points of the couples by letter, or those of each seat."""
    return list(points) if by_seat else OfCouples.of(points)


class TableOfRound(Answer):
    """A table in a round."""

    table: TableNumber
    seats: Annotated[list[Sitter], at_most(MOST_SEATS)]
    points: Running
    hands: int
    cut: Side | None
    winner: Side | None

    @classmethod
    def of(cls, game: rounds.GameView) -> Self:
        """A game with who sits where."""
        return cls.read(
            game,
            seats=[Sitter.of(seat) for seat in game.seats],
            points=running(game.points, by_seat=game.by_seat),
            cut=game.cut or None,
            winner=game.winner or None,
        )


class Round(_Times):
    """A round with everybody's place and how each game stands."""

    tables: Annotated[list[TableOfRound], at_most(MOST_TABLES)]
    sitting_out: list[Guest]
    reasons: list[str]

    @classmethod
    def of(cls, view: rounds.RoundView, names: Mapping[str, str]) -> Self:
        """A round with everybody's place; `names` are those of all tickets of the evening, by code."""
        return cls.read(
            view.round,
            bell_table=next((game.table for game in view.games if game.rang), None),
            tables=[TableOfRound.of(game) for game in view.games],
            sitting_out=[Guest.of(person) for person in view.sitting_out],
            reasons=[translate(Reason.from_data(reason).named(names)) for reason in view.round.reasons],
        )


class Standing(Answer):
    """A line of the standings; `won_halves` counts half games, `game_points` are null where they do not count."""

    place: int
    ticket: TicketCode
    name: PersonName
    played: int
    won_halves: Annotated[int, Example(2)]
    points_for: Annotated[int, Example(42)]
    points_difference: Annotated[int, Example(31)]
    game_points: int | None
    head_table_wins: int
    bells_rung: int
    decided_by: Annotated[str, Example("points_difference")]

    @classmethod
    def of(cls, row: api_reads.Standing) -> Self:
        """A line of the standings."""
        return cls.read(row, ticket=row.ticket.code, name=row.ticket.player.name)


class Prize(Answer):
    """A prize and the ticket that has it, or the tickets that have to cut for it; or a share in several prizes.

    Where prizes are divided there is one for each ticket: `rank` to `last` are divided among so many, and `amount`,
    in the smallest unit of money, is what this ticket gets. With no winner and nobody tied it waits for another cut.
    `other` is the number of the other prizes that it is one of, 0 for those of the whole evening; `about` what they
    are for. A `place` is one that is still to be cut for, where all places are.
    """

    prize: Annotated[Literal["best", "booby", "place"], Example("best")]
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
    def of(cls, won: prizes.Prize) -> Self:
        """A prize and who has it, a share in prizes, or who has to cut for it."""
        return cls.read(won, prize=won.kind, about=str(won.about or ""), why=str(won.why))


class Standings(Answer):
    """The standings as last worked out, best first; the prizes once the evening is over.

    Of a result, both as they are public: the prizes once it is published, and before that the standings where the
    plan lets visitors see them (`before_publication`).
    """

    version: EntryNumber
    standings: list[Standing]
    prizes: list[Prize]

    @classmethod
    def of(cls, evening: api_reads.Evening) -> Self:
        """The standings of an evening and its prizes."""
        return cls.read(
            evening,
            standings=[Standing.of(row) for row in desk.standings(evening)],
            prizes=[Prize.of(won) for won in desk.prizes(evening)],
        )

    @classmethod
    def in_public(cls, evening: api_reads.Evening) -> Self:
        """The same as everybody may see them."""
        return cls.read(
            evening,
            standings=[Standing.of(row) for row in public.standings(evening)],
            prizes=[Prize.of(won) for won in public.prizes(evening)],
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

    @classmethod
    def of(
        cls, row: api_reads.LedgerEntry, evening: api_reads.Evening, sight: HandVisibility = EVERYTHING
    ) -> Self:
        """An act in the ledger; of a hand that is not in `sight` only where it was played, and no sealed seed."""
        body = redacted_body(row.act, json.loads(row.body), evening)
        if not sight.sees_entry(body):
            body = {"round": body["round"], "table": body["table"], "kept": True}
        return cls.read(row, body=body)


class LedgerPage(Answer):
    """Entries in order; `next` is the address of those that follow."""

    length: EntryNumber
    head: Hash
    entries: list[Entry]
    next: Annotated[
        str | None,
        Example("/api/v1/clubs/rooster-club/evenings/friday-progressive/ledger/?cursor=gAAAAABn&limit=1"),
    ]

    @classmethod
    def of(cls, row: api_reads.Evening, entries: list[Entry], following: str | None) -> Self:
        """Some entries of an evening, and the address of those that follow."""
        return cls(length=row.ledger_length, head=row.ledger_head, entries=entries, next=following)


class Job(Answer):
    """A piece of background work."""

    id: Annotated[int, Example(12)]
    kind: Annotated[str, Example("draft_move")]
    cause: Annotated[int | None, Example(40)]
    outcome: Annotated[str, Example("done")]
    attempts: int
    made_at: Began
    due_at: Played
    done_at: Annotated[Moment | None, Example(ENTERED)]
    milliseconds: Annotated[int | None, Example(38)]
    remark: Annotated[str, Example("round 2 drafted")]

    @classmethod
    def of(cls, row: api_reads.Job) -> Self:
        """A piece of background work."""
        return cls.read(row, kind=row.topic, remark=str(hints.remark_of(row)))


class Jobs(Answer):
    """The background work of the evening, newest first."""

    jobs: list[Job]
    next: NextPage

    @classmethod
    def of(cls, page: Page[api_reads.Job]) -> Self:
        """A page of them."""
        return cls.read(page, jobs=[Job.of(row) for row in page.rows])


class Link(Answer):
    """The link to a table: whoever has it plays at that table."""

    table: TableNumber
    token: Annotated[str, Example("Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho")]
    url: Annotated[str, Example("https://club.example/t/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]

    @classmethod
    def of(cls, table: int, link: api_reads.TableLink, absolute: Callable[[str], str]) -> Self:
        """The link to a table; `absolute` makes the whole address of a path."""
        token = links.table_token(link)
        return cls(table=table, token=token, url=absolute(reverse("web:table-card", args=[token])))


class Links(Answer):
    """The links of all tables, but those of `kept`: tables in play, for who plays tonight and has not looked."""

    links: Annotated[list[Link], at_most(MOST_TABLES)]
    kept: Annotated[list[int], at_most(MOST_TABLES)]

    @classmethod
    def of(cls, evening: api_reads.Evening, sight: HandVisibility, absolute: Callable[[str], str]) -> Self:
        """The links of an evening whose tables are in `sight`, and the numbers of the other tables."""
        tables = desk.tables_with_links(evening)
        hidden = [table.number for table in tables if not sight.sees(evening.current_round, table.number)]
        table_links = [
            Link.of(table.number, link, absolute)
            for table in tables
            for link in table.live_links  # type: ignore[attr-defined]  # prefetched under this name
            if table.number not in hidden
        ]
        return cls(links=table_links, kept=hidden)
