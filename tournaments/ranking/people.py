"""Which names may be two ways of writing one: the same letters, one typed wrong, an initial, the other order."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final, Literal, TypeVar

Counting = Literal["games", "points"]
Outcome = Literal["won", "lost", ""]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game at one table in one round, as one of those who played it had it.

    Arguments:
        id: of this game at this table.
        game: what was played, by slug.
        counting: whether couples play for the game, or everybody counts their own points.
        own: the points of their couple, or their own.
        partner: by id; "" where everybody plays for themselves.
        against: each opponent, by id, with the points that opponent's side made.
        outcome: "" where nobody wins a game, or nobody has yet.
    """

    id: str
    evening: str
    round: int
    table: int
    seat: int
    game: str
    counting: Counting
    own: int
    partner: str
    against: tuple[tuple[str, int], ...]
    outcome: Outcome = ""

    @property
    def account(self) -> tuple[str, Counting]:
        return self.game, self.counting

    @property
    def theirs(self) -> int:
        """The points of the best of the other sides; 0 where there is none."""
        return max((points for _, points in self.against), default=0)


@dataclass(frozen=True, slots=True)
class GamesTally:
    games: int = 0
    won: int = 0
    points: int = 0
    theirs: int = 0

    def plus(self, game: PlayedGame, theirs: int) -> GamesTally:
        won = self.won + (game.outcome == "won")
        return GamesTally(self.games + 1, won, self.points + game.own, self.theirs + theirs)


K = TypeVar("K", bound=Hashable)


def total(games: Iterable[PlayedGame]) -> GamesTally:
    return _added(("", game, game.theirs) for game in games).get("", GamesTally())


def by_partner(games: Iterable[PlayedGame]) -> dict[str, GamesTally]:
    return _most_first(_added((game.partner, game, game.theirs) for game in games if game.partner))


def by_opponent(games: Iterable[PlayedGame]) -> dict[str, GamesTally]:
    """The games against each opponent, whom they have met most first; `theirs` are that opponent's points."""
    return _most_first(_added(_meetings(games)))


def _meetings(games: Iterable[PlayedGame]) -> Iterator[tuple[str, PlayedGame, int]]:
    for game in games:
        for opponent, points in game.against:
            yield opponent, game, points


def by_table(games: Iterable[PlayedGame]) -> dict[int, GamesTally]:
    return _in_order(games, lambda game: game.table)


def by_seat(games: Iterable[PlayedGame]) -> dict[int, GamesTally]:
    return _in_order(games, lambda game: game.seat)


def by_account(games: Iterable[PlayedGame]) -> dict[tuple[str, Counting], tuple[PlayedGame, ...]]:
    games_by_account: dict[tuple[str, Counting], list[PlayedGame]] = defaultdict(list)
    for game in games:
        games_by_account[game.account].append(game)
    ordered = sorted(games_by_account.items(), key=lambda item: (-len(item[1]), item[0]))
    return {account: tuple(own) for account, own in ordered}


def _in_order(games: Iterable[PlayedGame], where: Callable[[PlayedGame], int]) -> dict[int, GamesTally]:
    return dict(sorted(_added((where(game), game, game.theirs) for game in games).items()))


def _added(told: Iterable[tuple[K, PlayedGame, int]]) -> dict[K, GamesTally]:
    tallies: dict[K, GamesTally] = {}
    for key, game, theirs in told:
        tallies[key] = tallies.get(key, GamesTally()).plus(game, theirs)
    return tallies


def _most_first(found: dict[str, GamesTally]) -> dict[str, GamesTally]:
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, -item[1].won, item[0])))


@dataclass(frozen=True, slots=True)
class Streak:
    longest: int = 0
    current: int = 0


def streak(happened: Sequence[bool]) -> Streak:
    longest = current = 0
    for each in happened:
        current = current + 1 if each else 0
        longest = max(longest, current)
    return Streak(longest, current)


def won_in_a_row(games: Iterable[PlayedGame]) -> Streak:
    """Games won in a row, in the order in which they were played; those that nobody could win are passed over."""
    return streak([game.outcome == "won" for game in games if game.outcome])


def came_in_a_row(evenings: Iterable[Hashable], own: Iterable[Hashable]) -> Streak:
    """Evenings in a row at which somebody was; `evenings` are all of the club's, in order."""
    own_evenings = set(own)
    return streak([evening in own_evenings for evening in evenings])


Why = Literal["same", "order", "initial", "near"]

LEAST_ALIKE: Final = 0.85
"""How much of two names has to agree, from 0 to 1, for one to be the other typed wrong."""
TOO_MANY: Final = 40
"""What more names than these have in common tells nobody apart."""
RANK: Final[Mapping[Why, int]] = {"same": 0, "order": 1, "initial": 2, "near": 3}


@dataclass(frozen=True, slots=True)
class Alike:
    """Two people, by id, whose names may mean one; `why` is how alike they are."""

    first: str
    other: str
    why: Why


def plain(name: str) -> str:
    """A name without case, accents and punctuation: "Thérèse O'Neil" is "therese o neil"."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", bare))


def likeness(one: str, other: str) -> Why | None:
    """How two names are alike: `same` letters, other `order` of the words, an `initial` for a word, one `near`
    the other; None where they are not.

    Names with different figures in them were told apart on purpose.
    """
    first, second = plain(one), plain(other)
    if not first or not second or re.findall(r"\d+", first) != re.findall(r"\d+", second):
        return None
    if first == second:
        return "same"
    words, others = sorted(first.split()), sorted(second.split())
    if words == others:
        return "order"
    if _initials_fit(first.split(), second.split()):
        return "initial"
    # In one order: what the matcher finds depends on which comes first.
    lower, higher = sorted((" ".join(words), " ".join(others)))
    shared = SequenceMatcher(None, lower, higher, autojunk=False).ratio()
    return "near" if shared >= LEAST_ALIKE else None


def _initials_fit(words: list[str], others: list[str]) -> bool:
    # At least one word has to be whole in both.
    if len(words) != len(others):
        return False
    same = [word == other for word, other in zip(words, others, strict=True)]
    short = [
        min(len(word), len(other)) == 1 and word[0] == other[0]
        for word, other in zip(words, others, strict=True)
    ]
    return any(same) and all(whole or initial for whole, initial in zip(same, short, strict=True))


def alike(names: Mapping[str, str]) -> tuple[Alike, ...]:
    """The pairs whose names may mean one person, the surest first; `names` are by id.

    Only names that are the same but for a letter or two, or have words and initials in common, are
    compared, so that the work grows with the names and not with their square.
    """
    blocks: dict[str, list[str]] = defaultdict(list)
    for person, name in sorted(names.items()):
        for mark in _marks(plain(name)):
            blocks[mark].append(person)
    pairs = {pair for people in blocks.values() for pair in _pairs(people)}
    matches = (
        Alike(first, other, why) for first, other in pairs if (why := likeness(names[first], names[other]))
    )
    return tuple(
        sorted(matches, key=lambda pair: (RANK[pair.why], plain(names[pair.first]), pair.first, pair.other))
    )


def _pairs(people: list[str]) -> Iterable[tuple[str, str]]:
    return combinations(people, 2) if len(people) <= TOO_MANY else ()


def _marks(name: str) -> Iterator[str]:
    # All letters but one, or a last word and all initials: names that share none of these are not compared.
    words = sorted(name.split())
    whole = " ".join(words)
    yield whole
    yield from {whole[:place] + whole[place + 1 :] for place in range(len(whole))}
    for word in words:
        yield f"{word}/{''.join(other[0] for other in words)}"
