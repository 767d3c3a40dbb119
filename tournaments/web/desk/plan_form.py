"""The form of an evening's plan. It reads types; what is allowed is for the service to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.catalogue import GAMES
from scoring.faults import Faults
from tournaments.evening import LONGEST_COLOUR, MOST_COLOURS, CommonPlan, GamesPlan, Plan
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.queries.house_rules import ClubRules
from tournaments.web import movement_words
from tournaments.web.desk import plan_prizes
from tournaments.web.desk.door_list import NameField
from tournaments.web.desk.doors import show_faults
from tournaments.web.desk.plan_choices import (
    OF_BOTH,
    OF_GAMES,
    OF_POINTS,
    OWN,
    POINTS_TIE_BREAK_CHOICES,
    POINTS_TIE_BREAKS,
    TIE_BREAK_CHOICES,
    TIE_BREAKS,
    USUAL_SIZE,
    chosen,
    counting_for,
    placed,
    radio,
    table_sizes,
    ways,
    winnable,
)
from tournaments.web.desk.rules_form import WholeNumber, bounds, rule_as_field
from tournaments.web.movement_words import COUNTINGS, COUPLES, HEAD_TABLE, LOSERS, MOVEMENTS, SCHEDULES, UNITS

COLOURS = "colours"
Usual = Mapping[str, ClubRules]
"""How a club plays each game."""


class NamedDay(forms.Form):
    """A name and a date."""

    name = NameField(label=later("Name"))
    date = forms.DateField(
        label=later("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class PlanForm(NamedDay):
    """Everything an evening is set up to be; the house rules of each game are added when the form is made."""

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
    schedule = radio(
        later("The schedule"),
        SCHEDULES,
        later(
            "Nobody meets twice: for as many rounds as is possible. Whist: over the full cycle everybody partners "
            "everybody once and opposes them twice. Couples: say at the schedule who they are."
        ),
    )
    unit = radio(
        later("Who is placed"),
        UNITS,
        later("Everybody alone changes partners; fixed couples are those of the first round."),
    )
    losers = radio(
        later("Whoever has lost"),
        LOSERS,
        later("In the plate those who are out play each other, so that nobody sits idle."),
    )
    rounds = WholeNumber(
        label=later("Rounds"),
        help_text=later("How many rounds are planned. Fewer or one more can be decided on the night."),
        **bounds(CommonPlan, "rounds"),
    )
    colours = forms.CharField(
        label=later("Ticket colours"),
        required=False,
        max_length=MOST_COLOURS * (LONGEST_COLOUR + len(", ")),
        help_text=later(
            "Two or more groups with tickets of their own, separated by commas: ladies, gentlemen. Empty for none."
        ),
    )
    couples = radio(
        later("Partners"),
        COUPLES,
        later("Across: the draw, and the move where it has a choice, put two colours together."),
    )
    head_table = radio(
        later("The winners at the head table"),
        HEAD_TABLE,
        later(
            "Stay: as the text of 1910 has it. Change: like every other table, so that everybody meets more people."
        ),
    )
    bell = radio(
        later("Who rings the bell"),
        {"any_table": later("Any table"), "head_table": later("The head table")},
        later("The first table that reaches the target, or the head table only while the others play on."),
    )
    round_minutes = WholeNumber(
        label=later("Minutes for a round"),
        required=False,
        help_text=later(
            "The round stops by itself after so many minutes, bell or no bell. Empty: by the bell only."
        ),
        **bounds(GamesOptions, "round_minutes"),
    )
    confirmation = radio(
        later("Confirmation of hands"),
        {
            "taken": later("Taken as confirmed at the next hand or when play stops"),
            "needed": later("Needed from the other side"),
        },
        later(
            "Taken: whoever says nothing agrees. Needed: a round with hands that the other side has not confirmed is "
            "closed only at your word."
        ),
    )
    sitout = radio(
        later("A round sat out counts"),
        {"none": later("Nothing"), "half": later("Half a game won")},
        later("Half: nobody loses by a number of players that four does not divide."),
    )
    substitute = radio(
        later("A substitute"),
        {"own": later("Plays for themselves"), "inherits": later("Takes over what was won")},
        later("Whether the games or points of the player replaced count for the substitute."),
    )
    tie_break_1 = forms.ChoiceField(
        label=later("Level in games won: first by"),
        choices=TIE_BREAK_CHOICES,
        help_text=later("What is compared, in this order, before a place is shared and a prize is cut for."),
    )
    tie_break_2 = forms.ChoiceField(label=later("then by"), choices=TIE_BREAK_CHOICES)
    tie_break_3 = forms.ChoiceField(label=later("then by"), choices=TIE_BREAK_CHOICES)
    tie_break_4 = forms.ChoiceField(label=later("then by"), choices=TIE_BREAK_CHOICES)
    table_size = forms.ChoiceField(
        label=later("Players at a table"),
        choices=[(USUAL_SIZE, later("as the game is usually played")), *((str(n), n) for n in range(2, 6))],
        help_text=later("What is preferred; where numbers do not fit, some tables are larger or smaller."),
    )
    hands_per_round = WholeNumber(
        label=later("Hands in a round"),
        required=False,
        help_text=later(
            "The round is over when every table has played so many. Empty: by time, or by your word."
        ),
        **bounds(PointsOptions, "hands_per_round"),
    )
    rank_by = radio(
        later("Places by"),
        {"points": later("All points"), "differences": later("Differences")},
        later("Differences: everybody settles with each of the others at the table, as at Ascot."),
    )
    points_tie_break_1 = forms.ChoiceField(
        label=later("Level in that: first by"), choices=POINTS_TIE_BREAK_CHOICES
    )
    points_tie_break_2 = forms.ChoiceField(label=later("then by"), choices=POINTS_TIE_BREAK_CHOICES)
    points_tie_break_3 = forms.ChoiceField(label=later("then by"), choices=POINTS_TIE_BREAK_CHOICES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(plan_prizes.prize_fields())
        self.games = GAMES
        choice = self.fields["game"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - as declared above
        choice.choices = [(slug, game.name) for slug, game in self.games.items()]
        for slug, game in self.games.items():
            for described in game.house_rule_form:
                self.fields[rule_field(slug, described.name)] = rule_as_field(described)

    def house_rules(self) -> list[dict[str, Any]]:
        """The fields of the house rules, game by game, to draw them."""
        return [
            {
                "slug": slug,
                "name": game.name,
                "fields": [self[rule_field(slug, described.name)] for described in game.house_rule_form],
            }
            for slug, game in self.games.items()
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

    def plan(self) -> dict[str, Any]:
        """The plan as entered, for the service to check."""
        entered = self.cleaned_data
        game = self.games[entered["game"]]
        return {
            "game": entered["game"],
            "house_rules": {
                described.name: entered.get(rule_field(game.slug, described.name))
                for described in game.house_rule_form
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
        names = (*OF_BOTH, *movement_words.OWN[self._movement()])
        options = {name: entered[name] for name in names}
        if self._counting() == "games":
            options |= {name: entered[name] for name in OF_GAMES}
            return {**options, "tie_breaks": chosen(entered, "tie_break_", TIE_BREAKS)}
        size = entered["table_size"]
        return {
            **options,
            "table_size": None if size == USUAL_SIZE else int(size),
            "hands_per_round": entered["hands_per_round"],
            "rank_by": entered["rank_by"],
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


def concerns(plan: Plan, name: str) -> bool:
    """Whether the field of this name says something about an evening with this plan."""
    if name.startswith("rule-"):
        return name.startswith(rule_field(plan.game, ""))
    if not plan_prizes.concerns(plan.prizes, name):
        return False
    if name in OWN:
        return name in movement_words.OWN[plan.movement]
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
    entered |= {name: next(iter(words)) for name, (_label, words) in movement_words.OPTIONS.items()}
    entered |= {name: getattr(own, name) for name in (*OF_BOTH, *movement_words.OWN[plan.movement])}
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
