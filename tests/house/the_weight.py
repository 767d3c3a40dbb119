"""What the house weighs: `python -m tests.house.the_weight` prints it."""

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.house.the_tree import WRITTEN_BY_PROGRAM, modules, texts

VAGUE: Final = frozenset(
    [
        "asked",
        "beside",
        "found",
        "given",
        "held",
        "here",
        "heard",
        "kept",
        "made",
        "meant",
        "one",
        "reached",
        "said",
        "seen",
        "shown",
        "taken",
        "there",
        "told",
        "wanted",
    ]
)
"""Participles and adverbs that say of a thing neither what it is nor what it holds."""
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def program() -> dict[Path, str]:
    """The modules of tournaments/ that people write and read; what was migrated once stays as it was."""
    return {
        path: text
        for path, text in modules().items()
        if path.parts[0] == "tournaments" and "migrations" not in path.parts and path != WRITTEN_BY_PROGRAM
    }


METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(text) for path, text in program().items()}


def lines(written: dict[Path, str]) -> int:
    return sum(len(text.splitlines()) for text in written.values())


def lines_of_tests() -> int:
    return lines({path: text for path, text in modules().items() if path.parts[0] == "tests"})


def imports() -> int:
    """Lines of imports; not their share, which grows where something else goes."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    )


def lines_of_rest() -> int:
    """Lines below each feature's api/ for ten methods or functions that answer a request."""
    rest = {path: tree for path, tree in trees().items() if "api" in path.with_suffix("").parts}
    operations = sum(_answers_requests(node) for tree in rest.values() for node in ast.walk(tree))
    return round(10 * lines({path: program()[path] for path in rest}) / operations)


def _answers_requests(node: ast.AST) -> bool:
    # A function at an address, or what an address runs or shows.
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("runs", "shows")
    if not isinstance(node, FUNCTIONS):
        return False
    calls = [call.func for call in node.decorator_list if isinstance(call, ast.Call)]
    names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    return bool(calls) and not METHODS.isdisjoint({*names, node.name})


def shared_class_names() -> int:
    """Names of two classes in one feature; Django calls each of its commands `Command`."""
    names = Counter(
        (path.parts[1], node.name)
        for path, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name != "Command"
    )
    return sum(times > 1 for times in names.values())


def vague_names() -> int:
    """Functions, classes, modules and locals that are called by a bare participle or adverb; fields are contracts."""
    names = [
        *(path.stem for path in program()),
        *(name for tree in trees().values() for name in _names_given(tree)),
    ]
    return sum(name.strip("_") in VAGUE for name in names)


def _names_given(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            yield child.name
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id
        fields = isinstance(node, ast.ClassDef) and isinstance(child, ast.Assign | ast.AnnAssign)
        yield from () if fields else _names_given(child)


def docstrings_of_private_functions() -> int:
    """Docstrings where nobody else calls."""
    return sum(
        isinstance(node, FUNCTIONS) and node.name.startswith("_") and ast.get_docstring(node) is not None
        for tree in trees().values()
        for node in ast.walk(tree)
    )


def lone_siblings() -> int:
    """Modules that one module of their own folder imports, and nobody else."""
    importers: dict[str, set[Path]] = {}
    for path, tree in trees().items():
        for name in _modules_imported(tree):
            importers.setdefault(name, set()).add(path)
    count = 0
    for path in program():
        found = importers.get(".".join(path.with_suffix("").parts), set())
        count += len(found) == 1 and next(iter(found)).parent == path.parent
    return count


def _modules_imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def words_of_readme() -> int:
    """As `wc -w` counts them."""
    return len(texts()[Path("README.md")].split())


MEASURES: Final[dict[str, Callable[[], int]]] = {
    "lines of tournaments": lambda: lines(program()),
    "modules of tournaments": lambda: len(program()),
    "lines of tests": lines_of_tests,
    "lines of imports": imports,
    "lines of REST for ten operations": lines_of_rest,
    "modules with one importer, beside them": lone_siblings,
    "names of two classes in one feature": shared_class_names,
    "vague names": vague_names,
    "docstrings of private functions": docstrings_of_private_functions,
    "words of the README": words_of_readme,
}

if __name__ == "__main__":
    for name, measure in MEASURES.items():
        sys.stdout.write(f"{measure():8,}  {name}\n")
