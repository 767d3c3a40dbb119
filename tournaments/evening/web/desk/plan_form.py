"""The form of an evening's plan. It reads types; what is allowed is for the service to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.catalogue import GAMES
from scoring.described import described
from scoring.faults import Faults
from tournaments.club.reads.house_rules import ClubRules
from tournaments.evening.plan import MOST_COLOURS, CommonPlan, GamesPlan, Plan
from tournaments.evening.web.desk import plan_prizes
from tournaments.evening.web.desk.door_list import NameField
from tournaments.evening.web.desk.plan_choices import (
    OF_BOTH,
    OF_GAMES,
    OF_POINTS,
    OPTIONS,
    OWN,
    POINTS_TIE_BREAK_CHOICES,
    POINTS_TIE_BREAKS,
    TIE_BREAK_CHOICES,
    TIE_BREAKS,
    USUAL_SIZE,
    chosen,
    counting_for,
    placed,
    table_sizes,
    tie_break_fields,
    ways,
    winnable,
)
from tournaments.evening.web.movement_words import COUNTINGS, MOVEMENTS, own_options
from tournaments.limits import LONGEST_COLOUR
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.site.web.fields import bounds, field_of, radio
from tournaments.site.web.forms import show_faults
from tournaments.site.web.rules_form import rule_as_field

COLOURS = "colours"
OF_PARTNERS = ("couples", "head_table")
"""The options that the page shows beside the ticket colours."""
Usual = Mapping[str, ClubRules]
"""How a club plays each game."""


class NamedDay(forms.Form):
    """A name and a date."""

    name = NameField(label=later("Name"))
    date = forms.DateField(
        label=later("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class PlanForm(NamedDay):
    """Everything an evening is set up to be.

    What the models of plans describe, the prizes and the house rules of each game are added when the form is made.
    """

    game = radio(
        later("Game"),
        {},
        later("Games are won by couples that play to a target; points can be counted in every game."),
    )
    movement = radio(
        later("How people move"),
        MOVEMENTS,
        later(
            "By what has been won: progressive, ladder, best to table one, Swiss, knock-out. By a schedule: all "
            "rounds are announced beforehand. Drawn, or not at all: nobody asks who won."
        ),
    )
    counting = radio(
        later("What counts"),
        {"usual": later("As is usual with them"), **COUNTINGS},
        later(
            "Games: couples at tables of four win or lose them. Points: at tables of any size the game allows."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(_plan_fields())
        self.fields.update(plan_prizes.prize_fields())
        self.games = GAMES
        choice = self.fields["game"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - as declared above
        choice.choices = [(slug, game.name) for slug, game in self.games.items()]
        for slug, game in self.games.items():
            for rule in game.house_rule_form:
                self.fields[rule_field(slug, rule.name)] = rule_as_field(rule)

    def house_rules(self) -> list[dict[str, Any]]:
        """The fields of the house rules, game by game, to draw them."""
        return [
            {
                "slug": slug,
                "name": game.name,
                "fields": [self[rule_field(slug, rule.name)] for rule in game.house_rule_form],
            }
            for slug, game in self.games.items()
        ]

    def own_options(self) -> list[dict[str, Any]]:
        """The fields of the options of single movements and which these are, but for those about partners."""
        return [
            {
                "field": self[name],
                "movements": " ".join(slug for slug in MOVEMENTS if name in own_options(slug)),
            }
            for name in OWN
            if name not in OF_PARTNERS
        ]

    def ways(self) -> str:
        """How each movement can count with each game, for the page."""
        return ways()

    def table_sizes(self) -> str:
        """How many play each game at a table, for the page."""
        return table_sizes()

    def tie_breaks(self) -> list[Any]:
        """The fields of the tie-breaks of an evening of games, in order."""
        return [self[f"tie_break_{place}"] for place in range(1, TIE_BREAKS + 1)]

    def points_tie_breaks(self) -> list[Any]:
        """The fields of the tie-breaks of an evening of points, in order."""
        return [self[f"points_tie_break_{place}"] for place in range(1, POINTS_TIE_BREAKS + 1)]

    def clean(self) -> dict[str, Any]:
        """House rules of games that are not played are nobody's concern; prizes by colour need colours."""
        entered: dict[str, Any] = super().clean() or {}
        chosen = rule_field(entered.get("game") or "", "")
        for field in [
            name for name in self.errors if name.startswith("rule-") and not name.startswith(chosen)
        ]:
            del self.errors[field]
        plan_prizes.drop_unasked(entered, self.errors)
        if entered.get("by_colour") and not colours_of(entered.get(COLOURS, "")):
            self.add_error(
                "by_colour", _("It was ticked, but no ticket colours were entered; enter two or more.")
            )
        return entered

    def evening(self) -> dict[str, Any]:
        """The name, the day and the plan as entered, for the service to check."""
        return {"name": self.cleaned_data["name"], "date": self.cleaned_data["date"], "plan": self.plan()}

    def plan(self) -> dict[str, Any]:
        """The plan as entered, for the service to check."""
        entered = self.cleaned_data
        game = self.games[entered["game"]]
        return {
            "game": entered["game"],
            "house_rules": {
                rule.name: entered.get(rule_field(game.slug, rule.name)) for rule in game.house_rule_form
            },
            "movement": self._movement(),
            "counting": self._counting(),
            "rounds": entered["rounds"],
            "colours": colours_of(entered[COLOURS]),
            "confirmation": entered["confirmation"],
            "movement_options": self._options(),
            "prizes": plan_prizes.prizes_entered(entered),
        }

    def _movement(self) -> str:
        return str(self.cleaned_data["movement"])

    def _counting(self) -> str:
        game = self.games[self.cleaned_data["game"]]
        return counting_for(self._movement(), str(self.cleaned_data["counting"]), wins=winnable(game))

    def _options(self) -> dict[str, Any]:
        """The options of the movement and the counting chosen; those of the others are nobody's concern."""
        entered = self.cleaned_data
        names = (*OF_BOTH, *own_options(self._movement()))
        options = {name: entered[name] for name in names}
        if self._counting() == "games":
            options |= {name: entered[name] for name in OF_GAMES}
            return {**options, "tie_breaks": chosen(entered, "tie_break_", TIE_BREAKS)}
        size = entered["table_size"]
        return {
            **options,
            **{name: entered[name] for name in OF_POINTS},
            "table_size": None if size == USUAL_SIZE else int(size),
            "tie_breaks": chosen(entered, "points_tie_break_", POINTS_TIE_BREAKS),
        }

    def show(self, refused: Faults) -> None:
        """Put what the service refused beside the fields it is about."""
        show_faults(self, refused, self._field_of)

    def _field_of(self, path: str) -> str:
        """The field that a fault of `plan.movement_options.bell` or `plan.house_rules.target` is about."""
        steps = path.removeprefix("plan.").split(".")
        if steps[0] == "house_rules":
            return rule_field(self.cleaned_data["game"], steps[-1])
        if steps[0] == "prizes":
            return plan_prizes.field_of(steps[1:])
        if steps[0] == "movement_options":
            steps = steps[1:]
        if steps[:1] == ["tie_breaks"]:
            return "tie_break_1" if self._counting() == "games" else "points_tie_break_1"
        return steps[0] if steps else ""


