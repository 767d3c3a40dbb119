"""The certificate itself: the seats, what was counted, what no movement can do better, and where it comes from.

As JSON it can be read again and compared with what its seats give.

The format, number 1, is one object:

- `format`: 1; `partnership`: whether couples play; `sizes`: the sizes of table the game has;
- `players`: everybody, in the order of all counts;
- `rounds`: each `{"tables": [[player, ...], ...], "sitting_out": [...], "absent": [...]}`, seat 1 first;
- `counts`: `partners`, `opponents` and `meetings` have a row and a column for each player; `seats` has a column
  for seats 1 to 5, `tables` one for each table; `sit_outs` lists for each player the rounds, from 1, in which they
  sat out; `played` counts the rounds in which they had a seat;
- `summary`: `repeated_partnerships`, `repeated_meetings`, `never_met`, `sit_out_spread`, `longest_gap`,
  `shortest_gap`, and `evenness` of each count;
- `bounds`: null while seats are faulty; else of each bound the `least` there can be, the `distance` to it and the
  `reason`, and by player what must repeat in the rounds that they played;
- `faults`: each with `field`, `code` and `message`;
- `provenance`: `generator`, `version`, `seed`, `moves`, `kind`, and whether it was really `played`.

Only the seats, the players and what the game is are read back; everything else is counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, ValidationError

from games.reading import faults_of
from scoring.derivation import Sentence, gettext_noop
from scoring.entry import Measured
from scoring.faults import Fault, Faults
from tournaments.movement.certificate import counting
from tournaments.movement.certificate.counting import (
    COUPLES_SIT_AT,
    Counts,
    Evenness,
    Given,
    Round,
    faults_in,
    of_pairs,
    read_rounds,
    repeats,
)

FORMAT = 1
MOST_PLAYERS = 2000
MOST_ROUNDS = 500
MOST_AT_A_TABLE = 50
WORDS = ("reason", "message")
"""What a document says for people to read; how it is worded may change, and no certificate is false for that."""
COUNTED = ("counts", "summary", "bounds", "faults")
Id = Annotated[str, Field(min_length=1, max_length=80)]


class DocumentRound(Measured):
    tables: list[Annotated[list[Id], Field(max_length=MOST_AT_A_TABLE)]] = Field(max_length=MOST_PLAYERS)
    sitting_out: list[Id] = Field(max_length=MOST_PLAYERS)
    absent: list[Id] = Field(default=[], max_length=MOST_PLAYERS)


class Provenance(Measured):
    """Where a movement comes from, as whoever made it says; nothing of it is counted.

    Arguments:
        generator: what made the seats ("schedules", "planner", "drawn" or the name of a file).
        seed: the seed it drew from. Never that of an evening still to be played or being played: with it
            anybody could work out draws and cuts to come.
        moves: how many moves a search has looked at; None where there was no search.
        kind: the kind of movement ("whist", "couples", "meeting", "berger" ...).
        played: whether these are the seats really played, and not only the plan.
    """

    generator: str = ""
    version: str = ""
    seed: str = ""
    moves: int | None = None
    kind: str = ""
    played: bool = False


class Document(Measured):
    format: Literal[1]
    partnership: bool
    sizes: list[Annotated[int, Field(ge=2, le=8)]] = Field(min_length=1, max_length=7)
    players: list[Id] = Field(max_length=MOST_PLAYERS)
    rounds: list[DocumentRound] = Field(max_length=MOST_ROUNDS)
    provenance: Provenance = Provenance()


def without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """A document without its texts: it is stored so, and worded again in the reader's language."""
    bounds = data["bounds"] and {
        name: {part: bound[part] for part in bound if part not in WORDS} if isinstance(bound, dict) else bound
        for name, bound in data["bounds"].items()
    }
    faults = [{part: fault[part] for part in fault if part not in WORDS} for fault in data["faults"]]
    return {**data, "bounds": bounds, "faults": faults}


def read_document(data: object) -> Document:
    """Read the seats of a document, the players and what the game is; its counts are not read.

    Raises:
        Faults: the data are no certificate of this format.
    """
    seats_only = (
        {key: value for key, value in data.items() if key not in COUNTED} if isinstance(data, dict) else data
    )
    try:
        return Document.model_validate(seats_only)
    except ValidationError as refused:
        raise Faults(faults_of(refused, Document)) from refused


ANY_SIZE = (2, 3, 4, 5, 6, 7, 8)


