"""What an evening is set up to be: a plan that is checked once and then only read.

The plan is data (game, house rules, movement and its options, rounds, ticket colours, prizes); it goes into
the ledger when the evening is made and is pinned when play starts. There are two kinds of it: evenings of games,
at which couples win or lose and move by the bell, and evenings of points, at which everybody counts their own.
Each kind knows how its seats are drawn, how its rounds follow each other and what its standings are.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from games import catalogue
from games.definition import Game
from games.reading import faults_of
from scoring.derivation import Derivation, gettext_noop
from scoring.entry import Entry
from scoring.faults import Fault
from tournaments.movement import progressive, rotation
from tournaments.movement.draw import draw
from tournaments.movement.plug import NextRound, Tables
from tournaments.movement.progressive import Move, ProgressiveOptions
from tournaments.movement.rotation import RotationOptions
from tournaments.movement.seating import SEATS, PlayedRound, Seating
from tournaments.ranking.adjustments import Adjustment
from tournaments.ranking.standings import PrizeCut, Standing, TableResult, standings
from tournaments.ranking.totals import counted, totals

Movement = Literal["progressive", "fixed", "drawn"]
Confirmation = Literal["needed", "taken"]
"""Whether the other side has to confirm each hand, or is taken to at the next hand or at the bell."""
OF_POINTS: Final = ("fixed", "drawn")
"""The movements of evenings of points."""

PROGRESSIVE_TARGETS: Final[Mapping[str, int]] = {"chantecler": 42}
"""What a progressive evening plays to unless it says otherwise, where it is not what the game alone is played to."""

MOST_ROUNDS = 60
LONGEST_COLOUR = 20
Colour = Annotated[str, Field(min_length=1, max_length=LONGEST_COLOUR)]
"""What a club calls the tickets of one group: "ladies", "red"."""


class Prizes(BaseModel):
    """How many best places win a prize, whether the booby does, and whether each colour has its own."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    best: int = Field(default=1, ge=0, le=10)
    booby: bool = True
    by_colour: bool = False


class CommonPlan(BaseModel):
    """What every plan has. `house_rules` is complete: every option of the game with its value."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    game: str
    house_rules: dict[str, Any]
    movement: Movement = "progressive"
    rounds: int = Field(default=6, ge=1, le=MOST_ROUNDS)
    colours: tuple[Colour, ...] = ()
    prizes: Prizes = Prizes()
    confirmation: Confirmation = "taken"

    @field_validator("colours")
    @classmethod
    def _words_each_once(cls, colours: tuple[str, ...]) -> tuple[str, ...]:
        if not all(colour.isprintable() and colour == colour.strip() for colour in colours):
            raise ValueError(
                gettext_noop("a ticket colour is a word that can be shown, with no space around it")
            )
        if len(set(colours)) != len(colours):
            raise ValueError(gettext_noop("each ticket colour is named once"))
        return colours

    def has_colour(self, colour: str) -> bool:
        """Whether a ticket may have this colour: one of the evening's, or "" where it has none."""
        return colour in self.colours or not (colour or self.colours)

    @property
    def by_points(self) -> bool:
        """Whether everybody counts their own points, and no table is won, cut for or rung at."""
        return self.movement in OF_POINTS


