"""Plans of new evenings: the kinds that a form begins with, and what is entered, completed and checked.

A preset is where a form begins, and no more: whatever it says can be changed before the evening is made. Those that
one club keeps for itself are rows, `ClubPreset`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, get_args

from pydantic import ValidationError

from games import catalogue
from games.definition import Game
from scoring.derivation import OR, gettext_noop, listed
from scoring.entry import Entry
from scoring.faults import Fault, Faults
from tournaments.club.nights import PROGRESSIVE_TARGETS
from tournaments.evening.plan import (
    Plan,
    can_ring,
    counting_of,
    game_of,
    plan_faults,
    plan_model,
    read_plan,
    setup_for,
    ways_to_play,
)
from tournaments.evening.round_rules import Ends
from tournaments.movement.by_result.knock_out import sides_at_most
from tournaments.movement.by_seat import ByColour
from tournaments.movement.catalogue import Counting, plug_of
from tournaments.ranking.offered import BELOW_ZERO, FEWER
from tournaments.refusals import fault, refuse

AS_LAST_TIME: Final = "last"
OWN: Final = "own-"
OF_A_GAME: Final = "game-"
"""What else an evening begins with, as addresses call it: the plan of the latest, a kind of evening that the club
keeps (`own-` and its number), the usual evening of a game (`game-whist`).
"""


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of evening; house rules that the plan in `data` leaves out are those of the club."""

    slug: str
    name: str
    sentence: str
    data: Mapping[str, Any]

    def plan(self, called: Callable[[str], str] = str) -> Plan:
        """The plan; `called` says what a ticket colour is called in the reader's language."""
        planned = {"house_rules": {}, **self.data}
        if "colours" in planned:
            options = planned["movement_options"]
            steps = {called(colour): tables for colour, tables in options["by_colour"].items()}
            planned["colours"] = [called(colour) for colour in planned["colours"]]
            planned["movement_options"] = {**options, "by_colour": steps}
        return read_plan(planned)


def _by_points(
    game: str, movement: str, hands: int | Mapping[str, int], *, rounds: int, **more: Any
) -> Mapping[str, Any]:
    return {
        "game": game,
        "movement": movement,
        "counting": "points",
        "round": {"ends": "hands", "hands": hands},
        "worth": {"counts": "points"},
        "rounds": rounds,
        **more,
    }


