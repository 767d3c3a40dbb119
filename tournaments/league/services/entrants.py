"""Who is entered in a season of fixtures: names tidied, people the club does not know made members.

Whoever enters people locks the clubs first (`bonds`), so that nobody is read as one with them meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from django.db import transaction

from scoring.faults import Faults
from tournaments.club.member_list.details import LIST_MARK, people_in, turned_name
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.acts.entrants import PEOPLE, NewEntrant, check_people
from tournaments.league.models import Entrant, Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.services import bonds
from tournaments.league.services.ledger import check_kind, open_season, perform
from tournaments.ranking.fixtures.rules import Entrants
from tournaments.refusals import by_lines, refuse
from tournaments.site.cleaning import clean_name, folded

AND_BETWEEN: Final = "&"
"""What stands between the names of a pair or a team in a list that is pasted; a team's own name ends with a colon."""
RATED: Final = re.compile(r"\[(\d{1,4})\]\s*$")
"""A rating at the end of a line that is pasted."""
NOBODY: Final[Mapping[str, Player]] = MappingProxyType({})
LONGEST_OF_PEOPLE: Final = 80
"""So much of the people's own names makes an entrant's, where it has none."""


class WantedEntrant(NamedTuple):
    players: Sequence[Player]
    name: str = ""
    rating: int | None = None

    def tidied(self, field: str) -> NewEntrant:
        """The entrant as the act takes it. Raises Faults for a bad name."""
        players = tuple(player.pk for player in self.players)
        name = self.name or " & ".join(player.name for player in self.players)[:LONGEST_OF_PEOPLE]
        # Without anybody it is refused for that.
        return NewEntrant(players, clean_name(field, name) if name else "", self.rating)


@transaction.atomic
def divide(*, season: Season, divisions: Sequence[tuple[int | None, str]], by: str, at: datetime) -> None:
    """Make the divisions: all that there are to be, the highest first, each with the level it had, if any.

    Raises Faults on a bad name, or for a division that is left out though somebody is in it.
    """
    names = [clean_name(f"divisions.{place}", name) for place, (_, name) in enumerate(divisions)]
    rows = tuple((was, name) for name, (was, _) in zip(names, divisions, strict=True))
    perform(season=season, act=acts.MakeDivisions(divisions=rows), by=by, at=at)