@dataclass(frozen=True)
class Summary:
    """The counts in short.

    Arguments:
        repeated_partnerships: sum of (times partners - 1) over the pairs that were partners.
        repeated_meetings: the same of times at one table.
        sit_out_spread: the most sit-outs of a player less the fewest.
        longest_gap: the most rounds from one sit-out of a player to the next; None where nobody had two.
        evenness: by the names partners, opponents, meetings, seats, tables and sit_outs.
    """

    repeated_partnerships: int
    repeated_meetings: int
    never_met: int
    sit_out_spread: int
    longest_gap: int | None
    shortest_gap: int | None
    evenness: dict[str, Evenness]


@dataclass(frozen=True)
class Certificate:
    """A movement, counted. Made by `certify` only, so that its counts are always counted.

    Arguments:
        players: everybody, in the order of the counts.
        faults: what is wrong with the seats, each with round and table; empty when nothing is.
    """

    rounds: tuple[Round, ...]
    players: tuple[str, ...]
    partnership: bool
    sizes: tuple[int, ...]
    counts: Counts
    faults: tuple[Fault, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)

    @cached_property
    def summary(self) -> Summary:
        partners, meetings = of_pairs(self.counts.partners), of_pairs(self.counts.meetings)
        out, gaps = self.counts.sat_out, self.counts.gaps
        return Summary(
            repeats(partners),
            repeats(meetings),
            meetings.count(0),
            max(out, default=0) - min(out, default=0),
            max(gaps, default=None),
            min(gaps, default=None),
            {
                "partners": counting.of_one_sum(partners),
                "opponents": counting.of_one_sum(of_pairs(self.counts.opponents)),
                "meetings": counting.of_one_sum(meetings),
                "seats": self._seats(),
                "tables": self._tables(),
                "sit_outs": self._sit_outs(),
            },
        )

    @cached_property
    def bounds(self) -> Bounds | None:
        """What no movement can do better; None with faults in the seats, for then nothing is proved."""
        if self.faults:
            return None
        return bounds_of(self.rounds, len(self.players), self.counts, partnership=self.partnership)

    @cached_property
    def distances(self) -> dict[str, int]:
        """How far the movement is from each bound of its case; 0 is the best possible. Empty with faults."""
        if self.bounds is None:
            return {}
        return {
            name: getattr(self.summary, name) - getattr(self.bounds, name).least
            for name in ("repeated_partnerships", "repeated_meetings", "never_met", "sit_out_spread")
        }

    @property
    def running_rests(self) -> int:
        return self.counts.gaps.count(1)

    @property
    def fewest_running_rests(self) -> int:
        """No movement of the case has fewer: where more sit out in two rounds than were there, some do in both."""
        players = len(self.players)
        return sum(
            max(0, len(before.sitting_out) + len(after.sitting_out) - players)
            for before, after in pairwise(self.rounds)
        )

    @property
    def repeated_rests(self) -> int:
        """How often two sit out together again."""
        together = Counter(pair for out in self._out for pair in combinations(sorted(out), 2))
        return counting.repeats(tuple(together.values()))

    @property
    def fewest_repeated_rests(self) -> int:
        """No movement of the case has fewer: so many more pairs sit out together than there are."""
        return max(0, sum(comb(len(out), 2) for out in self._out) - comb(len(self.players), 2))

    @property
    def _out(self) -> list[tuple[str, ...]]:
        return [round_.sitting_out for round_ in self.rounds]

    def as_data(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "partnership": self.partnership,
            "sizes": list(self.sizes),
            "players": list(self.players),
            "rounds": [
                {name: _listed(part) for name, part in vars(round_).items()} for round_ in self.rounds
            ],
            "counts": {name: _listed(rows) for name, rows in vars(self.counts).items()},
            "summary": {
                **vars(self.summary),
                "evenness": {name: even.as_data() for name, even in self.summary.evenness.items()},
            },
            "bounds": self._bounds(),
            "faults": [
                {"field": fault.field, "code": fault.code, "message": fault.message} for fault in self.faults
            ],
            "provenance": self.provenance.model_dump(),
        }

    def _bounds(self) -> dict[str, object] | None:
        if self.bounds is None:
            return None
        data: dict[str, object] = {}
        for name, distance in self.distances.items():
            bound: Bound = getattr(self.bounds, name)
            data[name] = {"least": bound.least, "distance": distance, "reason": str(bound.reason)}
        for name in ("partners_by_player", "meetings_by_player"):
            data[name] = list(getattr(self.bounds, name))
        return data

    @classmethod
    def from_data(cls, data: object) -> Certificate:
        """Count the seats of a document again; its own counts are not read, `differences` compares them.

        Raises:
            Faults: the data are no certificate of this format.
        """
        read = read_document(data)
        return certify(
            [(round_.tables, round_.sitting_out) for round_ in read.rounds],
            partnership=read.partnership,
            players=read.players,
            sizes=read.sizes,
            absent=[round_.absent for round_ in read.rounds],
            provenance=read.provenance,
        )

    def _seats(self) -> Evenness:
        largest = max((size for round_ in self.rounds for size in round_.sizes), default=0)
        even = counting.even_seats(self.rounds, self.players, largest)
        return _by_row([row[:largest] for row in self.counts.seats], even)

    def _tables(self) -> Evenness:
        columns = max((len(round_.tables) for round_ in self.rounds), default=0)
        return _by_row(self.counts.tables, counting.even_tables(self.rounds, self.players, columns))

    def _sit_outs(self) -> Evenness:
        if not any(round_.absent for round_ in self.rounds):
            return counting.of_one_sum(self.counts.sat_out)
        return counting.of_each(self.counts.sat_out, counting.even_sit_outs(self.rounds, self.players))


