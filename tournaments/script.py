"""An evening script: what may stand in it, with every fault of its form at once, and playing it.

It is played by the same services as the web and the API, one call after the other.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Literal, NoReturn, Self
from zoneinfo import ZoneInfo

from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from games.definition import Game
from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments.club.models import Club, Player
from tournaments.club.reads.members import game_for
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening import new_plans as plans
from tournaments.evening.acts.seats import next_move
from tournaments.evening.fold import fold
from tournaments.evening.models import Evening, TableRound
from tournaments.evening.plan import MOST_ROUNDS, plan_faults
from tournaments.evening.reads.facts import prizes_of, seating_of, setup_of, standings_of
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings, results, scoresheets
from tournaments.evening.services.perform import perform
from tournaments.movement.seating import MOST_SEATS, SEATS, Seating, check_cuts
from tournaments.publishing.publish import chain_of
from tournaments.refusals import checked_date, fault, refuse
from tournaments.site.cleaning import clean_name
from tournaments.work import outbox, runner
from tournaments.work.models import Job

BY = "script"
FIRST_SIGNAL = time(19, 30)
A_MOMENT = timedelta(seconds=1)
Outcome = dict[str, Any]


@transaction.atomic
def play(*, script: Script, club: Club, publish: bool = True) -> tuple[Evening, Outcome]:
    """Play `script` as a new evening of `club`; everything or, at the first fault, nothing.

    The script says in which order things happened, not when: its clock starts at half past seven of its date
    and ticks a second for each act.

    Returns the evening and the outcome of the contract. Raises Faults naming the place in the script.
    """
    return _Performance(script, club).play(publish=publish)


@contextmanager
def _at(place: str) -> Iterator[None]:
    # Whatever the service calls the field.
    try:
        yield
    except Faults as refused:
        raise Faults(Fault(place, fault.code, fault.sentence) for fault in refused.faults) from refused


@contextmanager
def _inside(place: str, *, drop: str = "") -> Iterator[None]:
    # `drop`: what the service's fields start with instead.
    try:
        yield
    except Faults as refused:
        raise Faults(
            Fault(f"{place}.{fault.field.removeprefix(drop)}", fault.code, fault.sentence)
            for fault in refused.faults
        ) from refused


class _Performance:
    def __init__(self, script: Script, club: Club) -> None:
        self.script = script
        self.club = club
        with _at("evening.date"):
            day = checked_date(script.evening.date)
        self.at = datetime.combine(day, FIRST_SIGNAL, ZoneInfo(club.time_zone)).astimezone(UTC)
        self.codes: dict[str, str] = {}
        self.ids: dict[str, str] = {}

    def tick(self) -> datetime:
        self.at += A_MOMENT
        return self.at

    def play(self, *, publish: bool) -> tuple[Evening, Outcome]:
        evening = self._open()
        played = [self._round(evening, number, round_) for number, round_ in enumerate(self.script.rounds)]
        record = fold(chain_of(evening))
        upcoming = next_move(record).seating if played else record.rounds[1].seating
        prizes: dict[str, Any] = {}
        if played:
            perform(evening=evening, act=acts.Finish(), by=BY, at=self.tick())
            self._cut_for_prizes(evening)
            prizes = {"prizes": self._prizes(evening)} if self.script.evening.prizes is not None else {}
            if publish:
                self._work(results.request_publication(evening=evening, by=BY, at=self.tick()))
        tables, sitting_out = self._named(upcoming)
        return evening, {
            "rounds": played,
            "next_seating": tables,
            "next_sitting_out": sitting_out,
            "standings": self._standings(evening),
            **prizes,
        }

    def _open(self) -> Evening:
        head = self.script.evening
        colours = list(dict.fromkeys(player.ticket for player in self.script.players if player.ticket))
        with _inside("evening", drop="plan."):
            plan = {
                "game": head.game,
                "house_rules": head.house_rules,
                "movement": head.movement,
                "movement_options": head.movement_options,
                "rounds": max(1, len(self.script.rounds)),
                "colours": colours,
            }
            optional = ("counting", "round", "worth", "starts_at", "ends_about", "prizes")
            options = {name: getattr(head, name) for name in optional}
            plan |= {name: value for name, value in options.items() if value is not None}
            game = game_for(self.club, head.game)
            plan |= {"edition": game.edition} if game and game.edition else {}
            if "counting" not in plan and ("round" in plan or "worth" in plan) and _is_of_couples(game):
                plan["counting"] = "games"
            plans.checked_plan(plan)
        with _at("evening.name"):
            evening = evenings.make_evening(
                club=self.club, name=head.name, date=head.date, plan=plan, by=BY, at=self.tick()
            )
        perform(evening=evening, act=acts.OpenDoors(), by=BY, at=self.tick())
        self._let_in(evening)
        self._seat(evening)
        return evening

    def _let_in(self, evening: Evening) -> None:
        # A new player for each name that no member (left) of the club has.
        known: dict[str, list[Player]] = defaultdict(list)
        for player in Player.objects.filter(club=self.club).order_by("-pk"):
            known[player.name].append(player)
        arrivals = []
        for place, entry in enumerate(self.script.players):
            with _at(f"players.{place}.name"):
                name = clean_name("name", entry.name)
            player = (
                known[name].pop()
                if known[name]
                else clubs.add_player(
                    club=self.club, name=name, colour=entry.ticket, at=self.at, another=True
                )
            )
            arrivals.append((player, entry.ticket))
        tickets = evenings.check_in(evening=evening, players=arrivals, by=BY, at=self.tick())
        for entry, ticket in zip(self.script.players, tickets, strict=True):
            self.codes[entry.id] = ticket.code
            self.ids[ticket.code] = entry.id

    def _seat(self, evening: Evening) -> None:
        seated = {id_ for table in self.script.start for id_ in table}
        tables = [[self.codes.get(id_, id_) for id_ in table] for table in self.script.start]
        sitting_out = [self.codes[player.id] for player in self.script.players if player.id not in seated]
        evenings.seat_by_hand(evening=evening, tables=tables, sitting_out=sitting_out, by=BY, at=self.tick())

    def _round(self, evening: Evening, number: int, told: ScriptRound) -> Outcome:
        if number:
            perform(evening=evening, act=acts.PublishMove(), by=BY, at=self.tick())
        perform(evening=evening, act=acts.Start(), by=BY, at=self.tick())
        place = f"rounds.{number}"
        evening.refresh_from_db()
        round_ = evening.rounds.get(number=evening.current_round)
        bell = self._hands(evening, place, told)
        if told.totals is not None:
            totals = acts.EnterTotals(totals=[(total.table, total.points) for total in told.totals])
            with _inside(place):
                perform(evening=evening, act=totals, by=BY, at=self.tick())
        evening.refresh_from_db()
        if evening.status == Status.PLAYING:
            perform(evening=evening, act=acts.Stop(), by=BY, at=self.tick())
        games = TableRound.objects.filter(round=round_).order_by("table__number")
        if told.totals is None:
            self._check_hands(evening, place, list(games))
        self._cuts(evening, place, told, list(games))
        perform(evening=evening, act=acts.Close(), by=BY, at=self.tick())
        for job in evening.jobs.waiting():
            self._work(job)
        tables, sitting_out = self._named(seating_of(round_))
        settled = list(games.all())
        return {
            "seating": tables,
            "sitting_out": sitting_out,
            "scores": [list(game.points) for game in settled],
            "bell": bell,
            "winners": [_side(game.winner) for game in settled] if settled[0].keeping.is_won else [],
            **({} if told.totals is None else {"totals": True}),
        }

    def _check_hands(self, evening: Evening, place: str, games: list[TableRound]) -> None:
        setup = setup_of(evening)
        for game in games:
            most = setup.most_hands(game.points)
            if setup.plan.round and setup.plan.ends == "hands" and most and game.hands_count < most:
                refuse(
                    place,
                    "not-all-played",
                    "table %(table)s has played %(hands)s of its %(most)s hands",
                    table=game.table.number,
                    hands=game.hands_count,
                    most=most,
                )

    def _hands(self, evening: Evening, place: str, told: ScriptRound) -> int | None:
        # The hand that brings a couple to the target rings; the table that rang is returned.
        setup = setup_of(evening)
        rang: int | None = None
        for count, hand in enumerate(told.hands):
            where = f"{place}.hands.{count}"
            if rang is not None:
                refuse(
                    where,
                    "after-the-bell",
                    "this hand of table %(table)s comes after table %(rang)s rang; only hands before the bell count",
                    table=hand.table,
                    rang=rang,
                )
            with _inside(where):
                entered = scoresheets.enter_hand(
                    evening_id=evening.pk,
                    table_number=hand.table,
                    hand=hand.hand,
                    key=where,
                    by=BY,
                    at=self.tick(),
                )
            if json.loads(entered.answer).get("state") == "late":
                refuse(where, "after-the-bell", "the round is over; only hands finished before its end count")
            if setup.may_ring(hand.table, _running(entered.answer)):
                perform(evening=evening, act=acts.Ring(table=hand.table), by=BY, at=self.at)
                rang = hand.table
        return rang

    def _cuts(self, evening: Evening, place: str, told: ScriptRound, games: list[TableRound]) -> None:
        tables: set[int] = set()
        for count, cut in enumerate(told.cuts):
            if cut.table in tables:
                refuse(
                    f"{place}.cuts.{count}.table",
                    "cut-twice",
                    "table %(table)s has cut already",
                    table=cut.table,
                )
            tables.add(cut.table)
            with _at(f"{place}.cuts.{count}.table"):
                perform(evening=evening, act=cut.act(), by=BY, at=self.tick())
        with _at(f"{place}.cuts"):
            check_cuts({game.table.number: game.score.is_level for game in games}, tables)

    def _cut_for_prizes(self, evening: Evening) -> None:
        for count, entry in enumerate(self.script.prize_cuts):
            order = [self.codes.get(id_, id_) for id_ in entry.order]
            cut = acts.CutPrize(prize=entry.prize, colour=entry.colour, other=entry.other, order=order)
            with _inside(f"prize_cuts.{count}"):
                perform(evening=evening, act=cut, by=BY, at=self.tick())

    def _work(self, job: Job) -> None:
        done = runner.run(job.pk, clock=lambda: self.at)
        if done is not None and done.outcome != Job.Outcome.DONE:
            raise RuntimeError(f"job {job.topic} failed: {outbox.remark_of(done)}")

    def _named(self, seating: Seating) -> tuple[list[list[str]], list[str]]:
        return (
            [[self.ids[code] for code in table] for table in seating.tables],
            [self.ids[code] for code in seating.sitting_out],
        )

    def _standings(self, evening: Evening) -> list[Outcome]:
        counts, head = setup_of(evening).plan.counts, self.script.evening
        is_plain = counts == "games" and head.round is None and head.worth is None
        return [
            {
                "player": self.ids[line.player],
                "played": line.played,
                "won": line.won_halves // 2 if line.won_halves % 2 == 0 else line.won_halves / 2,
                "place": line.place,
                **({} if is_plain else {"points": line.points_for}),
                **({"difference": line.points_difference} if counts == "points" else {}),
                **({"game_points": line.game_points} if counts == "margin" else {}),
            }
            for line in standings_of(evening)
        ]

    def _prizes(self, evening: Evening) -> list[Outcome]:
        return [
            {
                "prize": prize.kind,
                "rank": prize.rank,
                "colour": prize.colour,
                "other": prize.other,
                "player": self.ids[prize.winner] if prize.winner else None,
                "tied": [self.ids[code] for code in prize.tied],
                "amount": prize.amount,
                "why": str(prize.why),
            }
            for prize in prizes_of(evening)
        ]


def _is_of_couples(game: Game | None) -> bool:
    # What is no game is refused with the plan.
    return game is not None and game.partnership and SEATS in game.seats


def _side(winner: str) -> str | int | None:
    return int(winner) if winner.isdecimal() else winner or None


def _running(answer: str) -> tuple[int, ...]:
    running = json.loads(answer)["running"]
    return (running["A"], running["B"]) if isinstance(running, dict) else tuple(running)


LONGEST_ID = 80
MOST_PARTS: Final = 30_000
"""Lists and objects; a whist drive of 100 tables and 24 hands has 7,000."""
MOST_VALUES: Final = 50_000
MOST_WRONG: Final = 5_000
"""With more places than these that are wrong a document is no script, and they are not told one by one."""
HALF = re.compile("[\ud800-\udfff]")


Side = Literal["A", "B", 1, 2, 3, 4, 5, 6, 7, 8]
"""A couple, or the number of a seat."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class ScriptEvening(_Part):
    name: str
    date: date
    game: str
    house_rules: dict[str, Any] = Field(default_factory=dict)
    movement: str = "progressive"
    counting: Literal["games", "points"] | None = None
    movement_options: dict[str, Any] = Field(default_factory=dict)
    round: dict[str, Any] | None = None
    worth: dict[str, Any] | None = None
    starts_at: str | None = None
    ends_about: str | None = None
    prizes: dict[str, Any] | None = None


