"""The one writer of a season's rows: brings them from what they were to what its ledger says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from tournaments import fence
from tournaments.club.models import Player
from tournaments.evening.models import Evening
from tournaments.evening.reads.names import ERASED
from tournaments.league.acts import fold
from tournaments.league.acts.act import SeasonRecord, SeasonRows, Word, rows_of
from tournaments.league.models import (
    CategoryMember,
    Division,
    Entrant,
    EntrantMember,
    Fixture,
    Season,
    SeasonEvening,
)
from tournaments.league.reads.corrections import without_withheld
from tournaments.league.reads.fixtures import contest
from tournaments.league.reads.persons import call_entrants
from tournaments.ledger.records import entries_after
from tournaments.ranking.fixtures.record import ContestRecord, KeptFixture

# --- What entrants are called in public where somebody in them withholds their name -------------------


def follow_public_name(players: Collection[int]) -> None:
    """Let the entrants of these people, by their keys, follow what is public of their names now."""
    with fence.lowered():  # people of a club are entered in seasons of others
        settle_public_name(Entrant.objects.filter(members__player__in=players).distinct())


def forget_public_name(player: Player, called: Collection[str]) -> None:
    """Show nobody but officers the entrants' names in which an erased player's stands: a ledger may hold these.

    Arguments:
        called: what the player is called and was.
    """
    withheld = [(name, ERASED) for name in {*called, player.public_name} if name]
    with fence.lowered():
        for entrant in Entrant.objects.filter(members__player=player).distinct():
            shown = without_withheld(entrant.public_name or entrant.name, withheld)
            public_name = "" if shown == entrant.name else shown
            Entrant.objects.filter(pk=entrant.pk).update(public_name=public_name)


def settle_public_name(entrants: QuerySet[Entrant]) -> None:
    """Work out what these entrants are called in public; three queries where nothing changes."""
    changed = []
    for entrant in entrants.prefetch_related("members__player"):
        people = [member.player for member in entrant.members.all()]
        withheld = [(one.name, one.public_name) for one in people if one.public_name]
        # What was erased is known to nobody any more: it stays out of what was shown.
        was_erased = any(one.name == ERASED for one in people)
        shown = without_withheld((was_erased and entrant.public_name) or entrant.name, withheld)
        public_name = "" if shown == entrant.name else shown
        if public_name != entrant.public_name:
            entrant.public_name = public_name
            changed.append(entrant)
    Entrant.objects.bulk_update(changed, ["public_name"])


Entrants = Mapping[int, Mapping[str, Any]]
NOTHING = rows_of(SeasonRecord())
FIXTURE_FIELDS = (
    *("division", "round", "home", "away", "status", "play_off", "date", "evening"),
    *("winner", "forfeit", "games_home", "games_away", "points_home", "points_away"),
)


def as_column(name: str, value: Any) -> Any:
    """Times and days, which are texts in a ledger, as columns hold them."""
    if name in ("starts", "ends"):
        return date.fromisoformat(value)
    return datetime.fromisoformat(value) if value and name.endswith("_at") else value


def write_rows(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    """Write every difference between what the rows are and what they must be, but for the season's own row."""
    _drop_fixtures(season, before, after)
    _divisions(season, before.divisions, after.divisions)
    _entrants(season, before.entrants, after.entrants)
    gone = [level for level in before.divisions if level not in after.divisions]
    if gone:
        season.divisions.filter(level__in=gone).delete()
    _fixtures(season, before.fixtures, after.fixtures)
    _words(season, before, after)
    _members(season, before, after)


def folded(season: Season) -> SeasonRecord:
    """The season as its ledger tells it; two queries."""
    record = fold(entry for entry, _ in entries_after(season, 0))
    call_entrants(season, record.contest)
    return record


def kept_by_the_ledger(season: Season) -> ContestRecord:
    """The divisions, entrants, fixtures, lots and points of a season as its ledger tells them; two queries."""
    return folded(season).contest


def differences(season: Season) -> list[str]:
    """In what the rows of a season differ from its ledger; nothing where they agree."""
    ledger, rows = kept_by_the_ledger(season), contest(season).state
    found = []
    for name in ("divisions", "entrants", "fixtures", "lots", "adjusted"):
        one, other = getattr(ledger, name), getattr(rows, name)
        found += [f"{name}: {key}" for key in {*one, *other} if one.get(key) != other.get(key)]
    return sorted(found)


def own_differences(season: Season) -> list[str]:
    """In what a season's own row, its words about evenings and its categories differ from its ledger."""
    ledger = rows_of(folded(season))
    found = [name for name, value in ledger.season.items() if as_column(name, value) != getattr(season, name)]
    known = {evening: ledger.words[address] for address, evening in _evenings(set(ledger.words)).items()}
    words = {row.evening: Word(row.choice, row.void) for row in season.evenings.select_related("evening")}
    found += [
        f"evening {evening.slug}"
        for evening in {*known, *words}
        if known.get(evening, Word()) != words.get(evening, Word())
    ]
    members = set(season.category_members.values_list("category", "player"))
    found += [f"category {category}: player {player}" for category, player in members ^ ledger.members.keys()]
    others = Q(division__season=season) & ~Q(season=season)
    found += [f"fixture {row.code}: another season" for row in Fixture.objects.filter(others)]
    entered = Q(entrant__season=season) & ~Q(season=season)
    found += [f"member {row.player_id}: another season" for row in EntrantMember.objects.filter(entered)]
    return sorted(found)


