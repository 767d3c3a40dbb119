"""Fixtures and tables as pages show them: with names, and results as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.derivation import Sentence
from tournaments.club.reads.access import Visitor
from tournaments.club.roles import Part
from tournaments.league.acts import ENTRIES, Reader
from tournaments.league.acts.decisions import HALVES
from tournaments.league.acts.fixtures import follow, met
from tournaments.league.reads.fixtures import (
    Contest,
    DivisionSeen,
    Fixture,
    PointsGiven,
    entrant_names,
    evenings_at,
    leads_of,
    points_of,
)
from tournaments.league.reads.persons import names_of
from tournaments.league.reads.season_views import ShownLine, paragraphs_of, results_corrected
from tournaments.league.reads.seasons import ReadEntry, Season, entries_of, entries_to_show
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.table import TableLine
from tournaments.ranking.fixtures.tie_breaks import TIE_BREAKS, TieBreak, tie_break_text
from tournaments.site.web.pages import translate


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """An entry as it is read: what happened, the reason as entered, and `more` lines that tell the rest."""

    sequence: int
    at: datetime
    what: str
    reason: str
    more: tuple[str, ...] = ()


def entries_in_words(season: Season) -> list[LedgerLine]:
    """The ledger of a season, latest first; three queries, four for one of fixtures."""
    entries = entries_of(season)
    names = names_of({person for entry in entries for person in _people(season, entry)})
    evenings = evenings_at({evening for entry in entries for evening in _evenings(entry)})
    names |= {address: evening.name for address, evening in evenings.items()}
    if season.kind == Season.Kind.FIXTURES:
        names |= entrant_names(season)
        entries = entries_to_show(season, entries)
    fixtures: dict[str, KeptFixture] = {}
    reader = Reader(names, season.rules.get("unit", 1), fixtures, _day)
    lines: list[LedgerLine] = []
    for entry in entries:
        act = ENTRIES[season.kind][entry.act]
        what = translate(act.describe(entry.body, reader)).strip()
        more = tuple(translate(line) for line in act.tells_more(entry.body, reader))
        lines.append(LedgerLine(entry.sequence, entry.at, what, entry.reason, more))
        follow(fixtures, entry.body)
    return lines[::-1]


def corrections_in_words(season: Season, visitor: Visitor) -> list[dict[str, Any]]:
    """The results of fixtures that were corrected, newest first; one query more where there are any."""
    corrected = results_corrected(season, visitor)
    names = entrant_names(season) if corrected else {}
    return [
        {
            "at": correction.at,
            "what": translate(
                met(correction.now, Reader(names, before={correction.now.code: correction.before}, day=_day))
            ),
            "reasons": correction.reasons,
        }
        for correction in corrected
    ]


def _day(told: str) -> str:
    return date_format(date.fromisoformat(told))


def _evenings(entry: ReadEntry) -> Iterable[str]:
    parts = (entry.body, *entry.body.get("fixtures", ()))
    return (part["evening"] for part in parts if part.get("evening"))


def _people(season: Season, entry: ReadEntry) -> Iterable[str]:
    body = entry.body
    if "player" in body:
        yield str(body["player"])
    yield from (str(moved["player"]) for moved in body.get("moved", ()))
    if season.kind == Season.Kind.EVENINGS:
        yield from map(str, body.get("order", ()))


def lines_in_words(lines: Iterable[ShownLine]) -> list[tuple[ShownLine, str]]:
    reasons = [(line, line.row.explanation if line.row.decided_by != "total" else None) for line in lines]
    return [(line, translate(Sentence.from_data(why)) if why else "") for line, why in reasons]


def rules_in_words(season: Season) -> dict[str, list[tuple[str, str, str, str]]]:
    lines_by_section: dict[str, list[tuple[str, str, str, str]]] = {}
    for paragraph in paragraphs_of(season):
        text = " ".join(translate(sentence) for sentence in paragraph.sentences)
        line = (paragraph.id, paragraph.number, translate(paragraph.title), text)
        lines_by_section.setdefault(translate(paragraph.section), []).append(line)
    return lines_by_section


def anchor(code: str) -> str:
    return f"f-{code.replace(':', '-').replace('.', '-').replace('/', '-')}"


def halves(value: int) -> str:
    """Games as people write them: `5` half games are "2½"."""
    return tie_break_text("games_won", value)


@dataclass(frozen=True, slots=True)
class ShownFixture:
    """A fixture as it is shown; texts are "" where there is nothing to say beside its score."""

    row: Fixture
    score: str
    points: str
    state: str

    @property
    def anchor(self) -> str:
        return anchor(self.row.code)

    @property
    def own(self) -> str:
        return halves(self.row.games_home)

    @property
    def theirs(self) -> str:
        return halves(self.row.games_away)

    @property
    def is_bye(self) -> bool:
        return self.row.away_id is None


def shown_fixture(row: Fixture) -> ShownFixture:
    played = row.status == "played" and row.away is not None
    points = points_of(row) if played else None
    return ShownFixture(
        row,
        f"{halves(row.games_home)} : {halves(row.games_away)}" if played else "",
        f"{points[0]} : {points[1]}" if points else "",
        _state(row),
    )


def _state(row: Fixture) -> str:
    if row.away is None:
        left_out = {"draw": _("left out, counts as a draw"), "nobody": _("left out, counts as a loss")}
        return left_out.get(row.winner) or _("bye")
    if row.status == "forfeited":
        words = {
            "home": _("%(name)s did not play") % {"name": row.home.name},
            "away": _("%(name)s did not play") % {"name": row.away.name},
            "both": _("neither side played"),
        }
        return words[row.forfeit]
    if row.status == "played":
        return _("a draw") if row.winner == "draw" else ""
    if row.status == "planned":
        return _("waits for its evening") if row.evening_id else ""
    return row.get_status_display()


@dataclass(frozen=True, slots=True)
class ShownRound:
    number: int
    day: date | None
    divisions: tuple[tuple[DivisionSeen, tuple[ShownFixture, ...]], ...]
    play_offs: bool = False

    @property
    def fixtures(self) -> list[ShownFixture]:
        return [fixture for _, fixtures in self.divisions for fixture in fixtures]

    @property
    def ahead(self) -> int:
        return sum(
            fixture.row.status in ("planned", "postponed") and not fixture.is_bye for fixture in self.fixtures
        )


def shown_rounds(seen: Contest) -> list[ShownRound]:
    rows = sorted(seen.fixtures, key=lambda row: (row.play_off, row.round))
    return [
        _round(seen, number, list(group), play_offs=play_off)
        for (play_off, number), group in groupby(rows, key=lambda row: (row.play_off, row.round))
    ]


def _round(seen: Contest, number: int, rows: Sequence[Fixture], *, play_offs: bool) -> ShownRound:
    days = {row.date for row in rows if row.status != "postponed"}
    divisions = [
        (division, tuple(shown_fixture(row) for row in rows if row.division_id == division.division.pk))
        for division in seen.divisions
    ]
    return ShownRound(
        number,
        days.pop() if len(days) == 1 else None,
        tuple((division, fixtures) for division, fixtures in divisions if fixtures),
        play_offs,
    )


def shown_lots(seen: Contest) -> list[dict[str, Any]]:
    return [
        {
            "sequence": sequence,
            "order": [seen.names.get(number, number) for number in lots.order],
            "lots": lots,
        }
        for sequence, lots in seen.lots.items()
    ]


def _column_heads() -> dict[TieBreak, str]:
    return {
        "match_points": pgettext("head of a column", "Pts"),
        "games_won": pgettext("head of a column", "Games won"),
        "points_difference": pgettext("head of a column", "Diff."),
        "points_for": pgettext("head of a column", "For"),
        "head_to_head": pgettext("head of a column", "H2H"),
        "head_to_head_games": pgettext("head of a column", "H2H games"),
        "head_to_head_difference": pgettext("head of a column", "H2H diff."),
        "buchholz": pgettext("head of a column", "BH"),
        "buchholz_cut_1": pgettext("head of a column", "BH-1"),
        "buchholz_cut_2": pgettext("head of a column", "BH-2"),
        "buchholz_median": pgettext("head of a column", "BH median"),
        "sonneborn_berger": pgettext("head of a column", "SB"),
        "koya": pgettext("head of a column", "Koya"),
        "average_rating": pgettext("head of a column", "ARO"),
        "average_rating_cut_1": pgettext("head of a column", "ARO-1"),
        "performance": pgettext("head of a column", "Perf."),
        "most_wins": pgettext("head of a column", "Wins"),
        "progressive_score": pgettext("head of a column", "Prog."),
        "drawn_lots": pgettext("head of a column", "Lots"),
    }


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    name: TieBreak
    head: str
    long: str


def columns_of(lines: Iterable[TableLine], chain: Sequence[TieBreak]) -> list[TieBreakColumn]:
    """The tie-breaks that compared any two, without match points, in the order of the chain."""
    used = {step.name for line in lines for step in line.steps} - {"match_points"}
    heads = _column_heads()
    return [TieBreakColumn(name, heads[name], _(TIE_BREAKS[name].called)) for name in chain if name in used]


def said_decided(line: TableLine) -> str:
    if line.decided_by == "shared":
        return _("the place is shared")
    if not line.decided_by or line.decided_by == "match_points":
        return ""
    return _("decided by: %(what)s") % {"what": _column_heads()[line.decided_by]}


def shown_table(seen: Contest, division: DivisionSeen) -> dict[str, Any]:
    lines = division.lines
    columns = columns_of(lines, seen.rules.tie_breaks)
    leads = leads_of(seen, division, len(lines))
    return {
        "division": division,
        "columns": columns,
        "lines": [_line(seen, line, columns, lead) for line, lead in zip(lines, leads, strict=True)],
        "has_drawn": seen.rules.draws,
    }


def _line(seen: Contest, line: TableLine, columns: Sequence[TieBreakColumn], lead: str) -> dict[str, Any]:
    # `values` are those of the tie-breaks, in the order of the columns; `compared` has only those that were compared.
    steps = {step.name: step for step in line.steps}
    entrant = seen.entrants[int(line.entrant)]
    values = [
        tie_break_text(column.name, steps[column.name].of(line.entrant).value)
        if column.name in steps and steps[column.name].counts
        else "–"
        for column in columns
    ]
    named = zip(columns, values, strict=True)
    return {
        "line": line,
        "entrant": entrant,
        "match_points": tie_break_text("match_points", line.match_points),
        "games": f"{halves(line.games[0])}:{halves(line.games[1])}",
        "points": f"{line.points[0]}:{line.points[1]}" if line.points else "–",
        "values": values,
        "compared": [f"{column.head} {value}" for column, value in named if value != "–"],
        "decided": said_decided(line),
        "leads": lead,
        "given": [said_given(award) for award in seen.awards.values() if award.entrant == entrant.number],
    }


def said_given(one: PointsGiven) -> str:
    amount = abs(one.points)
    count = 1 if amount <= HALVES else 2
    words = (
        ngettext("%(points)s point given: %(reason)s", "%(points)s points given: %(reason)s", count)
        if one.points > 0
        else ngettext(
            "%(points)s point deducted: %(reason)s", "%(points)s points deducted: %(reason)s", count
        )
    )
    return words % {"points": tie_break_text("match_points", amount), "reason": one.reason}


def evening_links(row: Fixture, visitor: Visitor, rounds: Iterable[int] = ()) -> list[dict[str, str]]:
    """The evening that gives a result, and the rounds in which the two met there, if the visitor may see them."""
    if row.evening is None or not visitor.sees(Part.RESULTS, row.evening.club):
        return []
    where = [row.evening.club.slug, row.evening.slug]
    met = [
        {
            "url": reverse("web:round", args=[*where, number]),
            "label": _("Round %(number)s") % {"number": number},
        }
        for number in rounds
    ]
    return [{"url": reverse("web:evening", args=where), "label": row.evening.name}, *met]
