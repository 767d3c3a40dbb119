"""The entry form of a hand, drawn by its game's form description, whatever the game.

What a table of so many players cannot enter under its house rules is not drawn; what the rest of the hand
forbids is told to js/form.js, which disables it. Both are asked of the game itself (games/choices.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from games.choices import closed, may_lack, names_nobody, never_open, numbers_open
from games.choices import values_of as choice_values_of
from games.definition import Game
from games.form import COUPLES, Choice, FormField, Item, in_force, ruled
from scoring.entry import Entry
from tournaments.evening.plan import Setup
from tournaments.evening.reads.rounds import SeatView
from tournaments.evening.web.table.form_data import (
    NOBODY,
    OPTIONS,
    PREFIX,
    TIMES,
    Cell,
    DrawnForm,
    FieldRows,
    Option,
    Row,
    Values,
    as_posted,
    lists_of,
    prefilled_values,
    read_hand,
    rows_at,
)
from tournaments.site.web.pages import Refusal

SPARE_ROWS: Final = 2
"""Empty rows below those that were entered; js/form.js shows one at a time and adds more."""
ICONS: Final = Path(__file__).parents[3] / "static" / "head_table" / "img" / "icons.svg"


@dataclass(frozen=True, slots=True)
class HandForm:
    fields: tuple[DrawnForm, ...]
    closed: str
    """The tiles that the rest of the hand rules out, as js/form.js reads them."""
    tree: str = ""
    """What js/sum.js works the score out from while the server cannot be asked; empty where it cannot."""
    round_number: int = 0
    number: int = 0
    key: str = ""
    played_at: str = ""
    errors: tuple[str, ...] = ()
    bound: bool = False

    @property
    def points(self) -> int:
        return sum(drawn.points for drawn in self.fields)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed and is not saved, with what is refused of it.

    The `key` of its request is the same for every try; `preview` is its slip, `saved_slip` that of another hand that
    has its number.
    """

    values: Values
    refusals: Sequence[Refusal] = ()
    key: str = ""
    preview: Mapping[str, Any] | None = None
    saved_slip: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class FormContext:
    game: Game
    rules: Entry
    sitters: Sequence[SeatView]
    values: Values
    errors: Mapping[str, tuple[str, ...]]
    fresh: bool

    @property
    def seats(self) -> int:
        return len(self.sitters)

    def may_have(self, path: str, value: object) -> bool:
        general = ".".join(step for step in path.removeprefix(PREFIX).split(".") if not step.isdecimal())
        return (general, value) not in never_open(self.game, self.rules, self.seats)


def draw(
    game: Game,
    sitters: Sequence[SeatView],
    *,
    rules: Entry,
    round_number: int = 0,
    number: int = 0,
    key: str = "",
    typed: Typed | None = None,
    preset: Values | None = None,
    played_at: str = "",
) -> HandForm:
    """The form of the hand `number` for the people at the table, with what was typed and refused.

    `preset` is chosen already in a form that nobody has touched.
    """
    contents = typed or Typed(preset or {})
    at = FormContext(game, rules, sitters, contents.values, {}, fresh=typed is None)
    paths = set(_paths_in(_fields(at)))
    errors, elsewhere = _placed(contents, paths)
    return HandForm(
        fields=flags_together(_fields(replace(at, errors=errors))),
        closed=closed_tiles(game, read_hand(game, contents.values, at.seats), rules, at.seats),
        tree=_tree(game, rules, at.seats),
        round_number=round_number,
        number=number,
        key=key,
        played_at=played_at,
        errors=elsewhere,
        bound=typed is not None,
    )


def _tree(game: Game, rules: Entry, seats: int) -> str:
    tree = game.tree(rules, seats)
    return json.dumps(tree, separators=(",", ":")) if tree else ""


def fields_of(setup: Setup, sitters: Sequence[SeatView], values: Values) -> Iterator[DrawnForm]:
    return _fields(FormContext(setup.game, setup.house_rules, sitters, values, {}, fresh=False))