def _by_row(numbers: Sequence[Sequence[int]], evens: Sequence[Sequence[Any]]) -> Evenness:
    return counting.of_each(
        (number for row in numbers for number in row), (even for row in evens for even in row)
    )


def certify(
    rounds: Iterable[Given],
    *,
    partnership: bool,
    players: Sequence[Any] | None = None,
    sizes: Collection[int] | None = None,
    absent: Sequence[Collection[Any]] = (),
    provenance: Provenance | None = None,
) -> Certificate:
    """Count a movement from its seats alone. Never fails: what is wrong stands in `faults`.

    Arguments:
        rounds: the rounds, each a seating or a pair of tables and who sits out; None in place of those who sit
            out stands for everybody who is at no table.
        players: everybody, in the order wanted; by default everybody named.
        sizes: the sizes of table that the game has; by default four where couples play, else two to eight.
        absent: for each round who is known to be away, having come late or gone home.
    """
    seated, order = read_rounds(rounds, players, absent)
    allowed = tuple(sorted(sizes or ((COUPLES_SIT_AT,) if partnership else ANY_SIZE)))
    return Certificate(
        seated,
        order,
        partnership,
        allowed,
        counting.count(seated, order, partnership=partnership),
        faults_in(seated, order, allowed),
        provenance or Provenance(),
    )


LONGEST_QUOTE = 60


def differences(data: Mapping[str, Any], counted: Certificate) -> tuple[Fault, ...]:
    """Return where a document differs from what its seats give, each with its field; texts do not count.

    Arguments:
        counted: what `Certificate.from_data` made of it.
    """
    expected = counted.as_data()
    return tuple(
        fault for part in COUNTED for fault in _differs(part, data.get(part, _NOTHING), expected[part])
    )


_NOTHING = object()
"""Stands where the document has nothing."""


def _differs(field: str, told: object, counted: object) -> Iterator[Fault]:
    if isinstance(counted, dict) and isinstance(told, dict):
        for key in [*counted, *(key for key in told if key not in counted)]:
            if key in WORDS:
                continue
            yield from _differs(f"{field}.{key}", told.get(key, _NOTHING), counted.get(key, _NOTHING))
    elif isinstance(counted, list) and isinstance(told, list) and len(told) == len(counted):
        for place, (claim, other) in enumerate(zip(told, counted, strict=True)):
            yield from _differs(f"{field}.{place}", claim, other)
    elif type(told) is not type(counted) or told != counted:
        why = gettext_noop("%(field)s: the file says %(entered)s; counted from the seats: %(counted)s")
        values = {"field": field, "entered": _short(told), "counted": _short(counted)}
        yield Fault(field, "not-as-counted", Sentence(why, values))


def _short(value: object) -> str:
    text = "-" if value is _NOTHING else repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def _listed(rows: Any) -> list[Any]:
    return [list(row) if isinstance(row, tuple) else row for row in rows]


# What no movement can do better: lower bounds for so many players, rounds and tables, each with its proof.
# "The case" is the number of players, the number of rounds and the sizes of the tables of each round, as they
# are; who sits where and who sits out is free. The bounds by player take the rounds that each played as they
# are.


class Bound(NamedTuple):
    least: int
    reason: Sentence


@dataclass(frozen=True)
class Bounds:
    """The bounds of a case, and those of each player in the order of the players."""

    repeated_partnerships: Bound
    repeated_meetings: Bound
    never_met: Bound
    sit_out_spread: Bound
    partners_by_player: tuple[int, ...]
    meetings_by_player: tuple[int, ...]


MOST_ROUNDS_WITHOUT_A_REPEAT: dict[tuple[int, int], int] = {(12, 3): 4, (20, 4): 5, (30, 5): 6}
"""For so many players at tables of so many, all of them seated in every round: the most rounds in which nobody
meets anybody twice, where it is fewer than counting says. Proved by exhaustion (OEIS A107431)."""

NOTHING_PROVED = Sentence(gettext_noop("nothing more is proved"))


