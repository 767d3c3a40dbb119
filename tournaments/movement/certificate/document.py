"""A certificate as JSON, read again and compared with what its seats give.

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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, Literal, Protocol

from pydantic import ConfigDict, Field, ValidationError

from games.reading import faults_of
from scoring.derivation import OR, Sentence, gettext_noop, listed
from scoring.entry import Measured
from scoring.faults import Fault, Faults

# --- The rounds that a certificate is about, and what is wrong with their seats -----------------------


class Seated(Protocol):
    """Any object with tables and people who sit out, such as a `Seating`."""

    @property
    def tables(self) -> Sequence[Sequence[Any]]:
        """The tables from 1 up, each with its players from seat 1 on."""

    @property
    def sitting_out(self) -> Sequence[Any]:
        """Those without a seat."""


LONGEST_NUMBER = 18
"""Ids of more digits are names."""

Given = Seated | tuple[Sequence[Sequence[Any]], Sequence[Any] | None]
"""A round as it comes: a seating, or tables and who sits out; None for everybody who is at no table."""


@dataclass(frozen=True)
class Round:
    """One round, taken as it is: it may hold faults, which `faults_in` names.

    Arguments:
        tables: the tables from 1 up, each with its players from seat 1 on.
        absent: those known to be away: not come yet, or gone home.
    """

    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.tables))

    @property
    def seats(self) -> int:
        return sum(self.sizes)

    def people(self) -> Iterator[str]:
        """Everybody named: the tables from 1 up in seat order, then those sitting out."""
        yield from chain.from_iterable(self.tables)
        yield from self.sitting_out


def read_rounds(
    given: Iterable[Given], players: Sequence[Any] | None, absent: Sequence[Collection[Any]]
) -> tuple[tuple[Round, ...], tuple[str, ...]]:
    """Return the rounds, and the players in the order of the counts.

    Arguments:
        players: the players in order, or None for everybody named: numbers by size, others as they appear.
        absent: for each round, who is known to be away; rounds beyond its end have nobody away.
    """
    raw = [_raw(round_) for round_ in given]
    away = [tuple(map(str, absent[place])) if place < len(absent) else () for place in range(len(raw))]
    if players is None:
        named = chain.from_iterable(
            (*chain.from_iterable(tables), *(out or ()), *gone)
            for (tables, out), gone in zip(raw, away, strict=True)
        )
        order = _in_order(dict.fromkeys(named))
    else:
        order = tuple(dict.fromkeys(map(str, players)))
    rounds = (
        Round(tables, _others(order, tables, gone) if out is None else out, gone)
        for (tables, out), gone in zip(raw, away, strict=True)
    )
    return tuple(rounds), order


def _raw(given: Given) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...] | None]:
    tables, out = given if isinstance(given, tuple) else (given.tables, given.sitting_out)
    return tuple(tuple(map(str, table)) for table in tables), None if out is None else tuple(map(str, out))


def _in_order(named: Iterable[str]) -> tuple[str, ...]:
    names = tuple(named)
    numbers = all(name.isascii() and name.isdigit() and len(name) <= LONGEST_NUMBER for name in names)
    return tuple(sorted(names, key=int)) if numbers else names


def _others(order: Sequence[str], tables: Iterable[Sequence[str]], gone: Sequence[str]) -> tuple[str, ...]:
    elsewhere = {*chain.from_iterable(tables), *gone}
    return tuple(player for player in order if player not in elsewhere)


def faults_in(rounds: Sequence[Round], players: Sequence[str], sizes: Collection[int]) -> tuple[Fault, ...]:
    """Return everything wrong with the seats, each fault with its round and table.

    Fields are paths into the JSON of the certificate and count from 0 (`rounds.0.tables.2.1`); sentences count
    from 1, as people do.
    """
    if not rounds:
        return (Fault("rounds", "empty", Sentence(gettext_noop("there is no round"))),)
    return tuple(
        fault
        for number, round_ in enumerate(rounds, start=1)
        for fault in _wrong(number, round_, players, sizes)
    )


def _wrong(number: int, one: Round, players: Sequence[str], sizes: Collection[int]) -> Iterator[Fault]:
    known = set(players)
    places: dict[str, Sentence] = {}
    for table, people in enumerate(one.tables, start=1):
        if len(people) not in sizes:
            yield _unknown_size(number, table, len(people), sizes)
        where = Sentence(gettext_noop("round %(round)s, table %(table)s"), {"round": number, "table": table})
        for seat, player in enumerate(people, start=1):
            field = f"rounds.{number - 1}.tables.{table - 1}.{seat - 1}"
            yield from _misplaced(field, where, player, known, places, one.absent)
            places.setdefault(player, where)
    out = Sentence(gettext_noop("round %(round)s, among those sitting out"), {"round": number})
    for place, player in enumerate(one.sitting_out):
        yield from _misplaced(
            f"rounds.{number - 1}.sitting_out.{place}", out, player, known, places, one.absent
        )
        places.setdefault(player, out)
    for player in players:
        if player not in places and player not in one.absent:
            why = gettext_noop("round %(round)s: %(player)s has no seat and does not sit out")
            values = {"round": number, "player": player}
            yield Fault(f"rounds.{number - 1}", "missing", Sentence(why, values))


def _unknown_size(number: int, table: int, entered: int, sizes: Collection[int]) -> Fault:
    why = gettext_noop("round %(round)s, table %(table)s: %(entered)s sit there; a table has %(allowed)s")
    allowed = listed(sorted(sizes), OR)
    values = {"round": number, "table": table, "entered": entered, "allowed": allowed}
    return Fault(f"rounds.{number - 1}.tables.{table - 1}", "table-size", Sentence(why, values))


def _misplaced(
    field: str,
    where: Sentence,
    player: str,
    known: Collection[str],
    seen: dict[str, Sentence],
    absent: Collection[str],
) -> Iterator[Fault]:
    if player not in known:
        why = gettext_noop("%(where)s: %(player)s is not one of the players")
        yield Fault(field, "unknown-player", Sentence(why, {"where": where, "player": player}))
    if player in absent:
        why = gettext_noop("%(where)s: %(player)s is there, and is said to be away")
        yield Fault(field, "away", Sentence(why, {"where": where, "player": player}))
    if player in seen:
        why = gettext_noop("%(where)s: %(player)s is there for the second time, already at %(first)s")
        values = {"where": where, "player": player, "first": seen[player]}
        yield Fault(field, "twice", Sentence(why, values))


FORMAT = 1
MOST_PLAYERS = 2000
MOST_ROUNDS = 500
MOST_AT_A_TABLE = 50
WORDS = ("reason", "message")
"""What a document says for people to read; how it is worded may change, and no certificate is false for that."""
COUNTED = ("counts", "summary", "bounds", "faults")
Id = Annotated[str, Field(min_length=1, max_length=80)]


class _Part(Measured):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class DocumentRound(_Part):
    tables: list[Annotated[list[Id], Field(max_length=MOST_AT_A_TABLE)]] = Field(max_length=MOST_PLAYERS)
    sitting_out: list[Id] = Field(max_length=MOST_PLAYERS)
    absent: list[Id] = Field(default=[], max_length=MOST_PLAYERS)


class DocumentProvenance(_Part):
    generator: str = ""
    version: str = ""
    seed: str = ""
    moves: int | None = None
    kind: str = ""
    played: bool = False


class Document(_Part):
    """The part of a certificate that is read back."""

    format: Literal[1]
    partnership: bool
    sizes: list[Annotated[int, Field(ge=2, le=5)]] = Field(min_length=1, max_length=4)
    players: list[Id] = Field(max_length=MOST_PLAYERS)
    rounds: list[DocumentRound] = Field(max_length=MOST_ROUNDS)
    provenance: DocumentProvenance = DocumentProvenance()


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
