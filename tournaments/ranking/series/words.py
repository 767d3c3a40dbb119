"""The rules of a season as a page: numbered paragraphs, every rule in a sentence, and examples worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import isqrt
from typing import Final

from scoring.derivation import Sentence, gettext_noop, listed, points_phrase
from tournaments.ranking import ratings
from tournaments.ranking.rulebook import LOTS, Paragraph, Said, Sections, numbered, parted
from tournaments.ranking.series import units
from tournaments.ranking.series.rules import (
    FixedNumber,
    GamesWon,
    Nothing,
    OwnAverage,
    PlacePoints,
    ScorePoints,
    SeasonPrizes,
    SeasonRules,
    StandardScores,
    TablePrizes,
)

SECTIONS: Final[Sections] = (
    (
        gettext_noop("The evenings"),
        (
            ("season.games", gettext_noop("What is played")),
            ("season.points", gettext_noop("What an evening gives")),
            ("season.guests", gettext_noop("Guests")),
            ("season.handicap", gettext_noop("Handicaps")),
        ),
    ),
    (
        gettext_noop("League table"),
        (
            ("season.best", gettext_noop("What counts")),
            ("season.missed", gettext_noop("Evenings missed")),
            ("season.minimum", gettext_noop("Attendance")),
            ("season.ties", gettext_noop("Ties")),
            ("season.categories", gettext_noop("Separate tables")),
        ),
    ),
    (
        gettext_noop("The prizes"),
        (
            ("season.prizes", gettext_noop("What is won")),
            ("season.divided", gettext_noop("Players who tie for a prize")),
        ),
    ),
)


def series_rules_in_words(
    rules: SeasonRules, names: Mapping[str, str] | None = None
) -> tuple[Paragraph, ...]:
    """The rules of a season in numbered paragraphs; a game that `names` lacks is called by its slug."""
    paragraphs: dict[str, Said] = {
        "season.games": _games(rules, names or {}),
        "season.points": _points(rules),
        "season.guests": iter([Sentence(_GUESTS[rules.guests])]),
        "season.handicap": _handicap(rules),
        "season.best": _best(rules),
        "season.missed": _missed(rules),
        "season.minimum": _minimum(rules),
        "season.ties": _ties(rules),
        "season.categories": _categories(rules),
        "season.prizes": _prizes(rules.prizes),
        "season.divided": _divided(rules.prizes),
    }
    return numbered(SECTIONS, paragraphs)


_GAMES: Final = gettext_noop("The season is played at %(games)s; other evenings are not part of it.")
_UNITS: Final[Mapping[int, str]] = {
    1: gettext_noop("Points are counted in whole points."),
    2: gettext_noop("Points are counted in halves."),
    10: gettext_noop("Points are counted in tenths."),
    100: gettext_noop("Points are counted in hundredths."),
}


def _games(rules: SeasonRules, names: Mapping[str, str]) -> Said:
    yield Sentence(_GAMES, {"games": listed(names.get(game, game) for game in rules.games)})
    if rules.of is not None:
        yield Sentence(gettext_noop("It has %(evenings)s."), {"evenings": units.evenings_said(rules.of)})
    yield Sentence(gettext_noop("An evening declared void, or at which nobody played, changes nothing."))


_WON: Final = gettext_noop(
    "An evening gives %(points)s for each game won there, and half as much for half a game."
)
_TABLE: Final = gettext_noop("An evening gives points for the place, from the first down: %(table)s.")
_BEYOND: Final = gettext_noop("Every place after these gives %(points)s.")
_SHARED: Final[Mapping[str, str]] = {
    "equal": gettext_noop(
        "Tied players get the average of the places they take up; what does not divide is rounded to the"
        " nearest, halves up."
    ),
    "hort": gettext_noop(
        "Tied players get half of the points of their place and half of the average of the places they take up;"
        " what does not divide is rounded to the nearest, halves up."
    ),
    "place": gettext_noop("Tied players all get the points of their place."),
}
_SCORED: Final[Mapping[str, str]] = {
    "points_for": gettext_noop("An evening gives the points scored there."),
    "points_difference": gettext_noop("An evening gives the points scored there less those against."),
}
_STANDARD: Final[Mapping[str, str]] = {
    "points_for": gettext_noop("An evening gives a standard score of the points scored there."),
    "points_difference": gettext_noop(
        "An evening gives a standard score of the points scored less those against."
    ),
    "won_halves": gettext_noop("An evening gives a standard score of the games won there."),
}
_FORMULA: Final = gettext_noop(
    "That is 500, and 100 times how far it is above or below the average of everybody there, measured in"
    " standard deviations of the evening; rounded to the nearest whole number, halves away from 500. Where"
    " all have the same it is 500."
)


def _points(rules: SeasonRules) -> Said:
    rule = rules.points
    if isinstance(rule, GamesWon):
        yield Sentence(_WON, {"points": points_phrase(rule.points)})
    elif isinstance(rule, PlacePoints):
        yield Sentence(_TABLE, {"table": listed(rule.table)})
        yield Sentence(_BEYOND, {"points": points_phrase(rule.beyond)})
        yield Sentence(_SHARED[rule.ties])
    elif isinstance(rule, ScorePoints):
        yield Sentence(_SCORED[rule.of])
    elif isinstance(rule, StandardScores):
        yield Sentence(_STANDARD[rule.of])
        yield Sentence(_FORMULA)
    yield Sentence(_UNITS[rules.unit])


_GUESTS: Final[Mapping[str, str]] = {
    "counted": gettext_noop("Guests count like everybody."),
    "keep_places": gettext_noop(
        "Guests get nothing; the places they took at an evening stay taken, and they are part of its average."
    ),
    "passed_over": gettext_noop("Guests get nothing, and an evening counts as if they had not been there."),
}

_NET: Final = gettext_noop(
    "What an evening gives is worked out from the points with the handicap; the places of the evening and the"
    " points difference of a tie-break are those without."
)
_OWN: Final = gettext_noop(
    "A person's own handicap is added to their points scored less points against; the handicap of others takes "
    "nothing away."
)


def _handicap(rules: SeasonRules) -> Said:
    yield from ratings.handicap_in_words(rules.handicap)
    if rules.handicap is None:
        return
    yield Sentence(_NET)
    if isinstance(rules.points, ScorePoints | StandardScores) and rules.points.of == "points_difference":
        yield Sentence(_OWN)


_BEST: Final = gettext_noop("Of each person's evenings only the best %(best)s count; the others are dropped.")


def _best(rules: SeasonRules) -> Said:
    if rules.best is None:
        yield Sentence(gettext_noop("All evenings of everybody count."))
    else:
        yield Sentence(_BEST, {"best": rules.best})
        yield Sentence(gettext_noop("If two evenings give the same, the earlier one counts."))
    yield Sentence(gettext_noop("A bonus or a penalty is added to what counts."))


_AVERAGE: Final = gettext_noop(
    "An evening missed gives the average of the evenings that the person attended, rounded to the nearest,"
    " halves up."
)
_AT_MOST: Final = gettext_noop(
    "This applies to %(evenings)s at most, the first ones missed; the others give nothing."
)


def _missed(rules: SeasonRules) -> Said:
    rule = rules.missed
    if isinstance(rule, Nothing):
        yield Sentence(gettext_noop("An evening missed gives nothing."))
    elif isinstance(rule, OwnAverage):
        yield Sentence(_AVERAGE)
    elif isinstance(rule, FixedNumber):
        yield Sentence(
            gettext_noop("An evening missed gives %(points)s."), {"points": points_phrase(rule.points)}
        )
    if not isinstance(rule, Nothing) and rule.at_most is not None:
        yield Sentence(_AT_MOST, {"evenings": units.evenings_said(rule.at_most)})
    yield Sentence(gettext_noop("A player who has attended none is not listed."))


_MINIMUM: Final[Mapping[str, str]] = {
    "place": gettext_noop(
        "A place in the table requires %(evenings)s; players who have attended fewer come after it and win no prize."
    ),
    "prizes": gettext_noop("A prize requires %(evenings)s; a place in the table requires none."),
}
_NO_MINIMUM: Final[Mapping[str, str]] = {
    "place": gettext_noop("A place in the table requires no number of evenings."),
    "prizes": gettext_noop("Neither a place in the table nor a prize requires a number of evenings."),
}


def _minimum(rules: SeasonRules) -> Said:
    if not rules.minimum:
        yield Sentence(_NO_MINIMUM[rules.minimum_for])
        return
    yield Sentence(_MINIMUM[rules.minimum_for], {"evenings": units.evenings_said(rules.minimum)})


_CHAIN: Final = gettext_noop("Players level in points are separated by %(chain)s, in that order.")
_TIE_BREAKS: Final[Mapping[str, str]] = {
    "best_evening": gettext_noop("the best evening of each"),
    "evenings_won": gettext_noop("the evenings won"),
    "head_to_head": gettext_noop(
        "how often each finished ahead of the others who are still level, less how often behind, at evenings both "
        "attended"
    ),
    "points_difference": gettext_noop("the points difference of all evenings attended"),
    "lots": LOTS,
}


def _ties(rules: SeasonRules) -> Said:
    if not rules.tie_breaks:
        yield Sentence(gettext_noop("Players level in points share the place."))
        return
    yield from parted(_CHAIN, (_TIE_BREAKS[name] for name in rules.tie_breaks))


_CATEGORY: Final[Mapping[str, str]] = {
    "colour": gettext_noop(
        "Tickets of the colour “%(name)s” have a table: evenings on such a ticket count in it."
    ),
    "person": gettext_noop("“%(name)s” have a table: all evenings of those people count in it."),
}


def _categories(rules: SeasonRules) -> Said:
    if not rules.categories:
        yield Sentence(gettext_noop("There is one table, for everybody."))
        return
    for category in rules.categories:
        yield Sentence(_CATEGORY[category.by], {"name": category.name})
    yield Sentence(gettext_noop("An evening gives the same points in every table."))


_OVERALL: Final = gettext_noop("In the table of everybody the best win, from the first down: %(sums)s.")
_OVERALL_BOOBY: Final = gettext_noop("The last in the table of everybody wins the booby: %(sum)s.")
_OVERALL_BOOBY_ALONE: Final = gettext_noop("The last in the table of everybody wins the booby.")
_EACH: Final = gettext_noop("In the table of each category the best win, from the first down: %(sums)s.")
_EACH_BOOBY: Final = gettext_noop("The last in the table of a category wins its booby: %(sum)s.")
_EACH_BOOBY_ALONE: Final = gettext_noop("The last in the table of a category wins its booby.")
_ONE_EACH: Final = gettext_noop(
    "Nobody wins more than one prize. The table of everybody comes first, the others follow in order; a prize that "
    "somebody cannot take goes to the next in the table."
)


def _prizes(prizes: SeasonPrizes) -> Said:
    if not prizes.overall and not prizes.by_category:
        yield Sentence(gettext_noop("There are no prizes."))
        return
    yield from _table_prizes(prizes.overall, _OVERALL, (_OVERALL_BOOBY, _OVERALL_BOOBY_ALONE))
    yield from _table_prizes(prizes.by_category, _EACH, (_EACH_BOOBY, _EACH_BOOBY_ALONE))
    if 0 in (*prizes.overall.best, *prizes.by_category.best):
        yield Sentence(gettext_noop("A prize of %(nothing)s is not money."), {"nothing": _sum(0)})
    if any(table.booby is not None and table.best for table in (prizes.overall, prizes.by_category)):
        yield Sentence(gettext_noop("Nobody wins the booby beside a prize for the best of the same table."))
    yield Sentence(
        _ONE_EACH if prizes.one_each else gettext_noop("Somebody may win prizes in several tables.")
    )


def _table_prizes(prizes: TablePrizes, best: str, booby: tuple[str, str]) -> Said:
    # `booby`: the sentence with a sum, and the one without money.
    if prizes.best:
        yield Sentence(best, {"sums": listed(_sum(amount) for amount in prizes.best)})
    if prizes.booby:
        yield Sentence(booby[0], {"sum": _sum(prizes.booby)})
    elif prizes.booby is not None:
        yield Sentence(booby[1])


def _sum(amount: int) -> str | Sentence:
    # A hundred of the smallest unit make the whole.
    return units.amount_said(amount, MONEY)


MONEY: Final = 100
_DIVIDED: Final[Mapping[str, str]] = {
    "shared": gettext_noop("Tied players share the prizes of their place in equal parts."),
    "equal": gettext_noop(
        "Players level in points share their prizes in equal parts, whatever parts their places."
    ),
    "hort": gettext_noop(
        "Players level in points have half of their prizes by place, and share the other half in equal parts."
    ),
}
_WHOLE: Final = gettext_noop("What cannot be divided goes in whole units to the players placed first.")
_WHOLE_HORT: Final = gettext_noop(
    "What cannot be divided goes in whole units to the largest parts of a unit, and among equal ones to the player "
    "placed first."
)


def _divided(prizes: SeasonPrizes) -> Said:
    yield Sentence(_DIVIDED[prizes.ties])
    yield Sentence(_WHOLE_HORT if prizes.ties == "hort" else _WHOLE)


@dataclass(frozen=True)
class WorkedExample:
    """One evening converted, step by step.

    Arguments:
        results: what each person gets, in units.
    """

    evening: units.EveningResult
    steps: tuple[Sentence, ...]
    results: Mapping[str, int]


def _evening(game: str, rows: Sequence[tuple[str, int, int, int, int]]) -> units.EveningResult:
    lines = (
        units.EveningLine(person, place, 6, halves, points, difference)
        for person, place, halves, points, difference in rows
    )
    return units.EveningResult(f"example {game}", date(1910, 1, 1), game, tuple(lines))


EXAMPLES: Final = (
    _evening(
        "games", [("Ann", 1, 10, 40, 22), ("Ben", 2, 8, 36, 6), ("Cleo", 2, 8, 30, 6), ("Dan", 4, 2, 14, -34)]
    ),
    _evening(
        "points",
        [
            ("Ann", 2, 5, 620, 80),
            ("Ben", 1, 8, 940, 400),
            ("Cleo", 4, 3, 310, -230),
            ("Dan", 3, 4, 290, -250),
        ],
    ),
)
"""Two evenings of the same four people whose points have nothing to do with each other."""


def worked(
    rule: PlacePoints | StandardScores, unit: int, evenings: Sequence[units.EveningResult] = EXAMPLES
) -> tuple[WorkedExample, ...]:
    if isinstance(rule, PlacePoints):
        return tuple(_places_worked(evening, rule, unit) for evening in evenings)
    return tuple(_scores_worked(evening, rule, unit) for evening in evenings)


_ALONE = gettext_noop("%(person)s finished in place %(place)s: %(points)s.")
_TAKEN_UP = gettext_noop("%(people)s share place %(place)s: they take up places worth %(worth)s.")
_EQUAL = gettext_noop("Each gets the average: %(together)s divided by %(count)s is %(points)s.")
_HORT = gettext_noop(
    "Each gets half of %(own)s and half of the average of %(together)s divided by %(count)s: %(points)s."
)
_BY_PLACE = gettext_noop("Each gets the points of the place they share: %(points)s.")


def _places_worked(evening: units.EveningResult, rule: PlacePoints, unit: int) -> WorkedExample:
    places = {line.person: line.place for line in evening.lines}
    results = units.place_points(places, rule, unit)
    steps: list[Sentence] = []
    for place in sorted(set(places.values())):
        people = sorted(person for person, own in places.items() if own == place)
        points = units.points_said(results[people[0]], unit)
        if len(people) == 1:
            steps.append(Sentence(_ALONE, {"person": people[0], "place": place, "points": points}))
        else:
            steps += _shared_worked(people, place, rule, points)
    return WorkedExample(evening, tuple(steps), results)


def _shared_worked(
    people: Sequence[str], place: int, rule: PlacePoints, points: Sentence
) -> Iterator[Sentence]:
    worth = [units.points_of_place(place + step, rule) for step in range(len(people))]
    yield Sentence(_TAKEN_UP, {"people": listed(people), "place": place, "worth": listed(worth)})
    values = {"own": worth[0], "together": sum(worth), "count": len(people), "points": points}
    yield Sentence({"equal": _EQUAL, "hort": _HORT, "place": _BY_PLACE}[rule.ties], values)


_FIGURES = gettext_noop(
    "The figures of the evening: %(figures)s. There are %(count)s, which make %(sum)s together."
)
_MEAN = gettext_noop("Their average: %(sum)s divided by %(count)s is %(average)s.")
_SPREAD = gettext_noop(
    "Their squares make %(squares)s together; %(count)s times that less %(sum)s times %(sum)s is %(spread)s."
)
_DEVIATION = gettext_noop("The deviation is the square root of that divided by %(count)s: %(deviation)s.")
_SCORE = gettext_noop("%(person)s: 500 + 100 × (%(figure)s − %(average)s) / %(deviation)s = %(score)s.")


def _scores_worked(evening: units.EveningResult, rule: StandardScores, unit: int) -> WorkedExample:
    figures = {line.person: units.figure_of(line, rule.of) for line in evening.lines}
    scores = units.standard_scores(figures)
    results = {person: score * unit for person, score in scores.items()}
    return WorkedExample(evening, tuple(_score_steps(figures, scores)), results)


def _score_steps(figures: Mapping[str, int], scores: Mapping[str, int]) -> Iterator[Sentence]:
    count, total = len(figures), sum(figures.values())
    squares = sum(figure * figure for figure in figures.values())
    spread = count * squares - total * total
    values: dict[str, object] = {
        "figures": listed(figures.values()),
        "count": count,
        "sum": total,
        "average": units.amount_said(units.nearest(100 * total, count), 100),
        "squares": squares,
        "spread": spread,
        "deviation": units.amount_said((isqrt(40_000 * spread // count**2) + 1) // 2, 100),
    }
    yield from (Sentence(template, values) for template in (_FIGURES, _MEAN, _SPREAD))
    if not spread:
        yield Sentence(gettext_noop("All figures are the same: everybody gets 500."))
        return
    yield Sentence(_DEVIATION, values)
    for person, figure in figures.items():
        values = {**values, "person": person, "figure": figure, "score": scores[person]}
        yield Sentence(_SCORE, values)
