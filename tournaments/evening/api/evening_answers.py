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
from tournaments.evening.reads import access, desk, public, rounds
from tournaments.evening.reads.hands import sums_beside_totals
from tournaments.evening.round_rules import Status
from tournaments.movement.draw import commitment
from tournaments.movement.interface import Reason
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.api import answers, query
from tournaments.site.api.answers import OR_NULL, Answer, AsText, At, Example, at_most, translate
from tournaments.work import outbox

if TYPE_CHECKING:
    Act = str
else:
    Act = StrEnum("Act", {name.upper(): name for name in ACTS})
    Act.__doc__ = "What somebody does to an evening; each is one kind of ledger entry."


LONGEST_GAME: Final = 40


class WantedEvenings(query.OffsetPage):
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

    slug: answers.EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, answers.Day]
    game: Annotated[answers.GameSlug, At("plan.game")]
    status: Annotated[Status, Example("playing")]
    current_round: int
    players: Annotated[int, At("players_count"), Example(30)]


class EveningPage(query.CountedPage[EveningInShort]):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """


class RoundTimes(Answer):
    """When a round was announced, began, ends by the clock, was stopped and was settled; the table that rang."""

    number: int
    announced_at: Annotated[answers.Moment | None, Example(answers.BEGAN)]
    started_at: Annotated[answers.Moment | None, Example(answers.BEGAN)]
    ends_at: answers.Moment | None
    stopped_at: answers.Moment | None
    closed_at: answers.Moment | None
    bell_table: Annotated[int | None, At("bell_table.number")]


class LedgerHead(Answer):
    """How long the ledger is, and the hash it ends in."""

    length: Annotated[answers.EntryNumber, At("ledger_length")]
    head: Annotated[answers.Hash, At("ledger_head")]


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

    club: Annotated[answers.ClubSlug, At("club.slug")]
    slug: answers.EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, answers.Day]
    status: Annotated[Status, Example("playing")]
    version: answers.EntryNumber
    plan: Annotated[dict[str, Any], Example(answers.PLAN)]
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
    made_at: answers.Began
    started_at: Annotated[answers.Moment | None, Example(answers.BEGAN)]
    finished_at: answers.Moment | None
    published_at: answers.Moment | None

    @classmethod
    def from_view(cls, view: desk.Evening) -> Self:
        """An evening as it stands; one query."""
        addresses = _addresses(view)
        return cls.read(
            view,
            **asdict(access.sealed(view)),
            round=desk.round_in_play(view),
            possible=list(addresses),
            addresses=addresses,
            ledger=view,
        )


class OutlookAnswer(Answer):
    """Which round is the last by the end that is planned, at the pace of the room, and about when.

    `last_hand` is null where that round is over and there is no time for another.
    """

    last: Annotated[int, Example(5)]
    last_ends: Annotated[answers.Moment, Example(ABOUT_THE_END)]
    last_hand: Annotated[answers.Moment | None, Example(ABOUT_THE_END)]
    next_ends: Annotated[answers.Moment, Example(ABOUT_THE_END)]
    end: Annotated[answers.Moment, Example(ABOUT_THE_END)]


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

    code: answers.TicketCode
    number: int
    player: Annotated[answers.PersonId, At("player_id")]
    name: Annotated[answers.PersonName, At("player.name")]
    colour: Annotated[str, Example("ladies")]
    arrived_in: int
    left_in: int | None
    replaces: Annotated[str | None, At("replaces.code")]


Tickets = query.listed("Tickets", "Everybody who is or was in.", tickets=TicketOut)


class Sitter(Answer):
    """Somebody in a seat."""

    seat: int
    ticket: Annotated[answers.TicketCode, At("code")]
    name: answers.PersonName


class Guest(Answer):
    """Somebody who sits out."""

    ticket: Annotated[answers.TicketCode, At("code")]
    name: answers.PersonName


class OfCouples(Answer):
    """The points of the couples."""

    A: Annotated[int, Example(14)]
    B: Annotated[int, Example(0)]


Running = OfCouples | Annotated[list[int], at_most(MOST_SEATS)]
"""The points of the couples or, where everybody plays alone or counts their own, of each seat from 1 on."""


def running(points: tuple[int, ...], *, by_seat: bool) -> Running:
    """Points of the couples by letter, or those of each seat."""
    return list(points) if by_seat else OfCouples(A=points[0], B=points[1])


class TableOfRound(Answer):
    """A table in a round; `decision` says why its points are not the sum of its hands.

    `by_hands` is that sum, late hands with it, as `adjust-game/` takes it, where a slip's totals count beside hands.
    """

    table: answers.TableNumber
    seats: Annotated[list[Sitter], at_most(MOST_SEATS)]
    points: Annotated[Running, At(lambda game: running(game.points, by_seat=game.by_seat))]
    hands: int
    by_hands: Annotated[list[int], at_most(MOST_SEATS)] | None
    decision: Annotated[Literal["adjusted", "not_played", "totals"] | None, OR_NULL]
    cut: Annotated[answers.Side | None, OR_NULL]
    winner: Annotated[answers.Side | None, OR_NULL]


class RoundOut(RoundTimes):
    """A round with everybody's place and how each game stands."""

    tables: Annotated[list[TableOfRound], at_most(MOST_TABLES)]
    sitting_out: list[Guest]
    reasons: list[str]

    @classmethod
    def from_view(cls, view: rounds.RoundView) -> Self:
        """A round with everybody's place; one query for the names of all tickets of the evening."""
        names = desk.names(view.round.evening)
        sums = sums_beside_totals(game.row for game in view.games)
        return cls.read(
            view.round,
            bell_table=next((game.table for game in view.games if game.rang), None),
            tables=[TableOfRound.read(game, by_hands=sums.get(game.row.pk)) for game in view.games],
            sitting_out=view.sitting_out,
            reasons=[translate(Reason.from_data(reason).named(names)) for reason in view.round.reasons],
        )


