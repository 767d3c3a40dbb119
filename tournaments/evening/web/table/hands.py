"""A hand on its way from a form to the scoring, with practice; its slip, and what its table has to agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from secrets import token_urlsafe
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import catalogue
from games.definition import Game
from scoring.derivation import Derivation, gettext_noop
from scoring.entry import Entry
from scoring.faults import Faults
from tournaments.evening import acts, record
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.reads.hands import Hand, HandState
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.rounds import GameView, SeatView, TableLink, seats_at
from tournaments.evening.reads.scoresheets import ScoreSheet, is_own
from tournaments.evening.round_rules import Keeping, Status
from tournaments.evening.services import scoresheets
from tournaments.evening.web.table import app, hand_form
from tournaments.evening.web.table.form_data import (
    OPTIONS,
    PREFIX,
    Values,
    posted_values,
    read_hand,
    read_options,
)
from tournaments.site.web import query_params
from tournaments.site.web.pages import Refusal, kept_part, refusals, stored_lines, translate

Slip = dict[str, Any]


def stored_slip(hand: Hand, game: Game) -> Slip:
    title = _("Hand %(number)s") % {"number": hand.number}
    return _slip(game, stored_lines(hand.slip), hand.points, title=title)


def slip_of(hand: Hand, setup: Setup) -> Slip | None:
    return None if hand.hand is None else stored_slip(hand, setup.game)


def drawn_slip(hand: Hand, game: Game) -> SafeString:
    """`stored_slip` as HTML, rendered once for everybody who sees it."""
    made_from = (game.address, hand.number, hand.points, repr(hand.slip))
    return kept_part("partials/score_slip.html", made_from, lambda: {"slip": stored_slip(hand, game)})


def previewed_slip(derivation: Derivation, game: Game, *, title: str = "") -> Slip:
    lines = [{**line.as_data(), "text": translate(line.sentence)} for line in derivation.lines]
    return _slip(game, lines, derivation.scores, title=title)


def _slip(game: Game, lines: Iterable[Mapping[str, Any]], scores: Sequence[int], *, title: str) -> Slip:
    rulebook = reverse("web:rulebook", args=[game.address])
    numbers = {paragraph.id: paragraph.number for paragraph in game.paragraphs}
    sides = sides_of(game, scores)
    couples = "A" in sides
    called = {(1, 3): "A", (2, 4): "B", (1, 2, 3, 4): _("all")} if couples else {}
    return {
        "title": title,
        "state": "",
        "lines": [
            {
                **line,
                "seats_label": called.get(tuple(sorted(line["seats"])), " · ".join(map(str, line["seats"]))),
                "rule_url": f"{rulebook}#{line['rule']}",
                "rule_number": numbers.get(line["rule"], ""),
            }
            for line in lines
        ],
        "totals": [
            {"couple" if couples else "label": side, "points": points} for side, points in sides.items()
        ],
    }


def sides_of(game: Game, scores: Sequence[int]) -> dict[str, int]:
    """What each couple gets of a hand; each seat, where there are none or two partners get different points."""
    alike = game.partnership and (not scores[2:] or scores[:2] == scores[2:])
    return dict(zip(Keeping(by_seat=not alike).sides(len(scores)), scores, strict=False))


@dataclass(frozen=True, slots=True)
class Previewed:
    """A hand that is being tapped in, as templates/table/preview.html shows it; no `slip` while it has faults."""

    values: Values
    slip: Slip | None
    refused: tuple[Refusal, ...]
    closed: str

    @classmethod
    def of(
        cls,
        values: Values,
        hand: Mapping[str, object],
        game: Game,
        rules: Entry,
        seats: int,
        score: Callable[[], Derivation],
        title: str = "",
    ) -> Previewed:
        slip: Slip | None = None
        refused: tuple[Refusal, ...] = ()
        try:
            slip = previewed_slip(score(), game, title=title)
        except Faults as faults:
            refused = tuple(refusals(faults))
        return cls(values, slip, refused, hand_form.closed_tiles(game, hand, rules, seats))

    @property
    def preview(self) -> Slip | None:
        return {**self.slip, "state": "draft"} if self.slip else None

    def unsaved(self, key: str) -> hand_form.Typed:
        return hand_form.Typed(self.values, self.refused, key, self.preview)

    @property
    def refusals(self) -> list[Refusal]:
        """What is wrong with what is there so far; without what is only missing still."""
        return [refusal for refusal in self.refused if not hand_form.unfinished(refusal, self.values)]


def entered(posted: Mapping[str, str], evening: Evening, table: int) -> tuple[Values, dict[str, object]]:
    game = facts.game_of(evening)
    return read_posted(posted, game, seats_of(game, evening, table))


def read_posted(posted: Mapping[str, str], game: Game, seats: int) -> tuple[Values, dict[str, object]]:
    values = posted_values(posted, game, seats)
    return values, read_hand(game, values, seats)


def seats_of(game: Game, evening: Evening, table: int) -> int:
    """How many play at the table; without a query where the game has one number of players."""
    only = game.seats[0] if len(game.seats) == 1 else 0
    return only or seats_at(evening, table) or game.seats[0]


def previewed(posted: Mapping[str, str], evening: Evening, table: int) -> Previewed:
    setup = facts.setup_of(evening)
    seats = seats_of(setup.game, evening, table)
    values, hand = read_posted(posted, setup.game, seats)
    score = partial(scoresheets.preview_hand, evening_id=evening.pk, table=table, hand=hand)
    return Previewed.of(values, hand, setup.game, setup.house_rules, seats, score)


def next_hand_form(
    setup: Setup,
    game: GameView,
    dealer: int | None,
    played_at: datetime | None,
    unsaved: hand_form.Typed | None,
) -> hand_form.HandForm:
    """The form of the table's next hand; an `unsaved` one is still it, unless another has its number.

    `dealer` is a seat; `played_at` when play was stopped, where the hand was played before that.
    """
    return hand_form.draw(
        setup.game,
        game.seats,
        rules=setup.house_rules,
        preset=hand_form.chosen_dealer(setup.game, dealer),
        round_number=game.round.number,
        number=game.hands + 1,
        key=unsaved.key if unsaved and not unsaved.saved_slip else token_urlsafe(16),
        typed=unsaved,
        played_at=played_at.isoformat() if played_at else "",
    )


FIRST_DEAL = {f"{PREFIX}dealer": "1"}
"""On a practice sheet seat 1 deals, until somebody says otherwise; where the deal is folded away, nobody is named."""


@dataclass(frozen=True, slots=True)
class PracticeSheet:
    game: Game
    seats: int
    rules: Entry
    refused_rules: tuple[Refusal, ...]
    parameters: Mapping[str, str]

    @property
    def setting(self) -> dict[str, str]:
        rules = {name: value for name, value in self.parameters.items() if name.startswith(OPTIONS) and value}
        return {"players": str(self.seats), **rules}

    @property
    def sitters(self) -> list[SeatView]:
        names = [_("Seat %(seat)s") % {"seat": seat} for seat in range(1, self.seats + 1)]
        return [SeatView(seat, "", name, name) for seat, name in enumerate(names, start=1)]

    def scored(self) -> Previewed:
        values, hand = read_posted(self.parameters, self.game, self.seats)
        score = partial(self.game.score, hand, self.rules)
        return Previewed.of(values, hand, self.game, self.rules, self.seats, score, _("This hand"))


def _sheet(request: HttpRequest, slug: str) -> PracticeSheet:
    try:
        game = catalogue.at_address(slug)
    except Faults as unknown:
        raise Http404 from unknown
    parameters = dict(query_params.parameters(request).items())
    count = parameters.get("players", "")
    seats = int(count) if count in map(str, game.seats) else game.seats[0]
    refused: list[Refusal] = []
    try:
        rules = game.house_rules(read_options(game, parameters))
    except Faults as faults:
        rules, refused = game.house_rules({}), refusals(faults)
    return PracticeSheet(game.called(dict(rules)), seats, rules, tuple(refused), parameters)


@require_safe
def practice_sheet(request: HttpRequest, game: str) -> HttpResponse:
    practice = _sheet(request, game)
    has_a_hand = any(name.startswith(PREFIX) for name in practice.parameters)
    outcome = practice.scored() if has_a_hand else None
    url = reverse("web:practice", args=[practice.game.address])
    is_folded = any(described.name == "dealer" and described.folded for described in practice.game.form)
    context: dict[str, Any] = {
        "game": practice.game,
        "seats": practice.seats,
        "counts": [
            (count, f"{url}?{urlencode({**practice.setting, 'players': count})}")
            for count in sorted(practice.game.seats)
        ],
        "setting": practice.setting,
        "house_rules": hand_form.draw_house_rules(
            practice.game, practice.rules, hand_form.Typed(practice.parameters, practice.refused_rules)
        ),
        "wrong_rules": bool(practice.refused_rules),
        "another": f"{url}?{urlencode(practice.setting)}",
        "acts": {"enter": url, "preview": reverse("web:practice-preview", args=[practice.game.address])},
        "form": hand_form.draw(
            practice.game,
            practice.sitters,
            rules=practice.rules,
            typed=hand_form.Typed(outcome.values, outcome.refused) if outcome else None,
            preset={} if is_folded else FIRST_DEAL,
        ),
        "slip": outcome.slip if outcome else None,
        "preview": None,
    }
    return render(request, "table/practice.html", context)


@require_safe
def practice_preview(request: HttpRequest, game: str) -> HttpResponse:
    return render(request, "table/preview.html", {"previewed": _sheet(request, game).scored()})


BECAUSE: Final = {
    "after-the-bell": gettext_noop("It was finished after play had stopped."),
    "round-closed": gettext_noop("The round had been closed already."),
    "game-decided": gettext_noop("The game had been decided already."),
    "earlier-hand-late": gettext_noop("An earlier hand of the table waits for the director."),
}


@dataclass(frozen=True, slots=True)
class Reader:
    """The table as one phone reads it: `seat` is its owner's, None for a phone in the middle."""

    link: TableLink
    game: GameView
    setup: Setup
    sheet: ScoreSheet
    seat: int | None

    def speakers(self, entry: Hand) -> tuple[SeatView, ...]:
        """The seats of other sides than the one that made an entry, for which this phone may speak.

        A phone does not speak for two sides: on the one that made it nobody does.
        """
        if is_own(entry, app.phone_id(self.link)):
            return ()
        table, couples = self.link.table.number, not self.setup.plan.keeping.by_seat
        return tuple(
            sitter
            for sitter in self.game.seats
            if self.seat in (None, sitter.seat)
            and record.may_confirm(entry.entry.by, f"table:{table} seat:{sitter.seat}", couples=couples)
        )

    def who(self, by: str) -> str:
        seat = record.seat_of(by)
        if not by.startswith(record.AT_A_TABLE):
            return _("the director")
        named = next((sitter.short for sitter in self.game.seats if sitter.seat == seat), "")
        return named or _("a phone of this table")

    def status_of(self, hand: Hand) -> dict[str, Any]:
        # `state` is "waits", "confirmed", "taken" (counts as confirmed without a word) or "disputed".
        disputing = self.sheet.disputing(hand.number)
        state = self.sheet.agreement(hand, self.setup.plan.confirmation)
        entries = (hand, *disputing) if disputing else ()
        rows = (
            hand_form.side_by_side(self.setup, self.game.seats, [entry.hand for entry in entries])
            if entries
            else []
        )
        in_play = Status(self.link.table.evening.status) in IN_ROUND
        return {
            "hand": hand,
            "is_void": hand.hand is None,
            "slip": drawn_slip(hand, self.setup.game),
            "of": hand.entry.sequence,
            "who": self.who(hand.entry.by),
            "state": state,
            "words": self._words(hand, state),
            "confirms": self.speakers(hand) if state in ("waits", "taken") else (),
            "entries": list(map(self._entry, entries, self._names(entries))),
            "rows": [row for row in rows if row.differs],
            "before": list(self._before(hand)),
            "may_correct": in_play and hand.number == self.game.hands,
            "may_dispute": in_play,
            "urls": urls_of(self.link, hand.number),
        }

    def _words(self, hand: Hand, state: str) -> str:
        if state == "confirmed":
            if any(entry.hand == hand.hand for entry in self.sheet.agreeing(hand.number)):
                return _("both phones say the same")
            return _("by %(name)s") % {"name": self.who(hand.confirmed_by or hand.entry.by)}
        if state == "waits" and self.setup.plan.confirmation == "taken":
            return _("counts as confirmed with the next hand, or when play stops")
        return ""

    def _names(self, entries: Sequence[Hand]) -> list[str]:
        # By who made them, or by their order where that tells too little.
        makers = [self.who(hand.entry.by) for hand in entries]
        known = all(record.seat_of(hand.entry.by) for hand in entries) and len(set(makers)) == len(makers)
        numbered = [_("entry %(number)s") % {"number": place} for place in range(1, len(makers) + 1)]
        return makers if known else numbered

    def _entry(self, hand: Hand, who: str) -> dict[str, Any]:
        return {
            "of": hand.entry.sequence,
            "who": who,
            "slip": {**stored_slip(hand, self.setup.game), "title": _("As %(name)s has it") % {"name": who}},
            "void": hand.hand is None,
            "agrees": self.speakers(hand),
        }

    def _before(self, hand: Hand) -> Iterator[Slip]:
        # The last one first, each with why it was replaced.
        versions = [version for version in self.sheet.earlier(hand.number) if version.hand != hand.hand]
        facts.with_names([version.entry for version in (hand, *versions)])
        after: Hand = hand
        for old in sorted(versions, key=lambda version: version.entry.sequence, reverse=True):
            corrected = after.entry.act == acts.CorrectHand.name and old.state == HandState.REPLACED
            title = _("Was, entered by %(name)s") % {"name": self.who(old.entry.by)}
            slip = stored_slip(old, self.setup.game)
            yield {**slip, "title": title, "note": after.entry.reason if corrected else ""}
            after = old if old.state == HandState.REPLACED else after