def draw_house_rules(game: Game, rules: Entry, typed: Typed) -> tuple[DrawnForm, ...]:
    stand = {OPTIONS + name: as_posted(value) for name, value in game.options_as_data(rules).items()}
    values = dict(typed.values) if typed.refusals else stand
    errors, _elsewhere = _placed(typed, {OPTIONS + described.name for described in game.house_rule_form})
    at = FormContext(game, rules, (), values, errors, fresh=False)
    return tuple(_drawn(described, OPTIONS + described.name, at) for described in game.house_rule_form)


def closed_tiles(game: Game, hand: Mapping[str, object], rules: Entry, seats: int) -> str:
    """The choices that the rest of a hand rules out, as js/form.js reads them: pairs of a path and a value."""
    return _closed_tiles(game, json.dumps(hand), rules, seats)


@lru_cache(maxsize=1024)
def _closed_tiles(game: Game, hand: str, rules: Entry, seats: int) -> str:
    tiles = closed(game, json.loads(hand), rules, seats)
    return json.dumps(sorted([PREFIX + path, as_posted(value)] for path, value in tiles))


def chosen_dealer(game: Game, dealer: int | None) -> dict[str, str]:
    """The dealer as a form posts it, where the deal is entered; empty where nobody knows."""
    is_entered = dealer is not None and any(described.name == "dealer" for described in game.form)
    return {f"{PREFIX}dealer": str(dealer)} if is_entered else {}


