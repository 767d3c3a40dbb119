"""The form of an evening's plan, and what goes with what in it: how each game is moved, counted and ended.

It reads types; what is allowed is for the service to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, Final

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.catalogue import GAMES
from games.definition import Game, called_feat
from games.form import TARGETS
from scoring.described import described
from scoring.entry import Entry
from scoring.faults import Faults
from tournaments.club.reads.members import ClubRules
from tournaments.evening.plan import CommonPlan, GamesPlan, Plan, can_ring, game_of, setup_for
from tournaments.evening.round_rules import Counts, Ends
from tournaments.evening.rulebook import rulebook
from tournaments.evening.web.movement_words import COUNTINGS, MOVEMENTS, own_options
from tournaments.evening.web.public.evenings import house_rules
from tournaments.movement import catalogue, seating
from tournaments.movement.interface import Tables
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.ranking.offered import BELOW_ZERO, FEWER, MOST_OTHERS, MOST_RATES, Offer, OtherPrizes
from tournaments.site.web.forms import (
    NameField,
    ShowsChanges,
    bounds,
    day,
    offer,
    radio,
    rule_as_field,
    sent_as,
    show_faults,
)
from tournaments.site.web.model_form import All, field_at, form_of
from tournaments.site.web.pages import in_our_words, in_words

NO_PRIZE: Final = {
    "prizes__booby_sum": 0,
    "prizes__overall": False,
    "prizes__overall__booby_sum": 0,
    "prizes__one_each": False,
    **{f"prizes__others__{place}__booby_sum": 0 for place in range(MOST_OTHERS)},
}
"""What counts as entered in fields about prizes that there are none of."""
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("game", "rule-"),
    "movement": ("movement", "counting"),
    "tickets": ("colours", "couples", "head_table"),
    "round": (
        "round",
        "signal",
        "goes_on",
        "pause",
        "worth",
        "bell",
        "sitout",
        "best_rounds",
        "table_size",
        "most_tables",
        "hands_per_round",
        "substitute",
        "confirmation",
    ),
    "settlement": ("settlement",),
    "prizes": ("prizes", "tie_breaks", "points__tie_breaks", "rank_by"),
    "public": ("before_publication",),
}
"""What the names of the fields in each folded part of the page begin with; the rest of the options are of moving."""
SAID_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "movement": ("movement", "sit-out"),
    "tickets": ("draw", "partners"),
    "round": ("bell", "hands", "game", "time", "worth"),
    "prizes": ("standings", "prizes"),
    "settlement": ("settlement",),
}
"""The paragraphs of the evening's rulebook that say what each part holds."""
IN_VIEW: Final = ("name", "date", "starts_at", "rounds", "ends_about")
"""The fields that are not folded away."""
LOST_IS: Final = "settlement__lost_is"
LOST: Final = {
    BELOW_ZERO: later("points below zero"),
    FEWER: later("fewer points than somebody at the table"),
}
RATES: Final = [f"settlement__rates__{place}" for place in range(MOST_RATES)]
OF_PARTNERS = ("couples", "head_table")
"""The options that the page shows beside the ticket colours."""
USUAL_SIZE = "usual"
Options = type[GamesOptions] | type[PointsOptions]
Usual = Mapping[str, ClubRules]
"""How a club plays each game."""


@cache
def _drawn(options: Options) -> All:
    # The tie-breaks of points stand in fields of their own.
    drawn = form_of(options)
    if issubclass(options, GamesOptions):
        return drawn
    return All({**drawn.parts, "tie_breaks": form_of(options, name="points").parts["tie_breaks"]})


ALL_OPTIONS: Final[tuple[Options, ...]] = tuple(
    options
    for plug in catalogue.MOVEMENTS.values()
    for options in (plug.games, plug.points)
    if options is not None
)
NAMES: Final = {options: frozenset(_drawn(options).fields()) for options in ALL_OPTIONS}
"""What the fields of each movement are called, by its options."""
EVERY_OPTION: Final = All(
    {" ".join(part.fields()): part for options in ALL_OPTIONS for part in _drawn(options).parts.values()}
)
"""The fields of all movements, each once."""


