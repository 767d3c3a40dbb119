"""What the phone shows: one phase of the evening at a time, as templates/table/phase.html says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _
from django_htmx.http import reselect, reswap, retarget

from games.definition import Game
from tournaments.club.web.pages import render_for
from tournaments.evening import acts, record
from tournaments.evening.reads import director_alerts, facts, live, public, rounds, scoresheets
from tournaments.evening.reads.hands import Hand, open_hands
from tournaments.evening.reads.rounds import (
    DirectorCall,
    GameView,
    PlaceView,
    SeatView,
    TableLink,
    TableNow,
    table_now,
)
from tournaments.evening.round_rules import Status
from tournaments.evening.web import words
from tournaments.evening.web.standings_lines import in_couples, lines
from tournaments.evening.web.table import app, form_data, hand_form
from tournaments.evening.web.table.hands import Slip, agreement_of, next_hand_form, stored_slip, tray
from tournaments.movement.interface import Reason
from tournaments.site.web import query_params
from tournaments.site.web.pages import keep_cookie, kept_form, kept_part, stand_in, translate

OUT_OF_THE_ORDINARY = ("seat.taken", "sits-out")


def going(evening: public.Evening, table: int, here: GameView | None, me: str) -> dict[str, Any]:
    """The announced move seen from a table; `mine` is that of the ticket with the code `me`."""
    upcoming = rounds.announced(evening)
    if upcoming is None:
        return {"goers": [], "coming": []}
    partnership = facts.plan_of(evening).tables.partnership
    places, next_game = upcoming.places(partnership=partnership), upcoming.game(table)
    goers = []
    if here is not None:
        for sitter in here.seats:
            # Whoever has left has no place.
            if place := places.get(sitter.code):
                why = _why(here, sitter, place, places, upcoming.round)
                goers.append(move_of(place, why, stays=place.table == here.table))
    return {
        "next_round": upcoming.number,
        "goers": goers,
        "mine": next((goer for goer in goers if goer["code"] == me), None),
        "coming": next_game.diagram(partnership=partnership) if next_game else [],
    }


def move_of(place: PlaceView, why: str = "", *, stays: bool = False) -> dict[str, Any]:
    """A place in the next round as partials/go.html draws it."""
    return {
        "code": place.who.code,
        "name": place.who.name,
        "table": place.table,
        "seat": place.seat,
        "partner": place.partner,
        "opponents": (" & " if place.partner else " · ").join(place.opponents),
        "stays": stays,
        "why": why,
    }


def _why(
    here: GameView, sitter: SeatView, place: PlaceView, places: Mapping[str, PlaceView], round_: public.Round
) -> str:
    names = {code: other.who.name for code, other in places.items()}
    noted = [
        translate(reason.named(names))
        for reason in map(Reason.from_data, round_.reasons)
        if reason.rule in OUT_OF_THE_ORDINARY and sitter.code in reason.players
    ]
    by_result = round_.evening.plan["movement"] == "progressive"
    if noted or place.table is None or here.by_seat or not by_result:
        return " ".join(noted)
    table = here.table
    others = {other.table or 0 for other in places.values()}
    last, above = max(others), max(other for other in (0, *others) if other < table)
    if here.winner == sitter.couple:
        return _winners(table) if place.table == (above or 1) else ""
    return _losers(table, last) if place.table == (table if table > 1 else last) else ""


def _winners(table: int) -> str:
    if table == 1:
        return _("You won at the head table: the winners stay.")
    return _("You won at table %(table)s: winners go up one table.") % {"table": table}


def _losers(table: int, last: int) -> str:
    if last == 1:
        return _("There is one table: everybody stays, and partners change.")
    if table == 1:
        return _("You lost at the head table: its losers go down to the foot table.")
    return _("You lost at table %(table)s: losers stay, and partners change.") % {"table": table}


def results(evening: public.Evening, here: GameView | None) -> dict[str, Any]:
    visible = public.visible_results(evening)
    if here is None or not visible.standings:
        return {"lines": [], "visible": visible}
    names = {sitter.code: sitter.name for sitter in here.seats}
    return {
        "visible": visible,
        "lines": in_couples(evening, lines(public.lines_of(evening, here.codes), names)),
    }


RUNG: Final = "rung"
"""The cookie in which a phone keeps the round whose bell it has shown."""
BACK_IN_PLAY: Final = ("play", "ring", "played_out")


def decision(link: TableLink, here: GameView) -> director_alerts.ReadEntry | None:
    """The director's decision on the game of a table, with its reason; one query where there is one."""
    if not here.decision:
        return None
    where = (here.round.number, link.table.number)
    return next(
        (
            decided
            for decided in director_alerts.standing_decisions(link.table.evening)
            if decided.act in (acts.AdjustGame.name, acts.NotPlayed.name)
            and (decided.body["round"], decided.body["table"]) == where
        ),
        None,
    )


