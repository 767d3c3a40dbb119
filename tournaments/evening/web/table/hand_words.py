"""A hand as it was entered, in words, field by field; and two or more of them side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.evening.plan import Setup
from tournaments.evening.reads.hand_versions import Hand
from tournaments.evening.reads.rounds import SeatView
from tournaments.evening.web.slips import Slip, stored_slip
from tournaments.evening.web.table.form_widgets import Drawn
from tournaments.evening.web.table.hand_form import fields_of
from tournaments.evening.web.table.prefill import values_of

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field of a hand with what each of several entries says of it."""

    label: str
    texts: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the entries do not say the same."""
        return len(set(self.texts)) > 1


def hand_in_words(
    setup: Setup, sitters: Sequence[SeatView], hand: Mapping[str, Any] | None
) -> dict[str, str]:
    """What was entered, by the label of its field; a deal declared void says only that."""
    if hand is None:
        return {_("The deal"): _("declared void")}
    values = values_of(setup.game, hand, len(sitters))
    return dict(_labelled(fields_of(setup.game, sitters, values, rules=setup.house_rules)))


def side_by_side(
    setup: Setup, sitters: Sequence[SeatView], hands: Iterable[Mapping[str, Any] | None]
) -> list[FieldRow]:
    """Several entries of one hand, field by field, in the order of the form."""
    told = [hand_in_words(setup, sitters, hand) for hand in hands]
    labels = dict.fromkeys(label for one in told for label in one)
    order = [label for label in _labels(setup, sitters) if label in labels]
    ordered = dict.fromkeys([*order, *labels])
    return [FieldRow(label, tuple(one.get(label, NOTHING) for one in told)) for label in ordered]


def _labels(setup: Setup, sitters: Sequence[SeatView]) -> Iterator[str]:
    """The labels of the form, where each field has one."""
    for field in fields_of(setup.game, sitters, {}, rules=setup.house_rules):
        yield field.label
        yield from (item.label for item in field.items)


def _labelled(fields: Iterable[Drawn]) -> Iterator[tuple[str, str]]:
    """The labels and values of fields that have one."""
    for field in fields:
        yield from ((label, text) for label, text in _parts(field) if text)


def _parts(field: Drawn) -> Iterator[tuple[str, str]]:
    if not (field.items or field.cells or field.lists):
        yield field.label, _scalar(field)
    for item in field.items:
        yield item.label, _taker(item.options)
    for cell in field.cells:
        yield _("%(label)s: %(text)s") % {"label": field.label, "text": cell.label}, cell.value
    for of_list in field.lists:
        for place, (_path, inner, _errors) in enumerate(of_list.rows, start=1):
            label = of_list.label if field.kind == "row" else f"{of_list.label} {place}"
            yield label, ", ".join(text for _label, text in _labelled(inner))


def _scalar(field: Drawn) -> str:
    if field.kind == "flag":
        return _("yes") if field.value == "true" else ""
    return _chosen(field.options) or field.value


def _taker(options: Iterable[Any]) -> str:
    """Who has an item: a couple by its letter, as in the form, where there is one."""
    taker = next((option for option in options if option.chosen), None)
    if taker is None:
        return ""
    return taker.tone.upper() if taker.value == taker.tone.upper() else str(taker.label)


def _chosen(options: Iterable[Any]) -> str:
    return next((option.label for option in options if option.chosen), "")


def slip_of(hand: Hand, setup: Setup) -> Slip | None:
    """The slip of a version as it was kept; None for a deal declared void."""
    return None if hand.hand is None else stored_slip(hand, setup.game)
