"""Pairings made elsewhere: a round of a Swiss or a round robin entered as it was drawn, and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db import transaction

from scoring.faults import Fault, Faults
from tournaments.league import acts
from tournaments.league.acts.fixtures import told
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, DivisionSeen
from tournaments.league.services.fixture_state import opened
from tournaments.league.services.fixtures import kept_fixtures, next_round_of, on_a_day
from tournaments.ledger.days import checked_date
from tournaments.ranking.fixtures.fixtures import MOST_APART, home_surplus, meetings
from tournaments.ranking.fixtures.values import Fixture, Outcome, half_games
from tournaments.refusals import by_lines, fault, refuse

COLUMNS: Final = re.compile(r"\s*[\t;]\s*")
BETWEEN: Final = re.compile(r"\s+(?:[-–—:]|vs?\.?)\s+|\s*,\s*", re.IGNORECASE)
"""What stands between two sides where there are no columns."""
NOBODY: Final = frozenset({"", "-", "–", "bye", "exempt"})
"""What stands for nobody where somebody has a bye, in the languages of the pages."""
COLON: Final = re.compile(r"\s*[:\-–]\s*")
FEWEST, MOST_SIDES = 1, 3
Games = tuple[int, int]


class Pair(NamedTuple):
    """Two who meet, by their numbers, the one at home first; or one who has a bye.

    `games` are those each has won, in halves; None where they have not played yet.
    """

    home: int
    away: int | None
    games: Games | None = None


@transaction.atomic
def enter_pairings(
    *,
    season: Season,
    pairs: Sequence[Pair],
    by: str,
    at: datetime,
    division: int = 1,
    day: date | None = None,
    anyway: bool = False,
) -> list[str]:
    """Enter the next round of a division as it was drawn elsewhere; results that are known already with it.

    Whoever asked to be left out of the round is, and where one alone of those playing is not named they have the bye.

    Arguments:
        day: when the round is, if that is known.
        anyway: though results of the last round are missing, two meet again, somebody has another bye, or is at home
            or away too often.

    Returns:
        The codes of the new fixtures.

    Raises Faults with fields `pairings.N`, counted from 0, or `pairings`.
    """
    book, seen = opened(season, acts.Draw, by=by, at=at)
    there = _division(seen, division)
    number = next_round_of(seen, there, anyway=anyway)
    pairs = _complete(seen, there, _checked(seen, there, pairs))
    if not anyway:
        faults = tuple(_doubts(seen, there, pairs))
        if faults:
            raise Faults(faults)
    made = [
        on_a_day(one, {number: checked_date(day)} if day else {})
        for one in kept_fixtures(there, _fixtures(there, number, pairs))
    ]
    book.do(acts.MakeFixtures(told={"fixtures": told(made), "elsewhere": True}))
    for one, pair in zip(made, pairs, strict=False):
        if pair.games is not None and pair.away is not None:
            book.do(acts.EnterResult(fixture=one.code, games=pair.games))
    return [one.code for one in made]


@transaction.atomic
def enter_lines(
    *,
    season: Season,
    lines: Iterable[str],
    by: str,
    at: datetime,
    division: int = 1,
    day: date | None = None,
    anyway: bool = False,
) -> list[str]:
    """The same from lines of text or CSV: "Ann – Ben", "Ann; Ben; 1½:½", "3; 7", "Cleo; bye".

    Raises Faults with fields `pairings.N`, lines counted from 0.
    """
    _, seen = opened(season, acts.Draw, by=by, at=at)
    there = _division(seen, division)
    names = {entrant.name.casefold(): entrant.number for entrant in there.entrants}
    numbers = {str(entrant.number): entrant.number for entrant in there.entrants}
    wanted = [(place, line.strip()) for place, line in enumerate(lines) if line.strip()]
    pairs = [_pair(line, numbers | names, f"pairings.{place}") for place, line in wanted]
    try:
        return enter_pairings(
            season=season, pairs=pairs, by=by, at=at, division=division, day=day, anyway=anyway
        )
    except Faults as refused:
        raise by_lines(refused, "pairings", "pairings", [place for place, _ in wanted]) from refused


def _pair(line: str, known: dict[str, int], field: str) -> Pair:
    cells = COLUMNS.split(line) if COLUMNS.search(line) else _sides(line, known)
    if len(cells) > MOST_SIDES or (len(cells) == FEWEST and not known.get(cells[0].casefold())):
        refuse(
            field,
            "unreadable",
            "“%(entered)s” is no pairing; write it as Ann – Ben, or Ann; Ben",
            entered=line,
        )
    home = _number(cells[0], known, field)
    away = None
    if len(cells) > FEWEST and cells[1].casefold() not in NOBODY:
        away = _number(cells[1], known, field)
    return Pair(home, away, _games(cells[2], field) if len(cells) == MOST_SIDES and cells[2] else None)


def _sides(line: str, known: dict[str, int]) -> list[str]:
    """Both sides of a line without columns: parted where that leaves names that are known, if anywhere."""
    if line.casefold() in known:
        return [line]
    cuts = [(line[: cut.start()], line[cut.end() :]) for cut in BETWEEN.finditer(line)]
    fits = [
        list(sides)
        for sides in cuts
        if all(one.casefold() in known or one.casefold() in NOBODY for one in sides)
    ]
    return fits[0] if fits else [*map(str.strip, BETWEEN.split(line))]


def _number(entered: str, known: dict[str, int], field: str) -> int:
    found = known.get(entered.strip().casefold())
    if found is None:
        refuse(field, "unknown", "“%(entered)s” is nobody in this division", entered=entered)
    return found


def _games(entered: str, field: str) -> Games:
    sides = [half_games(one) for one in COLON.split(entered.strip())]
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        refuse(field, "unreadable", "“%(entered)s” is no result; write it as 2:1 or 1½:½", entered=entered)
    return sides[0], sides[1]


def _division(seen: Contest, level: int) -> DivisionSeen:
    found = next((one for one in seen.divisions if one.level == level), None)
    if found is None:
        refuse("division", "unknown", "there is no division %(entered)s", entered=level)
    if not seen.rules.has_table:
        refuse("season", "no-table", "in a knock-out who meets whom follows from the results")
    return found


def _checked(seen: Contest, division: DivisionSeen, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, each of whose sides is playing in this division, is to be in the round, and is in it once."""
    if not pairs:
        refuse("pairings", "empty", "nothing was entered; a line for each pairing is needed")
    named: set[int] = set()
    for place, pair in enumerate(pairs):
        for number in (pair.home, *([] if pair.away is None else [pair.away])):
            field, name = f"pairings.{place}", seen.names.get(str(number), f"#{number}")
            if str(number) not in division.numbers:
                refuse(field, "unknown", "“%(entered)s” is nobody in this division", entered=number)
            if str(number) not in division.playing:
                refuse(field, "has-left", "%(name)s has withdrawn already", name=name)
            if str(number) in division.left_out:
                refuse(
                    field,
                    "left-out",
                    "%(name)s asked to be left out of the round; take that back first",
                    name=name,
                )
            if number in named:
                refuse(field, "twice", "%(name)s is in the round twice", name=name)
            named.add(number)
    return list(pairs)


