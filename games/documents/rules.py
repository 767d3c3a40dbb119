"""The rules of a document's game: what `games/definition.py` asks the module of a game for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from pydantic import create_model

from games.documents.document import Document
from games.documents.played import Played
from games.documents.shapes import COUPLES, Setting, deciders, number_type, refuse, settings
from games.documents.trying import hands
from games.form import TARGETS
from scoring.bounds import Bounds
from scoring.derivation import Derivation, gettext_noop
from scoring.entry import Entry, Shape
from scoring.feats import Feat
from scoring.memory import Memory

MOST_LENGTH: Final = 20_000
"""Steps of all expressions in all kinds of hand together; eleven times what the longest of the shelf has."""


class Rules:
    """What a document says, compiled. Raises Faults with paths inside the document where it cannot be."""

    __file__ = ""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._decisive = [(field.name, tuple(field.choices)) for field in deciders(document)]
        self._only_seats = document.seats[0] if len(document.seats) == 1 else 0
        self._counting = next((field for field in document.fields if field.kind == "seat_count"), None)
        self._numbers = next(
            (field for field in document.fields if field.kind == "numbers" and not field.by_couple), None
        )
        if len(document.seats) > 1 and not (self._counting or self._numbers):
            why = gettext_noop("a game for several sizes of table needs a field that says how many play")
            refuse("fields", "no-players", why)
        self.HouseRules = self._house_rules()
        cases = settings(document)
        played: dict[Setting, Played] = {}
        for setting in dict.fromkeys(cases.values()):
            played[setting] = Played(document, setting)
            if sum(each.length for each in played.values()) > MOST_LENGTH:
                why = gettext_noop(
                    "too much is worked out for so many kinds of hand: shorten expressions or ask less"
                )
                refuse("values", "too-long", why)
        self._by_model = {each.model: each for each in played.values()}
        self._shapes = {case: played[setting].shape for case, setting in cases.items()}
        self.SHAPES = tuple(each.shape for each in played.values())
        self.house_rules_named = self._named({name for each in played.values() for name in each.used})

    def _named(self, used: Set[str]) -> frozenset[str]:
        """The house rules on which something rests; a target ends games, whatever names it."""
        document = self.document
        named = {*TARGETS, *(name.removeprefix("house_") for name in used if name.startswith("house_"))}
        named |= {name for field in document.fields for name in field.under}
        conditions = (rule.under for rule in document.house_rules if rule.name in named)
        return frozenset(named.union(*conditions))

    def _house_rules(self) -> type[Entry]:
        fields: dict[str, Any] = {}
        for rule in self.document.house_rules:
            kind = {"flag": bool, "choice": Literal[tuple(rule.choices)]}.get(rule.kind) or number_type(rule)
            fields[rule.name] = (kind, rule.default)
        return create_model("HouseRules", __base__=Entry, **fields)

    def shape(self, entered: Mapping[str, object]) -> Shape:
        """Which kind of hand was meant by what was entered; where nothing says so, the usual one."""
        case: list[object] = [self._only_seats or self._seats(entered)]
        for name, choices in self._decisive:
            value = entered.get(name)
            if not choices:
                case.append(value is not None and value is not False)
            else:
                case.append(value if isinstance(value, str) and value in choices else choices[0])
        return self._shapes[tuple(case)]

    def _seats(self, entered: Mapping[str, object]) -> int:
        seats: object = None
        if self._counting:
            seats = entered.get(self._counting.name)
        elif self._numbers:
            numbers = entered.get(self._numbers.name)
            seats = len(numbers) if isinstance(numbers, list | tuple) else None
        return seats if isinstance(seats, int) and seats in self.document.seats else self.document.seats[0]

    def kind_of(self, hand: Any) -> Played:
        return self._by_model[type(hand)]

    def score(self, hand: Any, rules: Any, found: Any = None) -> Derivation:
        """What a hand without faults scores."""
        derivation: Derivation = self._by_model[type(hand)].score(hand, rules, found or self.begins)
        return derivation

    def feats(self, hand: Any, rules: Any) -> tuple[Feat, ...]:
        feats: tuple[Feat, ...] = self.kind_of(hand).feats(hand, rules)
        return feats

    @cached_property
    def begins(self) -> tuple[Any, ...]:
        """What the first hand of a table finds."""
        most = max(self.document.seats)
        return tuple(
            (each.begins,) * most if each.by_seat else each.begins for each in self.document.remember
        )

    @property
    def memory(self) -> Memory | None:
        return Memory(lambda rules: True, self.begins, self._after) if self.document.remember else None

    def _after(self, found: Any, hand: Any, rules: Any) -> Any:
        return self.kind_of(hand).after(hand, rules, found)

    def bounds(self, rules: Any, seats: int) -> Bounds | None:
        """What a hand can bring, found by trying every one; None where there are too many, or no such bounds."""
        return _tried(self, rules, seats)

    def played_at(self, seats: int) -> Iterator[Played]:
        return (played for played in self._by_model.values() if played.setting.seats == seats)


@lru_cache(maxsize=256)
def _tried(game: Rules, rules: Any, seats: int) -> Bounds | None:
    tried = hands(game.played_at(seats), rules)
    if game.memory or not tried.complete:
        return None
    scores = {played.pay(hand, rules, game.begins) for played, hand in tried.each}
    if not game.document.partnership:
        return _bounds_of([*scores])
    if any(each[0] != each[2] or each[1] != each[3] for each in scores):
        return None  # partners may get points of their own
    return _bounds_of([each[: len(COUPLES)] for each in scores])


def _bounds_of(scores: list[tuple[int, ...]]) -> Bounds | None:
    """The bounds that all of them keep; None where a side with the most is never as far ahead as a side can be."""
    if not scores:
        return None
    least, most = min(map(min, scores)), max(map(max, scores))
    apart = max(max(each) - min(each) for each in scores)
    for side in range(len(scores[0])):
        farthest = tuple(most if place == side else most - apart for place in range(len(scores[0])))
        if farthest not in scores:
            return None
    one_loses = all(sum(points < 0 for points in each) <= 1 for each in scores)
    alone = all(
        any(each[side] == least and not any(points > 0 for points in each) for each in scores)
        for side in range(len(scores[0]))
    )
    return Bounds(least, most, apart, min(map(sum, scores)), loses_alone=not least or (one_loses and alone))
