"""The scripts of the pages whose logic knows no browser, in node. What they do to a page is tested in Chromium."""

import shutil
import subprocess
from pathlib import Path

import pytest

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
