"""The evening as files."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from tournaments.evening.models import Standing
from tournaments.evening.web.public.evenings import HEAD
from tournaments.site.cleaning import escape_formula

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"], ids=repr)
def test_no_name_is_taken_for_a_formula(sign: Any) -> None:
    assert escape_formula(f"{sign}HYPERLINK()") == f"'{sign}HYPERLINK()"


@pytest.mark.parametrize("name", ["Ann", "O’Shea", "Jean-Luc", "a=b", ""])
def test_other_names_stay_as_they_are(name: Any) -> None:
    assert escape_formula(name) == name


def test_the_standings_are_a_table_that_spreadsheets_read(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="finished", colours=("rose", "sage"))
    best = Standing.objects.select_related("ticket__player").first()
    assert best is not None
    best.ticket.player.name = '=HYPERLINK("https://example.org"), "Käthe"'
    best.ticket.player.save()

    answer = visit(evening, "standings.csv")

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert f"{evening.evening.slug}.csv" in answer["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert tuple(rows[0]) == HEAD
    assert len(rows) == 9
    assert rows[1][1] == '\'=HYPERLINK("https://example.org"), "Käthe"'
    assert rows[-1][6].lstrip("-").isdigit()


def test_the_archive_is_there_once_the_evening_is_published(visit: Any, make_evening: Any) -> None:
    assert visit(make_evening(8, until="finished", name="not yet"), "archive.json").status_code == 404
    evening = make_evening(8, until="published")
    answer = visit(evening, "archive.json")
    assert answer["Content-Type"] == "application/json"
    assert answer.content.decode() == evening.evening.publications.get().archive
    json.loads(answer.content)
