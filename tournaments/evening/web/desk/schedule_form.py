"""What a director wishes of a schedule: pairs and people, a row for each, and always one row more to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.evening.web.desk.seats import PersonSelect
from tournaments.movement.announced import Wishes
from tournaments.site.web.forms import sentence_case
from tournaments.site.web.shared import said

KINDS = {
    "apart": later("Never at one table"),
    "never_partners": later("Never partners"),
    "together": later("Always together"),
    "unmoved": later("Must not move"),
}
HELP = {
    "apart": later("Two people who should not share a table."),
    "never_partners": later("They may meet, but not play with each other."),
    "together": later("Two people who always share a table, as partners if the game has partners."),
    "unmoved": later(
        "Somebody who keeps one seat all evening, for example because walking or hearing is difficult."
    ),
}
ONE, OTHER = "one", "other"
MOST_ROWS = 100


class WishesForm(forms.Form):
    """Selects `<kind>-<row>-one` and `<kind>-<row>-other`, of those who must not move `unmoved-<row>-one` alone.

    Arguments:
        data: what was posted, or None.
        people: everybody who can be chosen, code and name.
        partnership: whether anybody has a partner.
        wishes: what the form shows before anything is posted.
        more: the kind that gets one row more than are filled in.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        people: Sequence[tuple[str, str]],
        partnership: bool,
        wishes: Wishes | None = None,
        more: str = "",
    ) -> None:
        super().__init__(data, auto_id="wish_%s")
        self.names = dict(people)
        self.kinds = [kind for kind in KINDS if partnership or kind != "never_partners"]
        self.rows: dict[str, int] = {}
        self.wishes = Wishes()
        self.row_of: dict[str, list[int]] = {kind: [] for kind in self.kinds}
        choices = [("", "–"), *people]
        for kind in self.kinds:
            entered = _rows_in(data, kind) if data is not None else _filled(wishes, kind, self.names)
            self.rows[kind] = min(MOST_ROWS, max(entered + (data is None) + (kind == more), 1))
            for row in range(self.rows[kind]):
                self._add(kind, row, choices)
        if data is None and wishes is not None:
            self.initial = dict(self._as_it_stands(wishes))

    def _add(self, kind: str, row: int, choices: list[tuple[str, str]]) -> None:
        labels = {ONE: _("%(kind)s, %(row)s: player"), OTHER: _("%(kind)s, %(row)s: and player")}
        for side in (ONE,) if kind == "unmoved" else (ONE, OTHER):
            label = labels[side] % {"kind": KINDS[kind], "row": row + 1}
            attrs = {"class": "input", "aria-label": label}
            self.fields[f"{kind}-{row}-{side}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, widget=PersonSelect(attrs=attrs)
            )

    def _as_it_stands(self, wishes: Wishes) -> Iterator[tuple[str, str]]:
        for kind in self.kinds:
            for row, codes in enumerate(_wished(wishes, kind, self.names)):
                yield from (
                    (f"{kind}-{row}-{side}", code) for side, code in zip((ONE, OTHER), codes, strict=False)
                )

    def clean(self) -> dict[str, Any]:
        """Half a pair is none."""
        entered: dict[str, Any] = super().clean() or {}
        found: dict[str, list[tuple[str, ...]]] = {kind: [] for kind in self.kinds}
        for kind in self.kinds:
            for row in range(self.rows[kind]):
                sides = (ONE,) if kind == "unmoved" else (ONE, OTHER)
                codes = tuple(entered.get(f"{kind}-{row}-{side}") or "" for side in sides)
                if not any(codes):
                    continue
                if not all(codes):
                    self._half(kind, row, codes)
                    continue
                found[kind].append(codes)
                self.row_of[kind].append(row)
        self.wishes = Wishes(
            **{
                kind: tuple((one, other) for one, other in found[kind])
                for kind in self.kinds
                if kind != "unmoved"
            },
            unmoved=tuple(code for (code,) in found["unmoved"]),
        )
        return entered

    def _half(self, kind: str, row: int, codes: Sequence[str]) -> None:
        empty, there = (ONE, codes[1]) if codes[1] else (OTHER, codes[0])
        if f"{kind}-{row}-{empty}" in self.errors:
            return
        words = _("%(name)s was chosen alone; a pair is two players. Choose the other, or nobody.")
        self.add_error(f"{kind}-{row}-{empty}", words % {"name": self.names[there]})

    def refuse(self, refused: Faults) -> None:
        """Put what the service refuses beside the row it is about, with names for the tickets."""
        for fault in refused.faults:
            self.add_error(self._field(fault.field), sentence_case(said(self._named(fault.sentence))))

    def _named(self, sentence: Sentence) -> Sentence:
        values = {
            key: self.names.get(value, value) if isinstance(value, str) else value
            for key, value in sentence.values.items()
        }
        return Sentence(sentence.template, values)

    def _field(self, path: str) -> str | None:
        kind, _dot, place = path.partition(".")
        rows = self.row_of.get(kind, [])
        row = rows[int(place)] if place.isdigit() and int(place) < len(rows) else (rows[0] if rows else 0)
        name = f"{kind}-{row}-{ONE}"
        return name if name in self.fields else None

    def groups(self) -> list[dict[str, Any]]:
        """The rows kind by kind, to draw them."""
        return [
            {
                "kind": kind,
                "label": KINDS[kind],
                "help": HELP[kind],
                "filled": any(self[name].value() for name in self.fields if name.startswith(f"{kind}-")),
                "rows": [
                    [self[name] for name in self.fields if name.startswith(f"{kind}-{row}-")]
                    for row in range(self.rows[kind])
                ],
            }
            for kind in self.kinds
        ]


def _rows_in(data: Mapping[str, Any], kind: str) -> int:
    found = (re.fullmatch(rf"{kind}-([0-9]{{1,2}})-(?:one|other)", name) for name in data)
    return max((int(match[1]) + 1 for match in found if match), default=0)


def _wished(wishes: Wishes, kind: str, names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The wishes of a kind, as far as those are in whom they are about."""
    of = [(code,) for code in wishes.unmoved] if kind == "unmoved" else list(getattr(wishes, kind))
    return [codes for codes in of if all(code in names for code in codes)]


def _filled(wishes: Wishes | None, kind: str, names: Mapping[str, str]) -> int:
    return len(_wished(wishes, kind, names)) if wishes else 0


class FileForm(forms.Form):
    """A schedule from elsewhere: a file, or its text."""

    file = forms.FileField(label=later("File"), required=False)
    text = forms.CharField(
        label=later("or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )
