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

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from games.reading import faults_of
from scoring.derivation import Sentence, gettext_noop
from scoring.entry import Measured
from scoring.faults import Fault, Faults
from tournaments.movement.certificate.bounds import Bound

if TYPE_CHECKING:
    from tournaments.movement.certificate.certifying import Certificate

FORMAT = 1
MOST_PLAYERS = 2000
MOST_ROUNDS = 500
LONGEST_QUOTE = 60
MOST_AT_A_TABLE = 50
WORDS = ("reason", "message")
"""What a document says for people to read; how it is worded may change, and no certificate is false for that."""
COUNTED = ("counts", "summary", "bounds", "faults")
Id = Annotated[str, Field(min_length=1, max_length=80)]


class _Part(Measured):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class DocumentRound(_Part):
    """One round of the document."""

    tables: list[Annotated[list[Id], Field(max_length=MOST_AT_A_TABLE)]] = Field(max_length=MOST_PLAYERS)
    sitting_out: list[Id] = Field(max_length=MOST_PLAYERS)
    absent: list[Id] = Field(default=[], max_length=MOST_PLAYERS)


class DocumentProvenance(_Part):
    """Where the movement comes from."""

    generator: str = ""
    version: str = ""
    seed: str = ""
    moves: int | None = None
    kind: str = ""
    played: bool = False


class Document(_Part):
    """What is read back of a certificate."""

    format: Literal[1]
    partnership: bool
    sizes: list[Annotated[int, Field(ge=2, le=5)]] = Field(min_length=1, max_length=4)
    players: list[Id] = Field(max_length=MOST_PLAYERS)
    rounds: list[DocumentRound] = Field(max_length=MOST_ROUNDS)
    provenance: DocumentProvenance = DocumentProvenance()


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


def without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """A document without what it says in words: it is stored so, and said in the reader's words when it is read."""
    bounds = data["bounds"] and {
        name: {part: bound[part] for part in bound if part not in WORDS} if isinstance(bound, dict) else bound
        for name, bound in data["bounds"].items()
    }
    faults = [{part: found[part] for part in found if part not in WORDS} for found in data["faults"]]
    return {**data, "bounds": bounds, "faults": faults}


def read(data: object) -> Document:
    """Read the seats of a document, the players and what the game is; what it says of counts is not read.

    Raises:
        Faults: the data are no certificate of this format.
    """
    told = (
        {key: value for key, value in data.items() if key not in COUNTED} if isinstance(data, dict) else data
    )
    try:
        return Document.model_validate(told)
    except ValidationError as refused:
        raise Faults(faults_of(refused, Document)) from refused


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
