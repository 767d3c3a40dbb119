"""A sample of mutants of tournaments/, and how many of them the tests kill: docs/mutation.md.

Not a test itself, but a plugin of pytest, in two runs of the same seed. The first runs any tests, with a mark in each
function of the sample that notes which tests reach it. The second forks once for each mutant, swaps the code of its
function, and runs the quickest tests that reach it until one fails. Nothing is imported twice and nothing is written
into the tree.
"""

import ast
import copy
import gc
import json
import os
import random
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from tests.house.the_weight import FUNCTIONS, program

MOST_TESTS: Final = 400
"""So many tests a mutant has to survive; they are the quickest that reach it."""
SECONDS: Final = 900
"""A mutant that never ends is killed by this."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

OPPOSITE: Final[dict[type[ast.AST], Any]] = {
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """A function, the number of the change in it among those it allows, and its line before and after."""

    path: str
    function: str
    change: int
    before: str
    after: str


def changes(statements: ast.AST) -> Iterator[Callable[[], None]]:
    """Each change that they allow, made in place when it is called."""
    for node in ast.walk(statements):
        for field, value in _changed(node):
            yield partial(setattr, node, field, value)


def _changed(node: ast.AST) -> Iterator[tuple[str, object]]:
    match node:
        case ast.Compare(ops=[first, *others]) if type(first) in COMPARED:
            yield "ops", [COMPARED[type(first)](), *others]
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OPPOSITE:
            yield "op", OPPOSITE[type(node.op)]()
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value)):
            yield "value", value + 1
        case ast.If() | ast.IfExp():
            yield "test", ast.UnaryOp(ast.Not(), node.test)
        case ast.comprehension(ifs=[first, *others]):
            yield "ifs", [ast.UnaryOp(ast.Not(), first), *others]
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "value", ast.Constant(None)


def functions_of(tree: ast.Module) -> dict[str, Function]:
    """The functions of a module and of its classes, by their qualified names; without those that are said twice."""
    functions = [(node.name, node) for node in tree.body if isinstance(node, FUNCTIONS)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            functions += [
                (f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, FUNCTIONS)
            ]
    times = Counter(name for name, _ in functions)
    return {name: function for name, function in functions if times[name] == 1}


def sample(seed: int, count: int) -> list[Mutant]:
    """So many mutants, none twice; every change of every function is as likely as any other."""
    every = [
        (path, name, place)
        for path, text in sorted(program().items())
        for name, function in functions_of(ast.parse(text)).items()
        for place, _ in enumerate(changes(_body(function)))
    ]
    drawn = random.Random(seed).sample(every, count)
    return [_described(str(path), name, place) for path, name, place in drawn]


def _body(function: Function) -> ast.Module:
    return ast.Module(function.body, [])  # what stands in its head is no behaviour


def _described(path: str, name: str, place: int) -> Mutant:
    tree = ast.parse(Path(path).read_text())
    function = functions_of(tree)[name]
    before = ast.unparse(function).split("\n")
    list(changes(_body(function)))[place]()
    after = ast.unparse(ast.fix_missing_locations(function)).split("\n")
    line = next(each for each in range(len(before)) if before[each] != after[each])
    return Mutant(path, name, place, before[line].strip(), after[line].strip())


def code_of(path: str, name: str, edit: Callable[[Function], None]) -> CodeType:
    """The code of a function after an edit of its tree."""
    tree = ast.parse(Path(path).read_text())
    edit(functions_of(tree)[name])
    todo = [compile(ast.fix_missing_locations(tree), path, "exec")]
    while todo:
        code = todo.pop()
        if code.co_qualname == name:
            return code
        todo += [each for each in code.co_consts if isinstance(each, CodeType)]
    raise LookupError(f"{path} has no {name}")


def mutated(mutant: Mutant) -> CodeType:
    """The code of a mutant's function."""
    return code_of(
        mutant.path,
        mutant.function,
        lambda function: list(changes(_body(function)))[mutant.change](),
    )