@transaction.atomic
def enter(
    *, season: Season, entries: Sequence[WantedEntrant], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter some in a division, numbered on from the last; a season without divisions gets its first one.

    Raises Faults with fields `entries.N`, or `division` where its fixtures are made and do not wait for anybody.
    """
    bonds.lock_clubs_of(season)
    new_entrants = tuple(entry.tidied(f"entries.{place}") for place, entry in enumerate(entries))
    before = set(season.entrants.values_list("number", flat=True))
    perform(season=season, act=acts.EnterPeople(entries=new_entrants, division=division), by=by, at=at)
    return list(season.entrants.exclude(number__in=before).order_by("number"))


class ListedEntrant(NamedTuple):
    line: int
    own: str
    names: list[str]
    rating: int | None

    def check(self, kind: Entrants) -> None:
        """Raise Faults (`entries`) for what is wrong with it, whoever the people are."""
        check_people(PEOPLE[kind], len(self.names), self.rating, "entries")
        if self.own:
            clean_name("entries", self.own)


def read_list(lines: Iterable[str], kind: Entrants, known: Collection[str]) -> list[ListedEntrant]:
    """The entrants of a list, a line for each: "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team.

    People who enter alone may also stand on one line, "Ann Lee, Bo Day", or with their last names
    first. Only a pair and the people behind a colon are parted at the sign: "Brighton & Hove Albion" is
    one team, or one person. A rating may stand at the end of a line: "Ann [1850]". Raises Faults on a
    list that is too long (`names`).

    `known` are names of the club's people as `folded` leaves them.
    """
    entrants = [
        _read(part, place, kind, known)
        for place, line in enumerate(lines)
        for part in _entrants_in(line, kind, known)
    ]
    clubs.check_few_enough(name for entrant in entrants for name in entrant.names)
    return entrants


@transaction.atomic
def enter_names(
    *, season: Season, lines: Iterable[str], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter a list of names, read as `read_list` does. Raises Faults as `enter_listed` does."""
    check_kind(season, acts.EnterPeople.kind)
    known = {folded(name) for name in season.league.club.players.values_list("name", flat=True)}
    listed = read_list(lines, rules_of(season).entrants, known)
    return enter_listed(season=season, listed=listed, by=by, at=at, division=division)


@transaction.atomic
def enter_listed(
    *,
    season: Season,
    listed: Sequence[ListedEntrant],
    by: str,
    at: datetime,
    division: int = 1,
    chosen: Mapping[str, Player] = NOBODY,
    others: Collection[str] = (),
) -> list[Entrant]:
    """Enter those of a list. People the host club does not know become members.

    Arguments:
        chosen: who of the club's people a name was said to mean.
        others: names of people who are none of those whom the club knows by such a name.

    Raises Faults with fields `names.N`, lines from 0.
    """
    bonds.lock_clubs_of(season)
    open_season(season.pk, by=by, at=at).check(acts.EnterPeople)
    lines = [entrant.line for entrant in listed]
    by_name = {**chosen, **_people(season.league.club, listed, {*chosen, *others}, at)}
    for name in others:
        by_name[name] = clubs.add_player(club=season.league.club, name=name, at=at, another=True)
    for entrant in listed:
        if len({folded(name) for name in entrant.names}) != len(entrant.names):
            refuse(f"names.{entrant.line}", "the-same", "somebody is named twice")
    entries = [
        WantedEntrant([by_name[name] for name in entrant.names], entrant.own, entrant.rating)
        for entrant in listed
    ]
    try:
        return enter(season=season, entries=entries, by=by, at=at, division=division)
    except Faults as refused:
        raise by_lines(refused, "entries", "names", lines) from refused


def _people(
    club: Club, listed: Sequence[ListedEntrant], but: Collection[str], at: datetime
) -> dict[str, Player]:
    pairs = [(name, entrant.line) for entrant in listed for name in entrant.names if name not in but]
    keys = {name: folded(clean_name(f"names.{line}", name)) for name, line in pairs}
    try:
        people = clubs.add_names(club=club, names=[name for name, _ in pairs], at=at)
    except Faults as refused:
        raise by_lines(refused, "names", "names", [line for _, line in pairs]) from refused
    by_key = dict(zip(dict.fromkeys(keys.values()), people, strict=True))
    return {name: by_key[key] for name, key in keys.items()}


def _entrants_in(line: str, kind: Entrants, known: Collection[str]) -> list[str]:
    if kind == "individual":
        return people_in(line, known, couples=False)
    bare = LIST_MARK.sub("", line).strip()
    return [bare] if bare else []


def _read(text: str, line: int, kind: Entrants, known: Collection[str]) -> ListedEntrant:
    rated = RATED.search(text)
    own, colon, rest = (text[: rated.start()] if rated else text).rpartition(":")
    is_parted = kind == "pair" or (kind == "team" and colon)
    names = [name.strip() for name in (rest.split(AND_BETWEEN) if is_parted else [rest]) if name.strip()]
    names = [name if folded(name) in known else turned_name(name) for name in names]
    return ListedEntrant(line, own.strip(), names, int(rated[1]) if rated else None)


@transaction.atomic
def change_entrant(*, season: Season, number: int, entry: WantedEntrant, by: str, at: datetime) -> None:
    """Raises Faults as entering does, with fields `entries.0`."""
    bonds.lock_clubs_of(season)
    act = acts.ChangeEntrant(number=number, entry=entry.tidied("entries.0"))
    perform(season=season, act=act, by=by, at=at)


@transaction.atomic
def bring_back(*, season: Season, number: int, by: str, at: datetime, reason: str = "") -> None:
    bonds.lock_clubs_of(season)
    perform(season=season, act=acts.BringBack(number=number, reason=reason), by=by, at=at)
