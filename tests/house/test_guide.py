"""The guide names what there is. That each name stands on a page is in tournaments/evening/web/test_guide.py."""

import re

from tests.house.the_catalogue import PLACEHOLDER, french
from tests.house.the_guide import DOCS, GUIDE, names, plain

LINK = re.compile(r"\[[^\]]*\]\((\S+?)\)")
LETTER = re.compile(r"[A-Za-z]")
ENOUGH = 5
"""Letters that a text has beside what is filled in, to be told from others."""
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def test_every_name_is_a_text_of_the_program_whatever_is_filled_in() -> None:
    texts = {plain(text) for message in french() for text in message.english}
    parts = [PLACEHOLDER.split(text) for text in texts if PLACEHOLDER.search(text)]
    told = [part for part in parts if len(LETTER.findall("".join(part))) >= ENOUGH]
    shapes = re.compile("|".join(sorted(".+".join(map(re.escape, part)) for part in told)))
    lost = [written for name, written in names().items() if name not in texts and not shapes.fullmatch(name)]
    assert lost == [], "the guide names what no page has"


def test_pictures_and_links_lead_somewhere() -> None:
    titles = (re.sub(r"[^a-z0-9 -]", "", title.lower()) for title in HEADING.findall(GUIDE))
    anchors = {f"#{title.replace(' ', '-')}" for title in titles}
    linked = LINK.findall(GUIDE)
    assert [to for to in linked if to not in anchors and not (DOCS / to).is_file()] == []
    assert {"pictures/door.png", "pictures/impact.png", "pictures/season.png"} <= set(linked)