_SKAT: Final = _by_points("skat", "drawn", {"3": 36, "4": 48}, rounds=2)
_DOPPELKOPF: Final = _by_points("doppelkopf", "drawn", 24, rounds=2)
_LADIES_AND_GENTS: Final = [gettext_noop("ladies"), gettext_noop("gents")]
_BY_COLOUR: Final = {"best": 1, "booby": True, "by_colour": True}
PRESETS: Final = (
    Preset(
        "bell",
        gettext_noop("Progressive to the bell"),
        gettext_noop("The first table to reach the target rings; winners go up a table."),
        {"game": "chantecler", "movement": "progressive", "counting": "games", "round": {"ends": "bell"}},
    ),
    Preset(
        "hands",
        gettext_noop("Progressive by hands"),
        gettext_noop("Every table plays eight hands, points count, and winners go up a table."),
        {
            "game": "euchre",
            "movement": "progressive",
            "counting": "games",
            "round": {"ends": "hands", "hands": 8},
            "worth": {"counts": "points"},
        },
    ),
    Preset(
        "whist-drive",
        gettext_noop("Whist drive"),
        gettext_noop(
            "Twenty-four hands of whist; after each, ladies go up a table and gentlemen down. Also half-time prizes."
        ),
        _by_points(
            "whist",
            "by_colour",
            1,
            rounds=24,
            movement_options={"by_colour": {"ladies": -1, "gents": 1}},
            colours=_LADIES_AND_GENTS,
            prizes={**_BY_COLOUR, "others": [{"rounds": [1, 12], **_BY_COLOUR}]},
        ),
    ),
    Preset(
        "semi-partner",
        gettext_noop("Semi-partner whist drive"),
        gettext_noop(
            "Twenty-four hands of whist; the winners stay together, losing ladies go up a table and losing gentlemen "
            "down."
        ),
        {
            "game": "whist",
            "movement": "by_colour",
            "movement_options": {"by_colour": {"ladies": -1, "gents": 1}, "who": "losers"},
            "counting": "games",
            "round": {"ends": "hands", "hands": 1},
            "worth": {"counts": "points"},
            "rounds": 24,
            "colours": _LADIES_AND_GENTS,
            "prizes": _BY_COLOUR,
        },
    ),
    Preset(
        "everyone",
        gettext_noop("Everyone meets everyone"),
        gettext_noop("All seats are announced beforehand, and people meet as evenly as can be."),
        _by_points("chantecler", "scheduled", 8, rounds=7),
    ),
    Preset(
        "league",
        gettext_noop("League night"),
        gettext_noop("Five rounds with new partners each time; everybody's points count for the season."),
        _by_points("chantecler", "drawn", 8, rounds=5),
    ),
    Preset(
        "swiss",
        gettext_noop("Swiss"),
        gettext_noop("In each round players meet others who have won as often."),
        {
            "game": "chantecler",
            "movement": "swiss",
            "counting": "games",
            "round": {"ends": "hands", "hands": 8},
            "worth": {"counts": "games"},
            "rounds": 5,
        },
    ),
    Preset(
        "skat",
        gettext_noop("Skat in series"),
        gettext_noop(
            "Two series at drawn tables, by Seeger and Fabian: 48 hands at tables of four, 36 at tables of three."
        ),
        _SKAT,
    ),
    Preset(
        "skat-money",
        gettext_noop("Skat in series, lost hands paid"),
        gettext_noop(
            "As skat in series; each hand lost costs 0.50, from the fourth of a series on 1.00, for the cash box."
        ),
        {**_SKAT, "settlement": {"lost": 50, "dearer_from": 4, "dearer": 100, "by_round": True}},
    ),
    Preset(
        "doppelkopf",
        gettext_noop("Doppelkopf in rounds of 24"),
        gettext_noop("Two rounds of 24 hands at drawn tables; at tables of five the dealer sits out."),
        _DOPPELKOPF,
    ),
    Preset(
        "doppelkopf-money",
        gettext_noop("Doppelkopf in rounds of 24, points paid"),
        gettext_noop(
            "As Doppelkopf in rounds of 24; each point costs 0.05, and players settle with each other."
        ),
        {**_DOPPELKOPF, "settlement": {"point": 5, "compared": "mean"}},
    ),
    Preset(
        "cribbage",
        gettext_noop("Cribbage, one game a round"),
        gettext_noop(
            "Games to 121 against somebody who has as many points: two for a game, three for a skunk."
        ),
        _by_points("cribbage", "swiss", 1, rounds=7),
    ),
    Preset(
        "points",
        gettext_noop("Points evening"),
        gettext_noop("Any game: enter its name and the points of each player. New tables in each round."),
        _by_points("points", "drawn", 4, rounds=5),
    ),
    Preset(
        "americano",
        gettext_noop("Padel americano"),
        gettext_noop("Matches of 24 points, with a new partner each time; everybody keeps their own points."),
        _by_points("points_couples", "scheduled", 1, rounds=7, house_rules={"called": "Padel", "in_all": 24}),
    ),
    Preset(
        "mexicano",
        gettext_noop("Padel mexicano"),
        gettext_noop(
            "As americano, but those who stand alike meet: the best with the fourth against two and three."
        ),
        _by_points(
            "points_couples",
            "top_tables",
            1,
            rounds=7,
            house_rules={"called": "Padel", "in_all": 24},
            movement_options={"partners": "first_and_last"},
        ),
    ),
)


