"""The picture of a page that is shared."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tournaments.site.web.pages import HEIGHT, PAPER, STOCK, WIDTH, Card, drawn

BARE = Card(over="Rooster Club", title="Friday", foot="Head Table")


def colours(card: Card, box: tuple[int, int, int, int]) -> int:
    """How many colours a part of the picture has; one where nothing is written there."""
    with Image.open(io.BytesIO(drawn(card))) as image:
        found = image.convert("RGB").crop(box).getcolors(1000)
    assert found is not None
    return len(found)


WINNER = (90, 310, WIDTH - 90, 385)
EDGE = (WIDTH - 88, 60, WIDTH - 54, HEIGHT - 60)


@pytest.mark.parametrize(
    ("name", "is_written"),
    [
        pytest.param("Ada Marsh", True, id="a name"),
        pytest.param("Łukasz Šimić, Zoë “Zed” O’Roy …", True, id="every Latin letter"),
        pytest.param("", False, id="nobody"),
        pytest.param("محمد", False, id="a script the fonts do not know"),
        pytest.param("Ada 🐓", False, id="a drawing among letters"),
    ],
)
def test_a_line_is_written_or_left_out_and_never_drawn_in_boxes(name: str, is_written: bool) -> None:
    card = Card(over="", title="Friday", main=name)
    assert (colours(card, WINNER) > 1) is is_written


@pytest.mark.parametrize("letters", ["W" * 80, "Wanda " * 20, "i" * 400])
def test_a_long_line_stays_inside_the_frame(letters: str) -> None:
    card = Card(over=letters, title=letters, main=letters, more=letters, foot=letters)
    assert colours(card, EDGE) == 1
    assert len(drawn(card)) < 100_000


def test_it_is_printed_on_the_house_s_paper_and_the_same_each_time() -> None:
    with Image.open(io.BytesIO(drawn(BARE))) as image:
        assert image.size == (WIDTH, HEIGHT)
        told = image.convert("RGB")
        found = [told.crop((x, y, x + 1, y + 1)).tobytes() for x, y in ((5, 5), (80, 300))]
    for pixel, paper in zip(found, (PAPER, STOCK), strict=True):
        assert all(abs(a - b) < 8 for a, b in zip(pixel, bytes.fromhex(paper[1:]), strict=True))
    drawn.cache_clear()
    assert drawn(BARE) == drawn(BARE)
