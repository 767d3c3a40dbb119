"""The certificate itself: the seats, what was counted, what no movement can do better, and where it comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault
from tournaments.movement.certificate import counting, document, evenness
from tournaments.movement.certificate.bounds import Bound, Bounds, bounds_of
from tournaments.movement.certificate.counting import Counts, of_pairs, repeats
from tournaments.movement.certificate.document import COUNTED, FORMAT, WORDS
from tournaments.movement.certificate.evenness import Evenness
from tournaments.movement.certificate.rounds import Given, Round, faults_in, read_rounds

ANY_SIZE = (2, 3, 4, 5)


@dataclass(frozen=True)
class Provenance:
    """Where a movement comes from, as whoever made it says; nothing of it is counted.

    Arguments:
        generator: what made the seats ("schedules", "planner", "drawn" or the name of a file).
        version: the version of that.
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


@dataclass(frozen=True)
class Summary:
    """The counts in short.

    Arguments:
        repeated_partnerships: sum of (times partners - 1) over the pairs that were partners.
        repeated_meetings: the same of times at one table.
        never_met: how many pairs were never at one table.
        sit_out_spread: the most sit-outs of a player less the fewest.
        longest_gap: the most rounds from one sit-out of a player to the next; None where nobody had two.
        shortest_gap: the fewest.
        evenness: of partners, opponents, meetings, seats, tables and sit_outs, how even they are.
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
    """A movement, counted. Made by `certify`, never with counts that nobody counted.

    Arguments:
        rounds: the seats.
        players: everybody, in the order of the counts.
        partnership: whether seats 1+3 and 2+4 of a table of four are partners.
        sizes: the sizes of table that the game has.
        counts: the counts.
        faults: what is wrong with the seats, each with round and table; empty when nothing is.
        provenance: where the movement comes from.
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
        """The counts in short."""
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
                "partners": evenness.of_one_sum(partners),
                "opponents": evenness.of_one_sum(of_pairs(self.counts.opponents)),
                "meetings": evenness.of_one_sum(meetings),
                "seats": self._seats(),
                "tables": self._tables(),
                "sit_outs": self._sit_outs(),
            },
        )

    @cached_property
    def bounds(self) -> Bounds | None:
        """What no movement can do better; None while seats are faulty, for then nothing is proved."""
        if self.faults:
            return None
        return bounds_of(self.rounds, len(self.players), self.counts, partnership=self.partnership)

    @cached_property
    def distances(self) -> dict[str, int]:
        """How far the movement is from each bound of its case; 0 is the best there can be. Empty with faults."""
        if self.bounds is None:
            return {}
        return {
            name: getattr(self.summary, name) - getattr(self.bounds, name).least
            for name in ("repeated_partnerships", "repeated_meetings", "never_met", "sit_out_spread")
        }

    def as_data(self) -> dict[str, object]:
        """Return the certificate as JSON data; the format stands in `document`."""
        return as_data(self)

    @classmethod
    def from_data(cls, data: object) -> Certificate:
        """Count the seats of a document again. What it says of counts is not read: see `document.differences`.

        Raises:
            Faults: the data are no certificate of this format.
        """
        read = document.read_document(data)
        return certify(
            [(one.tables, one.sitting_out) for one in read.rounds],
            partnership=read.partnership,
            players=read.players,
            sizes=read.sizes,
            absent=[one.absent for one in read.rounds],
            provenance=Provenance(**read.provenance.model_dump()),
        )

    def _seats(self) -> Evenness:
        """Seats up to those of the largest table; a player's own even values follow the tables they sat at."""
        largest = max((size for one in self.rounds for size in one.sizes), default=0)
        even = counting.even_seats(self.rounds, self.players, largest)
        return _by_row([row[:largest] for row in self.counts.seats], even)

    def _tables(self) -> Evenness:
        columns = max((len(one.tables) for one in self.rounds), default=0)
        return _by_row(self.counts.tables, counting.even_tables(self.rounds, self.players, columns))

    def _sit_outs(self) -> Evenness:
        if not any(one.absent for one in self.rounds):
            return evenness.of_one_sum(self.counts.sat_out)
        return evenness.of_each(self.counts.sat_out, counting.even_sit_outs(self.rounds, self.players))


