"""Movements to and from other systems: as CSV, and as text with one round to a line.

As text a line is a round: tables separated by spaces, each with its players in seat order and hyphens between
them, "7-2-1-8 3-4-5-6". Players are numbers from 1; whoever is missing sits out; "#" begins a comment.

As CSV the header is `round,table,seat,player`, and every player has a row for every round; whoever sits out has
an empty table and seat.

Nothing is imported in part: whatever is wrong is told at once, each fault with its place.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.wording import entered_phrase
from scoring.derivation import OR, Sentence, gettext_noop, listed
from scoring.faults import MOST_FAULTS, Fault, Faults, and_more
from tournaments.movement.seating import Seating

ANY_SIZE = (2, 3, 4, 5, 6, 7, 8)
HEADER = ("round", "table", "seat", "player")
LONGEST = 1_000_000
"""A longer text is not read."""
MOST_DIGITS = 7
MOST_PLAYERS = 2000
MOST_ROUNDS = 500
MOST_COUNTED = 5000
"""With more faults than these a text is none of a movement, and nothing more of it is read."""


@dataclass
class _Found:
    faults: list[Fault] = field(default_factory=list)
    more: int = 0

    def add(self, field: str, code: str, template: str, **values: object) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(field, code, Sentence(template, values)))
        else:
            self.more += 1
            if self.more == MOST_COUNTED:
                self.refuse_any()

    def add_at(self, place: _Place, code: str, template: str, **values: object) -> None:
        self.add(place.field, code, template, where=place.words, **values)

    def refuse_any(self) -> None:
        if not self.faults:
            return
        raise Faults([*self.faults, and_more(self.more)] if self.more else self.faults)


class _Place(NamedTuple):
    """Where something stands in what was imported; made for every place, so its words are only built when needed.

    Attributes:
        kind: one of `PLACES`; the others are the values of its words, in their order.
    """

    kind: str
    number: int
    within: int | str = ""
    seat: int = 0

    @property
    def values(self) -> tuple[object, ...]:
        return self[1 : 1 + len(PLACES[self.kind][2])]

    @property
    def field(self) -> str:
        return PLACES[self.kind][0] % self.values

    @property
    def words(self) -> Sentence:
        _, template, names = PLACES[self.kind]
        return Sentence(template, dict(zip(names, self.values, strict=True)))


PLACES: Final = {
    "line": ("line.%s", gettext_noop("line %(line)s"), ("line",)),
    "seat": (
        "line.%s.table.%s.seat.%s",
        gettext_noop("line %(line)s, table %(table)s, seat %(seat)s"),
        ("line", "table", "seat"),
    ),
    "cell": ("line.%s.%s", gettext_noop("line %(line)s, column %(column)s"), ("line", "column")),
    "round": ("round.%s", gettext_noop("round %(round)s"), ("round",)),
}


@dataclass
class _RoundRead:
    number: int
    tables: dict[int, dict[int, int]] = field(default_factory=dict)
    sitting_out: list[int] = field(default_factory=list)
    place_of: dict[int, _Place] = field(default_factory=dict)


def read_text(
    text: str, *, players: int | None = None, sizes: Collection[int] = ANY_SIZE
) -> tuple[Seating, ...]:
    """Read a movement from text with one round to a line.

    Arguments:
        players: how many players there are; None for the highest number entered.
        sizes: the sizes of table that the game has.

    Returns:
        The rounds; players are called by their number, "1" and so on, and those who sit out stand in that order.

    Raises:
        Faults: everything that is wrong, each with line, table and seat.
    """
    collector = _Found()
    rounds: list[_RoundRead] = []
    lines: dict[int, int] = {}
    entries = [
        (number, line)
        for number, line in enumerate(_lines(text, collector), start=1)
        if line.split("#", 1)[0].strip()
    ]
    if len(entries) > MOST_ROUNDS:
        why = gettext_noop("%(entered)s rounds were entered; %(allowed)s are allowed at most")
        collector.add("", "too-many-rounds", why, entered=len(entries), allowed=MOST_ROUNDS)
    for number, line in entries[:MOST_ROUNDS]:
        tables = line.split("#", 1)[0].split()
        round_ = _RoundRead(len(rounds) + 1)
        lines[round_.number] = number
        for table, people in enumerate(tables, start=1):
            _read_table(round_, number, table, people, collector)
        rounds.append(round_)
    return _whole(
        rounds, players, sizes, collector, {key: _Place("line", number) for key, number in lines.items()}
    )


def _lines(text: str, found: _Found) -> list[str]:
    if len(text) > LONGEST:
        why = gettext_noop("%(entered)s characters were entered; %(allowed)s at most are read")
        found.add("", "too-long", why, entered=len(text), allowed=LONGEST)
        found.refuse_any()
    return text.removeprefix("\ufeff").splitlines()


def _read_table(one: _RoundRead, line: int, table: int, people: str, found: _Found) -> None:
    seats: dict[int, int] = {}
    for seat, entered in enumerate(people.split("-"), start=1):
        seats[seat] = _player(one, _Place("seat", line, table, seat), entered, found)
    one.tables[table] = seats


def _player(one: _RoundRead, place: _Place, entered: str, found: _Found) -> int:
    # 0 where it is no number; the first place of a player in the round is remembered.
    player = _number(place, entered, MOST_PLAYERS, found)
    if player and player in one.place_of:
        why = gettext_noop(
            "%(where)s: player %(entered)s is there already: %(first)s; everybody has one place in a round"
        )
        found.add_at(place, "twice", why, entered=player, first=one.place_of[player].words)
    if player:
        one.place_of.setdefault(player, place)
    return player


def _number(place: _Place, entered: str, most: int, found: _Found) -> int:
    text = entered.strip()
    if text.isdigit() and text.isascii() and len(text) <= MOST_DIGITS and 1 <= (number := int(text)) <= most:
        return number
    why = gettext_noop("%(where)s: %(entered)s was entered; allowed are whole numbers from 1 to %(allowed)s")
    found.add_at(place, "not-a-number", why, entered=entered_phrase(text), allowed=most)
    return 0


def read_csv(
    text: str, *, players: int | None = None, sizes: Collection[int] = ANY_SIZE
) -> tuple[Seating, ...]:
    """Read a movement from CSV with the header `round,table,seat,player`; semicolons and tabs separate as well.

    It is told, answers and refuses as `read_text`: who sits out stands as in the rows, faults have line and column.
    """
    collector = _Found()
    lines = _lines(text, collector)
    separator = max(",;\t", key=(lines[0] if lines else "").count)
    rounds: dict[int, _RoundRead] = {}
    header_seen = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        cells = _cells(line, separator)
        if not any(cells):
            continue
        if not header_seen:
            header_seen = True
            if tuple(name.lower() for name in cells) != HEADER:
                why = gettext_noop("line %(line)s: the header is %(entered)s; it has to be %(allowed)s")
                entered = entered_phrase(",".join(cells))
                collector.add(
                    f"line.{number}", "header", why, line=number, entered=entered, allowed=",".join(HEADER)
                )
                collector.refuse_any()
        else:
            _read_row(rounds, number, cells, collector)
    read = [rounds[number] for number in sorted(rounds)]
    places = {round_.number: _Place("round", round_.number) for round_ in read}
    _all_have_rows(read, players, collector)
    return _whole(read, players, sizes, collector, places)


def _cells(line: str, separator: str) -> list[str]:
    if '"' not in line:
        return [cell.strip() for cell in line.split(separator)]
    try:
        row = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        row = [line]
    return [cell.strip() for cell in row]


def _read_row(rounds: dict[int, _RoundRead], line: int, told: Sequence[str], found: _Found) -> None:
    if len(told) != len(HEADER):
        why = gettext_noop("line %(line)s has %(entered)s columns; it has to have %(allowed)s: %(names)s")
        names = ",".join(HEADER)
        found.add(
            f"line.{line}", "columns", why, line=line, entered=len(told), allowed=len(HEADER), names=names
        )
        return
    of_round, of_table, of_seat, of_player = (_Place("cell", line, name) for name in HEADER)
    number = _number(of_round, told[0], MOST_ROUNDS, found)
    # A row of no round that can be read is looked at for itself, beside all rounds.
    round_ = rounds.setdefault(number, _RoundRead(number)) if number else _RoundRead(0)
    player = _player(round_, of_player, told[3], found)
    if not told[1] and not told[2]:
        round_.sitting_out += [player] if player else []
        return
    table = _number(of_table, told[1], MOST_PLAYERS, found)
    seat = _number(of_seat, told[2], max(ANY_SIZE), found)
    if not (table and seat):
        return
    seats = round_.tables.setdefault(table, {})
    if seat in seats:
        why = gettext_noop(
            "%(where)s: seat %(seat)s of table %(table)s was entered in round %(round)s; player %(first)s has it"
        )
        found.add_at(of_seat, "seat-taken", why, seat=seat, table=table, round=number, first=seats[seat])
        return
    seats[seat] = player


def _all_have_rows(rounds: Iterable[_RoundRead], players: int | None, found: _Found) -> None:
    # In CSV whoever sits out has a row: a row that was forgotten must not pass for a sit-out.
    rounds = list(rounds)
    everybody = range(1, (players or _highest(rounds)) + 1)
    for round_ in rounds:
        for player in everybody:
            if player not in round_.place_of:
                why = gettext_noop(
                    "round %(round)s has no row for player %(player)s; whoever sits out has one with an empty table"
                )
                found.add(f"round.{round_.number}", "no-row", why, round=round_.number, player=player)


def _highest(rounds: Iterable[_RoundRead]) -> int:
    return max((player for round_ in rounds for player in round_.place_of), default=0)


def _whole(
    rounds: Sequence[_RoundRead],
    players: int | None,
    sizes: Collection[int],
    found: _Found,
    places: Mapping[int, _Place],
) -> tuple[Seating, ...]:
    # Faults of the movement as a whole are raised along with those found before.
    if not rounds and not found.faults:
        found.add("", "empty", gettext_noop("nothing was entered; a movement has at least one round"))
    _gaps(
        "",
        [round_.number for round_ in rounds],
        found,
        gettext_noop("round %(missing)s is missing; the rounds entered go up to %(last)s"),
    )
    for round_ in rounds:
        _look_at_tables(round_, places[round_.number], sizes, found)
        _look_at_players(round_, players, found)
    found.refuse_any()
    everybody = range(1, (players or _highest(rounds)) + 1)
    names = {player: str(player) for player in everybody}
    return tuple(_seating(round_, names) for round_ in rounds)


def _gaps(field: str, numbers: Collection[int], found: _Found, why: str, **values: object) -> None:
    last = max(numbers, default=0)
    for missing in range(1, last):
        if missing not in numbers:
            found.add(field, "gap", why, missing=missing, last=last, **values)


def _look_at_tables(one: _RoundRead, place: _Place, sizes: Collection[int], found: _Found) -> None:
    if not one.tables:
        found.add_at(place, "no-table", gettext_noop("%(where)s: nobody has a seat"))
    why = gettext_noop("%(where)s: table %(missing)s is missing; the tables entered go up to %(last)s")
    _gaps(place.field, one.tables, found, why, where=place.words)
    for table, seats in sorted(one.tables.items()):
        why = gettext_noop(
            "%(where)s, table %(table)s: seat %(missing)s is empty; the last one taken is %(last)s"
        )
        _gaps(f"{place.field}.table.{table}", seats, found, why, where=place.words, table=table)
        if len(seats) not in sizes:
            why = gettext_noop(
                "%(where)s, table %(table)s: %(entered)s players were entered; a table has %(allowed)s"
            )
            values = {"table": table, "entered": len(seats), "allowed": listed(sorted(sizes), OR)}
            found.add(f"{place.field}.table.{table}", "table-size", why, where=place.words, **values)


def _look_at_players(one: _RoundRead, players: int | None, found: _Found) -> None:
    for player, place in one.place_of.items():
        if players is not None and player > players:
            why = gettext_noop("%(where)s: player %(entered)s was entered; the players are 1 to %(allowed)s")
            found.add_at(place, "out-of-range", why, entered=player, allowed=players)


def _seating(one: _RoundRead, names: Mapping[int, str]) -> Seating:
    tables = tuple(
        tuple(names[player] for _, player in sorted(seats.items())) for _, seats in sorted(one.tables.items())
    )
    out = [*one.sitting_out, *(player for player in names if player not in one.place_of)]
    return Seating(tables, tuple(names[player] for player in out))


def as_text(rounds: Iterable[Seating]) -> str:
    return "".join(" ".join("-".join(table) for table in seating.tables) + "\n" for seating in rounds)


def as_csv(rounds: Iterable[Seating]) -> str:
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(HEADER)
    for number, seating in enumerate(rounds, start=1):
        for table, people in enumerate(seating.tables, start=1):
            rows.writerows((number, table, seat, player) for seat, player in enumerate(people, start=1))
        rows.writerows((number, "", "", player) for player in seating.sitting_out)
    return written.getvalue()
