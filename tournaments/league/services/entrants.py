"""Who is entered in a season of fixtures: names tidied, people the club does not know made members.

Whoever enters people locks the clubs first (`identity_merge`), so that nobody is read as one with them meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction

from scoring.faults import Faults
from tournaments.club.member_list.names import LIST_MARK, people_in, turned
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.acts import entering
from tournaments.league.models import Entrant, Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.services import identity_merge
from tournaments.league.services.ledger import open_season, perform
from tournaments.ranking.fixtures.rules import Entrants
from tournaments.refusals import by_lines, refuse
from tournaments.site.cleaning import clean_name, folded

AND_BETWEEN: Final = "&"
"""What stands between the names of a pair or a team in a list that is pasted; a team's own name ends with a colon."""
RATED: Final = re.compile(r"\[(\d{1,4})\]\s*$")
"""A rating at the end of a line that is pasted."""
LONGEST_OF_PEOPLE: Final = 80
"""So much of the people's own names makes an entrant's, where it has none."""


class WantedEntrant(NamedTuple):
    """Somebody to be entered: the people, a name of their own, and a rating, if they have one."""

    players: Sequence[Player]
    name: str = ""
    rating: int | None = None

    def tidied(self, field: str) -> entering.NewEntrant:
        """As the act takes it. Raises Faults for a bad name."""
        players = tuple(player.pk for player in self.players)
        name = self.name or " & ".join(player.name for player in self.players)[:LONGEST_OF_PEOPLE]
        # Without anybody it is refused for that.
        return entering.NewEntrant(players, clean_name(field, name) if name else "", self.rating)


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
    identity_merge.lock_clubs_of(season)
    told = tuple(entry.tidied(f"entries.{place}") for place, entry in enumerate(entries))
    before = set(season.entrants.values_list("number", flat=True))
    perform(season=season, act=acts.EnterPeople(entries=told, division=division), by=by, at=at)
    return list(season.entrants.exclude(number__in=before).order_by("number"))


@transaction.atomic
def enter_names(
    *, season: Season, lines: Iterable[str], by: str, at: datetime, division: int = 1
) -> list[Entrant]:
    """Enter a list of names, a line for each entrant: "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team.

    People who enter alone may also stand on one line, "Ann Lee, Bo Day", or with their last names first.
    Only a pair and the people behind a colon are parted at the sign: "Brighton & Hove Albion" is one team, or one
    person. A rating may stand at the end of a line: "Ann [1850]". People the host club does not know become members.
    Raises Faults with fields `names.N`, lines from 0.
    """
    identity_merge.lock_clubs_of(season)
    book = open_season(season.pk, by=by, at=at)
    book.check(acts.EnterPeople)
    kind = rules_of(book.season).entrants
    club = season.league.club
    known = {folded(name) for name in club.players.values_list("name", flat=True)}
    wanted = [(place, part) for place, line in enumerate(lines) for part in _entrants_in(line, kind, known)]
    read = [(place, _read(part, kind, known)) for place, part in wanted]
    people = clubs.add_names(club=club, names=[name for _, one in read for name in one.names], at=at)
    by_name = {player.name: player for player in people}
    entries = []
    for place, one in read:
        players = [by_name[clean_name(f"names.{place}", name)] for name in one.names]
        if len(set(one.names)) != len(one.names):
            refuse(f"names.{place}", "the-same", "somebody is named twice")
        entries.append(WantedEntrant(players, one.own, one.rating))
    try:
        return enter(season=season, entries=entries, by=by, at=at, division=division)
    except Faults as refused:
        raise by_lines(refused, "entries", "names", [place for place, _ in wanted]) from refused


class _Line(NamedTuple):
    """A line of a list: the entrant's own name, the names of the people, and the rating."""

    own: str
    names: list[str]
    rating: int | None


def _entrants_in(line: str, kind: Entrants, known: Collection[str]) -> list[str]:
    """The entrants on a line: several people where each is one, as any list of names is read."""
    if kind == "individual":
        return people_in(line, known)
    bare = LIST_MARK.sub("", line).strip()
    return [bare] if bare else []


def _read(line: str, kind: Entrants, known: Collection[str]) -> _Line:
    rated = RATED.search(line)
    own, colon, rest = (line[: rated.start()] if rated else line).rpartition(":")
    is_parted = kind == "pair" or (kind == "team" and colon)
    names = [name.strip() for name in (rest.split(AND_BETWEEN) if is_parted else [rest]) if name.strip()]
    names = [name if folded(name) in known else turned(name) for name in names]
    return _Line(own.strip(), names, int(rated[1]) if rated else None)


@transaction.atomic
def change_entrant(*, season: Season, number: int, entry: WantedEntrant, by: str, at: datetime) -> None:
    """Another name or other people for an entrant. Raises Faults as entering does, with fields `entries.0`."""
    identity_merge.lock_clubs_of(season)
    act = acts.ChangeEntrant(number=number, entry=entry.tidied("entries.0"))
    perform(season=season, act=act, by=by, at=at)


@transaction.atomic
def bring_back(*, season: Season, number: int, by: str, at: datetime, reason: str = "") -> None:
    """Take a withdrawal back. Raises Faults as the act does."""
    identity_merge.lock_clubs_of(season)
    perform(season=season, act=acts.BringBack(number=number, reason=reason), by=by, at=at)