@transaction.atomic
def rebuild(season: Season) -> None:
    """Throw the rows of a season of fixtures away and make them again from its ledger, by the one writer."""
    Season.objects.select_for_update().get(pk=season.pk)
    season.fixtures.all().delete()
    season.entrants.all().delete()
    season.divisions.all().delete()
    write_rows(season, NOTHING, rows_of(folded(season)))


def _divisions(season: Season, before: Mapping[int, str], after: Mapping[int, str]) -> None:
    renamed = [level for level in before if level in after and before[level] != after[level]]
    leaving = [level for level in before if level not in after]
    if renamed or leaving:
        # Two may change names, or a new one take the name of one that goes: each makes room first.
        room = Concat(Value("\n"), Cast("level", CharField()))
        season.divisions.filter(level__in=[*renamed, *leaving]).update(name=room)
    for level in renamed:
        season.divisions.filter(level=level).update(name=after[level])
    new = [
        Division(season=season, level=level, name=name)
        for level, name in after.items()
        if level not in before
    ]
    if new:
        Division.objects.bulk_create(new)


def _entrants(season: Season, before: Entrants, after: Entrants) -> None:
    gone = [number for number in before if number not in after]
    if gone:
        season.entrants.filter(number__in=gone).delete()
    changed = {number: told for number, told in after.items() if before.get(number) != told}
    if not changed:
        return
    divisions = {row.level: row for row in season.divisions.all()}
    rows = {row.number: row for row in season.entrants.filter(number__in=changed)}
    fresh: list[Entrant] = []
    others: list[Entrant] = []
    for number, told in changed.items():
        row = rows.get(number) or Entrant(season=season, number=number)
        row.name, row.rating, row.division = told["name"], told["rating"], divisions[told["division"]]
        row.withdrawn_at = told["withdrawn_at"] and datetime.fromisoformat(told["withdrawn_at"])
        row.left_out_of, row.left_out_as = told["left_out_of"], told["left_out_as"]
        (others if row.pk else fresh).append(row)
        rows[number] = row
    Entrant.objects.bulk_create(fresh)
    names = ("name", "rating", "division", "withdrawn_at", "left_out_of", "left_out_as")
    if others:
        Entrant.objects.bulk_update(others, names)
    _people(
        season,
        {rows[n]: changed[n]["players"] for n in changed if _players(before, n) != changed[n]["players"]},
    )
    settle_public_name(season.entrants.filter(number__in=changed))


def _players(before: Entrants, number: int) -> tuple[int, ...]:
    return tuple(before[number]["players"]) if number in before else ()


def _people(season: Season, changed: Mapping[Entrant, tuple[int, ...]]) -> None:
    season.entrant_members.filter(entrant__in=list(changed)).delete()
    EntrantMember.objects.bulk_create(
        EntrantMember(season=season, entrant=row, player_id=player)
        for row, players in changed.items()
        for player in players
    )


def _drop_fixtures(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    gone = [code for code, one in before.fixtures.items() if _is_another(one, after.fixtures.get(code))]
    if gone:
        season.fixtures.filter(code__in=gone).delete()


def _is_another(one: KeptFixture, other: KeptFixture | None) -> bool:
    """Whether a fixture is no more, or another one has its code now, as in a knock-out that took another way."""
    return other is None or (one.home, one.away) != (other.home, other.away)


def _fixtures(season: Season, before: Mapping[str, KeptFixture], after: Mapping[str, KeptFixture]) -> None:
    changed = [one for code, one in after.items() if before.get(code) != one]
    if not changed:
        return
    divisions = {row.level: row for row in season.divisions.all()}
    entrants = {row.number: row for row in season.entrants.all()}
    known = {row.code: row for row in season.fixtures.filter(code__in=[one.code for one in changed])}
    evenings = _evenings({one.evening for one in changed if one.evening})
    new: list[Fixture] = []
    others: list[Fixture] = []
    for one in changed:
        row = known.get(one.code) or Fixture(season=season, code=one.code)
        row.division = divisions[one.division]
        row.round = one.round
        row.home = entrants[one.home]
        row.away = None if one.away is None else entrants[one.away]
        row.status, row.play_off, row.date = one.status, one.play_off, one.day
        row.evening = evenings.get(one.evening)
        row.winner, row.forfeit = one.winner, one.forfeit
        row.games_home, row.games_away = one.games
        row.points_home, row.points_away = one.points or (None, None)
        (others if row.pk else new).append(row)
    Fixture.objects.bulk_create(new)
    if others:
        Fixture.objects.bulk_update(others, FIXTURE_FIELDS)


def _evenings(addresses: set[str]) -> dict[str, Evening]:
    """The evenings of these addresses that are still there; one query."""
    if not addresses:
        return {}
    clubs, slugs = zip(*(address.split("/") for address in addresses), strict=True)
    rows = Evening.objects.filter(club__slug__in=clubs, slug__in=slugs).select_related("club")
    found = {f"{row.club.slug}/{row.slug}": row for row in rows}
    return {address: found[address] for address in addresses & found.keys()}


def _words(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    changed = {address: word for address, word in after.words.items() if before.words.get(address) != word}
    for address, evening in _evenings(set(changed)).items():
        SeasonEvening.objects.update_or_create(
            season=season, evening=evening, defaults=changed[address]._asdict()
        )


def _members(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    for category, player in before.members:
        if (category, player) not in after.members:
            season.category_members.filter(category=category, player=player).delete()
    CategoryMember.objects.bulk_create(
        CategoryMember(season=season, category=category, player_id=player)
        for category, player in after.members
        if (category, player) not in before.members
    )
