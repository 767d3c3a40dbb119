"""Mutants of a game's rules, each tried on the golden hands and then on the laws: docs/mutation.md.

Not a test itself. It works on the tree it is started in, writes nothing, and each mutant lives in a fork of its
own, so that the packages are imported once. Python's own `==` on numbers and names, `|` in types and the
remembering of lines are left alone: a mutant of those is no other program.
"""

import difflib
import importlib
import json
import os
import re
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import machinery
from pathlib import Path
from typing import Any

import hypothesis.strategies
import pytest
from cosmic_ray.mutating import MutationVisitor  # type: ignore[import-not-found]
from cosmic_ray.plugins import get_operator, operator_names  # type: ignore[import-not-found]

LEFT_ALONE = re.compile(
    r"BitOr|RemoveDecorator|VariableReplacer|VariableInserter|ComparisonOperator_\w+_Is(Not)?$"
)
SECONDS = 120
"""Longer than any mutant may take; one that never ends is killed by it."""


def golden_hands(vectors: list[Path]) -> None:
    """Raise where a golden case comes out otherwise."""
    from games.definition import load

    for path in vectors:
        module = importlib.import_module(f"scoring.{path.stem}")
        own = {"feats": getattr(module, "feats", None), "trumps": getattr(module, "trumps_of_round", None)}
        game = load(path.stem, module, getattr(module, "settle", None), **own)
        for kind, cases in tomllib.loads(path.read_text()).items():
            for case in cases:
                CASES[kind](game, case, json.loads(case.get("options", "{}")))


def _scored(game: Any, case: dict[str, Any], options: Any) -> None:
    hand, rules = json.loads(case["hand"]), game.house_rules(options)
    slip = game.score(hand, rules)
    lines = [
        f"{'+'.join(map(str, line.seats))} | {line.points} | {line.rule} | {line.text}" for line in slip.lines
    ]
    assert (lines, list(slip.scores), slip.wins_game) == (
        case["lines"],
        case["scores"],
        case.get("wins_game"),
    )
    feats = [f"{'+'.join(map(str, feat.seats))} | {feat.code}" for feat in game.feats(hand, rules)]
    assert feats == case.get("feats", [])


def _refused(game: Any, case: dict[str, Any], options: Any) -> None:
    from scoring.faults import Faults

    hand = json.loads(case["hand"])
    try:
        found = game.faults(hand, game.house_rules(options))
    except Faults as refused:
        found = (*refused.faults, *game.faults(hand, game.house_rules_as_far_as_read(options)))
    assert [f"{fault.field} {fault.code} | {fault.message}" for fault in found] == case["errors"]


def _game(game: Any, case: dict[str, Any], options: Any) -> None:
    from games.requests import Tally

    rules = game.house_rules(options)
    tally = Tally(game, rules)
    for hand in json.loads(case["hands"]):
        tally.add(game.score(hand, rules))
    assert ([list(totals) for totals in tally.running], list(tally.winners)) == (
        case["running"],
        case["winners"],
    )
    if "settlement" in case:
        assert list(game.settle(tally.totals)) == case["settlement"]


CASES = {"scored": _scored, "refused": _refused, "game": _game}


def laws(slug: str) -> None:
    """Raise where a law of the game does not hold."""
    hypothesis.settings.register_profile(
        "mutants", deadline=None, derandomize=True, database=None, max_examples=60
    )
    hypothesis.settings.load_profile("mutants")
    quiet = ["-x", "-q", "--noconftest", "-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:django"]
    assert pytest.main([*quiet, f"tests/scoring/test_{slug}.py"]) == 0


def killed(path: Path, code: str, prove: Callable[[], None]) -> bool:
    """Whether `prove` fails when the module at `path` is `code`."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    read = machinery.SourceFileLoader.get_code

    def get_code(loader: Any, name: str) -> Any:
        return compile(code, str(path), "exec") if Path(loader.path).resolve() == path else read(loader, name)

    for name in [name for name in sys.modules if name.partition(".")[0] in {"games", "scoring"}]:
        del sys.modules[name]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    signal.alarm(SECONDS)
    machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    status = 1
    try:
        prove()
        status = 0
    finally:
        os._exit(status)


def mutants(source: str) -> Iterator[str]:
    """Every mutant of a module, none twice."""
    seen = {source}
    for name in operator_names():
        if LEFT_ALONE.search(name):
            continue
        operator, occurrence = get_operator(name)(), 0
        while (code := MutationVisitor.mutate_code(source, operator, occurrence)) is not None:
            occurrence += 1
            if code not in seen:
                seen.add(code)
                yield code


def main(module: str) -> int:
    """Try every mutant of `scoring/MODULE.py` on what proves it, and print those that survive."""
    path = Path("scoring", f"{module}.py").resolve()
    source = path.read_text()
    subject = module.removesuffix("_entry") if module != "entry" else module
    games = sorted(Path("tests/vectors").glob("*.toml"))
    vectors = [path for path in games if path.stem == subject] or games
    proofs = [lambda: golden_hands(vectors), lambda: laws(subject)]
    assert not any(killed(path, source, proof) for proof in proofs), "the tests fail without a mutant"
    survivors = total = 0
    for code in mutants(source):
        total += 1
        if not any(killed(path, code, proof) for proof in proofs):
            survivors += 1
            diff = difflib.unified_diff(source.split("\n"), code.split("\n"), lineterm="", n=0)
            sys.stdout.writelines(f"{line}\n" for line in diff if line[:2] not in ("--", "++"))
            sys.stdout.flush()
    share = 100 * (total - survivors) / total
    sys.stdout.write(f"{module}: {total - survivors} of {total} killed, {share:.1f} %\n")
    return 0 if survivors * 10 <= total else 1


if __name__ == "__main__":
    sys.path.insert(0, os.getcwd())
    sys.dont_write_bytecode = True
    sys.exit(main(sys.argv[1]))