def _placed(typed: Typed, paths: set[str]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    # A refusal stands at the drawn field that it is about or a part of; the rest are of no field.
    errors: dict[str, tuple[str, ...]] = {}
    elsewhere: list[str] = []
    for refusal in typed.refusals:
        path = refusal.field
        while path and path not in paths:
            path = path.rpartition(".")[0]
        if path:
            errors[path] = (*errors.get(path, ()), in_form(refusal, typed.values))
        else:
            elsewhere.append(refusal.message)
    return errors, tuple(elsewhere)


def unfinished(refusal: Refusal, values: Values) -> bool:
    return refusal.code == "missing" or values.get(refusal.field) == ""


def in_form(refusal: Refusal, values: Values) -> str:
    if not unfinished(refusal, values):
        return refusal.message
    return _("please choose") if refusal.code == "missing" else _("please enter")


def _paths_in(fields: Iterable[DrawnForm]) -> Iterator[str]:
    for drawn in fields:
        yield drawn.path
        yield from (item.path for item in drawn.items)
        yield from (cell.path for cell in drawn.cells)
        for of_list in drawn.lists:
            yield of_list.path
            for path, inner, _errors in of_list.rows:
                yield path
                yield from _paths_in(inner)


def _fields(at: FormContext) -> Iterator[DrawnForm]:
    drawn_values: dict[str, set[object]] = {}
    options = dict(at.rules)
    for place, described in enumerate(at.game.form):
        if described.kind == "seat_count" or not in_force(described, options):
            continue
        known: Mapping[str, set[object]] = {"players": {at.seats}, **drawn_values}
        if not all(known.get(name, {False}) & set(allowed) for name, allowed in described.when.items()):
            continue
        values = [
            value for value in choice_values_of(described, at.seats) if at.may_have(described.name, value)
        ]
        if described.kind in ("flag", "choice") and not values:
            continue
        drawn_values[described.name] = {*values, False} if described.kind == "flag" else set(values)
        numbers = numbers_open(at.game, at.rules, at.seats)[place]
        ranged = (
            replace(described, least=numbers[0], most=numbers[-1]) if numbers else ruled(described, options)
        )
        yield _drawn(ranged, PREFIX + described.name, at, when=_condition(described))


def flags_together(fields: Iterable[DrawnForm]) -> tuple[DrawnForm, ...]:
    """The fields with each flag beside the one before it, where what it depends on is asked before that.

    A flag alone takes a line of the phone; two share one.
    """
    placed: list[DrawnForm] = []
    for drawn in fields:
        position = max(
            (
                place
                for place, form_field in enumerate(placed, start=1)
                if form_field.described.kind == "flag"
            ),
            default=0,
        )
        paths = {form_field.path for form_field in placed[:position]}
        moves = (
            drawn.described.kind == "flag" and position and paths.issuperset(json.loads(drawn.when or "{}"))
        )
        placed.insert(position if moves else len(placed), drawn)
    return tuple(placed)


def _condition(described: FormField) -> str:
    # As js/form.js reads it: paths and the values they may have, as posted.
    posted = {
        PREFIX + name: [as_posted(value) for value in allowed]
        for name, allowed in described.when.items()
        if name != "players"
    }
    return json.dumps(posted) if posted else ""


def _drawn(described: FormField, path: str, at: FormContext, *, when: str = "") -> DrawnForm:
    value = at.values.get(path, "")
    if value == "" and at.fresh and names_nobody(described, at.seats):
        value = NOBODY
    options = _options(described, path, at)
    return DrawnForm(
        path=path,
        described=described,
        label=_(described.label),
        when=when,
        options=_choose(options, value) if described.kind != "taken_by" else options,
        items=tuple(_item(path, item, options, at) for item in described.items),
        cells=tuple(_cells(described, path, at)),
        lists=tuple(_lists(described, at)),
        value=value,
        default="" if described.default is None else as_posted(described.default),
        optional=at.seats > 0 and described.name in may_lack(at.game, at.rules, at.seats),
        errors=at.errors.get(path, ()),
    )


def _options(described: FormField, path: str, at: FormContext) -> tuple[Option, ...]:
    options: Iterable[Option] = ()
    if described.choices:
        options = (_choice(choice, at) for choice in described.choices if at.may_have(path, choice.value))
    elif described.kind in ("seat", "taken_by"):
        options = (_seat(sitter, at) for sitter in at.sitters)
        nobody = described.nobody if names_nobody(described, at.seats) else None
        return (*options, Option(NOBODY, _(nobody))) if nobody else tuple(options)
    elif described.kind == "number":
        options = (Option(str(value), str(value)) for value in choice_values_of(described, at.seats))
    return tuple(options)


def _choice(choice: Choice, at: FormContext) -> Option:
    couple, _dash, fate = choice.value.partition("-")
    tone = couple.lower() if couple in ("A", "B") and at.game.partnership else ""
    label = _(choice.label)
    if tone and not fate:
        label = _partners(couple, at) or label
    return Option(choice.value, label, tone=tone, icon=_icon(choice.value), discard=bool(tone and fate))


def _partners(couple: str, at: FormContext) -> str:
    # Empty where nobody in particular sits at the table.
    if not all(sitter.code for sitter in at.sitters):
        return ""
    return " & ".join(sitter.short for sitter in at.sitters if sitter.couple == couple)


def _seat(sitter: SeatView, at: FormContext) -> Option:
    note = _("seat %(seat)s") % {"seat": sitter.seat}
    if not at.game.partnership:
        return Option(str(sitter.seat), sitter.short, note=note if sitter.code else "")
    note = f"{note} · {sitter.couple}" if sitter.code else sitter.couple
    return Option(str(sitter.seat), sitter.short, note=note, tone=sitter.couple.lower())


def _item(path: str, item: Item, options: tuple[Option, ...], at: FormContext) -> Row:
    own = f"{path}.{item.name}"
    return Row(
        path=own,
        label=_(item.label),
        points=item.points,
        icon=_icon(item.name),
        options=_choose(options, at.values.get(own, "")),
        errors=at.errors.get(own, ()),
    )


def _cells(described: FormField, path: str, at: FormContext) -> Iterator[Cell]:
    if described.kind not in ("numbers", "seats"):
        return
    if described.by_couple:
        for place, couple in enumerate(COUPLES):
            own = f"{path}.{place}"
            label = _partners(couple, at) or _("Couple %(couple)s") % {"couple": couple}
            yield Cell(own, label, at.values.get(own, ""), at.errors.get(own, ()))
        return
    for sitter in at.sitters:
        own = f"{path}.{sitter.seat - 1}" if described.kind == "numbers" else f"{path}.{TIMES}.{sitter.seat}"
        yield Cell(own, sitter.short, at.values.get(own, ""), at.errors.get(own, ()))


def _lists(described: FormField, at: FormContext) -> Iterator[FieldRows]:
    if described.kind == "row":
        path = PREFIX + described.name
        yield FieldRows(path, _(described.label), (_row(described, path, at),), ())
    if described.kind != "rows":
        return
    for place, path in enumerate(lists_of(described, at.seats)):
        label = _(described.label)
        if described.by_seat:
            label = _("%(label)s: %(text)s") % {"label": label, "text": at.sitters[place].short}
        count = len(rows_at(path, at.values)) + SPARE_ROWS
        rows = tuple(_row(described, f"{path}.{row}", at) for row in range(count))
        yield FieldRows(path, label, rows, at.errors.get(path, ()) if described.by_seat else ())


def _row(
    described: FormField, path: str, at: FormContext
) -> tuple[str, tuple[DrawnForm, ...], tuple[str, ...]]:
    inner = tuple(_drawn(field, f"{path}.{field.name}", at) for field in described.fields)
    return path, inner, at.errors.get(path, ())


def _choose(options: Iterable[Option], value: str) -> tuple[Option, ...]:
    return tuple(replace(option, chosen=option.value == value) for option in options)


def _icon(name: str) -> str:
    return name if name in _icons() else ""


@lru_cache(maxsize=1)
def _icons() -> frozenset[str]:
    return frozenset(re.findall(r'id="([\w-]+)"', ICONS.read_text(encoding="utf-8")))


NOTHING = "–"


@dataclass(frozen=True, slots=True)
class FieldRow:
    label: str
    texts: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return len(set(self.texts)) > 1


def hand_in_words(
    setup: Setup, sitters: Sequence[SeatView], hand: Mapping[str, Any] | None
) -> dict[str, str]:
    """What was entered, by the label of its field; a deal declared void says only that."""
    if hand is None:
        return {_("The deal"): _("declared void")}
    values = prefilled_values(setup.game, hand, len(sitters))
    return dict(_labelled(fields_of(setup, sitters, values)))


def side_by_side(
    setup: Setup, sitters: Sequence[SeatView], hands: Iterable[Mapping[str, Any] | None]
) -> list[FieldRow]:
    """Several entries of one hand, field by field, in the order of the form."""
    entries = [hand_in_words(setup, sitters, hand) for hand in hands]
    labels = dict.fromkeys(label for entry in entries for label in entry)
    drawn = [(field.label, *(item.label for item in field.items)) for field in fields_of(setup, sitters, {})]
    order = [label for label in chain.from_iterable(drawn) if label in labels]
    ordered = dict.fromkeys([*order, *labels])
    return [FieldRow(label, tuple(entry.get(label, NOTHING) for entry in entries)) for label in ordered]


def _labelled(fields: Iterable[DrawnForm]) -> Iterator[tuple[str, str]]:
    for drawn in fields:
        yield from ((label, text) for label, text in _parts(drawn) if text)


def _parts(field: DrawnForm) -> Iterator[tuple[str, str]]:
    if not (field.items or field.cells or field.lists):
        yield field.label, _scalar(field)
    for item in field.items:
        yield item.label, _taker(item.options)
    for cell in field.cells:
        yield _("%(label)s: %(text)s") % {"label": field.label, "text": cell.label}, cell.value
    for of_list in field.lists:
        for place, (_path, inner, _errors) in enumerate(of_list.rows, start=1):
            label = of_list.label if field.described.kind == "row" else f"{of_list.label} {place}"
            yield label, ", ".join(text for _label, text in _labelled(inner))


def _scalar(field: DrawnForm) -> str:
    if field.described.kind == "flag":
        return _("yes") if field.value == "true" else ""
    return field.chosen or field.value


def _taker(options: Iterable[Any]) -> str:
    # A couple by its letter, as in the form.
    taker = next((option for option in options if option.chosen), None)
    if taker is None:
        return ""
    return taker.tone.upper() if taker.value == taker.tone.upper() else str(taker.label)
