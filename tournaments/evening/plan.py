"""The plan of an evening, checked once and then only read.

The plan is data (game, house rules, movement and its options, how it counts, rounds, ticket colours, prizes); it
goes into the ledger when the evening is made and is pinned when play starts. There are two kinds of it: evenings
of games, at which a side of each table wins, and evenings of points, at which everybody counts their own and nobody
wins. How a round ends and what it is worth (`round_rules`) are choices of their own; a plan that says nothing of
them is played by the bell or by its hands, as its kind is. Who sits where is the movement's matter.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, Field, ValidationError, create_model, field_validator

from games import catalogue, reading
from games.definition import Game, called_feat, reaches
from scoring.bounds import Bounds
from scoring.derivation import Derivation, Sentence, gettext_noop
from scoring.described import option
from scoring.entry import Entry, each_once
from scoring.faults import Fault
from tournaments.club.roles import BEFORE_PUBLICATION_WORDS, USUALLY_BEFORE_PUBLICATION, BeforePublication
from tournaments.evening.round_rules import Counts, Ends, GoesOn, Keeping, RoundEnd, Worth
from tournaments.movement.by_result.knock_out import KnockOut
from tournaments.movement.by_seat import ByColour
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS, Counting, Slug, plug_of
from tournaments.movement.draw import draw
from tournaments.movement.interface import Announced, Situation, Tables
from tournaments.movement.interface import Movement as Mover
from tournaments.movement.options import Choices, GamesOptions, PointsOptions
from tournaments.movement.progressive import ProgressiveOptions
from tournaments.movement.scheduled import Scheduled
from tournaments.movement.seating import SEATS, Bell, Seating, may_ring
from tournaments.ranking.offered import CountsFirst, Prizes, Settlement, about_feat, about_rounds
from tournaments.ranking.prizes import Competition, Prize, other_prizes, prizes
from tournaments.ranking.standings import Adjustment, PrizeCut, Standing, TableResult, standings
from tournaments.ranking.tie_breaks import RoundReached, stages
from tournaments.ranking.totals import FIRST, counted, totals
from tournaments.refusals import LONGEST_COLOUR, TimeOfDay

Signal = Literal["director", "table_1"]
"""Who starts a round. The director always may."""
Confirmation = Literal["needed", "taken"]
"""Whether the other side has to confirm each hand, or is taken to at the next hand or at the bell."""


MOST_ROUNDS = 60
MOST_COLOURS = 50


Colour = Annotated[str, Field(min_length=1, max_length=LONGEST_COLOUR)]
"""What a club calls the tickets of one group: "ladies", "red"."""
FIRST_OF: Mapping[Counts, CountsFirst] = {"games": "won", "points": "points_for", "margin": "game_points"}
Ranking = Callable[..., tuple[Standing, ...]]
"""Works out the standings, as `standings` and `totals` do."""


Edition = Annotated[str, Field(max_length=64)]


class CommonPlan(Choices):
    """What every plan has. `house_rules` is complete: every option of the game with its value.

    `edition` says by which document a game of the club's own is played; "" for the games of the house. Without a
    `round` and a `worth` of its own a plan is played as its kind always was.
    """

    since: ClassVar[frozenset[str]] = frozenset(
        {"before_publication", "edition", "ends_about", "goes_on", "pause", "starts_at"}
        | {"round", "settlement", "signal", "worth"}
    )

    by_points: ClassVar[bool]
    """Whether everybody counts their own points, and no table is won, cut for or rung at."""

    game: str
    edition: Edition = ""
    house_rules: dict[str, Any]
    movement: Slug = "progressive"
    rounds: int = option(
        6,
        gettext_noop("Rounds"),
        gettext_noop("How many rounds are planned. Fewer or one more can be decided on the night."),
        ge=1,
        le=MOST_ROUNDS,
    )
    starts_at: TimeOfDay | None = option(
        None,
        gettext_noop("Starts at"),
        gettext_noop("When the first round begins. Leave empty for the usual time of the club."),
        written="time",
    )
    ends_about: TimeOfDay | None = option(
        None,
        gettext_noop("Finish by"),
        gettext_noop("When you want to be done. Desk and wall then say which round will be the last."),
        written="time",
    )
    round: RoundEnd | None = option(
        None,
        gettext_noop("Choose how a round ends"),
        gettext_noop(
            "Otherwise rounds end by the bell when games are played to a target, and by hands or time when "
            "points count."
        ),
    )
    signal: Signal = option(
        "director",
        gettext_noop("Who gives the signal"),
        gettext_noop("Table 1: its phone starts each round by a tap on the bell, and so can you."),
        words={"director": gettext_noop("The director"), "table_1": gettext_noop("Table 1, by its bell")},
    )
    goes_on: GoesOn = option(
        "off",
        gettext_noop("From round to round"),
        gettext_noop(
            "Close the round, announce the next seats, start: one after the other, all by one press, or by "
            "themselves. Nothing happens by itself while a dispute, a cut or an empty seat is open."
        ),
        words={
            "off": gettext_noop("Step by step"),
            "ask": gettext_noop("One press"),
            "on": gettext_noop("By itself"),
        },
    )
    pause: int = option(
        30,
        gettext_noop("Seconds between"),
        gettext_noop(
            "By itself: so long after the end of a round the next seats are announced, and so long after "
            "that the round starts. Whatever is done meanwhile begins them anew."
        ),
        ge=5,
        le=600,
    )
    worth: Worth | None = option(
        None,
        gettext_noop("Choose what a round is worth"),
        gettext_noop("Otherwise the winners get one game, or all keep their own points when nobody wins."),
    )
    colours: tuple[Colour, ...] = option(
        (),
        gettext_noop("Ticket colours"),
        gettext_noop(
            "Two or more groups with tickets of their own, separated by commas: ladies, gentlemen. Empty for "
            "none."
        ),
        max_length=MOST_COLOURS,
    )
    prizes: Prizes = Prizes()
    settlement: Settlement | None = option(
        None,
        gettext_noop("Hands cost money"),
        gettext_noop("What is paid for lost hands or for points is shown on the page Fees of the evening."),
    )
    confirmation: Confirmation = option(
        "taken",
        gettext_noop("Confirmation of hands"),
        gettext_noop(
            "If hands are agreed unless somebody objects, silence means agreement. If the other side "
            "must confirm, you are asked before you close a round with unconfirmed hands."
        ),
        words={
            "taken": gettext_noop("Agreed unless somebody objects"),
            "needed": gettext_noop("The other side must confirm"),
        },
    )
    before_publication: BeforePublication = option(
        USUALLY_BEFORE_PUBLICATION,
        gettext_noop("Visitors see before you publish"),
        gettext_noop(
            "On public pages, the wall and in files. The winner and the prizes are shown only once you publish "
            "the evening."
        ),
        words=BEFORE_PUBLICATION_WORDS,
    )

    @field_validator("colours")
    @classmethod
    def _words_each_once(cls, colours: tuple[str, ...]) -> tuple[str, ...]:
        if not all(colour.isprintable() and colour == colour.strip() for colour in colours):
            raise ValueError(
                gettext_noop("a ticket colour is a word that can be shown, with no space around it")
            )
        return each_once(colours)

    def has_colour(self, colour: str) -> bool:
        """Whether a ticket may have this colour: one of the evening's, or "" where it has none."""
        return colour in self.colours or not (colour or self.colours)

    @property
    @abstractmethod
    def counts(self) -> Counts:
        """What a round counts."""

    @property
    @abstractmethod
    def ends(self) -> Ends:
        """What ends a round."""

    @property
    def minutes(self) -> int | None:
        """After how many a round stops by itself; None for never."""
        return self.round.minutes if self.round else self.options.round_minutes

    @property
    def hands(self) -> int | Mapping[str, int] | None:
        """How many hands a table plays in a round at the most, or that by its size; None for as many as come."""
        return self.round.hands if self.round else None

    def most_hands(self, size: int) -> int | None:
        """How many hands a table of this size plays in a round at the most; None for as many as come."""
        return self.hands.get(str(size)) if isinstance(self.hands, Mapping) else self.hands

    @cached_property
    def keeping(self) -> Keeping:
        return Keeping(by_seat=self.by_points or not self.tables.partnership, is_won=not self.by_points)

    @property
    @abstractmethod
    def counts_first(self) -> CountsFirst:
        """What the standings compare before anything else, but for how far everybody got in a knock-out."""

    @property
    @abstractmethod
    def tables(self) -> Tables:
        """The tables that can be set."""

    @property
    @abstractmethod
    def options(self) -> GamesOptions | PointsOptions:
        """The options of the movement and of the counting."""

    @property
    def mover(self) -> Mover:
        return MOVEMENTS[self.movement].make(self.tables, self.options)

    @property
    def couples(self) -> Literal["any", "mixed"]:
        couples: Literal["any", "mixed"] = getattr(self.options, "couples", "any")
        return couples

    @property
    def moves_colours(self) -> bool:
        return isinstance(self.mover, ByColour)

    @property
    def has_bracket(self) -> bool:
        return isinstance(self.mover, KnockOut)

    @property
    def best_go_on(self) -> int | None:
        """How many of each table go on in a knock-out at tables of several; None where there is no such thing."""
        mover = self.mover
        return mover.options.go_on if isinstance(mover, KnockOut) and not mover.has_matches else None

    def stages(
        self, players: Sequence[str], situation: Situation | None, tickets: Mapping[str, str]
    ) -> dict[str, RoundReached] | None:
        """How far everybody got in a knock-out; None where there is none, or nothing is settled yet."""
        mover = self.mover
        if situation is None or not isinstance(mover, KnockOut):
            return None
        progress = mover.progress(situation)
        return stages(players, progress.entrants, progress.decided, rounds=progress.rounds, tickets=tickets)

    def going_on(self, seating: Seating, situation: Situation | None) -> tuple[int, ...]:
        """How many go on from each table of several in a knock-out; `situation` is None in round 1."""
        mover = self.mover
        return mover.going_on(seating, situation) if isinstance(mover, KnockOut) else ()

    @property
    @abstractmethod
    def ranking(self) -> Ranking:
        """By what people are placed, but for how far everybody got in a knock-out."""

    def standings(
        self,
        players: Sequence[str],
        results: Sequence[TableResult],
        sit_outs: Mapping[str, int],
        *,
        prize_cuts: Sequence[PrizeCut],
        tickets: Mapping[str, str],
        adjustments: Sequence[Adjustment] = (),
        situation: Situation | None = None,
    ) -> tuple[Standing, ...]:
        """Everybody's place; in a knock-out by how far they got first, which the situation tells."""
        return self.ranking(
            players,
            results,
            sit_outs,
            prize_cuts=prize_cuts,
            tickets=tickets,
            adjustments=adjustments,
            stages=self.stages(players, situation, tickets),
        )

    def prizes_won(self, lines: Sequence[Standing], among: Competition) -> tuple[Prize, ...]:
        return prizes(lines, self.prizes, counts=self.counts_first, **among._asdict())

    def other_prizes_won(
        self, number: int, lines: Sequence[Standing], among: Competition
    ) -> tuple[Prize, ...]:
        about = self.about_others(number)
        return other_prizes(
            number, lines, self.prizes, about=about, counts=self.counts_first, **among._asdict()
        )

    def about_others(self, number: int) -> Sentence:
        other = self.prizes.others[number - 1]
        if not other.feat:
            return about_rounds(other.rounds, self.rounds)
        rounds = about_rounds(other.rounds, self.rounds) if other.rounds else None
        return about_feat(called_feat(game_of(self), other.feat), rounds)

    @property
    def draws_up(self) -> bool:
        """Whether the seats of all rounds are announced beforehand."""
        return isinstance(self.mover, Scheduled)

    def drawn_up(self, first: Seating, *, seed: str) -> Announced | None:
        """The schedule of the rounds after the first; None where the movement announces none."""
        mover = self.mover
        return mover.draw_up(first, rounds=self.rounds, seed=seed) if isinstance(mover, Scheduled) else None

    def draw(
        self, players: Sequence[str], *, seed: str, colours: Mapping[str, str], attempt: int = 1
    ) -> tuple[str, ...]:
        """The order in which the first seats are taken; colours count where they are mixed or moved by."""
        order = draw(players, seed=seed, colours=colours, couples=self.couples, attempt=attempt)
        mover = self.mover
        return mover.arranged(order, colours) if isinstance(mover, ByColour) else order