class StandingOut(Answer):
    """A line of the standings; `won_halves` counts half games, `game_points` are null where they do not count."""

    place: int
    ticket: Annotated[answers.TicketCode, At("ticket.code")]
    name: Annotated[answers.PersonName, At("ticket.player.name")]
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
    about: Annotated[AsText, At(lambda prize: prize.about or ""), Example("")]
    rank: int
    last: int
    colour: Annotated[str | None, Example("ladies")]
    winner: Annotated[str | None, Example("k3v9")]
    tied: list[str]
    among: int
    amount: Annotated[int, Example(5000)]
    why: Annotated[AsText, Example("Place 1.")]


class Standings(Answer):
    """The standings as last worked out, best first; the prizes once the evening is over.

    Of a result, both as they are public: the prizes once it is published, and before that the standings where the
    plan lets visitors see them (`before_publication`).
    """

    version: answers.EntryNumber
    standings: Annotated[list[StandingOut], At(lambda evening: public.ResultsShown(evening).standings())]
    prizes: Annotated[list[Prize], At(lambda evening: public.ResultsShown(evening).prizes())]


class Result(Answer):
    """An evening that is over: by what plan it was played, who came where, who won what.

    `published_at` is null until its archive is made; a correction makes another one. Until it is published `prizes`
    is empty, and `standings` too where the plan does not let visitors see them before (`before_publication`).
    """

    club: Annotated[answers.ClubSlug, At("club.slug")]
    slug: answers.EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, answers.Day]
    game: Annotated[answers.GameSlug, At("plan.game")]
    plan: Annotated[dict[str, Any], Example(answers.PLAN)]
    version: answers.EntryNumber
    rounds: Annotated[int, At("current_round"), Example(6)]
    published_at: Annotated[answers.Moment | None, Example(answers.BEGAN)]
    standings: Annotated[list[StandingOut], At(lambda evening: public.results_shown(evening).standings())]
    prizes: Annotated[list[Prize], At(lambda evening: public.results_shown(evening).prizes())]


class Entry(Answer):
    """One act in the ledger; in its `reason` the number of a ticket, in braces, stands for who holds it."""

    sequence: int
    act: Annotated[Act, Example("start")]
    body: Annotated[dict[str, Any], Example({"round": 1, "started_at": answers.BEGAN})]
    by: answers.By
    at: answers.Began
    reason: str
    previous_hash: Annotated[str, Example(answers.HASHES[1])]
    hash: answers.Hash


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
    made_at: answers.Began
    due_at: answers.Played
    done_at: Annotated[answers.Moment | None, Example(answers.ENTERED)]
    milliseconds: Annotated[int | None, Example(38)]
    remark: Annotated[AsText, At(outbox.remark_of), Example("round 2 drafted")]


Jobs = query.listed("Jobs", "The background work of the evening, newest first.", jobs=Job)


class Link(Answer):
    """The link to a table: whoever has it plays at that table."""

    table: Annotated[answers.TableNumber, At("table.number")]
    token: Annotated[str, Example("Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho")]
    url: Annotated[str, Example("https://club.example/t/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]


class Links(Answer):
    """The links of all tables, but those of `kept`: tables in play, for who plays tonight and has not looked."""

    links: Annotated[list[Link], at_most(MOST_TABLES)]
    kept: Annotated[list[int], at_most(MOST_TABLES)]
