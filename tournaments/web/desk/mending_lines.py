"""Ledger entries of what comes after the first entry, as sentences: second entries, corrections, decisions."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.status import Act
from tournaments.web.desk.ledger_words import (
    Body,
    Names,
    Say,
    hand_in_words,
    name,
    points_in_words,
)

BECAUSE: Mapping[str, str] = {
    "after-the-bell": gettext_noop("it was finished after play had stopped"),
    "round-closed": gettext_noop("its round was closed already"),
    "game-decided": gettext_noop("the director had decided the game already"),
    "earlier-hand-late": gettext_noop("an earlier hand of the table lies in the late tray"),
}
"""Why a hand is late."""


def because_in_words(code: str) -> str:
    """Why a hand lies in the late tray."""
    return _(BECAUSE[code]) if code in BECAUSE else _("it came too late to count by itself")


def _of_a_hand(words: str) -> Say:
    return lambda body, names: hand_in_words(_(words), body) + _cut(body)


def _cut(body: Body) -> str:
    """What an entry says of a cut that it made necessary, as a sentence behind the first."""
    cut = body.get("cut")
    if not cut:
        return ""
    words = (
        _("The game is level with this; couple %(winner)s won the cut, drawn by the seed.")
        if cut["how"] == "seed"
        else _("The game is level with this; couple %(winner)s won the cut.")
    )
    return " " + words % {"winner": cut["winner"]}


def _enter_again(body: Body, names: Names) -> str:
    if not body["agrees"]:
        words = _(
            "Round %(round)s, table %(table)s: hand %(number)s was entered otherwise, %(worth)s; it is in dispute."
        )
    elif body["confirms"]:
        words = _(
            "Round %(round)s, table %(table)s: hand %(number)s was entered the same by the other side, "
            "which confirms it."
        )
    else:
        words = _("Round %(round)s, table %(table)s: hand %(number)s was entered once more, the same.")
    return hand_in_words(words, body)


def _late(body: Body, names: Names) -> str:
    words = _("Round %(round)s, table %(table)s: a hand, %(worth)s, came into the late tray: %(because)s.")
    return hand_in_words(words, body, because=because_in_words(body["because"]))


def _penalty(body: Body, names: Names) -> str:
    points = body["points"]
    told = {
        "names": ", ".join(name(code, names) for code in body["tickets"]),
        "points": abs(points),
    }
    if points < 0:
        words = ngettext(
            "%(points)s point off for %(names)s.", "%(points)s points off for %(names)s.", abs(points)
        )
    else:
        words = ngettext(
            "%(points)s point added for %(names)s.", "%(points)s points added for %(names)s.", points
        )
    return words % told


def _wrong_seats(body: Body, names: Names) -> str:
    hands = [_("round %(round)s, table %(table)s, hand %(number)s") % told for told in body["hands"]]
    words = _("%(one)s and %(other)s sat in each other's seats: %(hands)s.")
    return words % {
        "one": name(body["one"], names),
        "other": name(body["other"], names),
        "hands": "; ".join(hands),
    }


def _adjust(body: Body, names: Names) -> str:
    words = _("Round %(round)s, table %(table)s: the director set the game's score to %(points)s.")
    told = {"round": body["round"], "table": body["table"], "points": points_in_words(body["points"])}
    return words % told + _cut(body)


def _not_played(body: Body, names: Names) -> str:
    words = _("Round %(round)s, table %(table)s: the game was recorded as not played; it counts for nobody.")
    said = words % {"round": body["round"], "table": body["table"]}
    cut = body.get("cut")
    if not cut:
        return said
    moves = _("By the seed couple %(winner)s moves as its winner.") % {"winner": cut["winner"]}
    return f"{said} {moves}"


def _withdraw(body: Body, names: Names) -> str:
    if "table" not in body:
        return _("The decision of entry %(of)s was withdrawn.") % {"of": body["of"]}
    words = _(
        "Round %(round)s, table %(table)s: the decision of entry %(of)s was withdrawn; the hands count again."
    )
    return words % {"round": body["round"], "table": body["table"], "of": body["of"]} + _cut(body)


def _take_back_bell(body: Body, names: Names) -> str:
    return _("The bell of round %(round)s was taken back; play goes on.") % {"round": body["round"]}


def _move_bell(body: Body, names: Names) -> str:
    words = (
        _("The bell of round %(round)s is credited to table %(table)s.")
        if body["table"]
        else _("The bell of round %(round)s is credited to no table: none has reached the target.")
    )
    return words % {"round": body["round"], "table": body["table"]}


def _recall(body: Body, names: Names) -> str:
    words = _("The seats of round %(round)s were taken back, to be worked out again.")
    return words % {"round": body["round"]}


def _reopen(body: Body, names: Names) -> str:
    return _("The published results were opened again; what was published stays until it is published again.")


def _look(body: Body, names: Names) -> str:
    words = _("A director who plays tonight looked at the hands of table %(table)s in round %(round)s.")
    return words % {"round": body["round"], "table": body["table"]}


SAY_OF_MENDING: dict[str, Say] = {
    Act.ENTER_AGAIN: _enter_again,
    Act.CONFIRM_HAND: _of_a_hand(
        gettext_noop("Round %(round)s, table %(table)s: hand %(number)s was confirmed.")
    ),
    Act.SETTLE_DISPUTE: _of_a_hand(
        gettext_noop("Round %(round)s, table %(table)s: the dispute about hand %(number)s was settled.")
    ),
    Act.LATE_HAND: _late,
    Act.TAKE_LATE: _of_a_hand(
        gettext_noop("Round %(round)s, table %(table)s: a late hand counts, as hand %(number)s.")
    ),
    Act.LEAVE_OUT_LATE: _of_a_hand(
        gettext_noop("Round %(round)s, table %(table)s: a late hand was left out.")
    ),
    Act.CORRECT_HAND: _of_a_hand(
        gettext_noop("Round %(round)s, table %(table)s: hand %(number)s was corrected, now %(worth)s.")
    ),
    Act.NOTE_HAND: _of_a_hand(
        gettext_noop(
            "Round %(round)s, table %(table)s: noted only, hand %(number)s should have been %(worth)s."
        )
    ),
    Act.WRONG_SEATS: _wrong_seats,
    Act.PENALTY: _penalty,
    Act.ADJUST_GAME: _adjust,
    Act.NOT_PLAYED: _not_played,
    Act.WITHDRAW: _withdraw,
    Act.TAKE_BACK_BELL: _take_back_bell,
    Act.MOVE_BELL: _move_bell,
    Act.RECALL_MOVE: _recall,
    Act.REOPEN_RESULTS: _reopen,
    Act.LOOK: _look,
}
"""What each act after the first entry says happened; of the rest see `ledger_lines.SAY`."""
