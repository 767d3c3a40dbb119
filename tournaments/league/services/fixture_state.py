"""What services of fixtures share: the season opened for an act, and the plan of a knock-out followed after it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tournaments.league import acts
from tournaments.league.acts.fixtures import told
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, DivisionSeen, contest
from tournaments.league.services.ledger import SeasonBook, open_season
from tournaments.ranking.fixtures import elimination
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.values import Fixture
from tournaments.refusals import refuse


def opened(season: Season, act: type[acts.SeasonAct], *, by: str, at: datetime) -> tuple[SeasonBook, Contest]:
    """The ledger of a season of fixtures, locked for `act`, and how it stands.

    Raises Faults where its stage forbids the act, or it is a season of evenings.
    """
    book = open_season(season.pk, by=by, at=at)
    book.check(act)
    return book, contest(book.season)


def kept_of(seen: Contest) -> list[KeptFixture]:
    """Every fixture of a season as the ledger tells it, play-offs too."""
    return list(seen.state.fixtures.values())


def follow_on(book: SeasonBook) -> None:
    """Bring every knock-out of the season on: fixtures whose sides are known are made, others are undone.

    Raises Faults where a fixture that would be undone has a result.
    """
    seen = contest(book.season)
    if seen.rules.has_table:
        return
    made: list[KeptFixture] = []
    undone: list[KeptFixture] = []
    for division in seen.divisions:
        if division.rows:
            new, gone = _followed(division)
            made += new
            undone += gone
    for one in undone:
        if not one.is_ahead and one.status != "void":
            refuse(
                "fixture",
                "played-since",
                "%(home)s and %(away)s have a result that rests on this one; take that back first",
                home=seen.names[str(one.home)],
                away=seen.names[str(one.away)],
            )
    if made or undone:
        body: dict[str, object] = {"fixtures": told(made), "undone": [one.code for one in undone]}
        book.do(acts.Draw(told=body))


def _followed(division: DivisionSeen) -> tuple[list[KeptFixture], list[KeptFixture]]:
    """The fixtures of a knock-out that are to be made, and those that are no more."""
    there = {one.code.partition(":")[2]: one for one in division.kept}
    double = division.rules.format == "double_knock_out"
    accepted: dict[str, Fixture] = {}
    made: list[KeptFixture] = []
    while True:
        ahead = elimination.followed(division.numbers, list(accepted.values()), double=double).ahead
        fresh = [one for one in ahead if one.id not in accepted]
        if not fresh:
            break
        for one in fresh:
            known = there.get(one.id)
            if known is None or (str(known.home), str(known.away)) != (one.home, one.away):
                known = KeptFixture.of(one, code=f"{division.level}:{one.id}", division=division.level)
                # Who has withdrawn forfeits what would be ahead of them.
                known = known.forfeited_by(division.withdrawn)
                made.append(known)
            accepted[one.id] = replace(known.value(), id=one.id)
    undone = [one for name, one in there.items() if name not in accepted or one.code in _codes(made)]
    return made, undone


def _codes(made: list[KeptFixture]) -> set[str]:
    return {one.code for one in made}