def bounds_of(rounds: Sequence[Round], players: int, counts: Counts, *, partnership: bool) -> Bounds:
    """Return the bounds for a case; there must be no faults in its seats."""
    pairs = comb(players, 2)
    meetings = sum(comb(size, 2) for round_ in rounds for size in round_.sizes)
    couples = sum(2 * (size == COUPLES_SIT_AT) for round_ in rounds for size in round_.sizes) * partnership
    repeated = max(_meetings(rounds, players, meetings, pairs), key=lambda bound: bound.least)
    return Bounds(
        _partnerships(couples, pairs),
        repeated,
        _never_met(meetings, pairs, repeated.least),
        _spread(rounds, players),
        _by_player(players, counts.partners),
        _by_player(players, counts.meetings),
    )


def _by_player(players: int, had: Sequence[Sequence[int]]) -> tuple[int, ...]:
    # Each player has players - 1 others.
    return tuple(max(0, sum(row) - (players - 1)) for row in had)


def _partnerships(couples: int, pairs: int) -> Bound:
    why = gettext_noop("%(couples)s partnerships are played, and there are %(pairs)s different ones")
    return Bound(max(0, couples - pairs), Sentence(why, {"couples": couples, "pairs": pairs}))


def _never_met(meetings: int, pairs: int, repeated: int) -> Bound:
    why = gettext_noop(
        "there are %(pairs)s pairs; the tables have room for %(meetings)s meetings, of which at least "
        "%(repeated)s are repeats"
    )
    values = {"pairs": pairs, "meetings": meetings, "repeated": repeated}
    return Bound(max(0, pairs - meetings + repeated), Sentence(why, values))


def _spread(rounds: Sequence[Round], players: int) -> Bound:
    if any(round_.absent for round_ in rounds) or not players:
        return Bound(0, NOTHING_PROVED)
    out = sum(players - round_.seats for round_ in rounds)
    why = gettext_noop("%(out)s sit-outs are shared by %(players)s players")
    return Bound(int(out % players > 0), Sentence(why, {"out": out, "players": players}))


def _meetings(rounds: Sequence[Round], players: int, meetings: int, pairs: int) -> Iterator[Bound]:
    # Different arguments prove bounds of repeated meetings; the best of them counts.
    why = gettext_noop("the tables have room for %(meetings)s meetings, and there are %(pairs)s pairs")
    yield Bound(max(0, meetings - pairs), Sentence(why, {"meetings": meetings, "pairs": pairs}))
    why = gettext_noop(
        "with fewer tables than a table has seats, some of a table come from one and the same table of an "
        "earlier round"
    )
    yield Bound(_too_few_tables(rounds, players), Sentence(why))
    yield from _known(rounds, players)


def _too_few_tables(rounds: Sequence[Round], players: int) -> int:
    # Pairs that meet again are counted round by round, in the later of two rounds.
    kinds = [(round_.sizes, players - round_.seats) for round_ in rounds]
    before: list[tuple[tuple[int, ...], int]] = []
    least = 0
    for kind in kinds:
        least += max((_in_both(*earlier, *kind) for earlier in before), default=0)
        if kind not in before:
            before.append(kind)
    return least


@lru_cache(maxsize=256)
def _in_both(sizes: tuple[int, ...], free: int, later: tuple[int, ...], later_free: int) -> int:
    # A lower bound, the same both ways.
    return max(_from(len(sizes), free, later), _from(len(later), later_free, sizes))


def _from(tables: int, free: int, later: Sequence[int]) -> int:
    # The pairs of later tables that come from one table, all as evenly as they can; `free` people make none.
    if not tables:
        return 0
    left = list(later)
    for _ in range(min(free, sum(left))):
        place = max(range(len(left)), key=lambda at: _pairs(left[at], tables) - _pairs(left[at] - 1, tables))
        left[place] -= 1
    return sum(_pairs(people, tables) for people in left)


def _pairs(people: int, tables: int) -> int:
    if people <= 0:
        return 0
    each, more = divmod(people, tables)
    return more * comb(each + 1, 2) + (tables - more) * comb(each, 2)


def _known(rounds: Sequence[Round], players: int) -> Iterator[Bound]:
    # Beyond so many rounds each has a repeat of its own: without its round too many are still left.
    full = Counter(
        round_.sizes[0] for round_ in rounds if round_.seats == players and len(set(round_.sizes)) == 1
    )
    for size, number in full.items():
        most = MOST_ROUNDS_WITHOUT_A_REPEAT.get((players, size))
        if most is not None:
            why = gettext_noop(
                "%(players)s players at tables of %(size)s: no %(over)s rounds do without a repeat, which was "
                "proved by trying them all (OEIS A107431)"
            )
            values = {"players": players, "size": size, "over": most + 1}
            yield Bound(max(0, number - most), Sentence(why, values))
