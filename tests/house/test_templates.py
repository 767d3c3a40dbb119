"""Templates can be read, are written one element a line, and sent without their indentation."""

import pytest
from django.template.loader import get_template

from config.templates import joined
from tests.house.the_tree import ROOT


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        pytest.param("<p>\n    One\n    line.\n</p>\n", "<p> One line. </p> ", id="lines become spaces"),
        pytest.param(
            '<a\n  href="/"\n  lang="fr"\n>x</a\n>', '<a href="/" lang="fr">x</a>', id="a tag of many lines"
        ),
        pytest.param("<br\n/>", "<br/>", id="a tag that closes itself"),
        pytest.param(
            "<pre>\n1-2\n  3-4</pre>\n<i>x</i>", "<pre>\n1-2\n  3-4</pre> <i>x</i>", id="lines that are kept"
        ),
        pytest.param("<p>as it is</p>", "<p>as it is</p>", id="one line"),
    ],
)
def test_the_lines_of_a_template_are_joined(source: str, sent: str) -> None:
    assert joined(source) == sent


def test_every_template_can_be_read() -> None:
    folder = ROOT / "templates"
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))