def _complete(seen: Contest, division: DivisionSeen, pairs: list[Pair]) -> list[Pair]:
    """The pairs with the bye of whoever alone is not named. Raises Faults where several are not."""
    named = {number for pair in pairs for number in (pair.home, pair.away)}
    missing = [one for one in division.playing if int(one) not in named and one not in division.left_out]
    has_bye = any(pair.away is None for pair in pairs)
    if len(missing) > 1 or (missing and has_bye):
        refuse(
            "pairings",
            "not-named",
            "not paired: %(names)s; pair them, or write “bye” beside whoever has nobody to meet",
            names=", ".join(seen.names[one] for one in missing),
        )
    return [*pairs, *(Pair(int(one), None) for one in missing)]


def _doubts(seen: Contest, division: DivisionSeen, pairs: Sequence[Pair]) -> Iterable[Fault]:
    """Yield what is unusual about the pairs, which may be meant."""
    met, surplus = meetings(division.values), home_surplus(division.values)
    byes = Counter(one.home for one in division.values if one.away is None and one.status != "void")
    often = 1 + (seen.rules.format == "double_round_robin")
    for place, pair in enumerate(pairs):
        field, home = f"pairings.{min(place, len(pairs) - 1)}", str(pair.home)
        if pair.away is None:
            if byes[home]:
                yield fault(field, "another-bye", "%(name)s has had a bye already", name=seen.names[home])
            continue
        away = str(pair.away)
        names = {"home": seen.names[home], "away": seen.names[away]}
        if met.get(home, Counter())[away] >= often:
            yield fault(field, "met-before", "%(home)s and %(away)s have met already", **names)
        if seen.rules.format != "swiss":
            continue
        for number, turn in ((home, 1), (away, -1)):
            if turn * surplus.get(number, 0) >= MOST_APART:
                yield _too_often(field, turn, seen.names[number])
    if sum(pair.away is None for pair in pairs) > 1:
        yield fault("pairings", "byes", "several have a bye; pair them with each other")


def _too_often(field: str, turn: int, name: str) -> Fault:
    if turn > 0:
        return fault(field, "too-often", "%(name)s has been at home too often to be at home again", name=name)
    return fault(field, "too-often", "%(name)s has been away too often to be away again", name=name)


def _fixtures(division: DivisionSeen, number: int, pairs: Sequence[Pair]) -> list[Fixture]:
    prefix, level = f"{division.level}:{number}", str(division.level)
    found = [
        Fixture(
            f"{prefix}.{table}", number, str(pair.home), None if pair.away is None else str(pair.away), level
        )
        for table, pair in enumerate(pairs, 1)
    ]
    for entrant, counts in division.left_out.items():
        resting = Fixture(f"{prefix}.{len(found) + 1}", number, entrant, None, level)
        found.append(resting.ended(Outcome(counts)))
    return found
