"""The constraints of what is known before an evening, each broken once."""

from __future__ import annotations

from datetime import time
from typing import Any

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.models.breaking import update
from tournaments.signup.models import Announcement, DoorCode, SignUp


def announcement(evening: AnEvening) -> Announcement:
    told = {"starts": time(19, 30), "made_by": "user:1", "made_at": START, "changed_at": START}
    return Announcement.objects.create(evening=evening.evening, **told)


def signed_up(evening: AnEvening, *changes: dict[str, Any]) -> list[SignUp]:
    """One sign-up for each of these, unlike but for what they say."""
    told = announcement(evening)
    return [
        told.sign_ups.create(
            **{"number": place, "name": "Ada", "key": f"{place}", "people": 1, "made_at": START, **each}
        )
        for place, each in enumerate(changes, start=1)
    ]


def door_code(evening: AnEvening, digit: str) -> DoorCode:
    hashes = dict.fromkeys(("token_hash", "code_hash"), digit * 64)
    return DoorCode.objects.create(evening=evening.evening, nonce=digit, **hashes, made_at=START)


BROKEN_COMING = {
    "a_place_for_each": lambda e: signed_up(e, {"companion": "Bob"}),
    "an_evening_has_a_place": lambda e: update(Announcement.objects.filter(pk=announcement(e).pk), places=0),
    "no_partner_sought_beside_one": lambda e: signed_up(
        e, {"companion": "Bob", "people": 2, "seeks_partner": True}
    ),
    "one_live_code_per_door": lambda e: [door_code(e, digit) for digit in "01"],
    "one_sign_up_per_link": lambda e: signed_up(e, {"token_hash": "0" * 64}, {"token_hash": "0" * 64}),
    "one_sign_up_per_number": lambda e: signed_up(e, {"number": 1}, {"number": 1}),
    "sign_up_has_a_name": lambda e: signed_up(e, {"name": ""}),
}
