"""The rules of one evening: its rulebook, and its game as its club plays it tonight, every rule as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.club.web.zones import render_for
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.reads.public import Evening
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.evening.web.table.form_data import as_posted
from tournaments.ranking.rulebook import Paragraph
from tournaments.site.web.rules_in_words import in_a_sentence, value_in_words
from tournaments.site.web.shared import said


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule as a reader sees it.

    Attributes:
        label: what it settles.
        value: how, in a word.
        sentence: how, in a sentence.
        by_the_book: whether the source text says the same; then `book` is empty.
        book: what the source text says instead, in a sentence.
    """

    label: str
    value: str
    sentence: str
    by_the_book: bool
    book: str


def house_rules(setup: Setup) -> Iterator[HouseRule]:
    """The house rules of an evening, in the order of the game's page; none of those that nothing rests on."""
    tonight = setup.game.options_as_data(setup.house_rules)
    book = setup.game.options_as_data(setup.game.house_rules({}))
    for rule in setup.game.in_force(setup.house_rules):
        if rule.name == "target" and setup.target is None:
            continue
        value, usual = tonight[rule.name], book[rule.name]
        yield HouseRule(
            label=_(rule.label),
            value=value_in_words(rule, value),
            sentence=in_a_sentence(rule, value),
            by_the_book=value == usual,
            book="" if value == usual else in_a_sentence(rule, usual),
        )


def _practice(setup: Setup) -> str:
    """What the address of the practice sheet ends with, so that it scores by tonight's house rules."""
    tonight = setup.game.options_as_data(setup.house_rules)
    asked = {f"options.{name}": as_posted(value) for name, value in tonight.items() if value is not False}
    return f"?{urlencode(asked)}" if asked else ""


def _paragraph(paragraph: Paragraph) -> dict[str, str]:
    return {
        "id": paragraph.id,
        "number": paragraph.number,
        "title": said(paragraph.title),
        "text": " ".join(map(said, paragraph.sentences)),
    }


@require_safe
@evening_page
def rules(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What is played tonight, and how."""
    setup = facts.setup_of(evening)
    context = {
        **evening_context(evening),
        "game": setup.game,
        "sections": [
            (heading, [_paragraph(paragraph) for paragraph in paragraphs])
            for heading, paragraphs in groupby(
                facts.rulebook_of(evening).paragraphs, key=lambda paragraph: said(paragraph.section)
            )
        ],
        "house_rules": list(house_rules(setup)),
        "practice": _practice(setup),
    }
    return render_for(request, evening.club, "public/house_rules.html", context)
