"""Who is in a season of fixtures: divisions, entrants, seeds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, NoReturn

from tournaments.league.acts.act import Body, EveningGames, Now, Outside, PlayerSeen, SeasonAct, SeasonRecord
from tournaments.league.acts.fixtures import (
    Divide,
    Enter,
    FollowKnockOut,
    Merge,
    MoveResult,
    TakeResult,
    fixtures_data,
)
from tournaments.league.acts.pairings import result_of_evening, sides
from tournaments.league.acts.setting_up import LONGEST_NAME, MOST_ENTRANTS
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS, Entrants
from tournaments.ranking.series.units import Persons
from tournaments.refusals import refuse

# Results that follow what is so elsewhere: an evening as published last, and who is read as one person.
# A result is a function of the two. Nobody's result moves for anything else, and what follows is never
# refused for what rests on it in a knock-out: that is left to the secretary, who sees both.


class FollowEvening(TakeResult):
    """A fixture, by its code, follows the evening it rests on; ahead again where that gives no result any more."""

    fixture: str

    def resolve(self, record: SeasonRecord) -> SeasonAct:
        fixture = record.contest.fixtures.get(self.fixture)
        return self if fixture is None or fixture.is_ahead else FollowEveningAgain(fixture=self.fixture)

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        return _followed(self.fixture, record, now)

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return _on_from(record)


class FollowEveningAgain(MoveResult):
    """A fixture with a result follows the evening it rests on."""

    fixture: str

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        return _followed(self.fixture, record, now)

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return _on_from(record)


class FollowPeople(Merge):
    """Bring the results that evenings gave up to date with who is read as one person.

    Only fixtures in which somebody takes part who was ever merged are looked at, and what changes is one entry. One
    in which somebody would meet themselves stays as it is, and so do those of an evening that is being corrected:
    they follow it when it is published.
    """

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        by_evening = groupby(
            sorted(_of_merged(record, now), key=lambda fixture: fixture.evening),
            lambda fixture: fixture.evening,
        )
        changed: list[tuple[KeptFixture, KeptFixture]] = []
        for evening, fixtures in by_evening:
            games = now.outside.games(evening)
            if games is not None:
                changed += [
                    (fixture, then)
                    for fixture in fixtures
                    if (then := _by_who_is_who(record, fixture, games)) != fixture
                ]
        if not changed:
            return None
        changed.sort(key=lambda pair: _place(pair[0]))
        people = {str(player) for was, _ in changed for player in _people(record, was)}
        return {
            "fixtures": fixtures_data([then for _, then in changed]),
            "before": fixtures_data([was for was, _ in changed]),
            "read": _read(now.outside.persons, people),
        }

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return _on_from(record)


def _on_from(record: SeasonRecord) -> Iterable[SeasonAct]:
    return (FollowKnockOut(where_free=True),) if record.stage in FollowKnockOut.when else ()


def _followed(code: str, record: SeasonRecord, now: Now) -> Body | None:
    before = record.contest.fixtures.get(code)
    games = now.outside.games(before.evening) if before is not None and before.evening else None
    if before is None or games is None:
        return None
    result = result_of_evening(before, games, record.contest, record.fixture_rules)
    after = before.ended(result) if result else before.ahead()
    if after == before:
        return None
    return {
        "fixtures": fixtures_data([after]),
        "before": fixtures_data([before]),
        "publication": games.publication,
    }


def _of_merged(record: SeasonRecord, now: Now) -> list[KeptFixture]:
    people = {
        fixture.code: _people(record, fixture)
        for fixture in record.fixtures
        if fixture.evening
        and fixture.away is not None
        and fixture.status in ("planned", "postponed", "played")
    }
    merged = now.outside.ever_merged(set().union(*people.values()))
    return [record.contest.fixtures[code] for code, own in people.items() if own & merged]


def _people(record: SeasonRecord, fixture: KeptFixture) -> set[int]:
    return {player for number in fixture.numbers() for player in record.contest.entrants[number].players}


def _by_who_is_who(record: SeasonRecord, now: KeptFixture, games: EveningGames) -> KeptFixture:
    home, away = sides(now, games, record.contest)
    if home & away:
        return now
    result = result_of_evening(now, games, record.contest, record.fixture_rules)
    if result is not None:
        return now.ended(result)
    if now.is_ahead:
        return now
    # What was postponed before a merge gave it a result is postponed again.
    then, since = record.before_merges.get(now.code, (now, None))
    return then if since == now and then.is_ahead else now.ahead()


def _place(fixture: KeptFixture) -> tuple[bool, int, int, str]:
    return fixture.play_off, fixture.division, fixture.round, fixture.code


def _read(persons: Persons, people: set[str]) -> dict[str, str]:
    real = {persons.real(player) for player in people}
    return {old: persons.real(old) for old in sorted(persons.merged, key=int) if persons.real(old) in real}


PEOPLE: Final[Mapping[Entrants, tuple[int, int]]] = {"individual": (1, 1), "pair": (2, 2), "team": (1, 20)}
"""How many people at least and at most an entrant of each kind has."""
MOST_RATING: Final = 9999


class NewEntrant(NamedTuple):
    """Somebody to be entered: the people by their keys, what they are called, and a rating, if they have one."""

    players: tuple[int, ...]
    name: str
    rating: int | None = None


class EntrantPlace(NamedTuple):
    """Where an entrant is to stand: the seed, and the level of the division."""

    number: int
    division: int


class MakeDivisions(Divide):
    """Make the divisions: all that there are to be, the highest first, each with the level it had, if any."""

    address = "make-divisions"

    divisions: tuple[tuple[int | None, str], ...]

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        names = [name for _, name in self.divisions]
        for place, name in enumerate(names):
            if len(name) > LONGEST_NAME or name in names[:place]:
                refuse(
                    f"divisions.{place}",
                    "not-allowed",
                    "“%(entered)s” was entered; every division has a name of its own, of at most %(most)s letters",
                    entered=name[:LONGEST_NAME],
                    most=LONGEST_NAME,
                )
        self._check_levels(record)
        return {"divisions": [{"name": name, "was": was} for was, name in self.divisions]}

    def _check_levels(self, record: SeasonRecord) -> None:
        levels = [was for was, _ in self.divisions if was is not None]
        known = record.contest.divisions
        if (
            not 1 <= len(self.divisions) <= MOST_DIVISIONS
            or len(set(levels)) != len(levels)
            or not set(levels) <= set(known)
        ):
            refuse(
                "divisions",
                "not-allowed",
                "there are from 1 to %(most)s divisions, each once",
                most=MOST_DIVISIONS,
            )
        needed = {entrant.division for entrant in record.contest.entrants.values()}
        for level, name in sorted(known.items()):
            if level in needed - set(levels):
                refuse(
                    "divisions",
                    "not-empty",
                    "“%(name)s” would be removed but has entrants; move them first",
                    name=name,
                )


class Arrange(Divide):
    """Give entrants other seeds or put them into other divisions, by their numbers; the others stay as they are."""

    address = "arrange-entrants"

    places: Mapping[int, EntrantPlace]

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        moved = []
        for number, place in self.places.items():
            entrant = entrant_of(record, number)
            _check_place(record, number, place)
            if place != (number, entrant.division):
                moved.append({"was": number, "number": place.number, "division": place.division})
        entrants = record.contest.entrants
        new = [self.places[number].number if number in self.places else number for number in entrants]
        twice = next((number for number in new if new.count(number) > 1), None)
        if twice is not None:
            refuse(
                "places",
                "the-same",
                "number %(entered)s was given twice; everybody has their own",
                entered=twice,
            )
        return {"placed": moved} if moved else None


def _check_place(record: SeasonRecord, number: int, place: EntrantPlace) -> None:
    if place.division not in record.contest.divisions:
        refuse(
            f"places.{number}.division", "unknown", "there is no division %(entered)s", entered=place.division
        )
    if not 1 <= place.number <= MOST_ENTRANTS:
        refuse(
            f"places.{number}.number",
            "out-of-range",
            "%(entered)s was entered; from 1 to %(most)s is allowed",
            entered=place.number,
            most=MOST_ENTRANTS,
        )


class EnterPeople(Enter):
    """Enter some in a division, numbered on from the last; a season without divisions gets its first one."""

    address = "enter-people"

    entries: tuple[NewEntrant, ...]
    division: int = 1

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        _check_open(record, self.division)
        entrants = record.contest.entrants
        if len(entrants) + len(self.entries) > MOST_ENTRANTS:
            refuse(
                "entries",
                "too-many",
                "%(entered)s were entered; at most %(most)s",
                entered=len(self.entries),
                most=MOST_ENTRANTS,
            )
        _check_entries(record, now.outside, self.entries, entrants.values())
        first = max(entrants, default=0) + 1
        rows = [
            _entrant_body(number, self.division, entry) for number, entry in enumerate(self.entries, first)
        ]
        if not rows:
            return None
        first_division = {} if record.contest.divisions else {"divisions": [{"name": "1", "was": None}]}
        return {"entrants": rows, **first_division}


class ChangeEntrant(Enter):
    """Another name or other people for an entrant."""

    address = "change-entrant"

    number: int
    entry: NewEntrant

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        entrant = entrant_of(record, self.number)
        others = [other for other in record.contest.entrants.values() if other is not entrant]
        _check_entries(record, now.outside, [self.entry], others)
        return {"entrants": [_entrant_body(self.number, entrant.division, self.entry)]}


class CarryOver(Enter):
    """Those who go on from the season before, each with the level of the division; seeds in this order."""

    entries: tuple[tuple[int, NewEntrant], ...]

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        rows = [_entrant_body(seed, level, entry) for seed, (level, entry) in enumerate(self.entries, 1)]
        return {"entrants": rows} if rows else None


def entrant_of(record: SeasonRecord, number: int) -> KeptEntrant:
    """The entrant with this number. Raises Faults where there is none."""
    entrant = record.contest.entrants.get(number)
    if entrant is None:
        refuse("entrant", "unknown", "there is no entrant %(entered)s", entered=number)
    return entrant


def check_all_different(record: SeasonRecord, outside: Outside, numbers: Iterable[int], field: str) -> None:
    """Raise Faults where two of these entrants have one person."""
    persons = outside.persons
    entrant_by_person: dict[str, KeptEntrant] = {}
    for entrant in (record.contest.entrants[number] for number in numbers):
        for real in {persons.real(str(player)) for player in entrant.players}:
            other = entrant_by_person.setdefault(real, entrant)
            if other is not entrant:
                refuse(
                    field,
                    "one-person",
                    "“%(name)s” and “%(other)s” count as one person, or share one; remove one of the two first",
                    name=other.name,
                    other=entrant.name,
                )


def _entrant_body(number: int, division: int, entry: NewEntrant) -> Body:
    return {
        "number": number,
        "name": entry.name,
        "division": division,
        "players": list(entry.players),
        "rating": entry.rating,
    }


def _check_open(record: SeasonRecord, division: int) -> None:
    divisions = record.contest.divisions
    if division not in divisions and (divisions or division != 1):
        refuse("division", "unknown", "there is no division %(entered)s", entered=division)
    has_fixtures = any(
        fixture.division == division and not fixture.play_off for fixture in record.contest.fixtures.values()
    )
    if has_fixtures and record.fixture_rules.format != "swiss":
        refuse(
            "division",
            "fixtures-made",
            "the fixtures of “%(name)s” are made already; undo them first",
            name=divisions[division],
        )


def _check_entries(
    record: SeasonRecord, outside: Outside, entries: Sequence[NewEntrant], others: Iterable[KeptEntrant]
) -> None:
    other_players = [player for entrant in others for player in entrant.players]
    registry = _Taken(outside, [*other_players, *(player for entry in entries for player in entry.players)])
    registry.found = {registry.real(player): player for player in other_players}
    for place, entry in enumerate(entries):
        field = f"entries.{place}"
        check_people(PEOPLE[record.fixture_rules.entrants], len(entry.players), entry.rating, field)
        registry.take(entry.players, field)


def check_people(allowed: tuple[int, int], count: int, rating: int | None, field: str) -> None:
    """Raise Faults unless the people are `allowed[0]` to `allowed[1]` and the rating is in range."""
    least, most = allowed
    if not least <= count <= most:
        refuse(
            field,
            "wrong-number",
            "people entered: %(entered)s; one entrant has from %(least)s to %(most)s here",
            entered=count,
            least=least,
            most=most,
        )
    if rating is not None and not 1 <= rating <= MOST_RATING:
        refuse(
            field,
            "out-of-range",
            "the rating %(entered)s was entered; from 1 to %(most)s is allowed",
            entered=rating,
            most=MOST_RATING,
        )


class _Taken:
    """Who is entered, by who they really are; people are taken in one after the other."""

    def __init__(self, outside: Outside, players: Iterable[int]) -> None:
        self.real_of = outside.persons
        self.seen: Mapping[int, PlayerSeen] = outside.players(players)
        self.found: dict[str, int] = {}

    def real(self, player: int) -> str:
        return self.real_of.real(str(player))

    def take(self, players: Sequence[int], field: str) -> None:
        """Add the people of one entrant. Raises Faults for who may not play, or is entered or named already."""
        for player in players:
            if not self.seen[player].takes_part:
                refuse(
                    field,
                    "another-club",
                    "%(name)s is of a club that takes no part in the league",
                    name=self.seen[player].name,
                )
        player_by_person: dict[str, int] = {}
        for player in players:
            real = self.real(player)
            if real in self.found:
                self._is_entered(player, self.found[real], field)
            if real in player_by_person:
                refuse(
                    field,
                    "one-person",
                    "“%(name)s” and “%(other)s” count as one person; one of them is enough",
                    name=self.seen[player].name,
                    other=self.seen[player_by_person[real]].name,
                )
            player_by_person[real] = player
        self.found |= player_by_person

    def _is_entered(self, player: int, other: int, field: str) -> NoReturn:
        name = self.seen[player].name
        if other == player:
            refuse(field, "already-entered", "%(name)s is entered already", name=name)
        refuse(
            field,
            "one-person",
            "“%(name)s” and “%(other)s” count as one person, who is entered already",
            name=name,
            other=self.seen[other].name,
        )