class GamesPlan(CommonPlan):
    """An evening of games: at each table a side wins, a couple or somebody who plays alone."""

    by_points: ClassVar[bool] = False
    counting: Literal["games"] = "games"
    movement_options: GamesOptions = ProgressiveOptions()

    @property
    def counts(self) -> Counts:
        return self.worth.counts if self.worth else "games"

    @property
    def ends(self) -> Ends:
        return self.round.ends if self.round else "bell"

    @property
    def counts_first(self) -> CountsFirst:
        return FIRST_OF[self.counts]

    @property
    def options(self) -> GamesOptions:
        return self.movement_options

    @property
    def tables(self) -> Tables:
        game = catalogue.find(self.game, self.edition)
        if game.partnership and SEATS in game.seats:
            return Tables((SEATS,), partnership=True, most=self.movement_options.most_tables)
        return Tables(game.seats, self.movement_options.table_size, most=self.movement_options.most_tables)

    @property
    def ranking(self) -> Ranking:
        return partial(
            standings,
            rules=self.movement_options,
            counts=self.counts,
            game_points=self.worth.game_points if self.worth else None,
            draw=self.worth.draw if self.worth else 0,
        )


class PointsPlan(CommonPlan):
    """An evening of points: everybody counts their own, at tables of any size the game allows."""

    by_points: ClassVar[bool] = True
    counting: Literal["points"] = "points"
    movement_options: PointsOptions = PointsOptions()

    @property
    def counts(self) -> Counts:
        return "points"

    @property
    def ends(self) -> Ends:
        if self.round:
            return self.round.ends
        return "hands" if self.movement_options.hands_per_round else "time"

    @property
    def hands(self) -> int | Mapping[str, int] | None:
        return self.round.hands if self.round else self.movement_options.hands_per_round

    @property
    def counts_first(self) -> CountsFirst:
        return FIRST[self.movement_options.rank_by]

    @property
    def options(self) -> PointsOptions:
        return self.movement_options

    @property
    def tables(self) -> Tables:
        game = catalogue.find(self.game, self.edition)
        options = self.movement_options
        return Tables(
            game.seats, options.table_size, game.partnership, options.even_tables, options.most_tables
        )

    @property
    def ranking(self) -> Ranking:
        return partial(totals, rules=self.movement_options, partnership=self.tables.partnership)


