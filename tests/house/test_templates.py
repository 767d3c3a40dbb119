"""Templates can be read, are written one element a line, and sent without their indentation."""

import re

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


FOLDER = ROOT / "templates"
NAMED = re.compile(r"""{% partial ([\w-]+) |(?:include|extends) "([\w/.]+)(?:#([\w-]+))?\"""")


def test_every_template_can_be_read_and_so_can_what_it_names() -> None:
    for path in FOLDER.rglob("*.html"):
        name = str(path.relative_to(FOLDER))
        get_template(name)
        for own, other, part in NAMED.findall(path.read_text()):
            get_template("#".join(filter(None, [other or name, own or part])))