class ScriptPlayer(_Part):
    id: str = Field(min_length=1, max_length=LONGEST_ID)
    name: str
    ticket: str = Field(default="", max_length=20)


class ScriptHand(_Part):
    table: int
    hand: dict[str, Any]


class ScriptCut(_Part):
    """Who won the cut at a level table: a couple, the number of a seat, or the whole order of those who cut."""

    table: int
    winner: Side | None = None
    order: tuple[Side, ...] = Field(default=(), max_length=MOST_SEATS)

    @model_validator(mode="after")
    def _names_somebody(self) -> Self:
        if self.winner is None and not self.order:
            raise ValueError(gettext_noop("a cut names its winner, or the whole order of those who cut"))
        return self

    def act(self) -> acts.Cut:
        winner = "" if self.winner is None else str(self.winner)
        return acts.Cut(table=self.table, winner=winner, order=tuple(map(str, self.order)))


class ScriptPrizeCut(_Part):
    """A cut for a prize once the evening is over: the ids of those whom it put in order, its winner first."""

    prize: str
    colour: str | None = None
    other: int = 0
    order: tuple[str, ...]


class ScriptTotal(_Part):
    """What the couples, or the seats, of a table made in a round of which no hands are known."""

    table: int
    points: tuple[int, ...] = Field(max_length=MOST_SEATS)


