"""Two who change the same thing of a club at the same moment: offices, members, settings, places on a list.

Each race has its control: without the lock the very same race does harm.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.faults.together import (
    Act,
    at_once,
    meeting_at,
    told,
    without_constraints,
    without_locks,
)
from tests.tournaments.signup.a_list import AList
from tournaments.club.api import views
from tournaments.club.member_list.details import ListedPerson, fingerprint, judged
from tournaments.club.models import Club, Officer, Player, User
from tournaments.club.reads.members import known_people
from tournaments.club.roles import Role
from tournaments.club.services import clubs, invitations, members
from tournaments.club.services.tokens import Reply, run_once
from tournaments.evening import acts
from tournaments.evening.models import Ticket
from tournaments.evening.services import ledger
from tournaments.evening.services.perform import perform
from tournaments.signup import lists, sign_ups
from tournaments.signup import sign_ups as door_code
from tournaments.signup.sign_ups import NewSignUp

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
BOTH = ["done", "done"]
SCORER = invitations.NewRole(role="scorer")
BROKEN = ["IntegrityError", "done"]


def owners(club: Club, acts: Sequence[Act], check: str) -> tuple[list[str], int]:
    """Do them at once, each having passed the check; what became of each, and how many owners there are."""
    with meeting_at(invitations, check):
        outcomes = at_once(acts)
    return told(outcomes), club.officers.filter(role=Role.OWNER).count()


def two_owners(club: Club) -> list[Officer]:
    user = User.objects.create_user("another")
    Officer.objects.create(club=club, user=user, role=Role.OWNER)
    return list(club.officers.order_by("pk"))


def both_give_up(club: Club) -> tuple[list[str], int]:
    gives_up = [partial(invitations.dismiss_officer, one) for one in two_owners(club)]
    return owners(club, gives_up, "_keep_an_owner")


def both_step_down(club: Club) -> tuple[list[str], int]:
    steps_down = [partial(invitations.change_role, one, SCORER) for one in two_owners(club)]
    return owners(club, steps_down, "_keep_an_owner")


def test_who_hands_over_is_an_owner_still(club: Club) -> None:
    """The first hands the club to a secretary while the second makes the first a scorer."""
    first, _second = two_owners(club)
    third = Officer.objects.create(club=club, user=User.objects.create_user("third"), role=Role.SECRETARY)
    both = [
        partial(invitations.change_role, first, SCORER),
        partial(invitations.hand_club_over, third, first.user),
    ]
    became, left = owners(club, both, "_locked")
    assert became in ([" not-yours", "done"], BOTH)
    assert left >= 1


def test_of_two_who_hand_over_to_each_other_one_owns_the_club(club: Club) -> None:
    first, second = two_owners(club)
    both = [partial(invitations.hand_club_over, to, of.user) for of, to in ((first, second), (second, first))]
    assert owners(club, both, "_locked") == (BOTH, 1)


def both_import(club: Club) -> tuple[list[str], int]:
    """Two import one list of whom both have seen the same preview; how many members there are."""
    listed = [ListedPerson(1, "Ann Lee", "red"), ListedPerson(2, "Bob Day", "")]
    seen = fingerprint(judged(listed, known_people(club)))
    add = partial(
        members.add_listed, club=club, entered=listed, others=(), leave_out=False, seen=seen, at=START
    )
    with meeting_at(members, "known_people"):
        outcomes = at_once([add, add])
    return told(outcomes), Player.objects.count()


def both_rename_what_they_have_seen(club: Club) -> list[int]:
    """What two officers are answered of whom each renames a night if it is as they saw it."""
    token = officer(club.officers.get().user).token
    home, entered = f"/api/v1/clubs/{club.slug}/nights/", {"weekday": 4, "name": "Fridays"}
    night = f"{home}{Caller(token).post(home, entered).json()['id']}/"
    seen = {"If-Match": Caller(token).get(night).headers["ETag"]}

    def rename(name: str) -> int:
        status: int = Caller(token).ask("PUT", night, {**entered, "name": name}, **seen).status_code
        return status

    with meeting_at(views, "_as_it_stands"):
        outcomes = at_once([partial(rename, name) for name in ("Mine", "Theirs")])
    return sorted(int(str(outcome.value)) for outcome in outcomes)


def both_change_a_part(
    path: str, service: object, act: str, *parts: dict[str, str]
) -> Callable[[Club], bool]:
    """Two send a part each; whether both parts stand there."""

    def race(club: Club) -> bool:
        token = officer(club.officers.get().user).token
        ann = clubs.add_player(club=club, name="Ann Lee", at=START).pk
        address = f"/api/v1/clubs/{club.slug}/{path.format(ann=ann)}"
        with meeting_at(service, act, before=True):
            outcomes: list[Any] = at_once(
                [partial(Caller(token).ask, "PATCH", address, part) for part in parts]
            )
        assert [outcome.value.status_code for outcome in outcomes] == [200, 200]
        now = Caller(token).get(address).json()
        return all(now[name] == value for part in parts for name, value in part.items())

    return race


Places = tuple[list[str], int, int]
"""What became of each, how many have a place, and how many wait for one."""


def given(evening: AList, both: Sequence[Act]) -> Places:
    with meeting_at(sign_ups, "give_places"):
        became = told(at_once(both))
    return became, len(evening.names(placed=True)), len(evening.names(placed=False))


def signs_up(evening: AList, name: str, **about: Any) -> Act:
    entered = NewSignUp(name=name)
    return partial(sign_ups.sign_up, announcement=evening.row, entered=entered, at=evening.clock(), **about)


def withdraws(evening: AList, row: Any) -> Act:
    return partial(sign_ups.withdraw, sign_up=row, at=evening.clock())


def both_take_the_last_place(club: Club) -> Places:
    evening = AList.made(club, places=1)
    return given(evening, [signs_up(evening, name) for name in ("Ada", "Bob")])


def one_withdraws_while_another_signs_up(club: Club) -> Places:
    evening = AList.made(club, places=1)
    ada = evening.sign_up("Ada")
    return given(evening, [withdraws(evening, ada), signs_up(evening, "Bob")])


def two_withdraw_for_a_couple(club: Club) -> Places:
    evening = AList.made(club, places=2)
    rows = [evening.sign_up(name) for name in ("Ada", "Bob")]
    evening.sign_up("Clara", "Dan")
    return given(evening, [withdraws(evening, row) for row in rows])


def one_sends_twice(club: Club) -> Places:
    evening = AList.made(club)
    return given(evening, [signs_up(evening, "Ada", key="fN3bqXl0T6m8u2c1yRk4Zw")] * 2)


def two_say_that_they_are_ada(club: Club) -> tuple[list[str], int]:
    """Two phones check the same person in at the door; how many tickets there are."""
    evening = AList.made(club)
    evening.sign_up("Ada")
    perform(evening=evening.evening, act=acts.OpenDoors(), by="user:1", at=evening.clock())
    code = door_code.open_door(evening=evening.evening, by="user:1", at=evening.clock())
    (one,) = lists.look_for(AList(evening.evening).row.evening, "Ada").people
    about: dict[str, Any] = {
        "code": code,
        "key": one.key,
        "typed": "Ada",
        "colour": "",
        "at": evening.clock(),
    }
    checks = partial(door_code.check_oneself_in, **about)
    with meeting_at(lists, "somebody"):
        outcomes = at_once([checks, checks])
    return told(outcomes), Ticket.objects.count()


# Each race, what comes of it, and what would without the lock (one of these, by who is how much ahead).
RACES: dict[str, tuple[Callable[[Club], object], object, *tuple[object, ...]]] = {
    "two owners give up": (both_give_up, ([" last-owner", "done"], 1), (BOTH, 0)),
    "two owners step down": (both_step_down, ([" last-owner", "done"], 1), (BOTH, 0)),
    "two import a list": (both_import, (["done", "kept list-changed"], 2), (BROKEN, 2)),
    "two rename a night": (both_rename_what_they_have_seen, [200, 412], [200, 200]),
    "two change other settings": (
        both_change_a_part(
            "settings/", clubs, "_change_and_note", {"place": "Village hall"}, {"usual_game": "euchre"}
        ),
        True,
        False,
    ),
    "two change other things of a member": (
        both_change_a_part(
            "players/{ann}/", ledger, "news_for_everybody", {"colour": "ladies"}, {"number": "17"}
        ),
        True,
        False,
    ),
    "two take the last place": (both_take_the_last_place, (BOTH, 1, 1), (BROKEN, 1, 0)),
    "one withdraws while another signs up": (
        one_withdraws_while_another_signs_up,
        (BOTH, 1, 0),
        (BOTH, 0, 1),
    ),
    "two withdraw and a couple waits": (two_withdraw_for_a_couple, (BOTH, 1, 0), (BOTH, 0, 1)),
    "one sends twice with one key": (one_sends_twice, (BOTH, 1, 0), (BROKEN, 1, 0)),
    "two say that they are Ada": (
        two_say_that_they_are_ada,
        ([" already-in", "done"], 1),
        (BROKEN, 1),
        (BOTH, 2),
    ),
}


@pytest.mark.parametrize("name", RACES)
def test_a_race_does_no_harm(club: Club, name: str) -> None:
    race, came, *_ = RACES[name]
    assert race(club) == came


@pytest.mark.parametrize("name", RACES)
def test_control_without_the_lock_it_would(club: Club, name: str) -> None:
    race, _, *harms = RACES[name]
    with without_locks():
        assert race(club) in harms


def added_twice_at_once(club: Club) -> int:
    """How many there are whom two tries under one key have added; both are answered."""

    def add() -> Reply:
        player = clubs.add_player(club=club, name="Zoe Zed", guest=False, another=True, at=timezone.now())
        return Reply(201, {}, str(player.pk))

    asked = ("POST", "/players/", b"{}")
    about: dict[str, Any] = {"key": "one", "asked": asked, "do": add, "check_right": lambda: None}
    once = partial(run_once, user=club.officers.get().user, at=timezone.now(), **about)
    with meeting_at(clubs, "add_player"):
        assert told(at_once([once, once])) == BOTH
    return Player.objects.filter(club=club, name="Zoe Zed").count()


def test_of_two_tries_at_once_one_adds_and_both_are_answered(club: Club) -> None:
    assert added_twice_at_once(club) == 1


def test_control_without_the_constraint_both_add(club: Club) -> None:
    with without_constraints("one_answer_per_key"):
        assert added_twice_at_once(club) == 2
