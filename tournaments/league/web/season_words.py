"""The ledger of a season in sentences, and its rules as a page, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.catalogue import GAMES
from scoring.derivation import Sentence
from tournaments.club.reads.visitors import Visitor
from tournaments.league.acts import Reader, reader_of
from tournaments.league.acts.fixtures import follow, met
from tournaments.league.reads.corrections import (
    SeasonEntryRead,
    entries_of,
    entries_to_show,
    results_corrected,
)
from tournaments.league.reads.fixtures import entrant_names
from tournaments.league.reads.persons import names_of
from tournaments.league.reads.seasons import Season
from tournaments.league.reads.shown import ShownLine, evening_names
from tournaments.ranking.fixtures import rules as of_fixtures
from tournaments.ranking.fixtures import words as words_of_fixtures
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.series import rules as of_evenings
from tournaments.ranking.series import words as words_of_evenings
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
    names |= evening_names({evening for entry in entries for evening in _evenings(entry)})
    if season.kind == Season.Kind.FIXTURES:
        names |= entrant_names(season)
        entries = entries_to_show(season, entries)
    fixtures: dict[str, KeptFixture] = {}
    reader = Reader(names, season.rules.get("unit", 1), fixtures, _day)
    lines: list[LedgerLine] = []
    for entry in entries:
        act = reader_of(season.kind, entry.act)
        what = translate(act.says(entry.body, reader)).strip()
        more = tuple(translate(line) for line in act.tells_more(entry.body, reader))
        lines.append(LedgerLine(entry.sequence, entry.at, what, entry.reason, more))
        follow(fixtures, entry.body)
    return lines[::-1]


@dataclass(frozen=True, slots=True)
class CorrectionInWords:
    """A corrected result as shown beside a table: when, the fixture before and now, and why, as entered."""

    at: datetime
    what: str
    reasons: tuple[str, ...]


def corrections_in_words(season: Season, visitor: Visitor) -> list[CorrectionInWords]:
    """The results of fixtures that were corrected, newest first; one query more where there are any."""
    corrected = results_corrected(season, visitor)
    names = entrant_names(season) if corrected else {}
    return [
        CorrectionInWords(
            correction.at,
            translate(
                met(correction.now, Reader(names, before={correction.now.code: correction.before}, day=_day))
            ),
            correction.reasons,
        )
        for correction in corrected
    ]


def _day(told: str) -> str:
    return date_format(date.fromisoformat(told))


def _evenings(entry: SeasonEntryRead) -> Iterable[str]:
    parts = (entry.body, *entry.body.get("fixtures", ()))
    return (part["evening"] for part in parts if part.get("evening"))


def _people(season: Season, entry: SeasonEntryRead) -> Iterable[str]:
    body = entry.body
    if "player" in body:
        yield str(body["player"])
    yield from (str(moved["player"]) for moved in body.get("moved", ()))
    if season.kind == Season.Kind.EVENINGS:
        yield from map(str, body.get("order", ()))


def lines_in_words(lines: Iterable[ShownLine]) -> list[dict[str, Any]]:
    return [
        {
            "row": line.row,
            "name": line.name,
            "address": line.address,
            "total": line.total,
            "bonus": line.bonus,
            "why": _decision(line),
        }
        for line in lines
    ]


def _decision(line: ShownLine) -> str:
    if not line.row.explanation or line.row.decided_by == "total":
        return ""
    return translate(Sentence.from_data(line.row.explanation))


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules: its heading, and its paragraphs as (id, number, title, text)."""

    heading: str
    paragraphs: tuple[tuple[str, str, str, str], ...]


def rules_in_words(season: Season) -> list[Section]:
    names = {slug: _(game.name) for slug, game in GAMES.items()}
    if season.kind == Season.Kind.EVENINGS:
        paragraphs = words_of_evenings.series_rules_in_words(
            of_evenings.SeasonRules.model_validate(season.rules), names
        )
    else:
        paragraphs = words_of_fixtures.fixture_rules_in_words(
            of_fixtures.FixtureRules.model_validate(season.rules), names
        )
    lines_by_section: dict[str, list[tuple[str, str, str, str]]] = {}
    for paragraph in paragraphs:
        text = " ".join(translate(sentence) for sentence in paragraph.sentences)
        line = (paragraph.id, paragraph.number, translate(paragraph.title), text)
        lines_by_section.setdefault(translate(paragraph.section), []).append(line)
    return [Section(heading, tuple(lines)) for heading, lines in lines_by_section.items()]