Plan = GamesPlan | PointsPlan
Entered = Mapping[str, Any]


def counting_of(entered: Entered) -> Counting:
    """Which kind of plan this is: as it says, as what a round is worth asks, or as is usual with its movement.

    Where points count, a side has to win all the same if the movement goes by who won.
    """
    counting = entered.get("counting")
    if counting in ("games", "points"):
        return "games" if counting == "games" else "points"
    plug = plug_of(entered.get("movement", "progressive"))
    worth = entered.get("worth")
    counts = worth.get("counts", "games") if isinstance(worth, Mapping) else None
    if counts in ("games", "margin") or plug is None or plug.goes_by_winners or _moves_some(entered):
        return "games"
    return "points" if counts == "points" else plug.usual


def _moves_some(entered: Entered) -> bool:
    options = entered.get("movement_options")
    who = options.get("who") if isinstance(options, Mapping) else None
    return entered.get("movement") == "by_colour" and who in ("losers", "winners")


def plan_model(entered: Entered) -> type[GamesPlan] | type[PointsPlan]:
    """The model of plans with this movement and counting; what cannot be is refused by it."""
    counting = counting_of(entered)
    plug = plug_of(entered.get("movement", "progressive"))
    options = plug.options(counting) if plug else None
    if counting == "games":
        return _games_model(options if options and issubclass(options, GamesOptions) else ProgressiveOptions)
    return _points_model(options if options and issubclass(options, PointsOptions) else PointsOptions)


