"""Why somebody has a prize, or a share in prizes, in words."""

from dataclasses import dataclass
from typing import Literal

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.ranking.series.rules import Split
from tournaments.ranking.tie_breaks import half_games

Kind = Literal["best", "booby", "place"]
"""What is won: a prize for the best, the booby, or a place where every place is cut for."""
CountsFirst = Literal["won", "points_for", "points_difference", "game_points"]
"""What the standings compare before anything else."""

wordings(
    {
        "prize.place": gettext_noop("Place %(place)s."),
        "prize.place-of-colour": gettext_noop("Place %(place)s, number %(rank)s of “%(colour)s”."),
        "prize.last": gettext_noop("Place %(place)s, the last who may have the booby."),
        "prize.last-of-colour": gettext_noop(
            "Place %(place)s, the last of “%(colour)s” who may have the booby."
        ),
        "prize.cut": gettext_noop("The cut decided."),
        "prize.passed-over": gettext_noop("Players with a prize of the whole room are passed over."),
        "prize.to-be-cut": gettext_noop("Level at place %(place)s; to be cut."),
        "prize.about.half-time": gettext_noop("half-time"),
        "prize.about.rounds": gettext_noop("rounds %(first)s to %(last)s"),
        "prize.about.round": gettext_noop("round %(first)s"),
        "prize.about.feat": "%(feat)s",
        "prize.about.feat-of": "%(feat)s, %(rounds)s",
        "prize.counted.won": gettext_noop("Games won: %(count)s."),
        "prize.counted.points_for": gettext_noop("Points: %(count)s."),
        "prize.counted.points_difference": gettext_noop("Points difference: %(count)s."),
        "prize.counted.game_points": gettext_noop("Game points: %(count)s."),
        "prize.counted.feat": gettext_noop("How often: %(count)s."),
        "prize.waits-for-places": gettext_noop("Waits for the cut for a place in the whole room."),
        "prize.waits": gettext_noop("Waits for the cut for the prizes of the whole room."),
        "prize.and": "%(first)s %(second)s",
        "prize.booby-shared": gettext_noop("The booby prize, shared by %(among)s."),
        "prize.shared": gettext_noop("Prize %(first)s, shared by the %(among)s players in that place."),
        "prize.several-shared": gettext_noop(
            "Prizes %(first)s to %(last)s, shared by the %(among)s players in that place."
        ),
        "prize.equal.games": gettext_noop(
            "Prize %(first)s, divided equally among %(among)s players with as many games won."
        ),
        "prize.several-equal.games": gettext_noop(
            "Prizes %(first)s to %(last)s, divided equally among %(among)s players with as many games won."
        ),
        "prize.hort.games": gettext_noop(
            "Prize %(first)s, half of it by place and half divided among %(among)s players with as many games won."
        ),
        "prize.several-hort.games": gettext_noop(
            "Prizes %(first)s to %(last)s, half of them by place and half divided among %(among)s players with as "
            "many games won."
        ),
        "prize.equal.points": gettext_noop(
            "Prize %(first)s, divided equally among %(among)s players level in points."
        ),
        "prize.several-equal.points": gettext_noop(
            "Prizes %(first)s to %(last)s, divided equally among %(among)s players level in points."
        ),
        "prize.hort.points": gettext_noop(
            "Prize %(first)s, half of it by place and half divided among %(among)s players level in points."
        ),
        "prize.several-hort.points": gettext_noop(
            "Prizes %(first)s to %(last)s, half of them by place and half divided among %(among)s players level in "
            "points."
        ),
    }
)


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
    code = "prize.last" if kind == "booby" else "prize.place"
    if colour is None:
        why = coded(code, place=place, rank=rank)
    else:
        why = coded(f"{code}-of-colour", place=place, rank=rank, colour=colour)
    return _and_passed(_and(why, "prize.cut") if cut else why, passed=passed)


def shared(how: How, *, passed: bool) -> Sentence:
    """Why somebody has a share in prizes; `passed` as in `alone`."""
    if how.kind == "booby":
        code = "prize.booby-shared"
    else:
        code = f"prize.{'several-' if how.first < how.last else ''}{how.ties}"
        if how.ties != "shared":
            code += ".games" if how.counts == "won" else ".points"
    return _and_passed(coded(code, first=how.first, last=how.last, among=how.among), passed=passed)


def about_rounds(rounds: tuple[int, ...], planned: int) -> Sentence:
    """Which rounds a prize is for, a first and a last one, of so many that are planned."""
    first, last = rounds
    if first == 1 and last * 2 == planned:
        return coded("prize.about.half-time")
    return coded("prize.about.round" if first == last else "prize.about.rounds", first=first, last=last)


def about_feat(feat: Sentence, rounds: Sentence | None) -> Sentence:
    """Which feat a prize is for, and in which rounds where it is not all."""
    if rounds is None:
        return coded("prize.about.feat", feat=feat)
    return coded("prize.about.feat-of", feat=feat, rounds=rounds)


def counted(how: CountsFirst | Literal["feat"], count: int, why: Sentence) -> Sentence:
    """Why somebody has a prize for some of the rounds or for a feat, with what was counted; games as half games."""
    told = half_games(count) if how == "won" else count
    return coded("prize.and", first=coded(f"prize.counted.{how}", count=told), second=why)


def to_be_cut(place: int) -> Sentence:
    """Why a prize is open."""
    return coded("prize.to-be-cut", place=place)


def waiting() -> Sentence:
    """Why a prize is open for which nobody can cut yet."""
    return coded("prize.waits")


def waiting_for_places() -> Sentence:
    """Why a prize of a ticket colour is open while its winners have a place in the whole room to cut for."""
    return coded("prize.waits-for-places")


def _and_passed(why: Sentence, *, passed: bool) -> Sentence:
    return _and(why, "prize.passed-over") if passed else why


def _and(first: Sentence, code: str) -> Sentence:
    return coded("prize.and", first=first, second=coded(code))
