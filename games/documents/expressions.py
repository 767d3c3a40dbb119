"""The expressions of a game's document: read, typed with the range of every number, and bounded.

Their syntax is a strict subset of CEL's (Common Expression Language): whole numbers, yes or no, words of a choice;
`+ - *`, comparisons, `&& || !`, `a ? b : c`, `in [...]`, tables looked up by a choice (`base[suit]`), and the
functions of `FUNCTIONS`. There are no loops, no division, no attributes and no calls of anything else, so that an
expression always ends, and what it can give is known before any hand is played.

Some names have a value for each seat (the tricks of every player). What is worked out from them has one too, until
`total`, `highest`, `lowest` or `seats` makes one value of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple, NoReturn

from lark import Lark, Token, Tree, UnexpectedInput

from scoring.derivation import Sentence, gettext_noop

LONGEST: Final = 2_000
"""Characters of an expression."""
MOST_NODES: Final = 400
DEEPEST: Final = 40
MOST_STEPS: Final = 4_000
"""Steps that one expression may take, those for every seat counted for each."""
FARTHEST: Final = 10**9
"""No number may come to more than this, or to less than minus this."""

GRAMMAR: Final = r"""
?start: choice
?choice: either "?" either ":" choice -> if
       | either
?either: both ("||" both)*
?both: compared ("&&" compared)*
?compared: sum
         | sum COMPARISON sum -> comparison
         | sum "in" "[" [choice ("," choice)*] "]" -> among
?sum: product
    | sum "+" product -> add
    | sum "-" product -> subtract
?product: sign
        | product "*" sign -> multiply
?sign: atom
     | "-" sign -> negative
     | "!" sign -> not
?atom: NUMBER -> number
     | TEXT -> word
     | "true" -> true
     | "false" -> false
     | NAME "(" [choice ("," choice)*] ")" -> call
     | NAME "[" choice "]" -> lookup
     | NAME -> name
     | "(" choice ")"