def marked(path: str, name: str, places: list[int]) -> CodeType:
    """The code of a function that first says that its mutants, by their places in the sample, are reached."""

    def edit(function: Function) -> None:
        mark = ast.parse(f"__import__('tests.mutation.sample').mutation.sample.REACHED.update({places})").body
        at = 1 if ast.get_docstring(function) is not None else 0
        function.body[at:at] = copy.deepcopy(mark)

    return code_of(path, name, edit)


REACHED: set[int] = set()
"""The mutants whose functions the running test has reached, by their place in the sample."""


class Sample:
    """The plugin; `MUTANTS` has its seed, how many mutants, the file of what reaches them, and which run it is."""

    def __init__(self, seed: int, count: int, file: Path, run: str) -> None:
        self.mutants, self.file, self.run = sample(seed, count), file, run
        self.functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self) -> None:
        """Find every function there is, before they are frozen; in the first run, mark those of the sample."""
        sampled = {(mutant.path, mutant.function) for mutant in self.mutants}
        root = Path.cwd()
        for each in gc.get_objects():
            if type(each) is FunctionType:  # a lazy object would be made by being asked for its class
                path = Path(each.__code__.co_filename)
                key = (
                    str(path.relative_to(root)) if path.is_relative_to(root) else "",
                    each.__code__.co_qualname,
                )
                if key in sampled:
                    self.functions[key].append(each)
        if self.run == "reach":
            places: dict[tuple[str, str], list[int]] = defaultdict(list)
            for place, mutant in enumerate(self.mutants):
                places[mutant.path, mutant.function].append(place)
            for (module, name), of_function in places.items():
                self.swap(module, name, marked(module, name, of_function))

    def swap(self, path: str, name: str, code: CodeType) -> None:
        """Give every function made of this source the code."""
        for function in self.functions[path, name]:
            if len(function.__code__.co_freevars) == len(code.co_freevars):
                function.__code__ = code

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Forget what fixtures have reached."""
        REACHED.clear()
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down what a test has reached, and how long it took."""
        if self.run == "reach" and report.when == "call" and report.passed and REACHED:
            line = json.dumps([report.nodeid, report.duration, sorted(REACHED)])
            with self.file.open("a") as file:
                file.write(f"{line}\n")
            REACHED.clear()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """In the second run, try each mutant in a fork, and print the share that is killed."""
        if self.run == "reach":
            return None
        items = {item.nodeid: item for item in session.items}
        reaching: dict[int, list[tuple[float, str]]] = defaultdict(list)
        for line in self.file.read_text().splitlines():
            name, seconds, places = json.loads(line)
            for place in places:
                reaching[place].append((seconds, name))
        killed = 0
        for place, mutant in enumerate(self.mutants):
            tests = [items[name] for _, name in sorted(reaching[place]) if name in items][:MOST_TESTS]
            dead = bool(tests) and self.is_killed(mutant, tests)
            killed += dead
            verdict = "killed" if dead else "survives" if tests else "not reached"
            sys.stdout.write(
                f"\n{verdict}: {mutant.path} {mutant.function}: {mutant.before} -> {mutant.after}\n"
                * (not dead)
            )
            sys.stdout.flush()
        sys.stdout.write(f"\n{killed} of {len(self.mutants)} killed\n")
        return True

    def is_killed(self, mutant: Mutant, tests: list[Any]) -> bool:
        """Whether one of the tests fails with the mutant in place."""
        child = os.fork()
        if child:
            return os.waitpid(child, 0)[1] != 0
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        signal.alarm(SECONDS)
        self.swap(mutant.path, mutant.function, mutated(mutant))
        for place, item in enumerate(tests):
            following = tests[place + 1] if place + 1 < len(tests) else item
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                os._exit(1)
        os._exit(0)


def pytest_configure(config: pytest.Config) -> None:
    """Take the place of the usual loop where `MUTANTS` asks for it."""
    seed, count, file, run = os.environ["MUTANTS"].split(",")
    config.pluginmanager.register(Sample(int(seed), int(count), Path(file), run))