class NamedDay(forms.Form):
    name = NameField(label=later("Name"))
    date = day(later("Date"))


class PlanForm(NamedDay, ShowsChanges):
    """The whole plan; fields that models of plans and house rules of games describe are added when it is made."""

    game = radio(
        later("Game"),
        {},
        later("Games are won by couples that play to a target; points can be counted in every game."),
    )
    movement = radio(
        later("How people move"),
        MOVEMENTS,
        later(
            "By results: progressive, ladder, strongest at table 1, Swiss, knock-out. By a schedule: all rounds are "
            "announced beforehand. New draw each round, by the seat, by ticket colour, nobody moves: results do not "
            "matter."
        ),
    )
    counting = radio(
        later("What counts"),
        {"usual": later("The usual for this movement"), **COUNTINGS},
        later(
            "Games: couples at tables of four win or lose them. Points: at tables of any size the game allows."
        ),
    )

    def __init__(self, *args: Any, games: Mapping[str, Game] = GAMES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        self.common = form_of(CommonPlan)
        prizes = self.common.parts["prizes"].fields()
        ticked = ("round", "worth", "settlement")
        self._of_what_is_ticked = All({name: self.common.parts[name] for name in ticked})
        self.fields.update({**self.common.fields(), **EVERY_OPTION.fields(), "table_size": _table_size()})
        self.fields.update(
            {name: self.fields.pop(name) for name in ("confirmation", "before_publication", *prizes)}
        )
        self.fields.update(
            {name: _select(self.fields[name], _feats(games)) for name in prizes if name.endswith("__feat")}
        )
        offer(self, "game", [(slug, _(game.name)) for slug, game in games.items()])
        chosen = self["game"].value()
        self.chosen_game = games[chosen if chosen in games else next(iter(games))]
        costly = _counted(self.chosen_game).items()
        self.fields[LOST_IS] = _select(self.fields[LOST_IS], [*LOST.items(), *costly])
        for slot in RATES:
            name = f"{slot}__what"
            self.fields[name] = _select(self.fields[name], [("", later("choose one")), *costly])
        called = partial(rule_field, self.chosen_game.slug)
        self.fields.update(
            {called(rule.name): rule_as_field(rule, called) for rule in self.chosen_game.house_rule_form}
        )
        rules_of = self.data.get("rules_of", self.chosen_game.slug)
        self.asks_for_rules = self.is_bound and rules_of != self.chosen_game.slug
        if self.asks_for_rules:
            # Another game was chosen: its house rules were not on the page, and are those of the club.
            sent: Any = self.data
            self.data = sent = sent.copy()
            for bound in self.house_rules():
                sent.setlist(bound.html_name, sent_as(bound))

    def house_rules(self) -> list[forms.BoundField]:
        """The fields of the house rules of the game that is chosen."""
        return [
            self[rule_field(self.chosen_game.slug, rule.name)] for rule in self.chosen_game.house_rule_form
        ]

    def own_options(self) -> list[dict[str, Any]]:
        named = {name: None for slug in MOVEMENTS for name in own_options(slug) if name not in OF_PARTNERS}
        return [
            {
                "field": self[name],
                "movements": " ".join(slug for slug in MOVEMENTS if name in own_options(slug)),
            }
            for name in named
        ]

    def as_shown(self) -> PlanForm:
        """The form that comes of sending this one, which nobody has touched, as it is."""
        sent = MultiValueDict({bound.html_name: sent_as(bound) for bound in self})
        return PlanForm(data=sent, initial=self.initial, games=self.games)

    def parts(self, plan: Plan | None) -> dict[str, dict[str, Any]]:
        """What each folded part says of the plan, if there is one, and whether something in it is wrong."""
        says = self._sentences(plan) if plan is not None else dict.fromkeys(PARTS, "")
        wrong = {self._part_of(name) for name in self.errors}
        return {part: {"says": says[part], "open": part in wrong} for part in PARTS}

    def _part_of(self, name: str) -> str:
        parts = (part for part, begins in PARTS.items() if name.startswith(begins))
        return "" if name in IN_VIEW else next(parts, "movement")

    def _sentences(self, plan: Plan) -> dict[str, str]:
        book = rulebook(setup_for(plan))
        says = {
            part: " ".join(
                in_words(sentence)
                for name in names
                if (paragraph := book.cited(f"evening.{name}"))
                for sentence in paragraph.sentences
            )
            for part, names in SAID_OF.items()
        }
        if plan.colours:
            colours = _("Colours: %(colours)s.") % {"colours": ", ".join(plan.colours)}
            says["tickets"] = f"{colours} {says['tickets']}"
        public = dict(getattr(self.fields["before_publication"], "choices", ()))[plan.before_publication]
        return {**says, "game": self._game_in_words(plan), "public": str(public)}

    def _game_in_words(self, plan: Plan) -> str:
        rules = (rule.sentence for rule in house_rules(setup_for(plan)))
        return " ".join([f"{in_our_words(game_of(plan).name)}.", *filter(None, rules)])

    def counted_either_way(self) -> str:
        return " ".join(slug for slug, plug in catalogue.MOVEMENTS.items() if plug.games and plug.points)

    def facts(self) -> str:
        return choices_of_games(self.games)

    def rates(self) -> list[tuple[forms.BoundField, ...]]:
        return [(self[slot], self[f"{slot}__what"], self[f"{slot}__sum"]) for slot in RATES]

    def other_prizes(self) -> list[dict[str, Any]]:
        slots = [f"prizes__others__{place}" for place in range(MOST_OTHERS)]
        return [
            {
                "box": self[slot],
                "fields": {name: self[f"{slot}__{name}"] for name in OtherPrizes.model_fields},
            }
            for slot in slots
        ]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("tie_breaks__")]

    def points_tie_breaks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("points__tie_breaks__")]

    def clean(self) -> dict[str, Any]:
        entered: dict[str, Any] = super().clean() or {}
        if entered.get("prizes__by_colour") and not entered.get("colours") and "colours" not in self.errors:
            self.add_error(
                "prizes__by_colour",
                _("It was ticked, but no ticket colours were entered; enter two or more."),
            )
        aside = self.left_aside(entered)
        for name in aside:
            self.errors.pop(name, None)
        return {**entered, **{name: nothing for name, nothing in NO_PRIZE.items() if name in aside}}

    def left_aside(self, entered: Mapping[str, Any]) -> frozenset[str]:
        """The fields that do not matter beside what was entered in others.

        They are about other games, movements and countings, or about prizes that there are none of.
        """
        return frozenset(
            (
                *self._of_other_options(entered),
                *_of_no_prize(entered),
                *self.common.parts["prizes"].idle(entered),
                *self._of_what_is_ticked.idle(entered),
            )
        )

    def _of_other_options(self, entered: Mapping[str, Any]) -> frozenset[str]:
        if not {"game", "movement", "counting"} <= entered.keys():
            return frozenset()
        options = self._options_of(entered)
        return frozenset().union(*NAMES.values()) - NAMES[options] | set(_drawn(options).idle(entered))

    def evening(self) -> dict[str, Any]:
        return {"name": self.cleaned_data["name"], "date": self.cleaned_data["date"], "plan": self.plan()}

    def plan(self) -> dict[str, Any]:
        entered = self.cleaned_data
        game = self.games[entered["game"]]
        return {
            "game": game.slug,
            **({"edition": game.edition} if game.edition else {}),
            "house_rules": {
                rule.name: entered.get(rule_field(game.slug, rule.name)) for rule in game.house_rule_form
            },
            "movement": entered["movement"],
            "counting": self._counting_of(entered),
            "movement_options": _drawn(self._options_of(entered)).data(entered),
            **self.common.data(entered),
        }

    def show(self, refused: Faults) -> None:
        show_faults(self, refused, self._field_of)

    def _field_of(self, path: str) -> str:
        inner = path.removeprefix("plan.").removeprefix("movement_options.")
        if inner.startswith("house_rules"):
            return rule_field(self.cleaned_data["game"], inner.split(".")[-1])
        if inner.startswith("tie_breaks") and self._counting_of(self.cleaned_data) == "points":
            inner = f"points.{inner}"
        return field_at(inner, list(self.fields))

    def _counting_of(self, entered: Mapping[str, Any]) -> catalogue.Counting:
        game = self.games[entered["game"]]
        rules = {rule.name: entered.get(rule_field(game.slug, rule.name)) for rule in game.house_rule_form}
        chosen = Chosen(
            game,
            house_rules_of(game, rules),
            entered.get("round__ends") if entered.get("round") else None,
            entered.get("worth__counts") if entered.get("worth") else None,
            entered["movement"] == "by_colour" and entered.get("who", "all") != "all",
        )
        return chosen.counting(entered["movement"], entered["counting"])

    def _options_of(self, entered: Mapping[str, Any]) -> Options:
        plug = catalogue.MOVEMENTS[entered["movement"]]
        options = plug.options(self._counting_of(entered))
        assert options is not None  # noqa: S101 - no movement is offered a way to count that it has not
        return options