def _plan_fields() -> dict[str, forms.Field]:
    """The fields of a plan and its options by name, drawn from their models."""
    words = described(CommonPlan)[COLOURS]
    colours = forms.CharField(
        label=_(words.label),
        required=False,
        max_length=MOST_COLOURS * (LONGEST_COLOUR + len(", ")),
        help_text=_(words.help),
    )
    options = {name: field_of(model, name) for name, model in OPTIONS.items()}
    return {
        **{name: options[name] for name in OWN},
        "rounds": field_of(CommonPlan, "rounds"),
        COLOURS: colours,
        "confirmation": field_of(CommonPlan, "confirmation"),
        **{name: options[name] for name in (*OF_GAMES, *OF_BOTH)},
        **tie_break_fields(
            "tie_break_",
            TIE_BREAKS,
            TIE_BREAK_CHOICES,
            first=_("Level in games won: first by"),
            help_text=_("What is compared, in this order, before a place is shared and a prize is cut for."),
        ),
        **{name: options[name] for name in OF_POINTS},
        "table_size": _table_size(),
        **tie_break_fields(
            "points_tie_break_",
            POINTS_TIE_BREAKS,
            POINTS_TIE_BREAK_CHOICES,
            first=_("Level in that: first by"),
        ),
    }


def _table_size() -> forms.ChoiceField:
    words, ends = described(PointsOptions)["table_size"], bounds(PointsOptions, "table_size")
    sizes = range(ends["least"] or 0, (ends["most"] or 0) + 1)
    return forms.ChoiceField(
        label=_(words.label),
        choices=[(USUAL_SIZE, _("as the game is usually played")), *((str(n), n) for n in sizes)],
        help_text=_(words.help),
    )


