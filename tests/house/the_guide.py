"""The guide for secretaries and directors as tests read it: what it prints in bold stands on a page."""

import re
from typing import Final

from tests.house.the_tree import ROOT

DOCS: Final = ROOT / "docs"
GUIDE: Final = (DOCS / "guide.md").read_text()
BOLD: Final = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
SENTENCES: Final = {
    "What is printed bold here stands on the page under that very name",
    *("Start it.", "Your club.", "Officers.", "The members.", "If you play as well as direct"),
    *("House rules.", "Rehearse it.", "Announce it.", "What you keep of them.", "Fees.", "Erase a name."),
    "Mails and calendars.",
    *(
        "Latecomers and leavers",
        "Kept on paper?",
        "Time is short?",
        "Nobody comes after all?",
        "Without a network",
    ),
    *("You look for something?", "A card is lost, or a stranger has it."),
    *("A table calls you.", "A wrong hand.", "Two sides disagree."),
    *("A hand came too late.", "Two players sat in each other's seats.", "Evenings.", "Fixtures."),
    *("A penalty, or points for a mishap.", "A game that was not played."),
}
"""What is bold because a paragraph begins with it."""


def plain(words: str) -> str:
    """Words as they are compared: on one line, any number for any other, no dot at the end."""
    return re.sub(r"\d+", "1", " ".join(words.split())).rstrip(".").replace("’", "'")


def names() -> dict[str, str]:
    """What the guide says stands on a page, as it is compared and as it is written."""
    bold = {" ".join(found.split()) for found in BOLD.findall(GUIDE)} - SENTENCES
    return {plain(words): words for words in bold}
