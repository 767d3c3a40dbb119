"""Who is in a season of fixtures: divisions, entrants, seeds; who is left out, withdraws, and plays on after all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Literal, NamedTuple, NoReturn

from scoring.derivation import gettext_noop
from tournaments.league.acts.act import Body, Now, Outside, PlayerSeen, SeasonAct, SeasonRecord
from tournaments.league.acts.fixtures import Divide, Enter, FollowKnockOut, Leave, fixtures_data
from tournaments.league.acts.setting_up import LONGEST_NAME, MOST_ENTRANTS, EntrantNumber, Word
from tournaments.ranking.fixtures.record import DivisionState, KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS, Entrants
from tournaments.refusals import refuse

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
    return {**entry._asdict(), "players": list(entry.players), "number": number, "division": division}


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


# Who is left out of the next round of a Swiss at their own wish, asked for before it is drawn.
# It counts as a draw or as a loss, as they agree with the secretary. Nobody is left out for more than one
# round by it.


class LeaveOut(Leave):
    """Leave an entrant out of the next round of a Swiss; told again it counts as was said last.

    Attributes:
        entrant: by number.
        counts: as a "draw", or for "nobody", which is a loss.
    """

    address = "leave-out"
    example: ClassVar[Mapping[str, Any]] = {"entrant": 7, "counts": "draw", "reason": "travelling"}
    usual_reasons = (
        gettext_noop("Illness"),
        gettext_noop("Travelling"),
        gettext_noop("No time"),
    )

    entrant: EntrantNumber
    counts: Word

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        rules = record.fixture_rules
        if rules.format != "swiss":
            refuse(
                "season",
                "no-swiss",
                "only the rounds of a Swiss are drawn one by one; anywhere else fixtures are postponed or forfeited",
            )
        if self.counts not in ("draw", "nobody"):
            refuse(
                "counts",
                "not-allowed",
                "“%(entered)s” was entered; allowed: draw or nobody",
                entered=self.counts,
            )
        division = _division(record, self.entrant)
        most = rules.rounds or 1
        if division.next_round > most:
            refuse("round", "the-last", "all %(most)s rounds are made", most=most)
        entrant = record.contest.entrants[self.entrant]
        if entrant.withdrawn:
            refuse("entrant", "has-left", "%(name)s has withdrawn already", name=entrant.name)
        if division.left_out.get(str(self.entrant)) == self.counts:
            return None
        return {"absent": self.entrant, "round": division.next_round, "counts": self.counts}


class LetPlay(Leave):
    """An entrant who was to be left out of the next round plays in it after all.

    Attributes:
        entrant: by number.
    """

    address = "let-play"
    example: ClassVar[Mapping[str, Any]] = {"entrant": 7}

    entrant: EntrantNumber

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        division = _division(record, self.entrant)
        if str(self.entrant) not in division.left_out:
            refuse(
                "entrant",
                "not-left-out",
                "%(name)s is not to be left out of round %(round)s",
                name=record.contest.entrants[self.entrant].name,
                round=division.next_round,
            )
        return {"absent": self.entrant, "round": division.next_round, "counts": ""}


def _division(record: SeasonRecord, number: int) -> DivisionState:
    level = entrant_of(record, number).division
    return next(division for division in record.divisions if division.level == level)


Ahead = Literal["forfeit", "void", "void_all"]
"""What becomes of the fixtures of who withdraws: those ahead are forfeited, or void; or all are void."""


class WithdrawEntrant(Leave):
    """An entrant plays no more; one who has no fixtures is struck off.

    Attributes:
        number: the entrant's.
        ahead: what becomes of the fixtures ahead: forfeited, void, or "void_all", by which those played are too.
    """

    address = "withdraw-entrant"
    example: ClassVar[Mapping[str, Any]] = {"number": 7, "ahead": "forfeit", "reason": "moved away"}

    number: EntrantNumber
    ahead: Ahead = "forfeit"

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        entrant = entrant_of(record, self.number)
        if entrant.withdrawn:
            refuse("entrant", "has-left", "%(name)s has withdrawn already", name=entrant.name)
        mine = [fixture for fixture in record.fixtures if self.number in fixture.numbers()]
        if not mine and not any(number == self.number for number, _ in record.contest.adjusted.values()):
            return {"left": self.number}
        if self.ahead == "void_all" and not record.fixture_rules.has_table:
            refuse(
                "ahead",
                "not-allowed",
                "in a knock-out somebody has won by what was played; only fixtures ahead can go",
            )
        before = [
            fixture
            for fixture in mine
            if fixture.is_ahead or (self.ahead == "void_all" and fixture.status != "void")
        ]
        after = [self._without(fixture) for fixture in before]
        of = {"withdrawn": self.number, "ahead": self.ahead}
        return {**of, "fixtures": fixtures_data(after), "before": fixtures_data(before)}

    def _without(self, fixture: KeptFixture) -> KeptFixture:
        if fixture.away is None or self.ahead != "forfeit":
            return replace(fixture.ahead(), status="void", evening="")
        # An evening that is published later gives no result any more to who has gone.
        return replace(fixture.forfeited_by([self.number]), evening="")

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),) if self.number in record.contest.entrants else ()


class BringBack(Leave):
    """Take a withdrawal back: the entrant plays on, and fixtures that went with it are as they were before.

    Those that were told otherwise since stay as they are.

    Attributes:
        number: the entrant's.
    """

    address = "bring-entrant-back"
    example: ClassVar[Mapping[str, Any]] = {"number": 7}

    number: EntrantNumber

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        entrant = entrant_of(record, self.number)
        if not entrant.withdrawn:
            refuse("entrant", "not-withdrawn", "%(name)s has not withdrawn", name=entrant.name)
        playing = [other.number for other in record.contest.entrants.values() if not other.withdrawn]
        check_all_different(record, now.outside, [*playing, self.number], "entrant")
        left = record.withdrawals[self.number]
        after = [KeptFixture.from_data(row) for row in left.get("fixtures", ())]
        before = {row["code"]: row for row in left.get("before", ())}
        again = [
            before[fixture.code] for fixture in after if record.contest.fixtures.get(fixture.code) == fixture
        ]
        return {"back": self.number, "fixtures": again}

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),)
