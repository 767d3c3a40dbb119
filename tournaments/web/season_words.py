"""The ledger of a season in sentences, and its rules as a page, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from scoring.derivation import Sentence
from tournaments.queries.leagues.adjustments import Told, entries_of
from tournaments.queries.leagues.fixtures import entrant_names
from tournaments.queries.leagues.persons import names_of
from tournaments.queries.leagues.seasons import Season
from tournaments.queries.leagues.shown import ShownLine, evening_names
from tournaments.ranking.league import rules as of_fixtures
from tournaments.ranking.league import words as words_of_fixtures
from tournaments.ranking.league.record import KeptFixture
from tournaments.ranking.season import rules as of_evenings
from tournaments.ranking.season import words as words_of_evenings
from tournaments.ranking.season.life import SeasonAct
from tournaments.ranking.season.units import shown
from tournaments.web.fixture_entries import follow, said_of_fixtures, words_of_given
from tournaments.web.shared import said

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """An entry as it is read.

    Attributes:
        sequence: its number.
        at: when.
        what: what happened.
        reason: why, as entered.
        more: lines that tell the rest, where there is one.
    """

    sequence: int
    at: datetime
    what: str
    reason: str
    more: tuple[str, ...] = ()


def entries_in_words(season: Season) -> list[Said]:
    """The ledger of a season, latest first; three queries, four for one of fixtures."""
    entries = entries_of(season)
    names = names_of({person for entry in entries for person in _people(season, entry)})
    names |= evening_names(entry.body["evening"] for entry in entries if "evening" in entry.body)
    unit = season.rules.get("unit", 1)
    if season.kind == Season.Kind.FIXTURES:
        return _contest_in_words(entries, names | entrant_names(season))
    return [_said(entry, names, unit) for entry in reversed(entries)]


def _contest_in_words(entries: Iterable[Told], names: Mapping[str, str]) -> list[Said]:
    """A ledger with fixtures, latest first: each entry is told beside what those before it left."""
    before: dict[str, KeptFixture] = {}
    found: list[Said] = []
    for entry in entries:
        told = said_of_fixtures(entry.act, entry.body, names, before)
        if told is None:
            found.append(_said(entry, names, 1))
        else:
            found.append(Said(entry.sequence, entry.at, told, entry.reason))
        follow(before, entry.body)
    return found[::-1]


def _people(season: Season, entry: Told) -> Iterable[str]:
    body = entry.body
    if "player" in body:
        yield str(body["player"])
    yield from (str(moved["player"]) for moved in body.get("moved", ()))
    if season.kind == Season.Kind.EVENINGS:
        yield from map(str, body.get("order", ()))


def _said(entry: Told, names: Mapping[str, str], unit: int) -> Said:
    say = SAY.get(entry.act)
    what = say(entry.body, names, unit) if say else _plain(entry.act)
    more = tuple(_moves(entry.body, names, unit))
    return Said(entry.sequence, entry.at, what, entry.reason, more)


def _moves(body: Body, names: Mapping[str, str], unit: int) -> Iterable[str]:
    for moved in body.get("moved", ()):
        words = {
            "name": names.get(str(moved["player"]), "–"),
            "before": _line(moved["before"], unit),
            "after": _line(moved["after"], unit),
        }
        yield _("%(name)s: %(before)s → %(after)s") % words


def _line(line: list[Any] | None, unit: int) -> str:
    if line is None:
        return _("no line")
    place, total = line
    points = shown(total, unit)
    if place is None:
        return _("no place, %(points)s points") % {"points": points}
    return _("place %(place)s, %(points)s points") % {"place": place, "points": points}


def _plain(act: SeasonAct) -> str:
    words = {
        SeasonAct.MAKE: _("The season was set up."),
        SeasonAct.CHANGE: _("The season was changed."),
        SeasonAct.OPEN: _("The season was opened."),
        SeasonAct.CLOSE: _("The season was closed."),
        SeasonAct.REOPEN: _("The season was reopened."),
        SeasonAct.WITHDRAW: _("An entry was withdrawn."),
        SeasonAct.MERGE: _("Two players are read as one person."),
    }
    return words[act]


def _versioned(words: str) -> Callable[..., str]:
    def say(body: Body, names: Mapping[str, str], unit: int) -> str:
        rules = _("Rules %(version)s.") % {"version": body["version"][:8]}
        return f"{_(words)} {rules}"

    return say


def _open(body: Body, names: Mapping[str, str], unit: int) -> str:
    promise = _("Commitment to the seed of the first lots: %(commitment)s.")
    return f"{_plain(SeasonAct.OPEN)} {promise % {'commitment': body['commitment']}}"


def _evening(body: Body, names: Mapping[str, str]) -> str:
    """The name of an evening; its address where it is gone."""
    return f"“{names.get(body['evening'], body['evening'])}”"


def _choose(body: Body, names: Mapping[str, str], unit: int) -> str:
    words = {
        "in": _("The evening %(evening)s was taken in."),
        "out": _("The evening %(evening)s was left out."),
        "": _("The rule of the season decides about the evening %(evening)s again."),
    }[body["choice"]]
    return words % {"evening": _evening(body, names)}


def _void(body: Body, names: Mapping[str, str], unit: int) -> str:
    void = _("The evening %(evening)s was declared void.")
    counts = _("The evening %(evening)s counts again.")
    return (void if body["void"] else counts) % {"evening": _evening(body, names)}


def _take(body: Body, names: Mapping[str, str], unit: int) -> str:
    words = _("The evening %(evening)s was taken in as published (%(publication)s).")
    return words % {"evening": _evening(body, names), "publication": body["publication"]}


def _move(body: Body, names: Mapping[str, str], unit: int) -> str:
    if body["publication"] is None:
        return _("The evening %(evening)s counts no more.") % {"evening": _evening(body, names)}
    words = _("The evening %(evening)s was corrected and published again (%(publication)s): the table moved.")
    return words % {"evening": _evening(body, names), "publication": body["publication"]}


def _bonus(body: Body, names: Mapping[str, str], unit: int) -> str:
    amount = abs(body["points"])
    words = words_of_given(one=amount <= unit, gives=body["points"] > 0)
    return words % {"name": names.get(str(body["player"]), "–"), "points": shown(amount, unit)}


def _category(body: Body, names: Mapping[str, str], unit: int) -> str:
    enters = _("%(name)s is in “%(category)s”.")
    leaves = _("%(name)s is no longer in “%(category)s”.")
    words = enters if body["in"] else leaves
    return words % {"name": names.get(str(body["player"]), "–"), "category": body["category"]}


def _lots(body: Body, names: Mapping[str, str], unit: int) -> str:
    order = ", ".join(names.get(str(one), f"#{one}") for one in body["order"])
    if not body["seed"]:
        return _("Lots drawn by hand, in this order: %(order)s.") % {"order": order}
    words = _(
        "Lots drawn by the seed %(seed)s for “%(label)s”, in this order: %(order)s. Next commitment: %(next)s."
    )
    return words % {
        "seed": body["seed"],
        "label": body["label"],
        "order": order,
        "next": body["next_commitment"],
    }


def _withdraw(body: Body, names: Mapping[str, str], unit: int) -> str:
    return _("Entry %(number)s was withdrawn.") % {"number": body["of"]}


SAY: Mapping[SeasonAct, Callable[..., str]] = {
    SeasonAct.MAKE: _versioned("The season was set up."),
    SeasonAct.CHANGE: _versioned("The season was changed."),
    SeasonAct.OPEN: _open,
    SeasonAct.CHOOSE: _choose,
    SeasonAct.VOID: _void,
    SeasonAct.TAKE: _take,
    SeasonAct.MOVE: _move,
    SeasonAct.BONUS: _bonus,
    SeasonAct.CATEGORY: _category,
    SeasonAct.LOTS: _lots,
    SeasonAct.WITHDRAW: _withdraw,
}


def lines_in_words(lines: Iterable[ShownLine]) -> list[dict[str, Any]]:
    """Lines of a table with what puts each below the one above it."""
    return [
        {
            "row": line.row,
            "name": line.name,
            "total": line.total,
            "bonus": line.bonus,
            "why": _beside(line),
        }
        for line in lines
    ]


def _beside(line: ShownLine) -> str:
    """What put a line below the one above it, where the points beside it do not say so already."""
    if not line.row.explanation or line.row.decided_by == "total":
        return ""
    return said(Sentence.from_data(line.row.explanation))


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules: its heading, and its paragraphs as (id, number, title, text)."""

    heading: str
    paragraphs: tuple[tuple[str, str, str, str], ...]


def rules_in_words(season: Season) -> list[Section]:
    """The rules of a season in numbered paragraphs."""
    names = {slug: _(game.name) for slug, game in GAMES.items()}
    if season.kind == Season.Kind.EVENINGS:
        told = words_of_evenings.in_words(of_evenings.SeasonRules.model_validate(season.rules), names)
    else:
        told = words_of_fixtures.in_words(of_fixtures.FixtureRules.model_validate(season.rules), names)
    found: dict[str, list[tuple[str, str, str, str]]] = {}
    for paragraph in told:
        text = " ".join(said(sentence) for sentence in paragraph.sentences)
        line = (paragraph.id, paragraph.number, said(paragraph.title), text)
        found.setdefault(said(paragraph.section), []).append(line)
    return [Section(heading, tuple(lines)) for heading, lines in found.items()]
