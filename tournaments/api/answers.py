"""What the REST door answers with, for its schema; tests hold every answer against these."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import AwareDatetime, Field

from tournaments.api.scored import Answer as Answer
from tournaments.api.scored import BatchScore as BatchScore
from tournaments.api.scored import Game as Game
from tournaments.api.scored import GameInShort as GameInShort
from tournaments.api.scored import GameScore as GameScore
from tournaments.api.scored import Line as Line
from tournaments.api.scored import NotScored as NotScored
from tournaments.api.scored import Problem as Problem
from tournaments.api.scored import Problems as Problems
from tournaments.api.scored import Score as Score
from tournaments.status import Act, Status

Couple = Literal["A", "B"]


class Club(Answer):
    """A club of yours."""

    slug: str
    name: str
    time_zone: str
    members: int
    evenings: int


class Clubs(Answer):
    """Your clubs."""

    clubs: list[Club]


class Games(Answer):
    """The games."""

    games: list[GameInShort]


class Player(Answer):
    """Somebody the club knows."""

    id: int
    name: str
    guest: bool
    colour: str
    active: bool


class Players(Answer):
    """Several of them."""

    players: list[Player]


class PlayerPage(Answer):
    """A part of the list, and the addresses of the parts before and after it."""

    count: int
    next: str | None
    previous: str | None
    results: list[Player]


class HouseRules(Answer):
    """How a club plays a game: every house rule with its value, and whether the club has set them."""

    game: str
    options: dict[str, Any]
    own: bool


class EveningInShort(Answer):
    """An evening in a list."""

    slug: str
    name: str
    date: date
    game: str
    status: Status
    current_round: int
    players: int


class EveningPage(Answer):
    """A part of the list, and the addresses of the parts before and after it."""

    count: int
    next: str | None
    previous: str | None
    results: list[EveningInShort]


class RoundTimes(Answer):
    """When a round was announced, began, ends by the clock, was stopped and was settled; the table that rang."""

    number: int
    announced_at: AwareDatetime | None
    started_at: AwareDatetime | None
    ends_at: AwareDatetime | None
    stopped_at: AwareDatetime | None
    closed_at: AwareDatetime | None
    bell_table: int | None


class LedgerHead(Answer):
    """How long the ledger is, and the hash it ends in."""

    length: int
    head: str


class Evening(Answer):
    """An evening as it stands. `possible` names the acts that its status allows.

    `commitment` is the SHA-256 of the word `commitment` and the seed, a line each, without a newline at the end.
    `seed` is null until the evening is published or abandoned: draws and cuts are still to come from it.
    """

    club: str
    slug: str
    name: str
    date: date
    status: Status
    version: int
    plan: dict[str, Any]
    pinned: dict[str, Any] | None
    commitment: str
    seed: str | None
    current_round: int
    round: RoundTimes | None
    possible: list[Act]
    ledger: LedgerHead
    made_at: AwareDatetime
    started_at: AwareDatetime | None
    finished_at: AwareDatetime | None
    published_at: AwareDatetime | None


class Ticket(Answer):
    """A player's part in the evening; acts name it by `code`."""

    code: str
    number: int
    player: int
    name: str
    colour: str
    arrived_in: int
    left_in: int | None
    replaces: str | None


class Tickets(Answer):
    """Everybody who is or was in."""

    tickets: list[Ticket]


class Sitter(Answer):
    """Somebody in a seat."""

    seat: int
    ticket: str
    name: str


class Guest(Answer):
    """Somebody who sits out."""

    ticket: str
    name: str


class OfCouples(Answer):
    """The points of the couples."""

    A: int
    B: int


Running = OfCouples | list[int]
"""The points of the couples or, where everybody counts their own, of each seat from 1 on."""


class TableOfRound(Answer):
    """A table in a round."""

    table: int
    seats: list[Sitter]
    points: Running
    hands: int
    cut: Couple | None
    winner: Couple | None


class Round(RoundTimes):
    """A round with everybody's place and how each game stands."""

    tables: list[TableOfRound]
    sitting_out: list[Guest]
    reasons: list[str]


class Standing(Answer):
    """A line of the standings; `won_halves` counts half games."""

    place: int
    ticket: str
    name: str
    played: int
    won_halves: int
    points_for: int
    points_difference: int
    head_table_wins: int
    bells_rung: int
    decided_by: str


class Prize(Answer):
    """A prize and the ticket that has it, or the tickets that have to cut for it; or a share in several prizes.

    Where prizes are divided there is one for each ticket: `rank` to `last` are divided among so many, and `amount`,
    in the smallest unit of money, is what this ticket gets. With no winner and nobody tied it waits for another cut.
    """

    prize: Literal["best", "booby"]
    rank: int
    last: int
    colour: str | None
    winner: str | None
    tied: list[str]
    among: int
    amount: int
    why: str


class Standings(Answer):
    """The standings as last worked out, best first; the prizes once the evening is over."""

    version: int
    standings: list[Standing]
    prizes: list[Prize]


class Entry(Answer):
    """One act in the ledger."""

    sequence: int
    act: Act
    body: dict[str, Any]
    by: str
    at: AwareDatetime
    reason: str
    previous_hash: str
    hash: str


class LedgerPage(Answer):
    """Entries in order; `next` is the address of those that follow."""

    length: int
    head: str
    entries: list[Entry]
    next: str | None


class Job(Answer):
    """A piece of background work."""

    id: int
    kind: str
    cause: int | None
    outcome: str
    attempts: int
    made_at: AwareDatetime
    due_at: AwareDatetime
    done_at: AwareDatetime | None
    milliseconds: int | None
    remark: str


class Jobs(Answer):
    """The background work of the evening, newest first."""

    jobs: list[Job]


class Link(Answer):
    """The link to a table: whoever has it plays at that table."""

    table: int
    token: str
    url: str


class Links(Answer):
    """The links of all tables, but those of `kept`: tables in play, for who plays tonight and has not looked."""

    links: list[Link]
    kept: list[int]


class Me(Answer):
    """Who is asking: an officer with their clubs, or a table with its place."""

    kind: Literal["officer", "table"]
    name: str
    clubs: list[str]
    table: str | None = Field(description="The address of the table.")
