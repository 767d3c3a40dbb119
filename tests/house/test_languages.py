"""The translations: nothing is missing in them, and what is compiled says what is written."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES
from tests.house.the_catalogue import FRENCH, PLACEHOLDER, TAG, Message, french, read
from tests.house.the_tree import ROOT, files

CATALOGUES = [path for path in files() if path.suffix == ".po"]
READ = ("config", "games", "pyproject.toml", "scoring", "templates", "tournaments")
NARROW = "\N{NARROW NO-BREAK SPACE}"


def gettext_tool(name: str) -> str:
    """A program of GNU gettext; without it the test is passed over, or fails where all of them have to run."""
    found = shutil.which(name)
    if not found and not os.environ.get("HEAD_TABLE_REQUIRE_ALL"):
        pytest.skip("GNU gettext is not installed")
    assert found, f"{name} is missing"
    return found


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_gettext_finds_nothing_wrong_with_the_catalogue(catalogue: Path) -> None:
    compiler = gettext_tool("msgfmt")
    subprocess.run([compiler, "--check-format", "-o", os.devnull, ROOT / catalogue], check=True)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_what_is_compiled_says_what_the_catalogue_says(catalogue: Path) -> None:
    with (ROOT / catalogue).with_suffix(".mo").open("rb") as compiled:
        spoken = GNUTranslations(compiled)

    def said(message: Message) -> list[str]:
        text, plural, context = message.english[0], message.english[-1], message.context
        if len(message.english) == 1:
            return [spoken.pgettext(context, text) if context else spoken.gettext(text)]
        if context:
            return [spoken.npgettext(context, text, plural, number) for number in (1, 2)]
        return [spoken.ngettext(text, plural, number) for number in (1, 2)]

    known = read(ROOT / catalogue)
    assert [(message.key, said(message)) for message in known if said(message) != message.translated] == []


def test_what_is_compiled_is_not_committed() -> None:
    assert [path for path in files() if path.suffix == ".mo"] == []


def test_the_catalogue_has_every_text_and_no_other(tmp_path: Path) -> None:
    gettext_tool("xgettext")
    for path in files():
        if path.parts[0] in READ and "static" not in path.parts:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tmp_path / path)
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "HEAD_TABLE_DATA": str(tmp_path / "data"),
        },
        check=True,
        capture_output=True,
    )
    gathered = {message.key for message in read(tmp_path / FRENCH)}
    known = {message.key for message in french()}
    assert (sorted(gathered - known), sorted(known - gathered)) == ([], []), "see ./run messages"


def texts_in(node: Any) -> Iterator[str]:
    """Every text of an entry form that a page shows."""
    if is_dataclass(node):
        for attribute in fields(node):
            if attribute.name not in ("name", "kind", "value", "when"):
                yield from texts_in(getattr(node, attribute.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from texts_in(item)
    elif isinstance(node, str):
        yield node


@pytest.mark.parametrize("game", GAMES)
def test_everything_a_game_is_entered_with_has_a_translation(game: str) -> None:
    known = {text for message in french() for text in message.english}
    found = GAMES[game]
    shown = {*texts_in(found.form), *texts_in(found.house_rule_form), *found.feat_labels.values(), found.pack}
    assert shown - known == set()


def wrong(messages: list[Message], is_right: Any) -> list[str]:
    return [message.english[0] for message in messages if not is_right(message)]


def test_every_text_is_translated_and_nobody_has_to_look_again() -> None:
    assert wrong(french(), lambda message: all(message.translated) and not message.fuzzy) == []


def test_where_a_number_decides_there_are_two_wordings() -> None:
    assert wrong(french(), lambda message: len(message.translated) == len(message.english)) == []


@pytest.mark.parametrize("kept", [PLACEHOLDER, TAG], ids=["placeholders", "tags"])
def test_a_translation_keeps_what_is_filled_in(kept: re.Pattern[str]) -> None:
    def keeps(message: Message) -> bool:
        held = [sorted(kept.findall(text)) for text in message.english]
        return all(sorted(kept.findall(text)) in held for text in message.translated)

    assert wrong(french(), keeps) == []


def test_a_translation_begins_and_ends_as_its_text_does() -> None:
    def alike(message: Message) -> bool:
        return all(
            text.endswith(".") == message.english[0].endswith(".") and text == text.strip()
            for text in message.translated
        )

    assert set(wrong(french(), alike)) <= {"No."}


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(
            r"(?<![%\w])[^\S\N{NARROW NO-BREAK SPACE}][;:!?»]", id="an ordinary space before a sign"
        ),
        pytest.param(rf"[^\s{NARROW}\d][;!?»]", id="no space before a sign"),
        pytest.param(rf"«[^{NARROW}]", id="no space after a quotation mark"),
        pytest.param(r"[“”'\"]", id="marks of other languages"),
        pytest.param(r"\.\.\.", id="three full stops"),
        pytest.param(r"  ", id="two spaces"),
    ],
)
def test_french_is_set_as_french(pattern: str) -> None:
    search = re.compile(pattern).search
    assert [text for message in french() for text in message.translated if search(TAG.sub("", text))] == []
