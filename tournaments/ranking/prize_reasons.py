"""Why somebody has a prize, or a share in prizes, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from scoring.derivation import Sentence, gettext_noop
from tournaments.ranking.season.rules import Split

Kind = Literal["best", "booby"]
CountsFirst = Literal["won", "points_for", "points_difference"]
"""What the standings compare before anything else."""

_PLACE: Final = gettext_noop("Place %(place)s.")
_PLACE_OF: Final = gettext_noop("Place %(place)s, number %(rank)s of “%(colour)s”.")
_LAST: Final = gettext_noop("Place %(place)s, the last who may have the booby.")
_LAST_OF: Final = gettext_noop("Place %(place)s, the last of “%(colour)s” who may have the booby.")
_CUT: Final = gettext_noop("The cut decided.")
_PASSED: Final = gettext_noop("Whoever has a prize of the whole room is passed over.")
_LEVEL: Final = gettext_noop("Level at place %(place)s; to be cut.")
_WAITS: Final = gettext_noop("Waits for the cut for the prizes of the whole room.")
_BOTH: Final = "%(first)s %(second)s"

_SHARED: Final = gettext_noop("Prize %(first)s, shared by %(among)s who share the place.")
_SHARED_MORE: Final = gettext_noop("Prizes %(first)s to %(last)s, shared by %(among)s who share the place.")
_BOOBY: Final = gettext_noop("The booby prize, shared by %(among)s.")
_GAMES: Final[Mapping[str, tuple[str, str]]] = {
    "equal": (
        gettext_noop("Prize %(first)s, divided equally by %(among)s who have won equally many games."),
        gettext_noop(
            "Prizes %(first)s to %(last)s, divided equally by %(among)s who have won equally many games."
        ),
    ),
    "hort": (
        gettext_noop(
            "Prize %(first)s, half of it by place and half divided by %(among)s who have won equally many games."
        ),
        gettext_noop(
            "Prizes %(first)s to %(last)s, half of them by place and half divided by %(among)s who have won "
            "equally many games."
        ),
    ),
}
_POINTS: Final[Mapping[str, tuple[str, str]]] = {
    "equal": (
        gettext_noop("Prize %(first)s, divided equally by %(among)s who are level in points."),
        gettext_noop("Prizes %(first)s to %(last)s, divided equally by %(among)s who are level in points."),
    ),
    "hort": (
        gettext_noop(
            "Prize %(first)s, half of it by place and half divided by %(among)s who are level in points."
        ),
        gettext_noop(
            "Prizes %(first)s to %(last)s, half of them by place and half divided by %(among)s who are level in "
            "points."
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class How:
    """How prizes are divided: which, by how many, in what way, and what counts first in the standings."""

    kind: Kind
    first: int
    last: int
    among: int
    ties: Split
    counts: CountsFirst


def alone(kind: Kind, place: int, rank: int, colour: str | None, *, cut: bool, passed: bool) -> Sentence:
    """Why one person has a prize alone.

    Arguments:
        kind: which prize.
        place: of the person in the standings of the whole room.
        rank: of the prize.
        colour: whose prize it is; None for the whole room.
        cut: whether the cut decided.
        passed: whether somebody was passed over who has a prize already.
    """
    values: dict[str, object] = {"place": place, "rank": rank}
    if colour is not None:
        values["colour"] = colour
    if kind == "booby":
        why = Sentence(_LAST if colour is None else _LAST_OF, values)
    else:
        why = Sentence(_PLACE if colour is None else _PLACE_OF, values)
    return _and_passed(_and(why, _CUT) if cut else why, passed=passed)


def shared(how: How, *, passed: bool) -> Sentence:
    """Why somebody has a share in prizes; `passed` as in `alone`."""
    several = how.first < how.last
    if how.kind == "booby":
        template = _BOOBY
    elif how.ties == "shared":
        template = _SHARED_MORE if several else _SHARED
    else:
        template = (_GAMES if how.counts == "won" else _POINTS)[how.ties][several]
    values = {"first": how.first, "last": how.last, "among": how.among}
    return _and_passed(Sentence(template, values), passed=passed)


def to_be_cut(place: int) -> Sentence:
    """Why a prize is open."""
    return Sentence(_LEVEL, {"place": place})


def waiting() -> Sentence:
    """Why a prize is open for which nobody can cut yet."""
    return Sentence(_WAITS)


def _and_passed(why: Sentence, *, passed: bool) -> Sentence:
    return _and(why, _PASSED) if passed else why


def _and(first: Sentence, template: str) -> Sentence:
    return Sentence(_BOTH, {"first": first, "second": Sentence(template)})