def _of_no_prize(entered: Mapping[str, Any]) -> Iterator[str]:
    by_colour = entered.get("prizes__by_colour")
    has_overall = by_colour and entered.get("prizes__overall")
    if not by_colour:
        yield "prizes__overall"
    if not has_overall:
        yield from ("prizes__one_each", *(f"prizes__overall__{name}" for name in form_of(Offer).parts))
    others = [f"prizes__others__{place}" for place in range(MOST_OTHERS)]
    for of in ("prizes", "prizes__overall", *others):
        if not entered.get(f"{of}__booby"):
            yield f"{of}__booby_sum"


def _feats(games: Mapping[str, Game]) -> list[Any]:
    feats = [
        (game.name, [(code, later(label)) for code, label in game.feat_labels.items()])
        for game in games.values()
        if game.feat_labels
    ]
    return [("", later("the place, as usual")), *feats]


def _select(drawn: forms.Field, choices: Sequence[Any]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=drawn.label,
        help_text=drawn.help_text,
        choices=choices,
        required=False,
        initial=choices[0][0],
    )


def _counted(game: Game) -> dict[str, str]:
    return {code: in_words(called_feat(game, code)) for code in (*game.feat_labels, *game.score_titles)}


def _table_size() -> forms.ChoiceField:
    words, ends = described(PointsOptions)["table_size"], bounds(PointsOptions, "table_size")
    sizes = range(ends["least"] or 0, (ends["most"] or 0) + 1)
    return forms.TypedChoiceField(
        label=_(words.label),
        choices=[(USUAL_SIZE, _("as the game is usually played")), *((str(n), n) for n in sizes)],
        coerce=lambda size: None if size == USUAL_SIZE else int(size),
        empty_value=None,
        initial=USUAL_SIZE,
        help_text=_(words.help),
    )