def plan_for(game: str, edition: str = "") -> Plan:
    """Where an evening of a game begins: the first preset that is played with it as it is, else a league night.

    Games in which each plays alone to a target are played at each table until their own game is over.
    """
    known = next(
        (preset for preset in PRESETS if preset.data["game"] == game and "house_rules" not in preset.data),
        None,
    )
    if known is not None:
        return known.plan()
    league = next(preset for preset in PRESETS if preset.slug == "league")
    data = {"house_rules": {}, **league.data, "game": game, "edition": edition}
    card_game = catalogue.find(game, edition)
    if not card_game.partnership and (card_game.target(card_game.house_rules({})) or 0) > 0:
        data |= {"counting": "games", "round": {"ends": "game"}, "worth": {"counts": "games"}}
    return read_plan(data)


def checked_plan(entered: Mapping[str, Any], *, prefix: str = "plan") -> Plan:
    """The plan that `entered` describes, completed. Raises all Faults of it and its house rules, below `prefix`."""
    data = _with_colours_that_move(_with_even_tables(entered))
    faults: list[Fault] = []
    try:
        game = catalogue.find(data.get("game"), data.get("edition", ""))
        house_rules = game.house_rules(_entered_rules(data, game))
        data["house_rules"] = game.options_as_data(house_rules)
        faults += _unfit(prefix, game.called(dict(house_rules)), house_rules, data)
    except Faults as refused:
        faults += [_below(prefix, fault) for fault in refused.faults]
        data["house_rules"] = {}
    try:
        plan = read_plan(data)
    except ValidationError as refused:
        raise Faults((*faults, *plan_faults(refused, prefix, plan_model(data)))) from refused
    if faults:
        raise Faults(tuple(faults))
    _check_going_on(plan, prefix)
    _check_mover(plan, prefix)
    _check_most_tables(plan, prefix)
    _check_round(plan, prefix)
    _check_sitout(plan, prefix)
    _check_prizes(plan, prefix)
    _check_colours(plan, prefix)
    _check_who_moves(plan, prefix)
    return plan


def _with_even_tables(entered: Mapping[str, Any]) -> dict[str, Any]:
    options = entered.get("movement_options", {})
    if entered.get("movement") == "scheduled" and isinstance(options, Mapping):
        options = {"rests": "mixed", **options}
        entered = {**entered, "movement_options": options}
    if counting_of(entered) != "points" or not isinstance(options, Mapping):
        return dict(entered)
    return {**entered, "movement_options": {"even_tables": True, **options}}


def _with_colours_that_move(entered: dict[str, Any]) -> dict[str, Any]:
    # Where the plan does not say how far the colours go, the first two go apart.
    options, colours = entered.get("movement_options", {}), entered.get("colours")
    if entered.get("movement") != "by_colour" or not isinstance(options, Mapping):
        return entered
    options = {"seats_keep_colours": True, **options}
    entered = {**entered, "movement_options": options}
    if not options.get("by_colour") and isinstance(colours, list | tuple):
        apart = dict(zip(filter(lambda colour: isinstance(colour, str), colours), (-1, 1), strict=False))
        options["by_colour"] = apart
    named = options.get("by_colour")
    if (
        options.get("part_winners") is True
        and not options.get("parting_colour")
        and isinstance(named, Mapping)
    ):
        options["parting_colour"] = next(islice(named, 1, None), "")
    return {**entered, "movement_options": options}


def _check_who_moves(plan: Plan, prefix: str) -> None:
    mover = plan.mover
    if not isinstance(mover, ByColour):
        return
    options = mover.options
    if options.who != "all" and plan.by_points:
        refuse(
            f"{prefix}.movement_options.who",
            "nobody-wins",
            "“%(entered)s” was entered, and nobody wins a table where all keep their own points; let games count, or "
            "let everybody move",
            entered=options.who,
        )
    if options.part_winners and (options.who == "all" or not plan.tables.partnership):
        refuse(
            f"{prefix}.movement_options.part_winners",
            "nobody-stays",
            "no partners stay together at a table; let only the losers or the winners of couples move, or part none",
        )
    if options.part_winners and options.parting_colour not in options.by_colour:
        refuse(
            f"{prefix}.movement_options.part_winners",
            "no-second-colour",
            "no second colour was entered whose player changes places; enter two and how far each moves",
        )


