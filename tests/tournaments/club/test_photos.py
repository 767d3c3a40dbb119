"""Photos of players: shown with consent alone, never of minors, and gone at once when either side says so."""

import base64
import io
import random
from functools import cache

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from PIL import Image

from tests.tournaments.club.test_claims import ACCOUNT, given
from tests.tournaments.club.test_look import frames, picture
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import refused, unchanged
from tournaments.club.models import Player, PlayerPhoto
from tournaments.club.services import clubs, invitations, members
from tournaments.club.services.members import NewPhoto, set_details
from tournaments.privacy import data_export


def page(player: Player) -> str:
    return f"/c/rooster-club/players/{player.slug}/"


def at_desk(player: Player) -> str:
    return f"/desk/rooster-club/members/{player.pk}/photo/"


@cache
def large_photo() -> bytes:
    file = io.BytesIO()
    Image.frombytes("RGB", (480, 640), random.Random(1910).randbytes(480 * 640 * 3)).save(file, "PNG")
    return file.getvalue()


def post(client: Client, address: str, **changes: object) -> HttpResponse:
    file = SimpleUploadedFile("me.png", picture())
    sent: dict[str, object] = {"file": file, "agreed": "on", **changes}
    return client.post(address, {name: value for name, value in sent.items() if value})  # type: ignore[return-value]


def shown(player: Player, client: Client | None = None) -> bool:
    """Whether a visitor sees the photo: on the page, and at its own address."""
    client = client or Client()
    on_page = f'src="{page(player)}photo.png"' in html(client.get(page(player)))
    there = client.get(f"{page(player)}photo.png").status_code == 200
    assert on_page is there
    return there


def test_a_secretary_shows_a_photo_with_consent_and_takes_it_off(desk: Desk, ada: Player) -> None:
    assert not shown(ada)
    large = SimpleUploadedFile("large.png", large_photo())
    assert post(desk.client, at_desk(ada), file=large).status_code == 302
    assert shown(ada)
    answer = Client().get(f"{page(ada)}photo.png")
    with Image.open(io.BytesIO(answer.content)) as kept:
        assert (kept.format, kept.size) == ("PNG", (384, 512))
    assert "no-cache" in answer["Cache-Control"]
    told = words(html(desk.client.get(at_desk(ada)))).replace("\u2068", "").replace("\u2069", "")
    assert "recorded by director." in told
    desk.client.post(f"{at_desk(ada)}delete/")
    assert not shown(ada)
    assert not PlayerPhoto.objects.exists()


def test_whoever_has_claimed_to_be_the_player_does_both_too(desk: Desk, ada: Player) -> None:
    guest = Client()
    guest.post(given(desk, ada), ACCOUNT)
    own = f"/me/photo/{ada.pk}/"
    assert own in html(guest.get("/me/"))
    assert "Your photo is shown only if you agree." in words(html(post(guest, own, agreed="")))
    assert post(guest, own).status_code == 302
    assert shown(ada)
    guest.post(f"{own}delete/")
    assert not shown(ada)
    post(desk.client, at_desk(ada))
    guest.post(f"{own}delete/")
    assert not shown(ada)


def test_nobody_else_does(desk: Desk, ada: Player, stranger: Client) -> None:
    other = Player.objects.exclude(pk=ada.pk)[0]
    guest = Client()
    guest.post(given(desk, other), ACCOUNT)
    post(desk.client, at_desk(ada))
    own = f"/me/photo/{ada.pk}/"
    with unchanged():
        for client in (Client(), guest, stranger):
            assert post(client, own).status_code in (302, 404)
            assert client.post(f"{own}delete/").status_code in (302, 404)


def test_without_consent_or_a_picture_there_is_none(desk: Desk, ada: Player) -> None:
    with unchanged():
        answer = post(desk.client, at_desk(ada), agreed="")
        assert answer.status_code == 422
        assert "Ask them first." in words(html(answer))
        with refused("agreed no-consent"):
            members.set_player_photo(ada, "user:1", START, NewPhoto(file=picture(), agreed=False))
        with refused("file animated"):
            members.set_player_photo(ada, "user:1", START, NewPhoto(file=frames("PNG"), agreed=True))


@pytest.mark.parametrize("birth", ["minor", str(START.year - 18)])
def test_minors_are_never_shown(desk: Desk, ada: Player, birth: str) -> None:
    post(desk.client, at_desk(ada))
    set_details(ada, birth=birth)
    assert not shown(ada)
    assert "Photos of minors are not shown." in words(html(desk.client.get(at_desk(ada))))
    assert post(desk.client, at_desk(ada)).status_code == 422
    assert not PlayerPhoto.objects.exists()
    set_details(ada, birth=str(START.year - 19))
    assert post(desk.client, at_desk(ada)).status_code == 302


def test_it_goes_with_the_name_and_so_does_what_they_said_of_it(desk: Desk, ada: Player) -> None:
    post(desk.client, at_desk(ada))
    clubs.record_consents(ada, "user:1", START, clubs.NewConsents(name=False))
    members.erase_names(player=ada)
    ada.refresh_from_db()
    assert (ada.public_name, ada.consents.count(), PlayerPhoto.objects.count()) == ("", 0, 0)


def test_it_goes_with_the_claim_of_whoever_agreed(desk: Desk, ada: Player) -> None:
    guest = Client()
    guest.post(given(desk, ada), ACCOUNT)
    post(desk.client, at_desk(ada))
    ada.refresh_from_db()
    invitations.end_claim(player=ada, at=START)
    assert shown(ada)
    guest.post(given(desk, ada), ACCOUNT | {"username": "ada2"})
    ada.refresh_from_db()
    assert ada.account is not None
    PlayerPhoto.objects.update(consent_by=f"user:{ada.account.pk}")
    invitations.end_claim(player=ada, at=START)
    assert not shown(ada)


def test_it_is_in_the_copy_of_what_is_kept(desk: Desk, ada: Player) -> None:
    post(desk.client, at_desk(ada))
    [kept] = [
        row
        for each in data_export.copy_of(ada, at=START)["kept"]
        for row in each["rows"].get("PlayerPhoto", ())
    ]
    assert base64.b64decode(kept["content"]) == bytes(PlayerPhoto.objects.get().content)
    assert desk.client.get(f"/desk/rooster-club/members/{ada.pk}/data/?copy").status_code == 200


def test_who_has_no_public_page_is_shown_to_officers_alone(desk: Desk, ada: Player) -> None:
    new = clubs.add_player(club=desk.club, name="Bea New", colour="", at=START)
    for player in (new, ada):
        post(desk.client, at_desk(player))
        assert Client().get(f"{page(new)}photo.png").status_code == 404, "who has not played has none"
        assert desk.client.get(f"{page(player)}photo.png").status_code == 200
    clubs.change_public_parts(desk.club, clubs.PublicParts(players="nobody"))
    assert Client().get(f"{page(ada)}photo.png").status_code == 404
    assert shown(ada, desk.client)
