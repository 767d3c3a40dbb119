"""Score slips as templates/partials/score_slip.html draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.definition import Game
from scoring.derivation import Derivation
from tournaments.evening.reads.tables import Hand
from tournaments.site.web.kept import kept_part
from tournaments.site.web.shared import said, stored_lines

Slip = dict[str, Any]
COUPLES: dict[tuple[int, ...], str] = {(1, 3): "A", (2, 4): "B"}


def stored_slip(hand: Hand, game: Game) -> Slip:
    """The slip of a hand as it counts."""
    title = _("Hand %(number)s") % {"number": hand.number}
    return _slip(game, stored_lines(hand.slip), hand.points, title=title)


def drawn_slip(hand: Hand, game: Game) -> SafeString:
    """The same, drawn: once for everybody who sees it."""
    made_from = (game.slug, hand.number, hand.points, repr(hand.slip))
    return kept_part("partials/score_slip.html", made_from, lambda: {"slip": stored_slip(hand, game)})


def previewed_slip(derivation: Derivation, game: Game, *, title: str = "") -> Slip:
    """The slip of a hand that is not saved."""
    lines = [{**line.as_data(), "text": said(line.sentence)} for line in derivation.lines]
    return _slip(game, lines, derivation.scores, title=title)


def _slip(
    game: Game, lines: Iterable[Mapping[str, Any]], scores: Sequence[int], *, title: str, state: str = ""
) -> Slip:
    rulebook = reverse("web:rulebook", args=[game.slug])
    numbers = {paragraph.id: paragraph.number for paragraph in game.paragraphs}
    return {
        "title": title,
        "state": state,
        "lines": [
            {
                **line,
                "seats_label": seats_label(game, line["seats"]),
                "rule_url": f"{rulebook}#{line['rule']}",
                "rule_number": numbers.get(line["rule"], ""),
            }
            for line in lines
        ],
        "totals": _totals(game, scores),
    }


def seats_label(game: Game, seats: Sequence[int]) -> str:
    """Who a line is about: a couple where couples play, else the seats."""
    if game.partnership:
        couple = COUPLES.get(tuple(sorted(seats)))
        return couple or _("all")
    return " · ".join(str(seat) for seat in seats)


def _totals(game: Game, scores: Sequence[int]) -> list[dict[str, object]]:
    if game.partnership:
        return [{"couple": couple, "points": points} for couple, points in zip("AB", scores, strict=False)]
    return [{"label": str(seat), "points": points} for seat, points in enumerate(scores, start=1)]
