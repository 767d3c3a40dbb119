"""People check themselves in by the code at the door; each ticket is the one that the desk would give out."""

from datetime import UTC, datetime

import pytest

from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything, last_entry, refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.models import Evening, Ticket
from tournaments.signup import lists, sign_ups
from tournaments.signup.models import DoorCode


@pytest.fixture
def doors(club: Club) -> AList:
    """Open doors, one place, for which Ada has signed up and Bob waits; Clara is a member."""
    clubs.add_names(club=club, names=["Clara Éclair", "Ada"], at=datetime.now(UTC))
    evening = AList.made(club, places=1)
    evening.sign_up("Ada")
    evening.sign_up("Bob")
    evening.open_doors()
    return evening


def make(evening: AList) -> DoorCode:
    return sign_ups.open_door(evening=evening.evening, by="user:1", at=evening.clock())


def keys(evening: AList, text: str) -> dict[str, str]:
    row = Evening.objects.get(pk=evening.evening.pk)
    return {one.name: one.key for one in lists.look_for(row, text).people}


def check_in(evening: AList, code: DoorCode, name: str, colour: str = "") -> Ticket:
    key = keys(evening, name)[name]
    return sign_ups.check_oneself_in(code=code, key=key, typed=name, colour=colour, at=evening.clock())


def test_whoever_has_a_place_checks_in_once(doors: AList) -> None:
    code = make(doors)
    ticket = check_in(doors, code, "Ada")
    assert ticket.player == Player.objects.get(name="Ada")
    assert last_entry(doors.evening)[0] == "check_in"
    assert doors.evening.ledger.latest("sequence").by == "door"
    assert lists.checked_in_by_themselves(doors.evening, "door") == {ticket.code}
    with refused(" already-in"):
        check_in(doors, code, "Ada")


def test_whoever_signed_up_and_is_not_known_comes_in_as_a_guest(club: Club) -> None:
    evening = AList.made(club)
    evening.sign_up("Dan", "Eva")
    evening.open_doors()
    code = make(evening)
    for name in ("Dan", "Eva"):
        assert check_in(evening, code, name).player.is_guest


def test_a_member_who_signed_up_in_another_spelling_comes_in_as_that_member(club: Club, doors: AList) -> None:
    [clara] = Player.objects.filter(name="Clara Éclair")
    doors.announce(places=None)
    doors.add("CLARA  eclair")
    assert check_in(doors, make(doors), "CLARA eclair").player == clara
    assert Player.objects.filter(club=club).count() == 2


def test_whoever_may_be_somebody_of_the_club_goes_to_the_desk(doors: AList) -> None:
    doors.announce(places=None)
    doors.add("Eclair Clara")
    code = make(doors)
    with refused(" ask"):
        check_in(doors, code, "Eclair Clara")


@pytest.mark.parametrize("name", ["Bob", "Clara Éclair"], ids=["the waiting list", "no place left"])
def test_whoever_has_no_place_goes_to_the_desk(doors: AList, name: str) -> None:
    code = make(doors)
    with refused(" ask"):
        check_in(doors, code, name)


def test_a_new_code_ends_the_old_one(doors: AList) -> None:
    old, new = make(doors), make(doors)
    with refused(" closed"):
        check_in(doors, old, "Ada")
    sign_ups.close_door(evening=doors.evening, at=doors.clock())
    with refused(" closed"):
        check_in(doors, new, "Ada")
    assert lists.live_code(doors.evening) is None


def test_a_code_opens_only_its_own_evening_while_its_doors_are_open(doors: AList, club: Club) -> None:
    other = AList.made(club, name="Another")
    code, key = make(other), keys(doors, "Ada")["Ada"]
    with refused(" not-open"):
        sign_ups.check_oneself_in(code=code, key=key, typed="Ada", colour="", at=other.clock())
    other.open_doors()
    with refused(" unknown"):
        sign_ups.check_oneself_in(code=code, key=key, typed="Ada", colour="", at=other.clock())


def test_a_few_are_found_by_how_a_part_of_their_name_begins_and_nobody_by_one_letter(
    club: Club, doors: AList
) -> None:
    assert list(keys(doors, "ecl")) == ["Clara Éclair"]
    assert keys(doors, "lair") == keys(doors, "c") == keys(doors, " ") == {}
    clubs.add_names(club=club, names=[f"Smith {number}" for number in range(9)], at=doors.clock())
    found = lists.look_for(Evening.objects.get(pk=doors.evening.pk), "smith")
    assert len(found.people) == lists.MOST_FOUND
    assert found.has_more


def test_the_database_alone_opens_no_door(doors: AList) -> None:
    code = make(doors)
    token = sign_ups.door_token(code)
    assert len(token) >= 22
    assert token not in str(everything())
