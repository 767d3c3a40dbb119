"""An evening in a test: the services with a clock that ticks and short names for what a test does often."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening, Round, TableRound
from tournaments.evening.plan import Setup, counting_of
from tournaments.evening.reads.facts import prizes_of, setup_of
from tournaments.evening.services import evenings, results, scoresheets
from tournaments.evening.services.perform import perform
from tournaments.movement.seating import SEATS
from tournaments.ranking.prizes import ties_to_cut
from tournaments.rehearsal.random_hands import pretend_hand
from tournaments.work import runner
from tournaments.work.models import Job

COUNTERS = ("one", "three", "five", "pheasant", "peacock", "owl", "chantecler")
BY = "user:1"
PATIENCE_SECONDS = 20
TIMED_HANDS = 2
MOST_HANDS = 12
DONE_BY = {"seated": acts.Draw(), "playing": acts.Start(), "settled": acts.Close(), "finished": acts.Finish()}
STEPS = (
    *("draft", "check_in", "seated", "playing", "bell", "settled", "drafted", "moved", "finished"),
    *("published",),
)


def a_hand(bidder: int = 1, bid: int = 5, couple: str = "A", **counters: str) -> dict[str, Any]:
    """A hand in which `couple` takes all counters but those named: 14 points to it when the bid is made."""
    taken = {name: counters.get(name, couple) for name in COUNTERS}
    return {"bidder": bidder, "bid": bid, "trump": "hen", "counters": taken}


def do_a_slice(planning_id: int, clock: Callable[[], datetime]) -> bool:
    """Do a slice of a search as a worker does; whether there is more to do."""
    (job,) = Job.objects.filter(subject="planning", subject_key=planning_id)
    done = runner.run(job.pk, clock=clock)
    return done is not None and done.outcome == Job.Outcome.WAITING


@dataclass
class AnEvening:
    """`evening` is read afresh after each act; `clock()` ticks a second each time it is read."""

    evening: Evening
    players: list[Player]
    at: datetime
    colours: tuple[str, ...] = ()
    keys: int = 0
    dice: random.Random = field(default_factory=lambda: random.Random(1910))
    answers: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def made(
        cls,
        club: Club,
        players: int,
        *,
        at: datetime,
        rounds: int = 3,
        target: int = 42,
        colours: tuple[str, ...] = (),
        prizes: dict[str, Any] | None = None,
        name: str = "Friday",
        game: str = "chantecler",
        movement: str = "progressive",
        counting: str = "",
        signal: str = "director",
        house_rules: dict[str, Any] | None = None,
        confirmation: str = "taken",
        seed: str = "a test",
        beside: dict[str, Any] | None = None,
        ends: dict[str, Any] | None = None,
        worth: dict[str, Any] | None = None,
        people: Sequence[str] = (),
        **options: Any,
    ) -> AnEvening:
        """A draft evening of `club` with `players` members waiting at the door, by those names if any are given.

        `ends` and `worth` are how a round ends and what it is worth, where the plan says so itself; `beside` what
        else is planned.
        """
        names = people[:players] or [f"{name} player {number:02}" for number in range(1, players + 1)]
        counts: dict[str, Any] = {"movement": movement, **({"counting": counting} if counting else {})}
        counts |= {name: told for name, told in (("round", ends), ("worth", worth)) if told}
        to_target = counting_of(counts) == "games" and ends is None
        plan = {
            "game": game,
            "house_rules": house_rules or ({"target": target} if to_target else {}),
            **counts,
            "rounds": rounds,
            "signal": signal,
            "colours": list(colours),
            "movement_options": options,
            "prizes": prizes or {},
            "confirmation": confirmation,
            **(beside or {}),
        }
        known = clubs.add_names(club=club, names=names, at=at)
        evening = evenings.make_evening(
            club=club, name=name, date=at.date(), plan=plan, by=BY, at=at, seed=seed
        )
        return cls(evening, known, at, colours)

    def clock(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def read(self) -> Evening:
        self.evening = Evening.objects.select_related("club").get(pk=self.evening.pk)
        return self.evening

    def act(self, what: Any, **arguments: Any) -> Any:
        who: dict[str, Any] = {"by": arguments.pop("by", BY), "at": self.clock()}
        if isinstance(what, acts.Act):
            done: Any = perform(evening=self.evening, act=what, **who)
        else:
            done = what(evening=self.evening, **who, **arguments)
        self.read()
        return done

    def bring_to(self, status: str) -> AnEvening:
        """Take the evening forward to `status`, in its first round where rounds are played."""
        for step in STEPS[: STEPS.index(status) + 1]:
            self.step_to(step)
        return self

    def step_to(self, step: str) -> None:
        if step in DONE_BY:
            self.act(DONE_BY[step])
        else:
            getattr(self, f"_{step}")()

    def go_on_to(self, step: str) -> AnEvening:
        """Take the evening on to the next `step`, by all that lie between: another round, or straight to the end."""
        following = dict(pairwise(STEPS)) | {"moved": "playing"}
        if step in STEPS[STEPS.index("finished") :]:
            following["drafted"] = "finished"
        reached = self.evening.status
        while True:
            reached = following[reached]
            self.step_to(reached)
            if reached == step:
                return self

    def _draft(self) -> None:
        """As made."""

    def _check_in(self) -> None:
        self.act(acts.OpenDoors())
        colours = self.colours or ("",)
        arrivals = [(player, colours[place % len(colours)]) for place, player in enumerate(self.players)]
        if arrivals:
            self.act(evenings.check_in, players=arrivals)

    def _bell(self) -> None:
        """Every table plays one hand, couple A wins everywhere; table 1 reaches the target and rings.

        Where everybody counts their own points, play is stopped after the hand, if that does not end the round.
        Where the plan says how a round ends it is played out.
        """
        if self.evening.plan.get("round"):
            self.play_out()
            return
        if self.evening.plan["counting"] == "points":
            self.play_hands(1)
            if self.evening.status == "playing":
                self.act(acts.Stop())
            return
        for table in self.tables():
            self.enter(table, self._a_hand())
        while max(self.totals(1)) < self.evening.plan["house_rules"]["target"]:
            self.enter(1, self._a_hand())
        self.act(acts.Ring(table=1))

    def _a_hand(self) -> dict[str, Any]:
        """A hand of tonight's game for couples: of Chantecler one that couple A wins, else any."""
        plan = self.evening.plan
        if plan["game"] == "chantecler":
            return a_hand()
        return pretend_hand(self.dice, plan["game"], 4, edition=plan.get("edition", ""))

    def _any_hand(self, game: TableRound) -> dict[str, Any]:
        plan = self.evening.plan
        return pretend_hand(
            self.dice,
            plan["game"],
            len(game.seat_points) or SEATS,
            plan["house_rules"],
            plan.get("edition", ""),
        )

    def play_out(self) -> None:
        """Every table plays tonight's game until the round is over; where only time ends that, two hands each.

        A game that comes to no end after twelve is stopped.
        """
        setup = setup_of(self.evening)
        hands = 0
        while self.evening.status == "playing":
            if hands == (TIMED_HANDS if setup.plan.ends == "time" else MOST_HANDS):
                self.act(acts.Stop())
                return
            for game in self.round().tables.order_by("table__number").select_related("table"):
                if not setup.played_out(game.hands_count, game.points, game.outright):
                    self.enter(game.table.number, self._any_hand(game))
                    if setup.rings:
                        self._ring_where_reached(setup, game.table.number)
                if self.evening.status != "playing":
                    return
            hands += 1

    def _ring_where_reached(self, setup: Setup, table: int) -> None:
        game = TableRound.objects.get(round=self.round(), table__number=table)
        if setup.may_ring(table, game.points):
            self.act(acts.Ring(table=table))

    def cut_where_level(self) -> None:
        for game in self.round().tables.order_by("table__number").select_related("table"):
            while game.score.needs_cut:
                self.act(acts.Cut(table=game.table.number, winner=self.dice.choice(game.score.level)))
                game.refresh_from_db()

    def _drafted(self) -> None:
        """After the last planned round there is no move to draft."""
        self.work()

    def _moved(self) -> None:
        if self.evening.status == "drafted":
            self.act(acts.PublishMove())

    def _published(self) -> None:
        self.act(results.request_publication)
        self.work()

    def archive_by_seed(self) -> dict[str, Any]:
        """Cut for the prizes by the seed, one at a time, publish what has been played to the end, and read it."""
        while ties := ties_to_cut(prizes_of(self.evening)):
            tie = ties[0]
            about: dict[str, Any] = {"prize": tie.prize, "colour": tie.colour, "other": tie.other}
            self.act(acts.CutPrize(order=tie.players, how="seed", **about))
        self.step_to("published")
        archive: dict[str, Any] = json.loads(self.evening.publications.get().archive)
        return archive

    def work(self) -> list[Job]:
        """Do every waiting job of evenings, as the worker does."""
        waiting = list(Job.objects.waiting().filter(subject="evening").values_list("pk", flat=True))
        done = {job_id: runner.run(job_id, clock=self.clock) for job_id in waiting}
        for job_id in [job_id for job_id, job in done.items() if job is None]:
            self._until_done(job_id)
        self.read()
        return [job for job in done.values() if job is not None]

    @staticmethod
    def _until_done(job_id: int) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while Job.objects.filter(pk=job_id, outcome=Job.Outcome.WAITING).exists():
            assert time.monotonic() < deadline, f"job {job_id} is in other hands and does not end"
            time.sleep(0.05)

    def round(self) -> Round:
        return self.evening.rounds.get(number=max(self.evening.current_round, 1))

    def tables(self) -> list[int]:
        return list(self.round().tables.order_by("table__number").values_list("table__number", flat=True))

    def play_hands(self, count: int) -> None:
        for game in self.round().tables.order_by("table__number").select_related("table"):
            for _ in range(count):
                self.enter(game.table.number, self._any_hand(game))

    def totals(self, table: int) -> tuple[int, int]:
        game = TableRound.objects.get(round=self.round(), table__number=table)
        return game.points_a, game.points_b

    def enter(self, table: int, hand: dict[str, Any], **arguments: Any) -> dict[str, Any]:
        self.keys += 1
        arguments.setdefault("key", f"key-{self.keys}")
        entered = scoresheets.enter_hand(
            evening_id=self.evening.pk,
            table_number=table,
            hand=hand,
            by=arguments.pop("by", f"table:{table}"),
            at=arguments.pop("at", None) or self.clock(),
            **arguments,
        )
        self.read()
        answer: dict[str, Any] = json.loads(entered.answer)
        self.answers.append(answer)
        return answer

    def win(self, *tables: int) -> None:
        """At each of these tables couple A wins a hand: 14 points to it, so that three reach the target."""
        for table in tables:
            self.enter(table, a_hand())


Make = Callable[..., AnEvening]
"""What the fixture `make_evening` is: players, how far it is brought, and what is otherwise planned."""
