"""The translations: every catalogue is compiled, and from the text that lies beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.the_tree import ROOT, files

CATALOGUES = [path for path in files() if path.suffix == ".po"]


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_the_compiled_catalogue_is_made_from_the_text(catalogue: Path, tmp_path: Path) -> None:
    compiler = shutil.which("msgfmt")
    if not compiler and not os.environ.get("HEAD_TABLE_REQUIRE_ALL"):
        pytest.skip("GNU gettext is not installed")
    assert compiler
    subprocess.run([compiler, "--check-format", "-o", tmp_path / "made.mo", ROOT / catalogue], check=True)
    assert (tmp_path / "made.mo").read_bytes() == (ROOT / catalogue.with_suffix(".mo")).read_bytes()