class ScriptRound(_Part):
    hands: tuple[ScriptHand, ...] = ()
    totals: tuple[ScriptTotal, ...] | None = None
    cuts: tuple[ScriptCut, ...] = ()

    @model_validator(mode="after")
    def _is_told_once(self) -> Self:
        if self.hands and self.totals is not None:
            raise ValueError(gettext_noop("a round is told by its hands or by its totals, not by both"))
        return self


class Script(_Part):
    evening: ScriptEvening
    players: tuple[ScriptPlayer, ...]
    start: tuple[tuple[str, ...], ...]
    rounds: tuple[ScriptRound, ...] = Field(max_length=MOST_ROUNDS)
    prize_cuts: tuple[ScriptPrizeCut, ...] = ()


def read_script(text: str) -> Script:
    """The script in `text`. Raises Faults naming every place that is not as it should be."""
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        refuse("script", "not-json", "this is not JSON: %(error)s", error=str(error))
    if text.count("{") + text.count("[") > MOST_PARTS or text.count(",") > MOST_VALUES:
        refuse("script", "too-large", "this holds far more than an evening; write a script for each evening")
    if faults := tuple(_half_characters(document)):
        raise Faults(faults)
    try:
        script = Script.model_validate_json(text)
    except ValidationError as refused:
        if refused.error_count() > MOST_WRONG:
            refuse(
                "script",
                "no-script",
                "%(count)s places are not as they should be; is this an evening script?",
                count=refused.error_count(),
            )
        form_faults = plan_faults(refused, "", Script)
        raise Faults(fault if fault.field else fault.inside("script") for fault in form_faults) from refused
    if faults := tuple(_people(script)):
        raise Faults(faults)
    return script