def _check_colours(plan: Plan, prefix: str) -> None:
    mover = plan.mover
    named = mover.options.by_colour if isinstance(mover, ByColour) else ()
    others = [colour for colour in named if colour not in plan.colours]
    if others:
        refuse(
            f"{prefix}.movement_options.by_colour",
            "not-a-colour",
            "“%(entered)s” was entered; the ticket colours are: %(allowed)s",
            entered=", ".join(others),
            allowed=", ".join(plan.colours) or "-",
        )


def _check_prizes(plan: Plan, prefix: str) -> None:
    # Nobody has two colours, nor wins twice without prizes of the room; stored plans may still say so.
    if plan.prizes.one_each and plan.prizes.overall is None:
        refuse(
            f"{prefix}.prizes.one_each",
            "without-the-room",
            "nobody can win two prizes where the whole room has none beside those of the colours",
        )
    feats = {f"prizes.others.{place}.feat": other.feat for place, other in enumerate(plan.prizes.others)}
    if plan.settlement:
        feats |= {
            f"settlement.rates.{place}.what": rate.what for place, rate in enumerate(plan.settlement.rates)
        }
        if plan.settlement.lost_is not in (BELOW_ZERO, FEWER):
            feats["settlement.lost_is"] = plan.settlement.lost_is
    for place, other in enumerate(plan.prizes.others):
        if other.rounds and other.rounds[1] > plan.rounds:
            refuse(
                f"{prefix}.prizes.others.{place}.rounds",
                "after-the-last-round",
                "round %(entered)s was entered; the evening has rounds 1 to %(allowed)s",
                entered=other.rounds[1],
                allowed=plan.rounds,
            )
    game = game_of(plan)
    for where, feat in feats.items():
        labels = [*game.feat_labels, *(game.score_titles if where.startswith("settlement") else ())]
        if (feat or where.endswith("what")) and feat not in labels:
            refuse(
                f"{prefix}.{where}",
                "not-a-feat",
                "“%(entered)s” was entered; in %(game)s there is counted: %(allowed)s",
                entered=feat,
                game=game.name,
                allowed=", ".join(labels) or "-",
            )


def _check_mover(plan: Plan, prefix: str) -> None:
    try:
        plan.mover  # noqa: B018 - made to see whether it can be
    except ValueError:
        refuse(
            f"{prefix}.movement",
            "not-at-these-tables",
            "“%(entered)s” with these options is not possible at the tables of %(game)s; choose “By a schedule” or "
            "“New draw each round”",
            entered=plan.movement,
            game=game_of(plan).name,
        )


def _check_most_tables(plan: Plan, prefix: str) -> None:
    if plan.has_bracket and plan.options.most_tables is not None:
        refuse(
            f"{prefix}.movement_options.most_tables",
            "everybody-is-in-it",
            "a knock-out seats everybody who is in it; leave the most tables empty, or choose another movement",
        )


def _check_going_on(plan: Plan, prefix: str) -> None:
    go_on, most = getattr(plan.options, "go_on", 0), sides_at_most(plan.tables) - 1
    if go_on > most:
        refuse(
            f"{prefix}.movement_options.go_on",
            "not-at-these-tables",
            "%(entered)s was entered; somebody of each table is out, so that at the tables of %(game)s at most "
            "%(allowed)s can go on",
            entered=go_on,
            game=game_of(plan).name,
            allowed=most,
        )


def _check_round(plan: Plan, prefix: str) -> None:
    setup = setup_for(plan)
    if setup.game.parts_partners and not plan.keeping.by_seat:
        refuse(
            f"{prefix}.counting",
            "partners-differ",
            "partners can get different points in %(game)s, so no couple wins a table; let points count",
            game=setup.game.name,
        )
    if plan.round is None:
        return
    if plan.ends == "bell" and (plan.by_points or not can_ring(setup.game, setup.house_rules)):
        refuse(
            f"{prefix}.round.ends",
            "no-bell",
            "a bell is for couples at tables of four who play %(game)s to a target; let a round end by its hands, by "
            "time, or with each table's own game",
            game=setup.game.name,
        )
    if plan.ends == "game" and setup.target is None:
        refuse(
            f"{prefix}.round.ends",
            "no-target",
            "%(game)s has no target that ends a game of its own; let a round end by its hands or by time",
            game=setup.game.name,
        )
    sizes = plan.tables.allowed
    if plan.ends == "hands" and any(plan.most_hands(size) is None for size in sizes):
        refuse(
            f"{prefix}.round.hands",
            "size-missing",
            "some tables have no number of hands; enter one for each size: %(allowed)s",
            allowed=listed(sorted(sizes), OR),
        )