@cache
def _games_model(options: type[GamesOptions]) -> type[GamesPlan]:
    return create_model("GamesPlan", __base__=GamesPlan, movement_options=(options, options()))


@cache
def _points_model(options: type[PointsOptions]) -> type[PointsPlan]:
    return create_model("PointsPlan", __base__=PointsPlan, movement_options=(options, options()))


def read_plan(entered: Entered) -> Plan:
    """The plan that JSON data describe. Raises ValidationError."""
    return plan_model(entered).model_validate_json(json.dumps(entered))


def ways_to_play(game: Game, house_rules: Entry, ends: Ends = "bell") -> tuple[tuple[Slug, Counting], ...]:
    """The movements with which a game can be played, each with the ways to count that it has.

    The bell rings for couples at tables of four that play to a target. Where a round ends otherwise every game has
    winners: whoever has most points, if its rules know nothing else. Points can always be counted.
    """
    has_winners = ends != "bell" or can_ring(game, house_rules)
    return tuple(
        (slug, counting)
        for slug, plug in MOVEMENTS.items()
        for counting in COUNTINGS
        if plug.options(counting) is not None and (counting == "points" or has_winners)
    )


def can_ring(game: Game, house_rules: Entry) -> bool:
    return game.partnership and SEATS in game.seats and (game.target(house_rules) or 0) > 0