def urls_of(link: TableLink, number: int) -> dict[str, str]:
    names = ("confirm", "settle", "other", "correct")
    return {name: app.table_url(link, f"table-{name}", number) for name in names}


def agreement_of(link: TableLink, here: GameView, sheet: ScoreSheet) -> dict[str, Any]:
    setup = facts.setup_of(link.table.evening)
    reader = Reader(link, here, setup, sheet, app.own_seat(link, here))
    statuses = [reader.status_of(hand) for hand in reversed(sheet.live)]
    waits = [status for status in statuses if status["state"] == "waits"]
    disputed = [status for status in statuses if status["state"] == "disputed"]
    if here.decision:
        waits, disputed = [], []  # The hands do not count.
    return {
        "told": statuses,
        "asked": disputed + waits[:1],
        "owner": next((sitter.short for sitter in here.seats if sitter.seat == reader.seat), ""),
        "seat_url": app.table_url(link, "table-seat"),
        "open_hands": {"waits": len(waits), "disputed": len(disputed)},
        "marks_waiting": bool(waits) and setup.plan.confirmation == "needed",
        "tray": tray(sheet.tray),
    }


def tray(hands: Sequence[Hand]) -> list[dict[str, Any]]:
    return [
        {
            "number": hand.number,
            "round": hand.table_round.round.number,
            "left_out": hand.state == HandState.LEFT_OUT,
            "because": _(BECAUSE[hand.late_because]) if hand.late_because in BECAUSE else "",
        }
        for hand in hands
    ]