def _no_number(name: str) -> NoReturn:
    # Python takes NaN and the infinities for numbers, and JSON does not.
    raise ValueError(f"{name} is not a number")


def _half_characters(document: object) -> Iterator[Fault]:
    # JSON can spell half of a surrogate pair.
    waiting: list[tuple[str, object]] = [("script", document)]
    while waiting:
        place, value = waiting.pop()
        below = "" if place == "script" else f"{place}."
        if isinstance(value, dict):
            waiting += [(place, key) for key in value]
            waiting += [(f"{below}{key}", inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{below}{count}", inner) for count, inner in enumerate(value)]
        elif isinstance(value, str) and not value.isascii() and HALF.search(value):
            printable = HALF.sub("\N{REPLACEMENT CHARACTER}", value)
            yield fault(
                HALF.sub("\N{REPLACEMENT CHARACTER}", place),
                "unprintable",
                "“%(entered)s” holds characters that cannot be shown",
                entered=printable[:60],
            )


def _people(script: Script) -> Iterator[Fault]:
    uses: Counter[str] = Counter()
    coloured = any(player.ticket for player in script.players)
    for place, player in enumerate(script.players):
        uses[player.id] += 1
        if uses[player.id] > 1:
            yield fault(
                f"players.{place}.id",
                "id-used-twice",
                "“%(entered)s” is another player's id",
                entered=player.id,
            )
        if not player.name.strip():
            yield fault(f"players.{place}.name", "empty", "nothing was entered; a name is needed")
        if not player.ticket.isprintable() or player.ticket != player.ticket.strip():
            yield fault(
                f"players.{place}.ticket",
                "unprintable",
                "%(entered)s was entered; a ticket colour is a word that can be shown, with no space around it",
                entered=repr(player.ticket),
            )
        if coloured and not player.ticket:
            yield fault(
                f"players.{place}.ticket",
                "missing",
                "nothing was entered; others have a ticket colour, so everybody needs one",
            )