COMPARISON: "==" | "!=" | "<=" | ">=" | "<" | ">"
NUMBER: /[0-9]{1,10}/
TEXT: /'[A-Za-z0-9_]{1,40}'/ | /"[A-Za-z0-9_]{1,40}"/
NAME: /[a-z][a-z0-9_]{0,39}/
%ignore /[ \t\n]+/
"""


class Flag(NamedTuple):
    """Yes or no."""


class Range(NamedTuple):
    """Whole numbers, both ends among them."""

    least: int
    most: int


class Words(NamedTuple):
    """The values of a choice."""

    values: frozenset[str]


Kind = Flag | Range | Words
FLAG: Final = Flag()


class Unwritten(ValueError):  # noqa: N818 - the author of a document is told of it as of a fault
    """An expression that cannot be taken; `sentence` says why."""

    def __init__(self, template: str, **values: object) -> None:
        self.sentence = Sentence(template, values)
        super().__init__(str(self.sentence))


@dataclass(frozen=True, slots=True)
class Node:
    """A typed expression: what it does to its parts, what kind of value comes of that, whether each seat has one."""

    op: str
    kind: Kind
    parts: tuple[Node, ...] = ()
    value: Any = None
    """Of a literal its value, of a name the name, of a lookup the name of the table."""
    by_seat: bool = False
    steps: int = 1
    """How many steps it takes at most; what is worked out for all seats takes its own for each of them."""


class Name(NamedTuple):
    """What a name in an expression stands for."""

    kind: Kind
    by_seat: bool = False


Table = Mapping[str, int]


class Scope(NamedTuple):
    """The names an expression may use, and the tables it may look into."""

    names: Mapping[str, Name]
    tables: Mapping[str, Table]
    seats: int


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=False)


def read(written: str, scope: Scope) -> Node:
    """The typed tree of what was written. Raises Unwritten."""
    if len(written) > LONGEST:
        raise Unwritten(gettext_noop("an expression has at most %(most)s characters"), most=LONGEST)
    return _typed(_parsed(written), scope)


@lru_cache(maxsize=4096)
def _parsed(written: str) -> Tree[Token]:
    """The same expression is typed once for every kind of hand."""
    try:
        tree = _tree(_parser().parse(written))
    except UnexpectedInput as error:
        _misread(written, error)
    _measure(tree)
    return tree


def _misread(written: str, error: UnexpectedInput) -> NoReturn:
    place = error.pos_in_stream or 0
    if getattr(error, "token", None) == Token("$END", ""):
        raise Unwritten(gettext_noop("the expression ends too early")) from None
    there = written[place : place + 12]
    values = {"there": there, "place": place + 1}
    if there.startswith("=") and not there.startswith("=="):
        raise Unwritten(gettext_noop("equal is written == (character %(place)s)"), **values) from None
    raise Unwritten(gettext_noop("“%(there)s” cannot stand there (character %(place)s)"), **values) from None


def _measure(tree: Tree[Token]) -> None:
    """Counts without recursion, so that nothing deep is walked before it is known not to be."""
    nodes, level, depth = 0, [tree], 0
    while level:
        nodes, depth = nodes + len(level), depth + 1
        level = [part for node in level for part in node.children if isinstance(part, Tree)]
    if nodes > MOST_NODES:
        raise Unwritten(gettext_noop("an expression has at most %(most)s steps"), most=MOST_NODES)
    if depth > DEEPEST:
        raise Unwritten(gettext_noop("an expression is nested at most %(most)s deep"), most=DEEPEST)


def _typed(tree: Tree[Token], scope: Scope) -> Node:
    read_part = partial(_typed, scope=scope)
    first = str(tree.children[0]) if tree.children else ""
    match tree.data:
        case "number":
            return _literal(int(first))
        case "word":
            return Node("literal", Words(frozenset([first[1:-1]])), value=first[1:-1])
        case "true" | "false" as yes:
            return Node("literal", FLAG, value=yes == "true")
        case "name":
            return _named(first, scope)
        case "lookup":
            return _lookup(first, read_part(_tree(tree.children[1])), scope)
        case "call":
            parts = tuple(read_part(_tree(child)) for child in tree.children[1:])
            return _call(first, parts, scope)
        case "comparison":
            left, sign, right = tree.children
            return _compared(str(sign), read_part(_tree(left)), read_part(_tree(right)))
        case other:
            parts = tuple(read_part(_tree(child)) for child in tree.children)
            return _BUILT[str(other)](parts)


def _tree(part: Tree[Token] | Token) -> Tree[Token]:
    if isinstance(part, Token):
        raise TypeError(part)
    return part


def _literal(number: int) -> Node:
    return Node("literal", _in_reach(number, number), value=number)


def _named(name: str, scope: Scope) -> Node:
    if name not in scope.names:
        raise Unwritten(
            gettext_noop("nothing is called “%(name)s” here; known: %(known)s"),
            name=name,
            known=", ".join(scope.names),
        )
    meaning = scope.names[name]
    return Node("name", meaning.kind, value=name, by_seat=meaning.by_seat)


def _lookup(name: str, key: Node, scope: Scope) -> Node:
    if name not in scope.tables:
        raise Unwritten(gettext_noop("there is no table “%(name)s”"), name=name)
    table, words = scope.tables[name], _words(key)
    if lacking := sorted(words.values - table.keys()):
        raise Unwritten(
            gettext_noop("the table “%(name)s” has nothing for %(lacking)s"),
            name=name,
            lacking=", ".join(lacking),
        )
    numbers = [table[word] for word in words.values]
    return Node("lookup", _in_reach(min(numbers), max(numbers)), (key,), name, key.by_seat, key.steps + 1)


def _in_reach(least: int, most: int) -> Range:
    if least < -FARTHEST or most > FARTHEST:
        raise Unwritten(
            gettext_noop("this can come to %(number)s; nothing may go beyond %(most)s"),
            number=least if least < -FARTHEST else most,
            most=FARTHEST,
        )
    return Range(least, most)


def _number(node: Node) -> Range:
    if not isinstance(node.kind, Range):
        raise Unwritten(gettext_noop("a number is needed where %(there)s stands"), there=_called(node))
    return node.kind


def _words(node: Node) -> Words:
    if not isinstance(node.kind, Words):
        raise Unwritten(gettext_noop("a choice is needed where %(there)s stands"), there=_called(node))
    return node.kind


def _flag(node: Node) -> Node:
    if node.kind != FLAG:
        raise Unwritten(gettext_noop("yes or no is needed where %(there)s stands"), there=_called(node))
    return node


def _called(node: Node) -> str:
    """What the author calls it, as far as a word says so."""
    return str(node.value) if node.value is not None else node.op


def _made(op: str, kind: Kind, parts: Sequence[Node]) -> Node:
    by_seat, steps = any(part.by_seat for part in parts), 1 + sum(part.steps for part in parts)
    return Node(op, kind, tuple(parts), by_seat=by_seat, steps=steps)


def _joined(op: str, parts: Sequence[Node]) -> Node:
    return _made(op, FLAG, [_flag(part) for part in parts])


def _calculated(op: str, parts: Sequence[Node], ends: Callable[[int, int], int]) -> Node:
    """From two numbers a third, whose range is what the ends of theirs can come to."""
    left, right = map(_number, parts)
    corners = [ends(a, b) for a in left for b in right]
    return _made(op, _in_reach(min(corners), max(corners)), parts)


def _if(parts: Sequence[Node]) -> Node:
    condition, then, otherwise = parts
    return _made("if", _either(then, otherwise), [_flag(condition), then, otherwise])


def _either(first: Node, second: Node) -> Kind:
    """What kind a value has that is one of two."""
    try:
        return either(first.kind, second.kind)
    except TypeError:
        values = {"first": _called(first), "second": _called(second)}
        raise Unwritten(gettext_noop("%(first)s and %(second)s are not of one kind"), **values) from None


def either(first: Kind, second: Kind) -> Kind:
    """The kind that takes in both. Raises TypeError where there is none."""
    match first, second:
        case Flag(), Flag():
            return FLAG
        case Range(), Range():
            return Range(min(first.least, second.least), max(first.most, second.most))
        case Words(), Words():
            return Words(first.values | second.values)
    raise TypeError(first, second)


def kind_of_value(value: bool | int | str) -> Kind:
    """The kind that has this value alone; of yes and no both."""
    if isinstance(value, bool):
        return FLAG
    return Range(value, value) if isinstance(value, int) else Words(frozenset([value]))


def _compared(sign: str, left: Node, right: Node) -> Node:
    if sign not in ("==", "!="):
        _number(left), _number(right)
    _may_be_equal(left, right)
    return _made(sign, FLAG, [left, right])


def _may_be_equal(left: Node, right: Node) -> None:
    """A word that the other side can never be is a slip of the pen."""
    _either(left, right)
    both = isinstance(left.kind, Words) and isinstance(right.kind, Words)
    if both and not _words(left).values & _words(right).values:
        raise Unwritten(
            gettext_noop("%(word)s is none of its choices: %(choices)s"),
            word=_called(right),
            choices=", ".join(sorted(_words(left).values)),
        )


def _among(parts: Sequence[Node]) -> Node:
    first, *others = parts
    for other in others:
        _may_be_equal(first, other)
    if not others:
        raise Unwritten(gettext_noop("something has to stand between the brackets"))
    return _made("in", FLAG, parts)


_BUILT: Final[Mapping[str, Callable[[Sequence[Node]], Node]]] = {
    "either": partial(_joined, "||"),
    "both": partial(_joined, "&&"),
    "not": partial(_joined, "!"),
    "add": lambda parts: _calculated("+", parts, lambda a, b: a + b),
    "subtract": lambda parts: _calculated("-", parts, lambda a, b: a - b),
    "multiply": lambda parts: _calculated("*", parts, lambda a, b: a * b),
    "negative": lambda parts: _calculated("-", [_literal(0), *parts], lambda a, b: a - b),
    "if": _if,
    "among": _among,
}


def up(number: int, step: int) -> int:
    """The least multiple of a step that is not below a number."""
    return -(-number // step) * step


def _extreme(op: str, parts: Sequence[Node], scope: Scope) -> Node:
    pick = min if op == "min" else max
    ranges = [_number(part) for part in parts]
    return _made(op, Range(pick(each.least for each in ranges), pick(each.most for each in ranges)), parts)


def _count(op: str, parts: Sequence[Node], scope: Scope) -> Node:
    return _made(op, Range(0, len(parts)), [_flag(part) for part in parts])


def _up(op: str, parts: Sequence[Node], scope: Scope) -> Node:
    number, step = map(_number, parts)
    if step.least < 1:
        raise Unwritten(
            gettext_noop("a step is at least 1, and %(there)s can be less"), there=_called(parts[1])
        )
    return _made(op, _in_reach(number.least, number.most + step.most - 1), parts)


def _half(op: str, parts: Sequence[Node], scope: Scope) -> Node:
    number = _number(parts[0])
    return _made(op, Range(number.least // 2, number.most // 2), parts)


def _abs(op: str, parts: Sequence[Node], scope: Scope) -> Node:
    number = _number(parts[0])
    least = max(0, number.least, -number.most)
    return _made(op, Range(least, max(-number.least, number.most)), parts)


def _of_all(op: str, parts: Sequence[Node], scope: Scope) -> Node:
    (part,) = parts
    if not part.by_seat:
        raise Unwritten(gettext_noop("%(there)s is the same for every seat"), there=_called(part))
    steps = 1 + part.steps * scope.seats
    if steps > MOST_STEPS:
        raise Unwritten(
            gettext_noop("%(op)s takes too many steps there; work out a part of it as a value of its own"),
            op=op,
        )
    if op == "seats":
        return Node(op, Range(0, scope.seats), (_flag(part),), steps=steps)
    number = _number(part)
    times = scope.seats if op == "total" else 1
    return Node(op, _in_reach(number.least * times, number.most * times), (part,), steps=steps)


class Function(NamedTuple):
    """A function of expressions: how many arguments it takes, and what comes of them."""

    least: int
    most: int
    build: Callable[[str, Sequence[Node], Scope], Node]


FUNCTIONS: Final[Mapping[str, Function]] = {
    "min": Function(2, 20, _extreme),
    "max": Function(2, 20, _extreme),
    "count": Function(1, 20, _count),
    "up": Function(2, 2, _up),
    "half": Function(1, 1, _half),
    "abs": Function(1, 1, _abs),
    "total": Function(1, 1, _of_all),
    "highest": Function(1, 1, _of_all),
    "lowest": Function(1, 1, _of_all),
    "seats": Function(1, 1, _of_all),
}
"""`count` counts the conditions that hold, `up` goes to the next multiple, `half` rounds down, `abs` drops the sign;
the last four look at all seats: the sum, the most, the least, and for how many of them a condition holds."""


def _call(name: str, parts: Sequence[Node], scope: Scope) -> Node:
    function = FUNCTIONS.get(name)
    if function is None:
        raise Unwritten(
            gettext_noop("there is no function “%(name)s”; known: %(known)s"),
            name=name,
            known=", ".join(FUNCTIONS),
        )
    if not function.least <= len(parts) <= function.most:
        raise Unwritten(
            gettext_noop("%(name)s takes %(least)s to %(most)s values, not %(count)s"),
            name=name,
            least=function.least,
            most=function.most,
            count=len(parts),
        )
    return function.build(name, parts, scope)


def parts_of(node: Node) -> Iterator[Node]:
    """An expression with all it is made of."""
    yield node
    for part in node.parts:
        yield from parts_of(part)


def names_in(node: Node) -> Iterator[str]:
    """The names an expression looks at, tables left out."""
    return (part.value for part in parts_of(node) if part.op == "name")
