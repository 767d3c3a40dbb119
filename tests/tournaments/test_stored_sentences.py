"""What is stored for people to read is codes and values: any wording may change, in every language."""

import json
import re
from collections.abc import Callable
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from scoring.derivation import WORDINGS, Wording
from tests.golden import files
from tests.golden.loading import put_back
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import everything, undone, wordings_found
from tournaments.club.models import Club
from tournaments.evening.models import Hand
from tournaments.evening.reads.scoresheets import answer_given
from tournaments.evening.services.scoresheets import enter_hand
from tournaments.publishing import publish
from tournaments.refusals import HandTakenError
from tournaments.site.web.pages import stored_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def reword(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], None]:
    """Gives a code another wording, in English and in French."""
    french = trans_real.translation("fr")
    translated: dict[str, str] = {}
    known = french.gettext
    monkeypatch.setattr(french, "gettext", lambda text: translated.get(text) or known(text))

    def put(code: str, english: str, other: str) -> None:
        monkeypatch.setitem(WORDINGS, code, Wording(english))
        translated[english] = other

    return put


def in_both(told: Callable[[], str]) -> tuple[str, str]:
    with translation.override("fr"):
        french = told()
    with translation.override("en"):
        return told(), french


def an_old_hand(code: str) -> dict[str, Any]:
    """A kept evening in which a slip has this sentence, stored by its English before sentences had codes."""
    english = WORDINGS[code].template
    for walk in files.read("walks-sample"):
        for hand in walk["rows"]["hands"]:
            if any(line["sentence"]["template"] == english for line in hand["derivation"]):
                return walk
    raise LookupError(code)


def test_a_slip_is_read_in_the_words_of_today(make_evening: Make, reword: Callable[..., None]) -> None:
    make_evening(8, until="bell")
    reword("chantecler.bid.made", "%(points)s for a bid of %(bid)s", "%(points)s pour %(bid)s annoncés")

    hand = Hand.objects.filter(derivation__0__sentence__code="chantecler.bid.made").first()
    assert hand is not None
    values = hand.derivation[0]["sentence"]["values"]
    assert in_both(lambda: str(stored_lines(hand.derivation)[0]["text"])) == (
        f"{values['points']} for a bid of {values['bid']}",
        f"{values['points']} pour {values['bid']} annoncés",
    )


def test_a_slip_of_before_codes_is_read_in_the_words_of_today(reword: Callable[..., None]) -> None:
    kept = an_old_hand("chantecler.counters.none")
    reword("chantecler.counters.none", "No counter at all", "Aucun atout compté")

    with undone():
        put_back(kept)
        lines = [line for hand in Hand.objects.all() for line in hand.derivation]
        (line, *_) = [one for one in lines if one["sentence"]["template"] == "Took no counter"]
        told = in_both(lambda: str(stored_lines([line])[0]["text"]))
    assert told == ("No counter at all", "Aucun atout compté")


def test_rows_hold_after_a_wording_has_changed(make_evening: Make, reword: Callable[..., None]) -> None:
    evening = make_evening(8, until="bell")
    reword("chantecler.bid.made", "Made", "Réussie")
    assert publish.check_rows(evening.read()) == []


def a_retry(evening: AnEvening) -> str:
    about: dict[str, Any] = {"evening_id": evening.evening.pk, "table_number": 1, "by": "table:1"}
    return enter_hand(**about, hand=a_hand(), key="one-key", at=evening.at).answer


def test_a_retry_is_answered_in_the_words_of_today(make_evening: Make, reword: Callable[..., None]) -> None:
    evening = make_evening(8, until="playing")
    first = a_retry(evening)
    assert a_retry(evening) == first

    reword("chantecler.bid.made", "Made", "Réussie")
    assert json.loads(a_retry(evening))["derivation"][0]["text"] == "Made"
    assert a_retry(evening) == first.replace("Bid 5 made with 14", "Made")


def test_an_answer_that_was_stored_whole_is_given_to_the_byte() -> None:
    hands = [hand for walk in files.read("walks-sample") for hand in walk["rows"]["hands"] if hand["answer"]]
    assert hands
    given = [answer_given(hand["answer"], hand["derivation"]) for hand in hands]
    assert given == [hand["answer"] for hand in hands]


def test_whoever_is_told_that_a_hand_was_entered_already_sees_its_slip(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    first = a_retry(evening)
    about: dict[str, Any] = {"evening_id": evening.evening.pk, "table_number": 1, "by": "user:1", "number": 1}
    with pytest.raises(HandTakenError) as refused:
        enter_hand(**about, hand=a_hand(), key="another-key", at=evening.at)
    assert refused.value.taken == first


def test_a_text_that_is_worded_here_is_found() -> None:
    kept = next(files.read("walks-sample"))
    assert "points" in {code for code, _ in wordings_found(kept["rows"])}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"movement": "ladder", "game": "clabberjass", "counting": "points", "hands_per_round": 2},
        {"movement": "knock_out", "counting": "points", "hands_per_round": 1},
        {"game": "chamberlain", "movement": "drawn", "counting": "points", "hands_per_round": 2},
        {"game": "ascot", "movement": "swiss", "counting": "points", "hands_per_round": 2},
        {"game": "chambery_tarot", "movement": "scheduled", "counting": "points", "hands_per_round": 2},
    ],
    ids=str,
)
def test_nothing_stored_of_an_evening_holds_its_words(make_evening: Make, settings: dict[str, Any]) -> None:
    make_evening(12, rounds=3, until="published", **settings)
    rows = everything()
    assert wordings_found(rows) == set()
    codes = set(re.findall(r'"code": "([a-z._-]+)"', json.dumps(rows, default=str)))
    assert codes >= {"points"}


def test_nothing_stored_of_a_season_holds_its_words(club: Club) -> None:
    season = ASeason.made(club)
    season.play()
    season.play(date(2026, 10, 9), name="Another Friday")
    assert wordings_found(everything()) == set()
    codes = {line.explanation["code"] for line in season.lines() if line.explanation}
    assert codes == {"season.total", "standings.shared"}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Written by a newer version of this program (chantecler.storm)"),
        ("fr", "Écrit par une version plus récente de ce programme (chantecler.storm)"),
    ],
)
def test_a_newer_slip_is_shown(make_evening: Make, client: Client, language: str, told: str) -> None:
    evening = make_evening(8, until="published", rounds=1).evening
    for hand in Hand.objects.all():
        hand.derivation[0]["sentence"] = {"code": "chantecler.storm", "values": {"points": {"code": "storm"}}}
        hand.save()
    path = reverse("web:round-table", args=(evening.club.slug, evening.slug, 1, 1))
    page = client.get(path, headers={"Accept-Language": language})
    assert told in unescape(page.content.decode())
