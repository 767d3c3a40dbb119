"""What one evening gives everybody who was there, and why somebody on its lines gets nothing."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.series.conversion import figure_of, place_points, standard_scores
from tournaments.ranking.series.evenings import EveningLine
from tournaments.ranking.series.rules import GamesWon, PlacePoints, ScorePoints, SeasonRules
from tournaments.ranking.series.units import points_said
from tournaments.ranking.tie_breaks import half_games

Absence = Literal["guest", "not_played", "colour"]
"""Why somebody with a line was not there as far as a table goes: as a guest, without a game, on another ticket."""


class Worth(NamedTuple):
    """What an evening gives one person.

    Attributes:
        points: in units.
        place: as it counts for the season.
        level: how many share it.
        figure: the games won in half games, or the points, that the season's points come from.
        difference: the points difference of the evening, without handicap.
        handicap: what of the figure is handicap.
    """

    points: int
    place: int
    level: int
    figure: int
    difference: int
    handicap: int = 0


class Given(NamedTuple):
    """What an evening gives everybody, and who on its lines was not there."""

    worths: Mapping[str, Worth]
    absent: Mapping[str, Absence]


def points_given(rules: SeasonRules, lines: Mapping[str, EveningLine]) -> Given:
    """What an evening gives under the rules of a season.

    Whoever has played nothing was not there. Guests who do not count get nothing; where they are passed over the
    places and the average of the evening are those of the others.

    Arguments:
        rules: of the season.
        lines: of the evening, by who people really are.
    """
    absent: dict[str, Absence] = {person: "not_played" for person, line in lines.items() if not line.played}
    guests: set[str] = set()
    if rules.guests != "counted":
        guests = {person for person, line in lines.items() if line.guest} - absent.keys()
    if absent or guests:
        out = {*absent, *(guests if rules.guests == "passed_over" else ())}
        lines = {person: line for person, line in lines.items() if person not in out}
    places = {person: line.place for person, line in lines.items()}
    if rules.guests == "passed_over":
        places = _closed_up(places)
    points, figures = _points(rules, lines, places)
    level = Counter(places.values())
    worths = {
        person: Worth(points[person], place, level[place], figures[person], lines[person].points_difference)
        for person, place in places.items()
        if person not in guests
    }
    if rules.handicap:
        worths = {person: worth._replace(handicap=lines[person].handicap) for person, worth in worths.items()}
    absent |= dict.fromkeys(guests, "guest")
    return Given(worths, absent)


def _closed_up(places: Mapping[str, int]) -> dict[str, int]:
    """Places without the gaps that those have left who are not among them."""
    level = Counter(places.values())
    closed: dict[int, int] = {}
    before = 0
    for place in sorted(level):
        closed[place] = before + 1
        before += level[place]
    return {person: closed[place] for person, place in places.items()}


def _points(
    rules: SeasonRules, lines: Mapping[str, EveningLine], places: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """The points of the season in units, and the figures of the evening they come from."""
    rule, unit = rules.points, rules.unit
    if isinstance(rule, PlacePoints):
        return place_points(places, rule, unit), {person: line.points_for for person, line in lines.items()}
    if isinstance(rule, GamesWon):
        won = {person: line.won_halves for person, line in lines.items()}
        return {person: halves * rule.points * unit // 2 for person, halves in won.items()}, won
    figures = {person: figure_of(line, rule.of) for person, line in lines.items()}
    if rules.handicap:
        figures = {person: figure + lines[person].handicap for person, figure in figures.items()}
    points = figures if isinstance(rule, ScorePoints) else standard_scores(figures)
    return {person: value * unit for person, value in points.items()}, figures


_WON = gettext_noop("Games won: %(won)s, which gives %(points)s.")
_PLACE = gettext_noop("Place %(place)s, which gives %(points)s.")
_PLACE_SHARED = gettext_noop("Place %(place)s, shared by %(level)s, which gives %(points)s.")
_SCORED = gettext_noop("Scored %(points)s.")
_DIFFERENCE = gettext_noop("A difference of %(points)s.")
_SCORED_NET = gettext_noop("Scored %(raw)s, and %(handicap)s of handicap: %(points)s.")
_DIFFERENCE_NET = gettext_noop("A difference of %(raw)s, and %(handicap)s of handicap: %(points)s.")
_STANDARD = gettext_noop("A figure of %(figure)s, which as a standard score is %(points)s.")
_STANDARD_NET = gettext_noop(
    "A figure of %(raw)s, and %(handicap)s of handicap: %(figure)s, which as a standard score is %(points)s."
)
_STANDARD_WON = gettext_noop("Games won: %(figure)s, which as a standard score is %(points)s.")


def why(rules: SeasonRules, worth: Worth) -> Sentence:
    """Say what an evening gave and for what; with handicaps the raw figure, the handicap and both together."""
    rule, points = rules.points, points_said(worth.points, rules.unit)
    if isinstance(rule, GamesWon):
        return Sentence(_WON, {"won": half_games(worth.figure), "points": points})
    if isinstance(rule, PlacePoints):
        values = {"place": worth.place, "level": worth.level, "points": points}
        return Sentence(_PLACE if worth.level == 1 else _PLACE_SHARED, values)
    if rule.of == "won_halves":
        return Sentence(_STANDARD_WON, {"figure": half_games(worth.figure), "points": points})
    plain, net = _OF_FIGURES[rule.by, rule.of]
    if rules.handicap is None:
        return Sentence(plain, {"figure": worth.figure, "points": points})
    raw = worth.figure - worth.handicap
    values = {"raw": raw, "handicap": worth.handicap, "figure": worth.figure, "points": points}
    return Sentence(net, values)


_OF_FIGURES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("score_points", "points_for"): (_SCORED, _SCORED_NET),
    ("score_points", "points_difference"): (_DIFFERENCE, _DIFFERENCE_NET),
    ("standard_scores", "points_for"): (_STANDARD, _STANDARD_NET),
    ("standard_scores", "points_difference"): (_STANDARD, _STANDARD_NET),
}
