"""From the typed expressions of a document to one Python function, built as a syntax tree and never as text."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any, Final

from games.documents.expressions import Node, up

PLACE: Final = "place"
"""In what is worked out for each seat, the variable that goes over the seats from 0."""
Variables = Mapping[str, ast.expr]
"""What each name of a document is in the function; of a value for each seat that of the seat at PLACE."""

KNOWN: Final[Mapping[str, object]] = {
    "up": up,
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "tuple": tuple,
}
"""All that a compiled function can call, besides what its caller hands in."""
Build = Callable[[list[ast.expr]], ast.expr]


def compiled(node: Node, variables: Variables, seats: int) -> ast.expr:
    """The expression in Python."""
    if node.op == "literal":
        return ast.Constant(node.value)
    if node.op == "name":
        return variables[node.value]
    parts = [compiled(part, variables, seats) for part in node.parts]
    if node.op == "lookup":
        return part(variable(f"t_{node.value}"), parts[0])
    if node.op == "seats":
        return call("sum", over_seats(ast.Constant(1), seats, only=parts[0]))
    if node.op in _OF_ALL:
        return call(_OF_ALL[node.op], over_seats(parts[0], seats))
    return _BUILDERS[node.op](parts)


def settled(expression: ast.expr, value: object) -> bool:
    """Whether it is known before any hand that an expression is this."""
    return isinstance(expression, ast.Constant) and expression.value is value


def _calculate(sign: ast.operator, work_out: Callable[[Any, Any], Any]) -> Build:
    return _known(work_out, lambda parts: ast.BinOp(parts[0], sign, parts[1]))


def _compare(sign: ast.cmpop, holds: Callable[[Any, Any], Any]) -> Build:
    return _known(holds, lambda parts: ast.Compare(parts[0], [sign], [parts[1]]))


def _known(work_out: Callable[..., Any], build: Build) -> Build:
    """What is made of constants is a constant."""

    def known(parts: list[ast.expr]) -> ast.expr:
        values = [part.value for part in parts if isinstance(part, ast.Constant)]
        return ast.Constant(work_out(*values)) if len(values) == len(parts) else build(parts)

    return known


def _join(sign: ast.boolop, decisive: bool) -> Build:
    """Conditions that `decisive` settles: nothing is asked after it is known, nor where it makes no difference."""

    def join(parts: list[ast.expr]) -> ast.expr:
        if any(settled(part, decisive) for part in parts):
            return ast.Constant(decisive)
        open_parts = [part for part in parts if not settled(part, not decisive)]
        if len(open_parts) < 2:
            return open_parts[0] if open_parts else ast.Constant(not decisive)
        return ast.BoolOp(sign, open_parts)

    return join


def _choose(parts: list[ast.expr]) -> ast.expr:
    when, one, other = parts
    if isinstance(when, ast.Constant):
        return one if when.value else other
    return ast.IfExp(when, one, other)


_OF_ALL: Final = {"total": "sum", "highest": "max", "lowest": "min"}
_BUILDERS: Final[Mapping[str, Build]] = {
    "+": _calculate(ast.Add(), operator.add),
    "-": _calculate(ast.Sub(), operator.sub),
    "*": _calculate(ast.Mult(), operator.mul),
    "==": _compare(ast.Eq(), operator.eq),
    "!=": _compare(ast.NotEq(), operator.ne),
    "<": _compare(ast.Lt(), operator.lt),
    "<=": _compare(ast.LtE(), operator.le),
    ">": _compare(ast.Gt(), operator.gt),
    ">=": _compare(ast.GtE(), operator.ge),
    "&&": _join(ast.And(), decisive=False),
    "||": _join(ast.Or(), decisive=True),
    "!": _known(operator.not_, lambda parts: ast.UnaryOp(ast.Not(), parts[0])),
    "if": _choose,
    "in": _known(
        lambda one, *of: one in of,
        lambda parts: ast.Compare(parts[0], [ast.In()], [ast.Tuple(parts[1:], ast.Load())]),
    ),
    "half": lambda parts: ast.BinOp(parts[0], ast.FloorDiv(), ast.Constant(2)),
    "count": lambda parts: call("sum", ast.Tuple(parts, ast.Load())),
    "up": lambda parts: call("up", *parts),
    "abs": lambda parts: call("abs", *parts),
    "min": lambda parts: call("min", *parts),
    "max": lambda parts: call("max", *parts),
}


def variable(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def constant(seats: tuple[int, ...]) -> ast.expr:
    return ast.Tuple([ast.Constant(seat) for seat in seats], ast.Load())


def attribute(of: str | ast.expr, name: str) -> ast.expr:
    return ast.Attribute(variable(of) if isinstance(of, str) else of, name, ast.Load())


def part(of: ast.expr, key: ast.expr) -> ast.expr:
    return ast.Subscript(of, key, ast.Load())


def at_seat(of: ast.expr) -> ast.expr:
    """The part for the seat that is looked at."""
    return part(of, variable(PLACE))


SEAT: Final[ast.expr] = ast.BinOp(ast.Name(PLACE, ast.Load()), ast.Add(), ast.Constant(1))
"""The number of the seat that is looked at."""


def call(function: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(variable(function), list(arguments), [])


def over_seats(each: ast.expr, seats: int, only: ast.expr | None = None) -> ast.expr:
    """What is worked out for each seat, one after the other."""
    places = ast.Tuple([ast.Constant(place) for place in range(seats)], ast.Load())
    generator = ast.comprehension(ast.Name(PLACE, ast.Store()), places, [only] if only else [], 0)
    return ast.GeneratorExp(each, [generator])


def assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def function(
    name: str,
    parameters: Iterable[str],
    steps: Iterable[ast.Assign],
    body: list[ast.stmt],
    given: Mapping[str, object],
) -> Callable[..., Any]:
    """The function of these statements, which can reach KNOWN and what is given, and nothing else.

    Of the steps, each an assignment that may rest on those before it, it has the ones on which the body rests.
    """
    used, needed = _placed(*body), []
    for step in reversed([*steps]):
        (stored,) = step.targets
        if isinstance(stored, ast.Name) and stored.id in used:
            used |= _placed(step)
            needed.append(step)
    asked = [ast.arg(parameter) for parameter in parameters]
    made = ast.FunctionDef(
        name, ast.arguments([], asked, None, [], [], None, []), [*reversed(needed), *body], []
    )
    _place(made, *asked)
    space: dict[str, Any] = {"__builtins__": {}, **KNOWN, **given}
    exec(compile(ast.Module([made], []), f"<{name}>", "exec"), space)  # noqa: S102 - built here, node by node
    compiled_function = space[name]
    if not isinstance(compiled_function, FunctionType):
        raise TypeError(compiled_function)
    return compiled_function


def _place(*nodes: ast.stmt | ast.expr | ast.arg) -> None:
    for node in nodes:
        node.lineno = node.end_lineno = 1
        node.col_offset = node.end_col_offset = 0


def _placed(*statements: ast.AST) -> set[str]:
    """As `ast.fix_missing_locations`, which takes longer than all the rest: no node has a place of its own.

    Returns the names that are used.
    """
    used: set[str] = set()
    waiting = [*statements]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt | ast.expr):
            _place(node)
        if isinstance(node, ast.Name):
            used.add(node.id)
            continue
        for name in node._fields:
            inside = getattr(node, name, None)
            if isinstance(inside, list):
                waiting += (one for one in inside if isinstance(one, ast.AST))
            elif isinstance(inside, ast.AST):
                waiting.append(inside)
    return used