class ProgressivePlan(CommonPlan):
    """An evening of games: couples at tables of four move by who won."""

    movement_options: ProgressiveOptions = ProgressiveOptions()

    @property
    def tables(self) -> Tables:
        """The tables: of four, for two couples."""
        return Tables((SEATS,), partnership=True)

    def draw(self, players: Sequence[str], *, seed: str, colours: Mapping[str, str]) -> tuple[str, ...]:
        """The order in which the first seats are taken."""
        return draw(players, seed=seed, colours=colours, couples=self.movement_options.couples)

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round, seated in the order of the draw."""
        return progressive.first_seating(order)

    def next_round(
        self,
        played: Sequence[PlayedRound],
        *,
        seed: str,
        start_order: Sequence[str],
        colours: Mapping[str, str],
        leaving: Collection[str],
        arriving: Sequence[str],
        tickets: Mapping[str, str],
    ) -> Move:
        """Where everybody sits next and why; the seed is for movements that draw."""
        return progressive.move(
            played,
            self.movement_options,
            start_order=start_order,
            colours=colours,
            leaving=leaving,
            arriving=arriving,
            tickets=tickets,
        )

    def standings(
        self,
        players: Sequence[str],
        results: Sequence[TableResult],
        sit_outs: Mapping[str, int],
        *,
        prize_cuts: Sequence[PrizeCut],
        tickets: Mapping[str, str],
        adjustments: Sequence[Adjustment] = (),
    ) -> tuple[Standing, ...]:
        """Places by games won."""
        rules = self.movement_options
        return standings(
            players,
            results,
            sit_outs,
            rules,
            prize_cuts=prize_cuts,
            tickets=tickets,
            adjustments=adjustments,
        )


class RotationPlan(CommonPlan):
    """An evening of points: fixed or drawn seats at tables of any size the game allows."""

    movement_options: RotationOptions = RotationOptions()

    @property
    def tables(self) -> Tables:
        """The tables that the game allows."""
        game = catalogue.find(self.game)
        return Tables(game.seats, self.movement_options.table_size, game.partnership)

    @property
    def hands_per_round(self) -> int | None:
        """How many hands a table plays in a round; None for as many as the time allows."""
        return self.movement_options.hands_per_round

    def draw(self, players: Sequence[str], *, seed: str, colours: Mapping[str, str]) -> tuple[str, ...]:
        """The order in which the first seats are taken; ticket colours have no say in it."""
        return draw(players, seed=seed)

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round, seated in the order of the draw."""
        return rotation.first_seating(order, self.tables)

    def next_round(
        self,
        played: Sequence[PlayedRound],
        *,
        seed: str,
        start_order: Sequence[str],
        colours: Mapping[str, str],
        leaving: Collection[str],
        arriving: Sequence[str],
        tickets: Mapping[str, str],
    ) -> NextRound:
        """Where everybody sits next and why; ticket colours have no say in it."""
        return rotation.next_round(
            [round_.seating for round_ in played],
            "fixed" if self.movement == "fixed" else "drawn",
            self.tables,
            seed=seed,
            start_order=start_order,
            leaving=leaving,
            arriving=arriving,
            tickets=tickets,
        )

    def standings(
        self,
        players: Sequence[str],
        results: Sequence[TableResult],
        sit_outs: Mapping[str, int],
        *,
        prize_cuts: Sequence[PrizeCut],
        tickets: Mapping[str, str],
        adjustments: Sequence[Adjustment] = (),
    ) -> tuple[Standing, ...]:
        """Places by points over the evening."""
        return totals(
            players,
            results,
            sit_outs,
            self.movement_options,
            partnership=self.tables.partnership,
            prize_cuts=prize_cuts,
            tickets=tickets,
            adjustments=adjustments,
        )


Plan = ProgressivePlan | RotationPlan


def plan_model(movement: object) -> type[ProgressivePlan] | type[RotationPlan]:
    """The kind of plan that a movement belongs to; an unknown one is refused by either."""
    return RotationPlan if movement in OF_POINTS else ProgressivePlan


def read_plan(entered: Mapping[str, Any]) -> Plan:
    """The plan that JSON data describe. Raises ValidationError."""
    return plan_model(entered.get("movement")).model_validate_json(json.dumps(entered))


def usual_rules(game: Game) -> dict[str, Any]:
    """Every house rule of a game with its value, as a party plays it where nobody says otherwise."""
    target = {"target": PROGRESSIVE_TARGETS[game.slug]} if game.slug in PROGRESSIVE_TARGETS else {}
    return {**game.options_as_data(game.defaults), **target}


def movements_of(game: Game, house_rules: Entry) -> tuple[Movement, ...]:
    """The movements with which a game can be played.

    The progressive one seats couples at tables of four, and its bell rings at a target; points can always be
    counted.
    """
    moves_by_the_bell = game.partnership and SEATS in game.seats and game.target(house_rules) is not None
    return ("progressive", "fixed", "drawn") if moves_by_the_bell else ("fixed", "drawn")


def scored(plan: CommonPlan, game: Game, house_rules: Entry, hand: object) -> Derivation:
    """The slip of a hand as it counts under a plan. Raises Faults."""
    slip = game.score(hand, house_rules)
    return counted(slip, game.target(house_rules)) if plan.by_points else slip


def points_of(plan: CommonPlan, slip: Derivation) -> tuple[int, ...]:
    """What a hand is entered with: the points of couples A and B, or in an evening of points of each seat."""
    return slip.scores if plan.by_points else slip.scores[:2]


def plan_faults(
    error: ValidationError, prefix: str, model: type[BaseModel] = ProgressivePlan
) -> Iterator[Fault]:
    """The faults of a plan (or another `model`) that was refused; fields are dotted paths below `prefix`."""
    for found in faults_of(error, model):
        yield found.inside(prefix) if prefix else found
