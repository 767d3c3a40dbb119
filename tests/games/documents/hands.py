"""Hands and house rules of a document's game, drawn at random."""

import random
from types import SimpleNamespace
from typing import Any

from games.documents.document import FieldOf
from games.documents.played import Played
from games.documents.rules import Rules

MOST_TRIES = 2_000


def random_rules(rules: Rules, dice: random.Random) -> Any:
    """The usual house rules half of the time, any others else."""
    if dice.random() < 0.5:
        return rules.HouseRules()
    drawn = {}
    for rule in rules.document.house_rules:
        choices: list[object] = [*rule.choices] or [False, True]
        drawn[rule.name] = (
            dice.randrange(rule.least, rule.most + 1, rule.step)
            if rule.kind == "number"
            else dice.choice(choices)
        )
    return rules.HouseRules(**drawn)


def random_hand(rules: Rules, options: Any, dice: random.Random) -> Any:
    """A hand without faults. Raises ValueError where none is found."""
    for _ in range(MOST_TRIES):
        played, entered = random_entry(rules, dice)
        hand = played.shape.read(entered)
        if not any(fault for check in played.shape.checks for fault in check(hand, options)):
            return hand
    raise ValueError(f"no hand of {rules.document.slug} found under {options}")


def random_entry(rules: Rules, dice: random.Random) -> tuple[Played, dict[str, Any]]:
    """Something entered whose fields are right one by one, and the kind of hand it is."""
    kinds = list(rules.played_at(dice.choice(rules.document.seats)))
    while True:
        played = dice.choice(kinds)
        drawn = {field.name: value_of(field, played, dice) for field in played.setting.fields}
        scale = dice.choice(SCALES)
        entered = {
            field.name: scaled(field, drawn[field.name], scale)
            for field in played.setting.fields
            if drawn[field.name] is not SKIP
        }
        if rules.shape(entered) is played.shape:
            return played, entered


SCALES = ("any", "tens", "tenths")
"""How the numbers of one hand are written: any, all of them in tens, or all of them in the lowest tenth."""


def scaled(field: FieldOf, value: Any, scale: str) -> Any:
    """A number on a scale, where its field has neither steps nor a fixed sum."""
    if scale == "any" or field.kind not in ("number", "numbers") or field.step > 1 or field.total is not None:
        return value
    if isinstance(value, list):
        return [scaled(field, number, scale) for number in value]
    return max(field.least, value // 10 * 10 if scale == "tens" else value // 10)


SKIP = SimpleNamespace()
"""Stands for a field that is left out."""


def value_of(field: FieldOf, played: Played, dice: random.Random) -> Any:
    seats = played.setting.seats
    if field.name in played.setting.constants:
        return played.setting.constants[field.name]
    if field.optional and dice.random() < 0.5:
        return SKIP
    if field.nobody and field.kind == "seat" and dice.random() < 0.5:
        return None
    match field.kind:
        case "flag":
            return dice.random() < 0.5
        case "seat_count":
            return seats
        case "number":
            return dice.randrange(field.least, field.most + 1, field.step)
        case "numbers":
            return numbers(field, 2 if field.by_couple else seats, dice)
        case "taken_by":
            of = [*field.choices] or [*range(1, seats + 1)]
            return {item.name: dice.choice([*of, None] if field.nobody else of) for item in field.items}
        case _:
            return dice.choice([*field.choices] or [*range(1, seats + 1)])


def numbers(field: FieldOf, places: int, dice: random.Random) -> list[int]:
    """Such numbers as add up to a fixed total, at times nearly all at one place.

    Without a total any, or some of them as low as they may be, or shared out.
    """
    row, way, total = [field.least] * places, dice.random(), field.total
    if total is None and way < 0.5:
        any_ = [dice.randrange(field.least, field.most + 1, field.step) for _ in row]
        return [number if way < 0.25 or dice.random() < 0.7 else field.least for number in any_]
    if total is None:
        total = sum(row) + dice.randrange(0, field.most - field.least + 1, field.step)
    elif way < 0.3:
        place = dice.randrange(places)
        row[place] = min(field.most, row[place] + max(0, total - sum(row) - dice.randrange(4)))
    step = field.step if field.total is None else 1
    for _ in range(0, total - sum(row), step):
        row[dice.choice([place for place in range(places) if row[place] < field.most])] += step
    return row
