"""A season of fixtures for the public: its tables or brackets, its fixtures by round, and why somebody is where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.club.member_list.details import surname_first
from tournaments.club.reads.access import Visitor, visitor_of
from tournaments.league.reads.archives import shows_archive
from tournaments.league.reads.fixtures import (
    Contest,
    DivisionSeen,
    Fixture,
    asked_of,
    contest,
    rounds_met,
    with_names,
)
from tournaments.league.reads.seasons import Season, promised
from tournaments.league.web.fixture_words import (
    ShownFixture,
    corrections_in_words,
    evening_links,
    shown_fixture,
    shown_lots,
    shown_rounds,
    shown_table,
)
from tournaments.league.web.season_pages import of_fixtures, public_season, render_season, season_kept
from tournaments.ranking.fixtures.fixtures import AGAIN, FINAL, PlannedMatch, Source, bracket
from tournaments.ranking.fixtures.results import COUNTED
from tournaments.ranking.fixtures.results import Fixture as Match
from tournaments.ranking.fixtures.table import Reason, TableLine, why
from tournaments.ranking.fixtures.what_if import EntrantNeeds, EntrantProspect
from tournaments.ranking.totals import verdict_said
from tournaments.site.web import query_params
from tournaments.site.web.pages import file_of, translate

RoundsMet = dict[str, list[int]]
"""By the codes of fixtures that rest on an evening, the rounds there in which the two met."""


def fixtures_table(request: HttpRequest, season: Season) -> HttpResponse:
    competition = contest(season)
    context: dict[str, Any] = {
        "seen": competition,
        "commitment": promised(season),
        "corrected": corrections_in_words(season, visitor_of(request)),
        "lots": shown_lots(competition),
        "has_archive": shows_archive(season, visitor_of(request)),
    }
    if competition.rules.has_table:
        tables = [shown_table(competition, division) for division in competition.divisions]
        context["tables"] = [
            (table, crosstable(table["division"], [line["entrant"].number for line in table["lines"]]))
            for table in tables
        ]
        context["next"] = next((round_ for round_ in shown_rounds(competition) if round_.ahead), None)
    else:
        context["brackets"] = [(division, bracket_of(division)) for division in competition.divisions]
    return render_season(request, season, "league/fixtures_table.html", context)


@public_season
@season_kept
def fixtures(request: HttpRequest, season: Season) -> HttpResponse:
    competition = of_fixtures(season)
    rounds = shown_rounds(competition)
    current = next((round_.number for round_ in rounds if round_.ahead), None)
    context = {"seen": competition, "rounds": rounds, "current": current}
    return render_season(request, season, "league/fixtures.html", context)


def fixtures_why(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    competition = contest(season)
    division = competition.division_of(number)
    if division is None or not competition.rules.has_table:
        raise Http404
    explanation = why(division.lines, division.values, str(number))
    rows = {row.code: row for row in division.rows}
    names, met = competition.names, rounds_met(competition, division.rows)
    visitor = visitor_of(request)
    context = {
        "seen": competition,
        "division": division,
        "entrant": competition.entrants[number],
        "line": next(
            line for line in shown_table(competition, division)["lines"] if line["entrant"].number == number
        ),
        "above": explanation.above and {"name": names[explanation.above], "number": explanation.above},
        "below": explanation.below and {"name": names[explanation.below], "number": explanation.below},
        "after": [_reason(visitor, reason, rows, met) for reason in explanation.after],
        "before": [_reason(visitor, reason, rows, met) for reason in explanation.before],
        "own": [
            _linked(row, visitor, met)
            for row in division.rows
            if row.home.number == number or (row.away and row.away.number == number)
        ],
    }
    return render_season(request, season, "league/fixtures_why.html", context)


def _reason(visitor: Visitor, reason: Reason, rows: dict[str, Fixture], met: RoundsMet) -> dict[str, Any]:
    fixtures_of = [_linked(rows[code], visitor, met) for code in reason.fixtures if code in rows]
    return {"text": translate(reason.sentence), "decided": reason.decided, "fixtures": fixtures_of}


def _linked(row: Fixture, visitor: Visitor, met: RoundsMet) -> dict[str, Any]:
    return {"shown": shown_fixture(row), "links": evening_links(row, visitor, met.get(row.code, ()))}


Outcome = Literal["won", "lost", ""]
FEWEST: Final = 3
"""Of two who meet the fixture itself says as much."""
MOST: Final = 24
"""Of more a crosstable is wider than anybody reads: a Swiss division of fifty meets eight of them each."""


@dataclass(frozen=True, slots=True)
class Met:
    """A fixture as one of its two sides sees it: `score` has the own games first, "" where there are none."""

    shown: ShownFixture
    score: str
    outcome: Outcome

    @property
    def is_decided(self) -> bool:
        return bool(self.score or self.outcome)


@dataclass(frozen=True, slots=True)
class CrossRow:
    number: int
    name: str
    place: int
    cells: tuple[tuple[Met, ...] | None, ...]


def crosstable(division: DivisionSeen, order: Sequence[int]) -> list[CrossRow]:
    """The crosstable of a division, without its play-offs; empty where it is too small or too wide for one."""
    if not FEWEST <= len(order) <= MOST:
        return []
    met: dict[tuple[int, int], list[Met]] = defaultdict(list)
    for row in division.rows:
        if row.away is None or row.play_off:
            continue
        fixture = shown_fixture(row)
        met[row.home.number, row.away.number].append(_seen_by(fixture, "home"))
        met[row.away.number, row.home.number].append(_seen_by(fixture, "away"))
    names = {entrant.number: entrant.name for entrant in division.entrants}
    return [
        CrossRow(
            number,
            names[number],
            place,
            tuple(None if other == number else tuple(met[number, other]) for other in order),
        )
        for place, number in enumerate(order, start=1)
    ]


def _seen_by(shown: ShownFixture, side: Literal["home", "away"]) -> Met:
    own, theirs = (shown.own, shown.theirs) if side == "home" else (shown.theirs, shown.own)
    outcome: Outcome = ""
    if shown.row.winner in ("home", "away"):
        outcome = "won" if shown.row.winner == side else "lost"
    return Met(shown, f"{own}:{theirs}" if shown.score else "", outcome)


NOBODY = ""


def bracket_of(division: DivisionSeen) -> dict[str, Any]:
    """The bracket of a division; without parts where it has fewer than two entrants."""
    if len(division.numbers) < 2:
        return {"parts": [], "champion": ""}
    double = division.rules.format == "double_knock_out"
    plan = bracket(len(division.numbers), double=double)
    reading = _Reading(division, plan)
    rounds_by_part: dict[str, list[dict[str, Any]]] = {}
    for stage, matches in groupby(plan, key=lambda match: match.name.partition(".")[0]):
        part, stage_matches = stage[0], list(matches)
        ties = [tie for match in stage_matches if (tie := reading.tie(match))]
        if ties:
            heading = _heading(part, stage_matches[0], plan)
            rounds_by_part.setdefault(part, []).append({"heading": heading, "ties": ties})
    words = {"W": _("Winners") if double else "", "L": _("Losers"), "F": ""}
    knockout = division.knockout
    champion = reading.names.get(knockout.champion or "", "") if knockout else ""
    parts = [(words[part], stages) for part, stages in rounds_by_part.items()]
    return {"parts": parts, "champion": champion}


def _heading(part: str, match: PlannedMatch, plan: Sequence[PlannedMatch]) -> str:
    number = match.name.partition(".")[0][1:]
    if part == "F":
        return _("Final") if match.name == FINAL else _("Final, once more")
    last = max(int(planned.name.partition(".")[0][1:]) for planned in plan if planned.name.startswith("W"))
    left = last - int(number)
    single = not any(planned.name == FINAL for planned in plan)
    named = (_("Final"), _("Semi-finals"), _("Quarter-finals"))
    if part == "W" and single and left < len(named):
        return named[left]
    return _("Round %(number)s") % {"number": number}


class _Reading:
    def __init__(self, division: DivisionSeen, plan: Sequence[PlannedMatch]) -> None:
        self.names: Mapping[str, str] = {str(entrant.number): entrant.name for entrant in division.entrants}
        self.seeds = division.numbers
        self.plan = {match.name: match for match in plan}
        self.tries: dict[str, list[Fixture]] = {}
        for row in division.rows:
            name = row.code.partition(":")[2].partition("/")[0]
            self.tries.setdefault(name, []).append(row)

    def tie(self, match: PlannedMatch) -> dict[str, Any] | None:
        """A match as it is shown; None where a side has no opponent, or it need not be played.

        It has more than one fixture if it was played again. A side is its name and True, or, while nobody knows who
        it is, where it comes from and False.
        """
        rows = self.tries.get(match.name, [])
        label = match.name[1:] if match.name[0] == "W" else match.name
        if rows:
            away = rows[-1].away
            sides = ((rows[-1].home.name, True), (away.name if away else "", True))
            return {"label": label, "sides": sides, "fixtures": list(map(shown_fixture, rows))}
        if match.name == AGAIN and all(row.winner != "away" for row in self.tries.get(FINAL, [])):
            return None
        first, other = (self._side(source) for source in match.sides)
        if NOBODY in (first[0], other[0]):
            return None
        return {"label": label, "sides": (first, other), "fixtures": []}

    def _side(self, source: Source) -> tuple[str, bool]:
        if source.take == "seed":
            seed = int(source.of)
            return (self.names[self.seeds[seed - 1]], True) if seed <= len(self.seeds) else (NOBODY, True)
        decided = next((row for row in self.tries.get(source.of, []) if row.winner in ("home", "away")), None)
        if decided is not None and decided.away is not None:
            won, lost = (
                (decided.home, decided.away) if decided.winner == "home" else (decided.away, decided.home)
            )
            return (won if source.take == "winner" else lost).name, True
        if self.tries.get(source.of):
            return self._comes(source)
        first, other = (self._side(side) for side in self.plan[source.of].sides)
        if NOBODY in (first[0], other[0]):
            alone = first if other[0] == NOBODY else other
            return alone if source.take == "winner" else (NOBODY, True)
        return self._comes(source)

    def _comes(self, source: Source) -> tuple[str, bool]:
        label = {"match": source.of[1:] if source.of[0] == "W" else source.of}
        if source.take == "winner":
            return _("Winner of %(match)s") % label, False
        return _("Loser of %(match)s") % label, False


def fixtures_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    competition = contest(season)
    question = asked_of(
        competition,
        division=query_params.text(request, "division"),
        place=query_params.text(request, "place"),
        entrant=query_params.text(request, "entrant"),
    )
    context: dict[str, Any] = {"seen": competition}
    if question is not None and question.division.rows:
        must = question.must()
        context |= {
            "asked": question,
            "outlook": question.outlook,
            "places": range(1, len(question.division.numbers) + 1),
            "prospects": [
                _prospect_line(competition, prospect, question.place)
                for prospect in question.outlook.prospects
            ],
            "must": must and _fixtures_must(competition, must, question.place),
        }
    elif competition.entrants and not competition.rules.has_table:
        context["brackets"] = [_still_in(knock_out) for knock_out in competition.divisions]
    else:
        division = question.division if question else None
        if division is None and competition.entrants:
            level = query_params.text(request, "division")
            division = next(each for each in competition.divisions if str(each.level) == level)
        context |= {"waits": _fixtures_wait(division), "empty": division}
    return render_season(request, season, "league/fixtures_what_if.html", context)


def _fixtures_wait(division: DivisionSeen | None) -> str:
    if division is None:
        return _("As soon as there are entrants and fixtures, this page says who can still win.")
    if division.numbers:
        return _("The fixtures are not made yet. As soon as they are, this page says who can still win.")
    return _("Nobody is in “%(division)s”.") % {"division": division.name}


def _prospect_line(seen: Contest, prospect: EntrantProspect, place: int) -> dict[str, Any]:
    # A bound has the verdict alone: the page explains once, above them all, what a bound is.
    is_bound = prospect.outright is None
    text = translate(with_names(prospect.sentence, seen.names))
    if is_bound:
        text = (
            _("Not settled.")
            if prospect.verdict == "open"
            else translate(verdict_said(prospect.verdict, place))
        )
    return {
        "number": prospect.entrant,
        "name": seen.names[prospect.entrant],
        "verdict": prospect.verdict,
        "text": text,
        "is_bound": is_bound,
    }


def _fixtures_must(seen: Contest, must: EntrantNeeds, place: int) -> dict[str, Any]:
    return {
        "prospect": _prospect_line(seen, must.prospect, place),
        "summary": translate(must.summary) if must.summary else "",
        "is_outright": must.is_outright,
        "needed": [translate(with_names(need.sentence, seen.names)) for need in must.needed],
        "enough": [translate(with_names(need.sentence, seen.names)) for need in must.enough],
    }


def _still_in(division: DivisionSeen) -> dict[str, Any]:
    knockout = division.knockout
    lives = 2 if division.rules.format == "double_knock_out" else 1
    lost = knockout.lost if knockout else {}
    people = [
        {"name": entrant.name, "lost": lost.get(str(entrant.number), 0)}
        for entrant in division.entrants
        if lost.get(str(entrant.number), 0) < lives and entrant.withdrawn_at is None
    ]
    return {"division": division, "people": people, "over": bool(knockout and knockout.is_over)}


@public_season
def trf(request: HttpRequest, season: Season, division: int) -> HttpResponse:
    """A division with a table as a Tournament Report File (TRF26), for programs of chess clubs."""
    competition = of_fixtures(season)
    chosen = next((each for each in competition.divisions if each.level == division), None)
    if chosen is None or not competition.rules.has_table:
        raise Http404
    club, rules, gives = season.league.club, competition.rules, competition.rules.match_points
    days = [row.date for row in chosen.rows if row.date] or [season.starts, season.ends]
    head = {
        "012": f"{season.league.name}, {season.name}",
        "022": club.place,
        "042": f"{min(days):%Y/%m/%d}",
        "052": f"{max(days):%Y/%m/%d}",
        "062": len(chosen.lines),
        "092": f"{rules.entrants}: {rules.format}".replace("_", " ").capitalize(),
        "142": rules.rounds or chosen.last_round,
        "182": "Head Table",
    }
    points = {"W": gives.won, "D": gives.drawn, "L": gives.lost, "A": gives.missing, "P": gives.bye}
    scores = "    ".join(f"{letter}{halves / 2:>4.1f}" for letter, halves in points.items())
    rows = [*(f"{tag} {text}" for tag, text in head.items() if text), f"162  {scores}"]
    for line in sorted(chosen.lines, key=lambda line: int(line.entrant)):
        rows.append(_trf_line(competition, chosen, line))
    text = "".join(f"{' '.join(row.splitlines())}\r\n" for row in (*rows, *_irregular(competition, chosen)))
    file = f"{club.slug}-{season.league.slug}-{season.slug}-{division}.trf"
    return file_of(file, text, "text/plain; charset=utf-8")


def _trf_line(competition: Contest, division: DivisionSeen, line: TableLine) -> str:
    name, rating = competition.names[line.entrant], division.facts.ratings.get(line.entrant, "")
    if competition.rules.entrants == "individual":
        name = surname_first(name)
    own = {match.round: match for match in division.values if line.entrant in match.sides}
    rounds = [_trf_round(own.get(number), line.entrant) for number in range(1, division.last_round + 1)]
    person = f"001 {line.entrant:>4}      {name:<33.33} {rating:>4}"
    return f"{person}{'':28}{line.match_points / 2:>4.1f} {line.place:>4}  {'  '.join(rounds)}"


def _trf_round(match: Match | None, entrant: str) -> str:
    # The opponent, the colour, the result.
    outcome = match.outcome if match else None
    if match and match.away is None:
        return f"0000 - {'U' if outcome is None else 'H' if outcome.winner == 'draw' else 'Z'}"
    if match is None or outcome is None or match.status not in COUNTED:
        return "0000 - Z"
    is_home = entrant == match.home
    result = {"draw": "=", "home" if is_home else "away": "1"}.get(outcome.winner, "0")
    if outcome.forfeit:
        result = "+" if result == "1" else "-"
    return f"{match.away if is_home else match.home:>4} {'w' if is_home else 'b'} {result}"


def _irregular(competition: Contest, division: DivisionSeen) -> Iterator[str]:
    # Points that were given or taken off, and lots.
    for award in competition.awards.values():
        if str(award.entrant) in division.numbers:
            yield f"299{'':10}{award.points / 2:>4.1f}  000 {award.entrant:>4}"
            yield f"### match points of {award.entrant}: {award.points / 2:+.1f}, {award.reason}"
    for lots in division.lots:
        yield f"### lots were drawn: {', '.join(lots.order)}"