def _by_row(numbers: Sequence[Sequence[int]], evens: Sequence[Sequence[Any]]) -> Evenness:
    return evenness.of_each(
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
        partnership: whether couples play: seats 1+3 and 2+4 of a table of four.
        players: everybody, in the order wanted; by default everybody named.
        sizes: the sizes of table that the game has; by default four where couples play, else two to five.
        absent: for each round who is known to be away, having come late or gone home.
        provenance: where the movement comes from.
    """
    seated, order = read_rounds(rounds, players, absent)
    allowed = tuple(sorted(sizes or ((counting.COUPLES_SIT_AT,) if partnership else ANY_SIZE)))
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


def as_data(certificate: Certificate) -> dict[str, object]:
    """Return a certificate as JSON data."""
    return {
        "format": FORMAT,
        "partnership": certificate.partnership,
        "sizes": list(certificate.sizes),
        "players": list(certificate.players),
        "rounds": [
            {
                "tables": [list(table) for table in one.tables],
                "sitting_out": list(one.sitting_out),
                "absent": list(one.absent),
            }
            for one in certificate.rounds
        ],
        "counts": {name: _listed(rows) for name, rows in asdict(certificate.counts).items()},
        "summary": _summary(certificate),
        "bounds": _bounds(certificate),
        "faults": [
            {"field": fault.field, "code": fault.code, "message": fault.message}
            for fault in certificate.faults
        ],
        "provenance": asdict(certificate.provenance),
    }


def differences(data: Mapping[str, Any], counted: Certificate) -> tuple[Fault, ...]:
    """Return everything in which a document differs from what its seats give, each with the field; but words.

    Arguments:
        data: the document.
        counted: what `Certificate.from_data` made of it.
    """
    expected = as_data(counted)
    return tuple(
        fault for part in COUNTED for fault in _differs(part, data.get(part, _NOTHING), expected[part])
    )


class _Nothing:
    """Stands where the document has nothing."""

    def __repr__(self) -> str:
        return "-"


_NOTHING = _Nothing()


def _differs(field: str, told: object, counted: object) -> Iterator[Fault]:
    if isinstance(counted, dict) and isinstance(told, dict):
        for key in [*counted, *(key for key in told if key not in counted)]:
            if key in WORDS:
                continue
            yield from _differs(f"{field}.{key}", told.get(key, _NOTHING), counted.get(key, _NOTHING))
    elif isinstance(counted, list) and isinstance(told, list) and len(told) == len(counted):
        for place, (one, other) in enumerate(zip(told, counted, strict=True)):
            yield from _differs(f"{field}.{place}", one, other)
    elif type(told) is not type(counted) or told != counted:
        why = gettext_noop("%(field)s: the file says %(entered)s; counted from the seats: %(counted)s")
        values = {"field": field, "entered": _short(told), "counted": _short(counted)}
        yield Fault(field, "not-as-counted", Sentence(why, values))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def _listed(rows: Any) -> list[Any]:
    return [list(row) if isinstance(row, tuple) else row for row in rows]


def _summary(certificate: Certificate) -> dict[str, object]:
    summary = certificate.summary
    return {
        "repeated_partnerships": summary.repeated_partnerships,
        "repeated_meetings": summary.repeated_meetings,
        "never_met": summary.never_met,
        "sit_out_spread": summary.sit_out_spread,
        "longest_gap": summary.longest_gap,
        "shortest_gap": summary.shortest_gap,
        "evenness": {name: found.as_data() for name, found in summary.evenness.items()},
    }


def _bounds(certificate: Certificate) -> dict[str, object] | None:
    bounds = certificate.bounds
    if bounds is None:
        return None
    found: dict[str, object] = {}
    for name, distance in certificate.distances.items():
        bound: Bound = getattr(bounds, name)
        found[name] = {"least": bound.least, "distance": distance, "reason": str(bound.reason)}
    found["partners_by_player"] = list(bounds.partners_by_player)
    found["meetings_by_player"] = list(bounds.meetings_by_player)
    return found