def penalties(link: TableLink, here: GameView | None) -> list[dict[str, Any]]:
    """The penalties of those who sit at a table, each with its reason; one query."""
    if here is None:
        return []
    names = {sitter.code: sitter.name for sitter in here.seats}
    return [
        {"name": names[code], "points": penalty.body["points"], "reason": penalty.reason}
        for penalty in director_alerts.standing_decisions(link.table.evening)
        if penalty.act == acts.Penalty.name
        for code in penalty.body["tickets"]
        if code in names
    ]


def may_claim(link: TableLink, here: GameView) -> bool:
    """Whether the table reached the target before the one that rang; two queries, where it has reached it at all."""
    setup, rang, own = facts.setup_of(link.table.evening), here.round.bell_table, link.table.number
    if rang is None or rang.number == own or not setup.may_ring(own, here.points, here.decision):
        return False
    return record.was_before(director_alerts.target_times(setup, here.round), own, rang.number)


PHASES: Final = {
    Status.CHECK_IN: "waiting",
    Status.SEATED: "seated",
    Status.PLAYING: "play",
    Status.BELL: "bell",
    Status.SETTLED: "settled",
    Status.DRAFTED: "settled",
    Status.MOVED: "moved",
    Status.FINISHED: "finished",
    Status.PUBLISHED: "finished",
}
WITH_FORM: Final = ("play", "bell")
NEEDS_A_TABLE: Final = ("seated", "play", "ring", "played_out", "bell", "settled")


@dataclass(frozen=True, slots=True)
class PhonePage:
    """The table as one phone sees it; `now` is what all its phones see."""

    link: TableLink
    phase: str
    game: GameView | None
    now: TableNow

    @property
    def state_key(self) -> str:
        """A key for what the page shows: the phase, and what of this table can change in it."""
        evening = self.link.table.evening
        if self.game is None or self.phase not in (*WITH_FORM, "ring", "played_out"):
            return f"{self.phase}~{self.link.shown}"
        game = self.game
        parts = (
            evening.current_round,
            game.hands,
            game.cut,
            game.round.bell_table_id,
            game.row.version,
            game.decision,
        )
        return f"{self.phase}~{'.'.join(map(str, (*parts, *game.codes)))}"


