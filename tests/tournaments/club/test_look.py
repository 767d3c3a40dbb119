"""How a club looks: its logo, drawn anew from whatever file is chosen, and its colour, as people can read it."""

import io
import re
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, PngImagePlugin

from scoring.faults import Faults
from tests.tournaments.club.test_settings import ABOUT
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import unchanged
from tournaments.club import look
from tournaments.club.look import LARGEST, LARGEST_KEPT, logo_of
from tournaments.club.models import Club, ClubLogo
from tournaments.club.reads.members import logo_picture
from tournaments.club.services import clubs

PAGE = "/desk/rooster-club/settings/look/"
SECRET = b"<script>alert(1)</script>"


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), mode: str = "RGB", **save: Any) -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, "#1c5a43").save(file, kind, **save)
    return file.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *pieces: bytes) -> bytes:
    """A PNG that says it has this size, of these pieces."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(pieces) + chunk(b"IEND", b"")


def frames(kind: str) -> bytes:
    return picture(kind, save_all=True, append_images=[Image.new("RGB", (60, 40), "#a81e1b")], duration=100)


def bomb() -> bytes:
    """A few kilobytes that decode to hundreds of megabytes."""
    return png(30_000, 30_000, chunk(b"IDAT", zlib.compress(bytes(3_000_000), 9)))


def text_bomb() -> bytes:
    """A small picture with a text that unpacks to many megabytes."""
    return png(8, 8, chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(20_000_000), 1)), chunk(b"IDAT", b""))


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a decompression bomb": (bomb, "too wide or high"),
    "too many pixels": (lambda: picture(size=(5000, 4000)), "too wide or high"),
    "a bomb in a text": (text_bomb, "damaged"),
    "a PNG with a page behind it": (lambda: picture() + SECRET, "something else behind"),
    "a PNG with an archive behind it": (lambda: picture() + b"PK\x03\x04rest", "something else behind"),
    "a WebP with a page behind it": (lambda: picture("WEBP") + SECRET, "something else behind"),
    "a truncated PNG": (lambda: picture(size=(600, 600))[:-60], "damaged"),
    "a truncated JPEG": (lambda: picture("JPEG", size=(600, 600))[:-400], "damaged"),
    "a truncated WebP": (lambda: picture("WEBP", size=(600, 600), lossless=True)[:40], "damaged"),
    "an animated GIF": (lambda: frames("GIF"), "GIF files are not accepted"),
    "an animated PNG": (lambda: frames("PNG"), "is animated"),
    "an animated WebP": (lambda: frames("WEBP"), "is animated"),
    "an SVG": (lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>', "SVG files are not accepted"),
    "an SVG with a head": (
        lambda: b"\xef\xbb\xbf <?xml version='1.0'?>\n<!-- --><svg/>",
        "can hold programs",
    ),
    "a BMP": (lambda: picture("BMP"), "no picture that can be read"),
    "a TIFF": (lambda: picture("TIFF"), "no picture that can be read"),
    "PostScript": (
        lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        "no picture that can be read",
    ),
    "a page": (lambda: b"<!doctype html>" + SECRET, "no picture that can be read"),
    "nothing": (lambda: b"", "empty"),
    "a file that is too large": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(LARGEST), "more than 1 MB"),
}


@pytest.mark.parametrize(("make", "said"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_logo_is_refused_and_says_why(make: Callable[[], bytes], said: str) -> None:
    with pytest.raises(Faults) as caught:
        logo_of(make())
    [fault] = caught.value.faults
    assert (fault.field, said in str(fault.message)) == ("file", True)


def test_a_refusal_stands_beside_the_field_and_nothing_is_saved(desk: Desk) -> None:
    with unchanged():
        answer = desk.client.post(PAGE, {"file": SimpleUploadedFile("logo.svg", b"<svg/>")})
    assert answer.status_code == 422
    assert "SVG files are not accepted" in words(html(answer))
    assert "field--error" in html(desk.client.post(PAGE, {}))


def test_ten_megabytes_are_not_even_read(desk: Desk) -> None:
    with unchanged():
        answer = desk.client.post(
            PAGE, {"file": SimpleUploadedFile("logo.png", picture() + bytes(10_000_000))}
        )
    assert answer.status_code == 413
    assert "a smaller file" in words(html(answer))


GOOD: dict[str, Callable[[], bytes]] = {
    "a PNG": picture,
    "with colours in a palette": lambda: picture(mode="P"),
    "in shades of grey": lambda: picture(mode="L"),
    "see-through": lambda: picture(mode="RGBA"),
    "a JPEG": lambda: picture("JPEG"),
    "a JPEG for printers": lambda: picture("JPEG", mode="CMYK"),
    "a WebP": lambda: picture("WEBP"),
    "a large photo": lambda: picture("JPEG", size=(4000, 3000)),
    "as thin as a thread": lambda: picture(size=(4000, 1)),
}


@pytest.mark.parametrize("make", GOOD.values(), ids=GOOD)
def test_what_is_kept_is_a_small_png(make: Callable[[], bytes]) -> None:
    with Image.open(io.BytesIO(logo_of(make()))) as kept:
        assert (kept.format, kept.mode) == ("PNG", "RGBA")
        assert 1 <= min(kept.size) <= max(kept.size) <= 512


def test_nothing_is_kept_that_stood_beside_the_pixels() -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", SECRET.decode(), zip=True)
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = SECRET.decode(), 6  # a description; turned by a quarter
    files = (
        picture(pnginfo=notes, icc_profile=SECRET, exif=exif),
        picture("JPEG", comment=SECRET, exif=exif, icc_profile=SECRET) + SECRET,
        picture("WEBP", exif=exif, xmp=SECRET),
    )
    for file in files:
        kept = logo_of(file)
        assert b"script" not in kept
        with Image.open(io.BytesIO(kept)) as image:
            assert (image.info, image.size) == ({}, (40, 60))


def test_even_noise_is_kept_short() -> None:
    noise = Image.effect_noise((900, 900), 90).convert("RGB")
    file = io.BytesIO()
    noise.save(file, "JPEG", quality=80)
    assert len(logo_of(file.getvalue())) <= LARGEST_KEPT + 64 * 1024


def test_a_logo_is_shown_served_for_ever_and_removed(desk: Desk, make_evening: Callable[..., Any]) -> None:
    evening = make_evening(8, until="playing").evening
    public = f"/c/{evening.club.slug}/{evening.slug}/"
    shown_at = ("/c/rooster-club/", public, f"{public}wall/")
    papers = [f"/desk/rooster-club/{evening.slug}/papers/{paper}/" for paper in ("tickets", "cards")]
    first = Client().get(public)
    desk.client.post(PAGE, {"file": SimpleUploadedFile("x.jpg", picture("JPEG"))})
    club = Club.objects.get()
    address = f"/c/rooster-club/logo/{club.logo}.png"
    for page in shown_at:
        assert address in html(Client().get(page, headers={"if-none-match": first["ETag"]})), page
    assert all(address in html(desk.client.get(paper)) for paper in papers)
    served = Client().get(address)
    assert (served["Content-Type"], served["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert served["Cache-Control"] == "public, max-age=31536000, immutable"
    assert served.content == logo_picture(club)
    assert Client().get("/c/rooster-club/logo/abc.png").status_code == 404
    clubs.set_logo(club, clubs.NewLogo(file=picture(size=(10, 10))))
    another = f"/c/rooster-club/logo/{club.logo}.png"
    assert [Client().get(each).status_code for each in (address, another)] == [404, 200]
    desk.client.post(f"{PAGE}no-logo/")
    assert Client().get(another).status_code == 404
    assert not ClubLogo.objects.exists()
    assert "club-mark" not in html(Client().get(public))


def test_the_picture_to_share_bears_it(club: Club, make_evening: Callable[..., Any]) -> None:
    shared = f"/c/rooster-club/{make_evening(8, until='playing').evening.slug}/picture.png"
    before = Client().get(shared)
    clubs.set_logo(club, clubs.NewLogo(file=picture()))
    with (
        Image.open(io.BytesIO(before.content)) as old,
        Image.open(io.BytesIO(Client().get(shared).content)) as new,
    ):
        assert (old.format, old.size) == (new.format, new.size)
        green = new.convert("RGB").getpixel((1044, 150))
        assert green == (28, 90, 67) != old.convert("RGB").getpixel((1044, 150))


def test_a_backup_holds_it(club: Club) -> None:
    from tournaments.operations.backup import applied_migrations, columns, insert, models_at, rows_of

    clubs.set_logo(club, clubs.NewLogo(file=picture()))
    before = logo_picture(club)
    model = models_at(applied_migrations())["tournaments_clublogo"]
    rows = list(rows_of(model._base_manager.all()))
    ClubLogo.objects.all().delete()
    insert(model, [str(field.column) for field in columns(model)], rows)
    assert logo_picture(club) == before


CHOSEN = (
    "#1c5a43",
    "#ffffff",
    "#000000",
    "#ffff00",
    "#808080",
    "#0000ff",
    "#ff0000",
    "#00ff00",
    "#f1e6cf",
    "#1a150e",
)


@pytest.mark.parametrize("theme", look.THEMES)
@pytest.mark.parametrize("colour", CHOSEN)
def test_every_colour_can_be_read_and_is_changed_no_further_than_it_must(colour: str, theme: str) -> None:
    shade = look.readable_colours(colour, theme)
    assert look.contrast_in(shade, theme) >= 4.5
    if look.contrast_in(colour, theme) >= 4.5:
        assert shade == colour
    else:
        assert look.contrast_in(shade, theme) < 4.9


def test_the_contrast_is_that_of_the_pages() -> None:
    """Known values, and the papers as the pages have them."""
    assert round(look._contrast((0, 0, 0), (1, 1, 1)), 2) == 21
    assert round(look._contrast(look._rgb("#777777"), (1, 1, 1)), 2) == 4.48
    sheet = (settings.BASE_DIR / "tournaments/static/head_table/css/tokens.css").read_text()
    light, _media, dark = sheet.partition("@media (prefers-color-scheme: dark)")
    for part, theme in ((light, "light"), (dark, "dark")):
        found = [re.search(rf"--{name}: (#[0-9a-f]+);", part) for name in ("paper", "stock", "stock-deep")]
        assert tuple(one[1] for one in found if one) == look.THEMES[theme]


def test_a_colour_is_delivered_as_a_sheet_and_shown_beside_what_was_chosen(desk: Desk) -> None:
    page = words(html(desk.client.post(f"{PAGE}colour/", {"colour": "#a81e1b", "typed": "fd0"}, follow=True)))
    assert "the nearest shade of #ffdd00 that can be read there" in page
    told = html(Client().get("/c/rooster-club/"))
    address = re.search(r'href="(/c/rooster-club/colours/[^"]*\.css)"', told)
    assert address is not None
    sheet = Client().get(address[1])
    assert sheet["Content-Type"].startswith("text/css")
    assert "immutable" in sheet["Cache-Control"]
    assert look.readable_colours("#ffdd00", "dark") in sheet.content.decode()
    assert "style=" not in told
    desk.client.post(f"{PAGE}colour/", {"none": "1", "colour": "#a81e1b"})
    assert "/colours/" not in html(Client().get("/c/rooster-club/"))
    assert Client().get(address[1]).status_code == 404


@pytest.mark.parametrize("bad", ["red", "#12", "#1234567", "#12345g", "url(x)", "#123456;}", "#１２３４５６"])
def test_what_is_no_colour_is_refused(bad: str, desk: Desk) -> None:
    with unchanged():
        answer = desk.client.post(f"{PAGE}colour/", {"colour": "#a81e1b", "typed": bad})
        assert answer.status_code == 422
        assert "is not a colour" in words(html(answer))
        with pytest.raises(Faults):
            clubs.set_colour(desk.club, clubs.NewColour(colour=bad))


def test_other_settings_leave_the_look_alone(club: Club) -> None:
    clubs.set_colour(club, clubs.NewColour(colour="1C5A43"))
    clubs.set_logo(club, clubs.NewLogo(file=picture()))
    clubs.change_settings(club, clubs.AboutClub(**ABOUT))
    kept = Club.objects.get()
    assert (kept.colour, bool(kept.logo)) == ("#1c5a43", True)
