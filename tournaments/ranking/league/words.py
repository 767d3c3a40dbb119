"""The rules of a league of fixtures as a page: numbered paragraphs, every rule in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.derivation import Sentence, coded, gettext_noop, listed, ngettext_lazy, wordings
from tournaments.ranking.league.results import Edition
from tournaments.ranking.league.rules import Entrants, FixtureRules, Format, ResultFrom
from tournaments.ranking.league.tie_breaks import AMONG_THE_LEVEL, BY_RATINGS, TieBreak
from tournaments.ranking.ratings import handicap
from tournaments.ranking.rulebook import LOTS, Paragraph, Said, Sections, numbered, parted
from tournaments.ranking.season.units import points_said

SECTIONS: Final[Sections] = (
    (
        gettext_noop("The fixtures"),
        (
            ("league.games", gettext_noop("What is played")),
            ("league.entrants", gettext_noop("Who takes part")),
            ("league.format", gettext_noop("Who meets whom")),
            ("league.draws", gettext_noop("How a fixture ends")),
            ("league.results", gettext_noop("Results from an evening")),
            ("league.handicap", gettext_noop("Handicaps")),
        ),
    ),
    (
        gettext_noop("The table of places"),
        (
            ("league.points", gettext_noop("What a fixture brings")),
            ("league.ties", gettext_noop("Who is level")),
            ("league.unplayed", gettext_noop("Rounds that were not played")),
        ),
    ),
    (
        gettext_noop("The divisions"),
        (("league.borders", gettext_noop("Up and down")),),
    ),
)


def in_words(rules: FixtureRules, names: Mapping[str, str] | None = None) -> tuple[Paragraph, ...]:
    """The rules of a league in numbered paragraphs; two leagues with other rules have other words.

    Arguments:
        rules: the season's.
        names: what the games are called, by slug; the slug where it has no name.
    """
    said: dict[str, Said] = {
        "league.games": _games(rules, names or {}),
        "league.entrants": iter([Sentence(_ENTRANTS[rules.entrants])]),
        "league.format": _format(rules),
        "league.draws": _draws(rules),
        "league.results": _results(rules),
        "league.handicap": _handicap(rules),
        "league.points": _points(rules),
        "league.ties": _ties(rules),
        "league.unplayed": _unplayed(rules),
        "league.borders": _borders(rules),
    }
    return numbered(SECTIONS, said)


_GAMES: Final = gettext_noop("The fixtures are played at %(games)s.")


def _games(rules: FixtureRules, names: Mapping[str, str]) -> Said:
    yield Sentence(_GAMES, {"games": listed(names.get(game, game) for game in rules.games)})


_ENTRANTS: Final[Mapping[Entrants, str]] = {
    "individual": gettext_noop("Everybody takes part alone."),
    "pair": gettext_noop("Two who stay together take part as one."),
    "team": gettext_noop("Teams take part; whoever plays for a team plays for its line of the table."),
}

_FORMATS: Final[Mapping[Format, str]] = {
    "round_robin": gettext_noop("All who are in a division meet each other once."),
    "double_round_robin": gettext_noop(
        "All who are in a division meet each other twice, once at home and once away."
    ),
    "swiss": gettext_noop(
        "In each round those meet who have like match points, and nobody meets the same again while that can be"
        " avoided."
    ),
    "knock_out": gettext_noop("Whoever loses a fixture is out; whoever is left has won."),
    "double_knock_out": gettext_noop(
        "Whoever has lost two fixtures is out. If the one who has lost before wins the final, it is played once more."
    ),
}
_REST: Final = gettext_noop("Where they are odd in number one of them has a bye in each round.")
_SEEDED: Final = gettext_noop(
    "They are seeded in their order: the higher two are, the later they can meet; where there are not enough for"
    " the first round the highest are in the second without playing."
)


wordings({"league.rounds": ngettext_lazy("There is %(count)s round.", "There are %(count)s rounds.")})


def _format(rules: FixtureRules) -> Said:
    yield Sentence(_FORMATS[rules.format])
    if rules.rounds is not None:
        yield coded("league.rounds", count=rules.rounds)
    yield Sentence(_REST if rules.has_table else _SEEDED)


_WINS: Final = gettext_noop("Whoever has won more games wins a fixture.")
_DRAWN: Final = gettext_noop("With as many games each it is a draw.")
_AGAIN: Final = gettext_noop("A draw is played again.")
_NO_DRAWS: Final = gettext_noop(
    "There are no draws: with as many games each the larger number of points wins, and with as many points too it is"
    " settled by hand."
)
_ABSENT: Final = gettext_noop("Whoever does not play loses; where neither side does, both lose.")


def _draws(rules: FixtureRules) -> Said:
    yield Sentence(_WINS)
    yield Sentence(_DRAWN if rules.draws else _NO_DRAWS)
    if rules.draws and not rules.has_table:
        yield Sentence(_AGAIN)
    yield Sentence(_ABSENT)


_MEETINGS: Final = (
    gettext_noop(
        "Where an evening gives the result of a fixture, the games count in which the people of one side played"
        " against those of the other; anybody may have been their partner."
    ),
    gettext_noop("A game in which people of both sides were partners does not count."),
    gettext_noop(
        "Where everybody plays alone each of one side has met each of the other; if neither of the two won the game,"
        " the one with more points did better, and with as many each has half a game."
    ),
    gettext_noop("Where they have not met, the evening gives no result."),
)
_TOTALS: Final = (
    gettext_noop(
        "Where an evening gives the result of a fixture, all games and points count that the people of each side made"
        " there, whomever they played; those of each person are added up."
    ),
    gettext_noop(
        "Where a game is not won by anybody whoever made the most points in it has won it, and those who made as many"
        " have half a game each."
    ),
    gettext_noop("A round sat out brings nothing, and more games played are no reason to even out anything."),
    gettext_noop("Where nobody of a side has played, the evening gives no result."),
)
_RESULTS: Final[Mapping[ResultFrom, tuple[str, ...]]] = {"meetings": _MEETINGS, "totals": _TOTALS}


def _results(rules: FixtureRules) -> Said:
    yield from map(Sentence, _RESULTS[rules.result_from])


_NET: Final = gettext_noop(
    "Games are won and lost without it; wherever points of a fixture count it is those with the handicap."
)


def _handicap(rules: FixtureRules) -> Said:
    yield from handicap.in_words(rules.handicap)
    if rules.handicap is None:
        return
    yield Sentence(_NET)


_NO_TABLE: Final = gettext_noop("A knock-out has no table: a fixture brings no match points.")
_BRINGS: Final = gettext_noop("A win brings %(won)s, a draw %(drawn)s and a loss %(lost)s.")
_BYE: Final = gettext_noop(
    "A bye brings %(bye)s; a round that somebody asked to be left out of what a draw or a loss does, as agreed."
)
_MISSING: Final = gettext_noop("Whoever does not play gets %(missing)s; the other side has won.")


def _points(rules: FixtureRules) -> Said:
    if not rules.has_table:
        yield Sentence(_NO_TABLE)
        return
    values = {name: points_said(halves, 2) for name, halves in rules.match_points}
    yield from (Sentence(template, values) for template in (_BRINGS, _BYE, _MISSING))


_NO_PLACES: Final = gettext_noop("A knock-out has no table: how far somebody got is all that counts.")
_ALONE: Final = gettext_noop("Only match points are compared; who are level in them share the place.")
_CHAIN: Final = gettext_noop(
    "Match points are compared first; who are level in them are parted by %(chain)s, in this order."
)
_TIE_BREAKS: Final[Mapping[TieBreak, str]] = {
    "games_won": gettext_noop("the games won in their fixtures"),
    "points_difference": gettext_noop("the points difference of their fixtures"),
    "points_for": gettext_noop("the points made in their fixtures"),
    "head_to_head": gettext_noop(
        "the match points from each other, if all who are still level have met equally often"
    ),
    "head_to_head_difference": gettext_noop(
        "the games won less those lost against each other, if all who are still level have met equally often"
    ),
    "head_to_head_games": gettext_noop(
        "the games won from each other, if all who are still level have met equally often"
    ),
    "buchholz": gettext_noop("the match points of their opponents together (Buchholz)"),
    "buchholz_cut_1": gettext_noop(
        "the match points of their opponents without the lowest (Buchholz, cut 1)"
    ),
    "buchholz_cut_2": gettext_noop(
        "the match points of their opponents without the two lowest (Buchholz, cut 2)"
    ),
    "buchholz_median": gettext_noop(
        "the match points of their opponents without the lowest and the highest (Buchholz, median)"
    ),
    "sonneborn_berger": gettext_noop(
        "the match points of each opponent times those won from them (Sonneborn-Berger)"
    ),
    "koya": gettext_noop("the match points from opponents who have at least half of all points (Koya)"),
    "average_rating": gettext_noop("the average rating of their opponents"),
    "average_rating_cut_1": gettext_noop("the average rating of their opponents without the lowest"),
    "performance": gettext_noop("their performance rating"),
    "most_wins": gettext_noop("the number of wins"),
    "progressive_score": gettext_noop("the match points after each round, added up (progressive score)"),
    "drawn_lots": LOTS,
}


def _ties(rules: FixtureRules) -> Said:
    if not rules.has_table:
        yield Sentence(_NO_PLACES)
        return
    chain = rules.tie_breaks[1:]
    if not chain:
        yield Sentence(_ALONE)
        return
    yield from parted(_CHAIN, chain, _TIE_BREAKS)
    if AMONG_THE_LEVEL.intersection(chain):
        yield Sentence(_AMONG_THEM)
    if BY_RATINGS.intersection(chain):
        yield Sentence(_BY_RATINGS)


_AMONG_THEM: Final = gettext_noop(
    "What counts among those who are level is counted again among those whom it leaves level."
)
_BY_RATINGS: Final = gettext_noop(
    "Ratings are those entered with the entrants; where anybody of a division has none, they do not count."
)
_EDITIONS: Final[Mapping[Edition, str]] = {
    "fide_2023": gettext_noop(
        "Rounds that were not played count by the FIDE Tie-Break Regulations (Handbook C.07), edition of August 2023."
    ),
    "fide_2026": gettext_noop(
        "Rounds that were not played count by the FIDE Tie-Break Regulations (Handbook C.07), edition of March 2026."
    ),
}
_STAYED_AWAY: Final = gettext_noop(
    "For opponents, rounds without an opponent that somebody missed up to the end count as draws; a fixture that was"
    " forfeited stays lost."
)
_DUMMIES: Final[Mapping[Edition, str]] = {
    "fide_2023": gettext_noop(
        "A round that somebody did not play counts as one against an opponent who has as many points as they have."
    ),
    "fide_2026": gettext_noop(
        "A round that somebody did not play counts as one against an opponent who has as many points as they have,"
        " but no more than the opponent they were to meet; without one, no more than draws in all rounds bring."
    ),
}
_ALL_MEET: Final = gettext_noop(
    "Everybody was to meet everybody, so for tie-breaks a fixture that was forfeited counts like one that was played."
)


_LOST: Final = gettext_noop("No round is counted otherwise: a fixture that somebody did not play is lost.")


def _unplayed(rules: FixtureRules) -> Said:
    if not rules.has_table:
        yield Sentence(_LOST)
        return
    yield Sentence(_EDITIONS[rules.edition])
    if rules.table_rules().all_meet:
        yield Sentence(_ALL_MEET)
        return
    yield Sentence(_STAYED_AWAY)
    yield Sentence(_DUMMIES[rules.edition])


_NOBODY_MOVES: Final = gettext_noop("Nobody goes up or down at the end of the season.")
_MOVES: Final = gettext_noop(
    "At the end of the season between division %(upper)s and division %(lower)s so many go up: %(up)s; so many go"
    " down: %(down)s."
)
_PLAY_OFF: Final = gettext_noop(
    "So many more of each of the two play for it: %(play_off)s; the last of the upper ones against the first of the"
    " lower ones, and so on."
)
_STAY: Final = gettext_noop("Nobody moves by more than one division.")


def _borders(rules: FixtureRules) -> Said:
    if not rules.borders:
        yield Sentence(_NOBODY_MOVES)
        return
    for upper, border in enumerate(rules.borders, 1):
        yield Sentence(_MOVES, {"upper": upper, "lower": upper + 1, "up": border.up, "down": border.down})
        if border.play_off:
            yield Sentence(_PLAY_OFF, {"play_off": border.play_off})
    yield Sentence(_STAY)