def by_htmx(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers


def page_of(link: TableLink, *, fresh: bool) -> PhonePage:
    """The page for the table of `link` as the evening stands; `fresh` for whoever may have written."""
    evening = link.table.evening
    phase = PHASES.get(Status(evening.status), "abandoned")
    now = table_now(link, fresh=fresh)
    game = now.game if phase not in ("waiting", "abandoned") else None
    if game is None and phase in NEEDS_A_TABLE:
        phase = "idle"
    elif game is not None and phase in NEEDS_A_TABLE and app.owner_is_elsewhere(link, game):
        phase, game = "elsewhere", None
    elif game is not None and phase == "play":
        setup = facts.setup_of(evening)
        if setup.may_ring(link.table.number, game.points, game.decision):
            phase = "ring"
        elif setup.played_out(game.hands, game.points, game.row.outright):
            phase = "played_out"
    return PhonePage(link, phase, game, now)


def show(
    request: HttpRequest, link: TableLink, *, unsaved: hand_form.Typed | None = None, status: int = 200
) -> HttpResponse:
    """The page; htmx, which tells what it has on screen, gets nothing or only what has changed of it."""
    page = page_of(link, fresh=request.method not in ("GET", "HEAD"))
    screen_key = query_params.text(request, "seen") if by_htmx(request) else ""
    if screen_key == page.state_key:
        return HttpResponse(status=204)
    before = screen_key.partition("~")[0]
    whole = before != page.phase or request.headers.get("HX-Target") != "live"
    context = _context(request, page, unsaved, whole=whole)
    context["rung"] = page.phase == "bell" and before in BACK_IN_PLAY
    shown_bell = page.game is not None and request.COOKIES.get(RUNG) == str(page.game.round.number)
    context["taken_back"] = taken_back = shown_bell and page.phase in BACK_IN_PLAY
    template = (
        "table/table.html" if not by_htmx(request) else "table/whole.html" if whole else "table/now.html"
    )
    answer = render_for(request, link.table.evening.club, template, context, status=status)
    # The phone remembers that it shows a bell, and forgets it once it has said that it was taken back.
    if page.game is not None and page.phase == "bell":
        bell = str(page.game.round.number)
        keep_cookie(request, answer, RUNG, bell, lasts=app.LASTS, path=context["url"])
    elif taken_back:
        answer.delete_cookie(RUNG, path=context["url"], samesite="Lax")
    if before and before != page.phase:
        # The form comes or goes with the phase: the whole table is replaced, not the live part alone.
        answer = reswap(reselect(retarget(answer, "#table"), "#table"), "outerHTML")
    return answer


def _context(
    request: HttpRequest, page: PhonePage, unsaved: hand_form.Typed | None, *, whole: bool
) -> dict[str, Any]:
    # `whole` where its form is wanted too, and not only what follows the evening.
    evening = page.link.table.evening
    me = query_params.text(request, "me")
    context: dict[str, Any] = {
        "evening": evening,
        "table": page.link.table.number,
        "phase": page.phase,
        "version": page.link.shown,
        "here": page.game,
        "from_seat": app.own_seat(page.link, page.game) if page.game else None,
        "plan": facts.plan_of(evening),
        "hands_per_round": facts.setup_of(evening).most_hands(page.game.points) if page.game else None,
        "url": app.table_url(page.link),
        "acts": acts_of(page.link),
        "live_key": live.key_of(evening),
        "refused": [refusal.message for refusal in unsaved.refusals] if unsaved else [],
        "live_query": f"seen={page.state_key}" + (f"&me={me}" if me.isalnum() else ""),
    }
    if page.phase not in ("waiting", "abandoned"):
        context |= {
            "call": page.now.call,
            "call_reasons": DirectorCall.Reason.choices,
            "call_urls": {name: app.table_url(page.link, f"table-{name}") for name in ("call", "withdraw")},
        }
    if page.game is not None and page.phase in NEEDS_A_TABLE:
        context |= _game(request, page, page.game)
        if whole and _has_form(page, page.game):
            context["entry"] = _hand_form(request, page, page.game, context["deal"], unsaved)
    context["signals"] = may_signal(page.link)
    if page.phase == "elsewhere":
        owner = app.owner_of(page.link)
        context |= {
            "owner": owner.player.name if owner else "",
            "owner_at": live.table_of(owner, evening.current_round) if owner else None,
            "seat_url": app.table_url(page.link, "table-seat"),
        }
    if page.phase == "moved":
        context |= going(evening, page.link.table.number, page.game, me or app.own_code(page.link))
    if page.phase == "finished":
        context |= {**results(evening, page.game), "still_disputed": open_hands(evening).disputed}
    if page.phase in ("moved", "finished", "settled") or (page.game and page.game.own_points):
        context["penalties"] = penalties(page.link, page.game)
    if page.phase in ("moved", "finished"):
        context["tray"] = tray(scoresheets.late_hands(page.link.table))
    if not by_htmx(request):
        context |= _still(request, page.link, context)
    return context


def may_signal(link: TableLink) -> bool:
    """Whether this table gives the signal for the next round now: table 1, where the plan leaves it to it."""
    evening = link.table.evening
    is_time = acts.Start in acts.possible(Status(evening.status))
    return is_time and link.table.number == 1 and facts.plan_of(evening).signal == "table_1"


def _still(request: HttpRequest, link: TableLink, context: dict[str, Any]) -> dict[str, Any]:
    # What stays the same, whatever the evening does.
    zone = link.table.evening.club.time_zone
    calls: dict[str, Any] = {name: context[name] for name in ("call_urls", "call_reasons") if name in context}
    return {
        "words": kept_part("table/queue.html", zone, lambda: {"club": link.table.evening.club}),
        "call_sheet": kept_form(request, "table/parts/call.html", app.table_url(link), lambda: calls)
        if calls
        else "",
    }


def _game(request: HttpRequest, page: PhonePage, here: GameView) -> dict[str, Any]:
    evening = page.link.table.evening
    setup = facts.setup_of(evening)
    game = setup.game
    sheet = page.now.sheet
    assert sheet is not None  # noqa: S101 - a table with a game has a score sheet
    hands = list(sheet.live)
    deal = form_data.next_deal(setup, here, hands) if _has_form(page, here) else None
    agreement = agreement_of(page.link, here, sheet)
    return {
        **agreement,
        "whose": _whose(request, here, agreement, app.own_seat(page.link, here)),
        "decision": decision(page.link, here),
        "may_claim": page.phase == "bell" and may_claim(page.link, here),
        "target": setup.target,
        "game": game,
        "trumps": words.trumps_of(evening, here.round.number),
        "diagram": _diagram(page, here, game, dealer=deal.seat if deal else None),
        "saved": _named_hand(hands, query_params.text(request, "saved"), game, here.seats),
        "score": here.score,
        "game_over": setup.is_over(here.points, here.row.outright),
        "deal": deal,
    }


def _whose(request: HttpRequest, here: GameView, agreement: Mapping[str, Any], own_seat: int | None) -> str:
    context = {
        "seats": [(sitter.seat, sitter.code, sitter.short) for sitter in here.seats],
        "owner": agreement["owner"],
        "seat_url": agreement["seat_url"],
        "from_seat": own_seat,
    }
    return kept_form(request, "table/phase.html#whose", repr(context), lambda: context)


def _diagram(page: PhonePage, here: GameView, game: Game, *, dealer: int | None) -> str:
    own_seat = app.own_seat(page.link, here)
    context = {
        "seats": here.diagram(partnership=game.partnership, mine=own_seat, dealer=dealer),
        "table": page.link.table.number,
        "from_seat": own_seat,
        "compact": page.phase != "seated",
        "turn": True,
    }
    return kept_part("partials/seat_diagram.html", repr(context), lambda: context)


def _has_form(page: PhonePage, here: GameView) -> bool:
    setup = facts.setup_of(page.link.table.evening)
    is_done = setup.played_out(here.hands, here.points, here.row.outright)
    return page.phase in WITH_FORM and not here.decision and not is_done


def _named_hand(hands: list[Hand], number: str, game: Game, seats: Sequence[SeatView]) -> Slip | None:
    # With names where each seat has points of its own.
    saved = next((hand for hand in hands if str(hand.number) == number), None)
    if saved is None:
        return None
    slip = {**stored_slip(saved, game), "title": _("Hand %(number)s is saved") % {"number": saved.number}}
    if len(slip["totals"]) == len(seats):
        names = [sitter.short for sitter in seats]
        slip["totals"] = [{**total, "label": name} for total, name in zip(slip["totals"], names, strict=True)]
    return slip


HAND_FORM: Final = "table/hand.html"


def _hand_form(
    request: HttpRequest,
    page: PhonePage,
    game: GameView,
    deal: form_data.Deal,
    unsaved: hand_form.Typed | None,
) -> str:
    # Rendered once for all phones of the table, which differ by their tokens alone.
    setup, url = facts.setup_of(page.link.table.evening), app.table_url(page.link)
    played_at = game.round.stopped_at if page.phase == "bell" else None

    def context(form: hand_form.HandForm) -> dict[str, Any]:
        return {
            "phase": page.phase,
            "plan": setup.plan,
            "url": url,
            "acts": acts_of(page.link),
            "form": form,
            "preview": unsaved.preview if unsaved else None,
        }

    def drawn() -> hand_form.HandForm:
        return next_hand_form(setup, game, deal.seat, played_at, unsaved)

    if unsaved is not None:
        return loader.render_to_string(HAND_FORM, context(drawn()), request)
    rules = setup.game.slug, setup.house_rules, setup.plan.ends
    which = page.phase, game.seats, deal.seat, game.round.number, game.hands, played_at
    return kept_form(
        request,
        HAND_FORM,
        (url, rules, which),
        lambda: context(replace(drawn(), key=stand_in("key"))),
        key=token_urlsafe(16),
    )


def acts_of(link: TableLink) -> dict[str, str]:
    names = ("enter", "preview", "ring", "cut", "signal")
    return {name: app.table_url(link, f"table-{name}") for name in names}
