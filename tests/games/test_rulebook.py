"""A rulebook has one form, and text nobody could cite does not get in."""

import pytest

from games.catalogue import GAMES
from games.definition import Game
from games.rulebook import parse

GOOD = """# Whist

About it.

## 1 The table

### 1.1 Seats {#whist.seats}
Four.

## 2 The score

### 2.1 Tricks {#whist.tricks}
- odd tricks

```example
{"hand": {"tricks": 7}, "scores": [1, 0]}
```

### 2.2 Honours {#whist.honours}
None.
"""


def test_a_rulebook_is_read_paragraph_by_paragraph() -> None:
    seats, tricks, honours = parse(GOOD)

    assert (seats.number, seats.id, seats.title, seats.text) == ("1.1", "whist.seats", "Seats", "Four.")
    assert [paragraph.scores for paragraph in (seats, tricks, honours)] == [False, True, True]
    assert tricks.text == "- odd tricks"
    assert [(example.hand, example.options, example.scores) for example in tricks.examples] == [
        ({"tricks": 7}, {}, (1, 0))
    ]


@pytest.mark.parametrize(
    ("found", "put"),
    [
        ("## 2 ", "## 3 "),
        ("### 2.2", "### 2.3"),
        ("whist.honours", "whist.tricks"),
        ("## 2 The score\n", "## 2 The score\nStray.\n"),
        ("### 2.1 Tricks {#whist.tricks}", "### 2.1 Tricks"),
        (GOOD, ""),
    ],
    ids=["a section skipped", "a paragraph skipped", "an id twice", "stray text", "no id", "nothing"],
)
def test_a_rulebook_out_of_form_is_refused(found: str, put: str) -> None:
    with pytest.raises(ValueError, match="rulebook"):
        parse(GOOD.replace(found, put))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_paragraphs_carry_the_name_of_their_game(game: Game) -> None:
    assert {paragraph.id.split(".")[0] for paragraph in game.paragraphs} == {game.slug}
