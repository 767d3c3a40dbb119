"""A list of entrants before anybody is entered: who each of them is, and who is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from scoring.faults import Faults
from tournaments.club.member_list.columns import Entered
from tournaments.club.reads import members
from tournaments.evening.web.desk import names_look
from tournaments.evening.web.desk.names_look import NEW, Look
from tournaments.league.acts.entering import PEOPLE
from tournaments.league.reads.fixtures import Entrant
from tournaments.league.reads.seasons import Season
from tournaments.league.services import entrants
from tournaments.league.services.entrants import ListedEntrant
from tournaments.league.web.season_pages import render_desk_season
from tournaments.ranking.fixtures.rules import Entrants
from tournaments.site.cleaning import folded
from tournaments.site.web.forms import sentence_case
from tournaments.site.web.shared import by_user, now, refusals


@dataclass(frozen=True, slots=True)
class EntrantLook:
    """An entrant of the list, and who its people may be. `key` is by what it is ticked, `why` why it cannot enter."""

    listed: ListedEntrant
    looks: tuple[Look, ...]
    key: str
    why: str

    @property
    def is_open(self) -> bool:
        """Whether it can be entered at all."""
        return not self.why and all(look.is_open for look in self.looks)

    @property
    def is_clear(self) -> bool:
        """Whether nobody has to say who is meant."""
        return all(look.is_clear for look in self.looks)

    @property
    def is_choice(self) -> bool:
        """Whether it is one person who has to be chosen, so that a tick beside is needless."""
        return len(self.looks) == 1 and not self.looks[0].is_sure

    def chosen(self, posted: QueryDict) -> dict[str, tuple[Look, str]]:
        """Whom its people were said to be, by their names in the list; nobody where it is not to be entered."""
        if not self.is_open or not (self.is_choice or self.key in posted.getlist("take")):
            return {}
        pairs = zip(self.listed.names, self.looks, strict=True)
        return {name: (look, who) for name, look in pairs if (who := look.chosen(posted))}


def looks_at(
    season: Season, kind: Entrants, text: str, is_entered: Callable[[int], bool]
) -> list[EntrantLook]:
    """The entrants of a list with whom they may mean. Raises Faults on a list that is too long.

    Arguments:
        is_entered: whether somebody, by their key, is entered already, under whatever name.
    """
    known = members.known_people(season.league.club)
    listed = entrants.read_list(text.splitlines(), kind, {folded(person.name) for person in known})
    people = [
        Entered(row, name, "", part=part if len(one.names) > 1 else 0)
        for row, one in enumerate(listed, start=1)
        for part, name in enumerate(one.names, start=1)
    ]
    inside = {person.pk for person in known if is_entered(person.pk)}
    looks = iter(names_look.looks_at(people, known, inside))
    return [
        EntrantLook(one, tuple(islice(looks, len(one.names))), str(row), _why_not(one, kind))
        for row, one in enumerate(listed, start=1)
    ]


def _why_not(listed: ListedEntrant, kind: Entrants) -> str:
    try:
        listed.check(kind)
    except Faults as refused:
        return sentence_case(refusals(refused)[0].message)
    return ""


def seen(looks: Sequence[EntrantLook]) -> str:
    """What tells whether the list would come to something else now."""
    return names_look.seen([*chain.from_iterable(one.looks for one in looks)])


def page(
    request: HttpRequest, season: Season, looks: Sequence[EntrantLook], context: dict[str, Any], status: int
) -> HttpResponse:
    """The list, with a tick for each entrant, and a choice for each of its people who may be several."""
    told = {
        "entrants": looks,
        "fingerprint": seen(looks),
        "any_open": any(one.is_open for one in looks),
        **context,
    }
    return render_desk_season(request, season, "desk/league/entrants_look.html", told, status=status)


def enter(
    request: HttpRequest, season: Season, kind: Entrants, looks: Sequence[EntrantLook], division: int
) -> list[Entrant]:
    """Enter whoever is ticked or chosen; an entrant who has too few people left stays out."""
    chosen = [(one.listed, one.chosen(request.POST)) for one in looks]
    taken = [(listed, who) for listed, who in chosen if len(who) >= PEOPLE[kind][0]]
    people = {name: pair for _listed, who in taken for name, pair in who.items()}
    known = season.league.club.players.in_bulk([int(who) for _look, who in people.values() if who != NEW])
    return entrants.enter_listed(
        season=season,
        listed=[listed._replace(names=[*who]) for listed, who in taken],
        division=division,
        chosen={name: known[int(who)] for name, (_look, who) in people.items() if who != NEW},
        others=[name for name, (look, who) in people.items() if who == NEW and not look.is_sure],
        by=by_user(request),
        at=now(),
    )