def concerns(plan: Plan, name: str) -> bool:
    """Whether the field of this name says something about an evening with this plan."""
    if name.startswith("rule-"):
        return name.startswith(rule_field(plan.game, ""))
    if not plan_prizes.concerns(plan.prizes, name):
        return False
    if name in OWN:
        return name in own_options(plan.movement)
    of_points = name in OF_POINTS or name.startswith("points_tie_break_")
    of_games = name in OF_GAMES or name.startswith("tie_break_")
    return not of_games if plan.by_points else not of_points


def colours_of(entered: str) -> list[str]:
    """The ticket colours in a list separated by commas."""
    return [colour for part in entered.split(",") if (colour := " ".join(part.split()))]


def rule_field(game: str, name: str) -> str:
    """What the field of a house rule is called: those of all games stand in one form."""
    return f"rule-{game}-{name}"


def fresh(name: str, date: Any, usual: Usual) -> dict[str, Any]:
    """What the form of a new evening shows: the defaults of the plan, and each game as the club plays it."""
    plan = GamesPlan(game=next(iter(GAMES)), house_rules={})
    return as_entered(plan, name, date, usual) | {"counting": "usual"}


def as_entered(plan: Plan, name: str, date: Any, usual: Usual) -> dict[str, Any]:
    """A plan as the fields of the form; `usual` are the house rules of the games it does not choose."""
    return {
        "name": name,
        "date": date,
        "game": plan.game,
        "rounds": plan.rounds,
        "movement": plan.movement,
        COLOURS: ", ".join(plan.colours),
        "confirmation": plan.confirmation,
        **_options_as_entered(plan),
        **plan_prizes.prizes_as_entered(plan.prizes),
        **_rules_as_entered(plan, usual),
    }


def _options_as_entered(plan: Plan) -> dict[str, object]:
    """The options of every movement and counting: the plan's own, and for the others the defaults."""
    own = plan.options
    games = own if isinstance(own, GamesOptions) else GamesOptions()
    points = own if isinstance(own, PointsOptions) else PointsOptions()
    entered: dict[str, object] = {"counting": plan.counting}
    entered |= {name: OPTIONS[name].model_fields[name].default for name in OWN}
    entered |= {name: getattr(own, name) for name in (*OF_BOTH, *own_options(plan.movement))}
    entered |= {name: getattr(games, name) for name in OF_GAMES}
    entered |= {name: getattr(points, name) for name in OF_POINTS}
    entered["table_size"] = str(points.table_size or USUAL_SIZE)
    entered |= placed(games.tie_breaks, "tie_break_", TIE_BREAKS)
    return entered | placed(points.tie_breaks, "points_tie_break_", POINTS_TIE_BREAKS)


def _rules_as_entered(plan: Plan, usual: Usual) -> dict[str, object]:
    """The house rules of every game: the plan's own, and for the other games what the club plays."""
    rules = {slug: at_the_club.options for slug, at_the_club in usual.items()}
    rules[plan.game] = {**rules.get(plan.game, {}), **plan.house_rules}
    return {
        rule_field(slug, name): value for slug, options in rules.items() for name, value in options.items()
    }