def rule_field(game: str, name: str) -> str:
    return f"rule-{game}-{name}"


def fresh(name: str, date: Any, usual: Usual) -> dict[str, Any]:
    """The initial values of a new evening's form: what is usual, and each game as the club plays it."""
    plan = GamesPlan(game=next(iter(GAMES)), house_rules={})
    return as_entered(plan, name, date, usual) | {"counting": "usual"}


def as_entered(plan: Plan, name: str, date: Any, usual: Usual) -> dict[str, Any]:
    """A plan as the fields of the form; `usual` are the house rules of the games it does not choose."""
    plan_data = plan.model_dump(mode="json")
    values = {
        "prizes__overall__booby": False,
        **form_of(CommonPlan).initial(plan_data),
        **_drawn(type(plan.options)).initial(plan_data["movement_options"]),
        **rules_as_entered(usual),
        **{rule_field(plan.game, name): value for name, value in plan.house_rules.items()},
        **{name: plan_data[name] for name in ("game", "movement", "counting")},
    }
    if "by_colour" in values:
        parting = plan_data["movement_options"].get("parting_colour")
        values["by_colour"] = dict(sorted(values["by_colour"].items(), key=lambda way: way[0] == parting))
    return {**values, "name": name, "date": date, "table_size": values.get("table_size") or USUAL_SIZE}


def rules_as_entered(usual: Usual) -> dict[str, object]:
    """The house rules of all games as fields of the form, each as the club plays it."""
    return {
        rule_field(slug, name): value
        for slug, at_the_club in usual.items()
        for name, value in at_the_club.options.items()
    }


