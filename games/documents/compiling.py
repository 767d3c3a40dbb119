"""From the typed expressions of a document to one Python function, built as a syntax tree and never as text."""

from __future__ import annotations

import ast
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


def _calculate(operator: ast.operator) -> Build:
    return lambda parts: ast.BinOp(parts[0], operator, parts[1])


def _compare(operator: ast.cmpop) -> Build:
    return lambda parts: ast.Compare(parts[0], [operator], [parts[1]])


_OF_ALL: Final = {"total": "sum", "highest": "max", "lowest": "min"}
_BUILDERS: Final[Mapping[str, Build]] = {
    "+": _calculate(ast.Add()),
    "-": _calculate(ast.Sub()),
    "*": _calculate(ast.Mult()),
    "==": _compare(ast.Eq()),
    "!=": _compare(ast.NotEq()),
    "<": _compare(ast.Lt()),
    "<=": _compare(ast.LtE()),
    ">": _compare(ast.Gt()),
    ">=": _compare(ast.GtE()),
    "&&": lambda parts: ast.BoolOp(ast.And(), parts),
    "||": lambda parts: ast.BoolOp(ast.Or(), parts),
    "!": lambda parts: ast.UnaryOp(ast.Not(), parts[0]),
    "if": lambda parts: ast.IfExp(parts[0], parts[1], parts[2]),
    "in": lambda parts: ast.Compare(parts[0], [ast.In()], [ast.Tuple(parts[1:], ast.Load())]),
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


def assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def function(
    name: str, parameters: Iterable[str], body: list[ast.stmt], given: Mapping[str, object]
) -> Callable[..., Any]:
    """The function of these statements, which can reach KNOWN and what is given, and nothing else."""
    arguments = ast.arguments([], [ast.arg(parameter) for parameter in parameters], None, [], [], None, [])
    module = ast.Module([ast.FunctionDef(name, arguments, body, [])], [])
    space: dict[str, Any] = {"__builtins__": {}, **KNOWN, **given}
    exec(compile(_placed(module), f"<{name}>", "exec"), space)  # noqa: S102 - built here, node by node
    made = space[name]
    if not isinstance(made, FunctionType):
        raise TypeError(made)
    return made


def _placed(module: ast.Module) -> ast.Module:
    """As `ast.fix_missing_locations`, which takes longer than all the rest: no node has a place of its own."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt | ast.expr | ast.arg):
            node.lineno = node.end_lineno = 1
            node.col_offset = node.end_col_offset = 0
        for name in node._fields:
            inside = getattr(node, name, None)
            if isinstance(inside, list):
                waiting += (one for one in inside if isinstance(one, ast.AST))
            elif isinstance(inside, ast.AST):
                waiting.append(inside)
    return module