def scored(
    plan: CommonPlan, game: Game, house_rules: Entry, hand: object, before: Iterable[object] = ()
) -> Derivation:
    """The slip of a hand as it counts under a plan, after those `before` it at its table. Raises Faults.

    Where every table plays its own game a hand that wins it outright needs no points; else it counts what wins one.
    """
    slip = game.score(hand, house_rules, game.left_by(before, house_rules))
    is_counted = plan.ends != "game" and slip.wins_game is not None
    return counted(slip, game.target(house_rules)) if is_counted else slip


def points_of(plan: CommonPlan, slip: Derivation) -> tuple[int, ...]:
    """What a hand is entered with: the points of couples A and B, or of each seat."""
    return slip.scores if plan.keeping.by_seat else slip.scores[:2]


def plan_faults(error: ValidationError, prefix: str, model: type[BaseModel] = GamesPlan) -> Iterator[Fault]:
    """The faults of a plan (or another `model`) that was refused; fields are dotted paths below `prefix`."""
    for fault in reading.faults_of(error, model):
        yield fault.inside(prefix) if prefix else fault


@dataclass(frozen=True, slots=True)
class Setup:
    """What an evening is played by: its plan, the game, the house rules.

    `target` are the points at which a table rings, by whatever table may, or which win or end its own game
    (`Game.target`); None where neither ends a round.
    """

    plan: Plan
    game: Game
    house_rules: Entry
    target: int | None
    bell: Bell

    @property
    def rings(self) -> bool:
        return self.plan.ends == "bell" and self.target is not None

    def most_hands(self, points: tuple[int, ...]) -> int | None:
        """How many hands the table with these points plays in a round at the most; None for as many as come."""
        return self.plan.most_hands(len(points) if self.plan.keeping.by_seat else SEATS)

    def round_of(self, size: int) -> Bounds | None:
        """What a table of so many sides or seats can make in a whole round; None where nothing bounds that."""
        seats = size if self.plan.keeping.by_seat else SEATS
        bounds, hands = self.game.bounds(self.house_rules, seats), self.plan.most_hands(seats)
        return bounds.times(hands) if bounds and hands and self.plan.ends == "hands" else None

    def fewest_hands(self, points: tuple[int, ...]) -> int:
        """How many hands a table has entered once none is missing."""
        return (self.most_hands(points) if self.plan.ends == "hands" else None) or 1

    def played_out(self, hands: int, points: tuple[int, ...], outright: str = "") -> bool:
        most = self.most_hands(points)
        return (most is not None and hands >= most) or self.is_over(points, outright)

    def may_finish(self, hands: int, points: tuple[int, ...], since_the_stop: Callable[[], int]) -> bool:
        """Whether a hand that a table finishes after the stop counts; `since_the_stop` gives how many did."""
        finish = self.plan.round.finish if self.plan.round else "at_once"
        if finish == "lap":
            return hands % (len(points) if self.plan.keeping.by_seat else SEATS) != 0
        return finish == "hand" and not since_the_stop()

    def is_over(self, points: tuple[int, ...], outright: str = "") -> bool:
        """Whether a table's own game is over, where that ends its round.

        Somebody is alone on top with the target reached (`games.requests`), or a hand won it `outright`.
        """
        if self.plan.ends != "game":
            return False
        together = self.plan.keeping.by_seat and self.plan.tables.partnership
        alone = points.count(max(points)) == 1 + together
        on_top = self.target is not None and reaches(points, self.target) and alone
        return bool(outright) or on_top

    @property
    def remembers(self) -> bool:
        """Whether what a hand scores depends on those before it at its table."""
        return self.game.remembers(self.house_rules)

    def score(self, hand: object, before: Iterable[object] = ()) -> Derivation:
        """The slip of a hand as it counts tonight, after those `before` it at its table. Raises Faults."""
        return scored(self.plan, self.game, self.house_rules, hand, before)

    def may_ring(self, table: int, points: tuple[int, ...], decision: str = "") -> bool:
        """Whether a table rings with these points of its couples; not where the director has decided its game."""
        if not self.rings or decision:
            return False
        return may_ring(table, (points[0], points[1]), target=self.target, bell=self.bell)


def game_of(plan: CommonPlan) -> Game:
    """The game of a plan, under the name that it has there."""
    return catalogue.find(plan.game, plan.edition).called(plan.house_rules)


def setup_for(plan: Plan) -> Setup:
    game = game_of(plan)
    house_rules = game.house_rules(plan.house_rules)
    target = game.target(house_rules) if plan.ends in ("bell", "game") else None
    bell: Bell = plan.movement_options.bell if isinstance(plan, GamesPlan) else "any_table"
    return Setup(plan, game, house_rules, target, bell)