def _check_sitout(plan: Plan, prefix: str) -> None:
    sitout = plan.options.sitout
    allowed = ("none", "half") if plan.counts == "games" else ("none", "average")
    if sitout not in allowed and (plan.counts == "games" or not isinstance(sitout, int)):
        refuse(
            f"{prefix}.movement_options.sitout",
            "another-unit",
            "“%(entered)s” was entered; where games count a round sat out counts nothing or half a game, else "
            "nothing, the average, or a number of points",
            entered=str(sitout),
        )


def _entered_rules(data: Mapping[str, Any], game: Game) -> Any:
    # An evening of games to the bell has a usual target where none is entered.
    house_rules = data.get("house_rules")
    house_rules = {} if house_rules is None else house_rules
    if counting_of(data) != "games" or not isinstance(house_rules, Mapping):
        return house_rules
    ending = data.get("round")
    is_by_bell = not isinstance(ending, Mapping) or ending.get("ends") == "bell"
    target = PROGRESSIVE_TARGETS.get(game.slug) if is_by_bell else None
    return house_rules if target is None else {"target": target, **house_rules}


def _ends(data: Mapping[str, Any], counting: Counting) -> Ends:
    ending = data.get("round")
    word = ending.get("ends") if isinstance(ending, Mapping) else None
    return next((ends for ends in get_args(Ends) if ends == word), "bell" if counting == "games" else "time")


def _unfit(prefix: str, game: Game, house_rules: Entry, data: Mapping[str, Any]) -> Iterator[Fault]:
    # Not every game can be played for games, nor with every movement, nor at tables of every size.
    movement, counting = data.get("movement", "progressive"), counting_of(data)
    plug = plug_of(movement)
    ends = _ends(data, counting)
    if plug is not None and (movement, counting) not in ways_to_play(game, house_rules, ends):
        if plug.options(counting) is None:
            yield fault(
                f"{prefix}.counting",
                "not-for-this-movement",
                "“%(entered)s” was entered; with this movement allowed: %(allowed)s",
                entered=counting,
                allowed="games" if counting == "points" else "points",
            )
        else:
            yield fault(
                f"{prefix}.game",
                "not-for-this-movement",
                "%(entered)s cannot be played with this movement to the bell, which needs couples at tables of four"
                " who play to a target; let a round end by hands, by time or with each table's own game, or choose"
                " “By a schedule” or “New draw each round”",
                entered=game.name,
            )
    if counting == "points" and isinstance(data.get("worth"), Mapping):
        counts = data["worth"].get("counts", "games")
        if counts in ("games", "margin"):
            yield fault(
                f"{prefix}.worth.counts",
                "not-for-points",
                "“%(entered)s” was entered; where nobody wins a table only points can count",
                entered=counts,
            )
    options = data.get("movement_options")
    size = options.get("table_size") if counting == "points" and isinstance(options, Mapping) else None
    if isinstance(size, int) and not isinstance(size, bool) and size not in game.seats:
        yield fault(
            f"{prefix}.movement_options.table_size",
            "not-a-table-size",
            "%(entered)s was entered; at a table of %(game)s play %(allowed)s",
            entered=size,
            game=game.name,
            allowed=listed(sorted(game.seats), OR),
        )


def _below(prefix: str, found: Fault) -> Fault:
    head, *steps = found.field.split(".")
    field = ".".join(("house_rules" if head == "options" else head, *steps))
    return Fault(f"{prefix}.{field}", found.code, found.sentence)
