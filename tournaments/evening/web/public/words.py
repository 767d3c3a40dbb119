"""An evening's plan and standings in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.derivation import Sentence
from scoring.described import described
from tournaments.evening.plan import GamesPlan, Plan, PointsPlan
from tournaments.evening.reads import facts
from tournaments.evening.reads.hands import Mark
from tournaments.evening.reads.public import Evening, Standing
from tournaments.evening.round_rules import Counts, RoundEnd, Worth
from tournaments.evening.rulebook import Rulebook
from tournaments.evening.web.movement_words import own_facts
from tournaments.evening.web.words import offered_prizes
from tournaments.movement.options import PointsOptions
from tournaments.ranking.rulebook import Paragraph
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web.forms import BySize, Pairs
from tournaments.site.web.pages import translate
from tournaments.site.web.words import in_our_words, value_in_words

TIE_BREAKS = {
    "games_won": gettext_lazy("games won"),
    "points_difference": gettext_lazy("points difference"),
    "points_for": gettext_lazy("points scored"),
    "head_table_wins": gettext_lazy("games won at the head table"),
    "bells_rung": gettext_lazy("bells rung"),
    "tables_won": gettext_lazy("tables won"),
    "best_round": gettext_lazy("points in the best round"),
}


CONFIRMATION = {
    "needed": gettext_lazy("by the other side, each"),
    "taken": gettext_lazy("by the next hand or when play stops, unless the other side disputes them"),
}
SHOWN: Mapping[Counts, Collection[str]] = {
    "games": ("won", "shared"),
    "points": ("points_for", "points_difference", "shared"),
    "margin": ("game_points", "shared"),
}
"""What need not be said between two lines, since their columns show it, by what counts."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings as a page shows it; `slug` is the address of whose it is, `player` their primary key.

    `rule` is the paragraph of the evening that `why` rests on.
    """

    slug: str
    player: int
    place: int
    shared: bool
    name: str
    colour: str
    won: str
    played: int
    points_for: int
    difference: int
    game_points: int | None
    head_table_wins: int
    bells_rung: int
    sat_out: int
    why: str
    rule: Paragraph | None = None
    notes: tuple[str, ...] = ()
    mark: Mark | None = None


def lines(
    standings: list[Standing],
    names: Mapping[str, str],
    *,
    counts: Counts = "games",
    notes: Mapping[str, tuple[str, ...]] | None = None,
    marks: Mapping[str, Mark] | None = None,
    rules: Rulebook | None = None,
) -> list[StandingsLine]:
    """The standings with names, games won as people write them, why each is below the one above, and notes.

    `marks` say whose line rests on hands that are not agreed; with `rules` each why cites its paragraph.
    """
    columns = SHOWN[counts]
    return [
        StandingsLine(
            slug=row.ticket.player.slug,
            player=row.ticket.player_id,
            place=row.place,
            shared=row.decided_by == "shared",
            name=names[row.ticket.code],
            colour=row.ticket.colour,
            won=half_games(row.won_halves),
            played=row.played,
            points_for=row.points_for,
            difference=row.points_difference,
            game_points=row.game_points,
            head_table_wins=row.head_table_wins,
            bells_rung=row.bells_rung,
            sat_out=row.sat_out,
            why=_why(row, columns),
            rule=rules.for_place(row.decided_by) if rules else None,
            notes=(notes or {}).get(row.ticket.code, ()),
            mark=(marks or {}).get(row.ticket.code),
        )
        for row in standings
    ]


def _why(row: Standing, shown: Collection[str]) -> str:
    if row.explanation is None or row.decided_by in shown:
        return ""
    return translate(Sentence.from_data(row.explanation))


def plan_facts(evening: Evening) -> list[tuple[str, str]]:
    plan, game = facts.plan_of(evening), facts.game_of(evening)
    return [
        (_("Game"), in_our_words(game.name)),
        *(
            (_(rule.label), value_in_words(rule, plan.house_rules[rule.name]))
            for rule in game.in_force(facts.setup_of(evening).house_rules)
            if rule.kind != "text"
            and rule.name in plan.house_rules
            and (rule.name != "target" or facts.target_of(evening) is not None)
        ),
        (_("Rounds"), str(plan.rounds)),
        *([(_("Ends about"), plan.ends_about)] if plan.ends_about else []),
        (_("Hands are confirmed"), str(CONFIRMATION[plan.confirmation])),
        *_movement_facts(evening),
        *offered_prizes(plan),
    ]


def _movement_facts(evening: Evening) -> Iterator[tuple[str, str]]:
    plan = facts.plan_of(evening)
    yield from own_facts(plan)
    yield from _round_facts(plan)
    if isinstance(plan, PointsPlan):
        yield from _points_facts(plan.movement_options)
    else:
        yield from _games_facts(plan)


def _round_facts(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.round is not None:
        ends = described(RoundEnd)
        yield _(ends["ends"].label), _(ends["ends"].words[plan.round.ends])
        if plan.round.hands is not None:
            yield _(ends["hands"].label), str(BySize().prepare_value(plan.round.hands))
        if plan.round.minutes is not None:
            yield _("A round lasts"), _("%(minutes)s minutes") % {"minutes": plan.round.minutes}
    if plan.worth is not None:
        worth = described(Worth)
        yield _(worth["counts"].label), _(worth["counts"].words[plan.worth.counts])
        if plan.worth.counts == "margin":
            yield _(worth["margin"].label), str(Pairs().prepare_value(plan.worth.margin))


def _games_facts(plan: GamesPlan) -> Iterator[tuple[str, str]]:
    options = plan.movement_options
    if plan.ends == "bell":
        rings = _("any table") if options.bell == "any_table" else _("the head table")
        yield _("The bell is rung by"), rings
    if options.round_minutes:
        yield _("A round lasts"), _("%(minutes)s minutes") % {"minutes": options.round_minutes}
    if options.sitout == "half":
        yield _("A round sat out"), _("counts half a game won")
    elif options.sitout == "average":
        yield _("A round sat out"), _("counts the average of their own rounds")
    elif options.sitout != "none":
        yield _("A round sat out"), str(options.sitout)
    if options.best_rounds is not None:
        yield _("Best rounds counted"), str(options.best_rounds)
    if options.tie_breaks:
        yield _("Ties in games won"), ", ".join(str(TIE_BREAKS[name]) for name in options.tie_breaks)


def _points_facts(options: PointsOptions) -> Iterator[tuple[str, str]]:
    if options.hands_per_round:
        yield _("Hands in a round"), str(options.hands_per_round)
    if options.round_minutes:
        yield _("A round lasts"), _("%(minutes)s minutes") % {"minutes": options.round_minutes}
    by_points = options.rank_by == "points"
    yield _("Places"), _("by points") if by_points else _("by differences to the others at the table")
    if options.tie_breaks:
        yield _("Ties in that"), ", ".join(str(TIE_BREAKS[name]) for name in options.tie_breaks)
