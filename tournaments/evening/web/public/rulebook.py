"""A game's rulebook: numbered paragraphs that score lines lead to, with worked examples as slips."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import catalogue
from games.definition import Game
from games.rulebook import Example, Paragraph
from scoring.faults import Faults
from tournaments.evening.web.slips import previewed_slip
from tournaments.site.web.prose import blocks


@require_safe
def rulebook(request: HttpRequest, game: str) -> HttpResponse:
    """The rulebook of the game called `game`."""
    try:
        found = catalogue.find(game)
    except Faults as unknown:
        raise Http404 from unknown
    sections = [
        (_(title), [_paragraph(found, paragraph) for paragraph in paragraphs])
        for title, paragraphs in groupby(found.paragraphs, key=lambda paragraph: paragraph.section)
    ]
    context = {"game": found, "pack": _(found.pack), "sections": sections}
    return render(request, "public/rulebook.html", context)


def _paragraph(game: Game, paragraph: Paragraph) -> dict[str, Any]:
    return {
        "number": paragraph.number,
        "id": paragraph.id,
        "title": _(paragraph.title),
        "blocks": blocks(paragraph.text),
        "examples": [_example(game, example) for example in paragraph.examples],
    }


def _example(game: Game, example: Example) -> dict[str, Any]:
    """An example scored afresh, so that it cannot disagree with the rules it explains."""
    derivation = game.score(example.hand, game.house_rules(example.options))
    return previewed_slip(derivation, game)
