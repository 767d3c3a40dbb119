"""Rulebooks as pages."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalogue
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.site.web.words import Block, Span, blocks

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", list(catalogue.GAMES))
def test_every_paragraph_of_a_game_can_be_linked_to(client: Any, slug: Any) -> None:
    page = client.get(f"/rules/{slug}/").content.decode()
    for paragraph in catalogue.GAMES[slug].paragraphs:
        assert f'id="{paragraph.id}"' in page
        assert f">{paragraph.number}</a>" in page


def test_examples_are_worked_out_as_slips(client: Any) -> None:
    said = text_of(client.get("/rules/chantecler/"))
    assert "Bid 10 missed with 9: set by 10" in said
    assert "Couple A −10 Couple B +5" in said


@pytest.mark.parametrize("page", ["bridge/", "CHANTECLER/", "a-b/", "bridge/score/", "bridge/score/preview/"])
def test_a_game_that_is_not_played_here_has_no_rulebook(client: Any, page: str) -> None:
    assert client.get(f"/rules/{page}").status_code == 404


def _text(*words: str) -> tuple[Span, ...]:
    return tuple(Span(word.strip("`"), word.startswith("`")) for word in words)


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("", []),
        ("One\nline.", [Block(bullets=False, texts=(_text("One line."),))]),
        ("Two.\n\nOf them.", [Block(False, (_text("Two."),)), Block(False, (_text("Of them."),))]),
        ("The rule `target` sets it.", [Block(False, (_text("The rule ", "`target`", " sets it."),))]),
        ("- a\n- b,\n  and more", [Block(True, (_text("a"), _text("b, and more")))]),
        ("These:\n- a", [Block(False, (_text("These:"),)), Block(True, (_text("a"),))]),
    ],
    ids=["nothing", "lines join", "two paragraphs", "code", "a list", "a list under its head"],
)
def test_the_little_markdown_of_rulebooks(markdown: Any, found: Any) -> None:
    assert blocks(markdown) == found
