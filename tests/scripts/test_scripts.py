"""The scripts of the pages whose logic knows no browser, in node. What they do to a page is tested in Chromium."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import DOCUMENTS, GAMES
from games.documents.document import Document
from games.documents.rules import Rules
from games.documents.tree import tree_of
from scoring.faults import Faults
from tests.games.documents.hands import random_entry, random_hand, random_rules
from tests.tournaments.evening.web.table.a_phone import as_posted

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def node() -> str:
    """node's program; `./run test-services` does not begin without it."""
    found = shutil.which("node")
    if not found:
        pytest.skip(
            "node is missing: the scripts are not tested. On Debian and Ubuntu: apt-get install nodejs"
        )
    return found


@pytest.mark.parametrize(
    "tests", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.name.partition(".")[0]
)
def test_a_script_does_what_its_sentences_say(node: str, tests: Path) -> None:
    done = subprocess.run([node, tests], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout


def entries(rules: Rules, options: Any, dice: random.Random) -> list[dict[str, Any]]:
    """What may be entered at a table: as many hands that can have been as any."""
    played = [
        random_hand(rules, options, dice).model_dump(mode="json", exclude_unset=True) for _ in range(100)
    ]
    return [*played, *(random_entry(rules, dice)[1] for _ in range(100))]


def scores_in_python(slug: str, entered: dict[str, Any], options: Any) -> list[int] | None:
    try:
        return list(GAMES[slug].score(entered, options).scores)
    except Faults:
        return None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.slug)
def test_the_phone_works_out_the_scores_that_the_server_gives(node: str, document: Document) -> None:
    rules, dice = GAMES[document.slug].rules, random.Random(document.slug)
    assert isinstance(rules, Rules)
    for options in (rules.HouseRules(), random_rules(rules, dice)):
        dealt: dict[int, list[dict[str, Any]]] = {seats: [] for seats in document.seats}
        for entered in entries(rules, options, dice):
            dealt[rules.kind_of(rules.shape(entered).read(entered)).setting.seats].append(entered)
        for seats, hands in dealt.items():
            tree = tree_of(rules, options, seats)
            assert bool(tree) is (rules.memory is None)
            asked = {
                "tree": tree,
                "hands": [as_posted(each, document.slug) for each in hands] if tree else [],
            }
            command = [str(node), str(HERE / "sums.mjs")]
            done = subprocess.run(
                command, input=json.dumps(asked), capture_output=True, text=True, check=True
            )
            told = [scores_in_python(document.slug, each, options) for each in hands]
            assert json.loads(done.stdout) == (told if tree else [])