def choices_of_games(games: Mapping[str, Game] = GAMES) -> str:
    """Which choices go with each game, as JSON: the page dims the others.

    `ways`: how each movement can count at the tables of the game, the usual way first and none where it cannot be;
    `couples`: whether couples play it at tables of four; `target`: the house rules on which it hangs whether there
    is a target, each with the values that ask for one, and null where there never is one; `sizes` of its tables;
    `go_on`: how many of a table can go on in a knock-out at the most; `counted`: feats and parts of the score.
    """
    return json.dumps(
        {
            game.slug: {
                "ways": {slug: at_the_tables(game, slug) for slug in catalogue.MOVEMENTS},
                "couples": for_couples(game),
                "target": _target(game),
                "sizes": sorted(game.seats),
                "counted": _counted(game),
                "go_on": (2 if for_couples(game) else max(game.seats)) - 1,
            }
            for game in games.values()
        }
    )


def _target(game: Game) -> dict[str, list[object]] | None:
    rules = [rule for rule in game.house_rule_form if rule.name in TARGETS]
    needed: dict[str, list[object]] = {}
    for name, values in chain.from_iterable(rule.under.items() for rule in rules):
        needed.setdefault(name, []).extend(values)
    return needed if rules else None


@lru_cache(maxsize=4096)  # games of clubs come and go
def at_the_tables(game: Game, movement: catalogue.Slug) -> tuple[catalogue.Counting, ...]:
    """How a movement can count at the tables of a game, the usual way first; empty where it cannot be."""
    plug = catalogue.MOVEMENTS[movement]
    in_order = sorted(catalogue.COUNTINGS, key=lambda counting: counting != plug.usual)
    return tuple(counting for counting in in_order if _can_be_had(game, plug, counting))


def _can_be_had(game: Game, plug: catalogue.MovementSpec, counting: catalogue.Counting) -> bool:
    options = plug.options(counting)
    if options is None:
        return False
    sizes = (seating.SEATS,) if counting == "games" and for_couples(game) else game.seats
    try:
        plug.make(Tables(sizes, partnership=game.partnership), options())
    except ValueError:
        return False
    return True


def for_couples(game: Game) -> bool:
    return game.partnership and seating.SEATS in game.seats


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game and rounds that were chosen; `ends` and `counts` are None where they were left open.

    `some_move`: only the losers or the winners of a table do, so that somebody has to win.
    """

    game: Game
    house_rules: Entry
    ends: Ends | None = None
    counts: Counts | None = None
    some_move: bool = False

    def ways(self, movement: catalogue.Slug) -> tuple[catalogue.Counting, ...]:
        """How the movement can count with these choices, the usual way first.

        It cannot count games where a round ends by a bell that nobody can ring, nor points where it ends by any bell.
        """
        wins = self.ends not in (None, "bell") or can_ring(self.game, self.house_rules)
        can_be = {"games": wins, "points": self.ends != "bell"}
        return tuple(counting for counting in at_the_tables(self.game, movement) if can_be[counting])

    def counting(self, movement: catalogue.Slug, wanted: str) -> catalogue.Counting:
        """How the evening counts: as wanted, or else as is usual with the movement, of what can be.

        Somebody has to win where a round is worth games. Where nothing can be it is for the plan to refuse that.
        """
        for counting in catalogue.COUNTINGS:
            if counting == wanted and catalogue.MOVEMENTS[movement].options(counting) is not None:
                return counting
        ways = self.ways(movement)
        if (self.counts in ("games", "margin") or self.some_move) and "games" in ways:
            return "games"
        if ways:
            return ways[0]
        plug = catalogue.MOVEMENTS[movement]
        return plug.usual if plug.options(plug.usual) is not None else "games"


def house_rules_of(game: Game, entered: Mapping[str, Any]) -> Entry:
    """The house rules on which a target hangs; those that were not entered are the book's."""
    entered_rules = {name: entered[name] for name in _target(game) or () if entered.get(name) is not None}
    return game.defaults.model_copy(update=entered_rules)
