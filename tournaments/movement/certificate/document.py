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

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from games.reading import faults_of
from scoring.entry import Measured
from scoring.faults import Faults

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


def without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """A document without what it says in words: it is stored so, and said in the reader's words when it is read."""
    bounds = data["bounds"] and {
        name: {part: bound[part] for part in bound if part not in WORDS} if isinstance(bound, dict) else bound
        for name, bound in data["bounds"].items()
    }
    faults = [{part: found[part] for part in found if part not in WORDS} for found in data["faults"]]
    return {**data, "bounds": bounds, "faults": faults}


def read_document(data: object) -> Document:
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
