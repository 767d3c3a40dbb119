"""Documents as Google's engine of CEL reads them: `python -m tests.games.documents.referee 100000` compares.

With `--all` in place of a number it compares every hand at each size of table that allows at most `MOST`.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from cel_expr_python import cel

from games.catalogue import DOCUMENTS
from games.documents.document import Document
from games.documents.expressions import FLAG, Kind, Name, Node, Range
from games.documents.played import Played
from games.documents.rules import Rules
from games.documents.shapes import counts_as
from games.documents.trying import hands
from tests.games.documents.hands import random_hand, random_rules

ALL: Final = "--all"
MOST: Final = 1_000_000
JOINTS = {"+", "-", "*", "==", "!=", "<", "<=", ">", ">="}


def in_cel(node: Node, tables: Mapping[str, Mapping[str, int]], seats: int, seat: int) -> str:
    """The expression in CEL, at one seat; what CEL has no function for is written out."""
    parts = [in_cel(part, tables, seats, seat) for part in node.parts]
    if node.op == "literal":
        return f"'{node.value}'" if isinstance(node.value, str) else str(node.value).lower()
    if node.op == "name":
        return f"{node.value}_at_{seat}" if node.by_seat else str(node.value)
    if node.op in JOINTS:
        return f"({parts[0]} {node.op} {parts[1]})"
    if node.op in ("&&", "||"):
        return f"({f' {node.op} '.join(parts)})"
    if node.op == "lookup":
        pairs = ", ".join(f"'{word}': {number}" for word, number in tables[node.value].items())
        return f"{{{pairs}}}[{parts[0]}]"
    if node.op in ("min", "max"):
        return _extreme("<" if node.op == "min" else ">", parts)
    if node.op in ("total", "highest", "lowest", "seats"):
        all_seats = [in_cel(node.parts[0], tables, seats, each) for each in range(1, seats + 1)]
        if node.op == "total":
            return f"({' + '.join(all_seats)})"
        if node.op == "seats":
            return _counted(all_seats)
        return _extreme("<" if node.op == "lowest" else ">", all_seats)
    first, second, third = (*parts, "", "")[:3]
    return {
        "!": f"(!{first})",
        "if": f"({first} ? {second} : {third})",
        "in": f"({first} in [{', '.join(parts[1:])}])",
        "half": f"({first} >= 0 ? {first} / 2 : -((1 - {first}) / 2))",
        "abs": f"({first} < 0 ? -{first} : {first})",
        "count": _counted(parts),
        "up": f"(({first} > 0 ? {first} + {second} - 1 : {first}) / {second or 1} * {second or 1})",
    }[node.op]


def _counted(conditions: list[str]) -> str:
    return f"({' + '.join(f'({condition} ? 1 : 0)' for condition in conditions)})"


def _extreme(sign: str, values: list[str]) -> str:
    first, *others = values
    for other in others:
        first = f"({first} {sign} {other} ? {first} : {other})"
    return first


def type_of(kind: Kind) -> Any:
    return cel.Type.BOOL if kind == FLAG else cel.Type.INT if isinstance(kind, Range) else cel.Type.STRING


def variables(names: Mapping[str, Name], seats: int) -> dict[str, Any]:
    return {
        each: type_of(meaning.kind)
        for name, meaning in names.items()
        for each in ([f"{name}_at_{seat}" for seat in range(1, seats + 1)] if meaning.by_seat else [name])
    }


class Referee:
    """The scores of one kind of hand of a document, worked out by CEL from the same expressions."""

    def __init__(self, document: Document, played: Played) -> None:
        self.document, self.played, self.seats = document, played, played.setting.seats
        self.env = cel.NewEnv(variables=variables(played.names, self.seats))
        everybody = range(1, self.seats + 1)
        self.values = [
            (f"{name}_at_{seat}" if node.by_seat else name, self.compiled(node, seat))
            for name, node in played.values.items()
            for seat in (everybody if node.by_seat else (1,))
        ]
        self.lines = [
            (
                line.to,
                line.to.by and [self.compiled(line.to.by, seat) for seat in everybody],
                [(self.compiled(line.when, seat), self.compiled(line.points, seat)) for seat in everybody],
            )
            for line in played.scored
        ]

    def compiled(self, node: Node, seat: int) -> Any:
        return self.env.compile(in_cel(node, self.document.tables, self.seats, seat))

    def scores(self, hand: Any, rules: Any, found: tuple[Any, ...]) -> tuple[int, ...]:
        known = dict(self.known(hand, rules, found))
        for name, expression in self.values:
            known[name] = expression.eval(data=known).value()
        scores = [0] * self.seats
        for to, by, seats in self.lines:
            for giving, (when, points) in enumerate(seats if to.each else seats[:1], start=1):
                if not when.eval(data=known).value():
                    continue
                if by:
                    whose = to.places.get(by[giving - 1].eval(data=known).value(), ())
                else:
                    whose = (giving,) if to.each else tuple(range(1, self.seats + 1))
                for seat in whose:
                    scores[seat - 1] += points.eval(data=known).value()
        return tuple(scores)

    def known(self, hand: Any, rules: Any, found: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
        """What every name stands for in one hand, values left out."""
        for field in self.document.fields:
            entered = getattr(hand, field.name, None)
            if field.kind == "taken_by":
                for item in field.items:
                    yield f"{field.name}_{item.name}", getattr(entered, item.name, None) or counts_as(field)
            elif field.kind == "numbers":
                for seat in range(1, self.seats + 1):
                    place = (seat - 1) % 2 if field.by_couple else seat - 1
                    yield f"{field.name}_at_{seat}", entered[place] if entered else 0
            else:
                yield field.name, counts_as(field) if entered is None else entered
        for rule in self.document.house_rules:
            yield f"house_{rule.name}", getattr(rules, rule.name)
        for memory, value in zip(self.document.remember, found, strict=True):
            if memory.by_seat:
                yield from (
                    (f"{memory.name}_at_{seat}", value[seat - 1]) for seat in range(1, self.seats + 1)
                )
            else:
                yield memory.name, value
        yield from ((f"seat_at_{seat}", seat) for seat in range(1, self.seats + 1))
        yield "players", self.seats


class Dealt(NamedTuple):
    """A hand with what kind of hand it is, and the house rules it is played under."""

    played: Played
    hand: Any
    options: Any


def at_random(rules: Rules, hands: int, dice: random.Random) -> Iterator[Dealt]:
    for _ in range(hands):
        options = random_rules(rules, dice)
        hand = random_hand(rules, options, dice)
        yield Dealt(rules.kind_of(hand), hand, options)


def every_one(rules: Rules, most: int) -> Iterator[Dealt]:
    """Every hand under the usual house rules at each size of table that has at most so many."""
    options = rules.HouseRules()
    for seats in rules.document.seats:
        tried = hands(rules.played_at(seats), options, most)
        if tried.complete:
            yield from (Dealt(played, hand, options) for played, hand in tried.each)


def differences(rules: Rules, dealt: Iterable[Dealt]) -> Iterator[str]:
    """The hands that CEL and the compiled functions score differently."""
    document, found = rules.document, rules.begins
    referees = {
        played: Referee(document, played) for size in document.seats for played in rules.played_at(size)
    }
    for played, hand, options in dealt:
        ours = played.score(hand, options, found).scores
        theirs = referees[played].scores(hand, options, found)
        if ours != theirs:
            yield f"{document.slug}: {hand} under {options}: {ours}, by CEL {theirs}"
        found = played.after(hand, options, found) if rules.memory else found


def main(wanted: str, *slugs: str) -> int:
    wrong = 0
    for document in DOCUMENTS:
        if slugs and document.slug not in slugs:
            continue
        rules = Rules(document)
        dealt = [
            *(every_one(rules, MOST) if wanted == ALL else at_random(rules, int(wanted), random.Random(1)))
        ]
        told = list(differences(rules, dealt))
        sys.stdout.write(f"{document.slug}: {len(dealt)} hands, {len(told)} differences\n")
        sys.stdout.writelines(f"  {difference}\n" for difference in told[:3])
        wrong += len(told)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
