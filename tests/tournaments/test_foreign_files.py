"""Files of a megabyte that were made to harm: to read one takes little memory and time, or it says what is wrong."""

import io
import json
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from tests.tournaments.club.member_list.spreadsheets import MAIN, ods, ods_rows, rows, xlsx, zipped

MIB: Final = 60
MEGABYTE: Final = 1_000_000
LONG_TEXT: Final = zlib.compress(b"x" * 1_040_000)
ENDS: Final = (
    "read empty too-large too-many too-wide too-many-pixels too-many-scans damaged no-list no-script not-json "
    "not-an-object unprintable columns no-row not-a-number twice too-many-rounds seat-taken"
)
"""A file is read, or refused with one of these; whoever needs more than two seconds of CPU is ended by a signal."""


def _with_shared(references: int, length: int) -> bytes:
    texts = f'<sst xmlns="{MAIN}"><si><t>{"x" * length}</t></si></sst>'.encode()
    cells = '<c t="s"><v>0</v></c>' * 50
    more = {
        "xl/sharedStrings.xml": texts,
        "xl/_rels/workbook.xml.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            + "".join(
                f'<Relationship Id="rId{n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
                f'{kind}" Target="{target}"/>'
                for n, (kind, target) in enumerate(
                    (("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml")), start=1
                )
            )
            + "</Relationships>"
        ).encode(),
    }
    return xlsx(f"<row>{cells}</row>" * (references // 50), more=more)


def _sheet(part: bytes) -> bytes:
    return xlsx(
        more={"xl/worksheets/sheet1.xml": b'<worksheet xmlns="%s">%s</worksheet>' % (MAIN.encode(), part)}
    )


def _packed_otherwise(method: int, size: int) -> bytes:
    """A workbook with a part that comes to very much, while the archive says that it has 100 bytes."""
    honest = zipfile.ZipFile(io.BytesIO(xlsx(rows([["Ann"]]))))
    parts = {name: honest.read(name) for name in honest.namelist()} | {"xl/styles.xml": b" " * size}
    return zipped(parts, method).replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _png(
    width: int,
    height: int,
    *,
    depth: int = 8,
    colour: int = 6,
    interlaced: bool = False,
    more: bytes = b"",
    split: int = 0,
) -> bytes:
    """A picture of nothing but zeros, whose size nobody had to hold to write it."""
    sample = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour] * depth
    length = (width * sample // 8 + 1) * height + (width * sample if interlaced else 0)
    packer = zlib.compressobj(1)
    data = b"".join(packer.compress(bytes(min(MEGABYTE, length - at))) for at in range(0, length, MEGABYTE))
    data += packer.flush()
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))
    palette = _chunk(b"PLTE", bytes(768)) if colour == 3 else b""
    step = split or len(data)
    pixels = b"".join(_chunk(b"IDAT", data[at : at + step]) for at in range(0, len(data), step))
    return b"\x89PNG\r\n\x1a\n" + head + palette + more + pixels + _chunk(b"IEND", b"")


def _saved(size: tuple[int, int], kind: str, mode: str = "RGB", **options: object) -> bytes:
    file = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(file, kind, **options)
    return file.getvalue()


def _many_scans(scans: int) -> bytes:
    """A progressive JPEG whose last scan is there again and again."""
    honest = _saved((4000, 3000), "JPEG", progressive=True, quality=10)
    last = honest.rindex(b"\xff\xda")
    return honest[:-2] + honest[last:-2] * scans + honest[-2:]


def _webp_of(width: int, height: int) -> bytes:
    """A WebP whose head has a canvas of this size."""
    small = _saved((16, 16), "WEBP", lossless=True)
    extended = b"VP8X" + struct.pack("<I", 10) + b"\x00\x00\x00\x00"
    extended += (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBP" + extended + small[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


LISTS: Final[dict[str, Callable[[], bytes]]] = {
    "a bzip2 bomb": lambda: _packed_otherwise(zipfile.ZIP_BZIP2, 60_000_000),
    "a deflate bomb": lambda: _packed_otherwise(zipfile.ZIP_DEFLATED, 60_000_000),
    "one long text in every cell": lambda: _with_shared(100_000, 1_000_000),
    "as much as is let through": lambda: _with_shared(115_000, 10),
    "an ODS row a million times": lambda: ods(
        ods_rows([["Ann"]], row='table:number-rows-repeated="1000000"')
    ),
    "an ODS cell a million times": lambda: ods(
        ods_rows([["Ann"]], cell='table:number-columns-repeated="999999"')
    ),
    "an ODS cell repeated to the limits": lambda: ods(
        ods_rows([["x"]], row='table:number-rows-repeated="1150"', cell='table:number-columns-repeated="100"')
    ),
    "a million spaces of ODS": lambda: ods(
        ods_rows([["Ann"]] * 9).replace("Ann", '<text:s text:c="999999999"/>')
    ),
    "an ODS table in a table": lambda: ods(
        '<table:table-row table:number-rows-repeated="99999999"/><table:table/>' + ods_rows([["Ann"]])
    ),
    "ODS sheets": lambda: ods(*[ods_rows([["Ann"]])] * 20_000),
    "elements in elements": lambda: _sheet(b"<a>" * 1_500_000),
    "elements beside each other": lambda: _sheet(b"<a/>" * 1_500_000),
    "an element with many attributes": lambda: _sheet(
        b"<a %s/>" % b" ".join(b'a%d=""' % n for n in range(400_000))
    ),
    "a long comment": lambda: _sheet(b"<!--%s-->" % (b"x" * 5_900_000)),
    "lines without end": lambda: _sheet(b"\n" * 5_900_000),
    "entities": lambda: zipped(
        {"xl/workbook.xml": b'<!DOCTYPE a [<!ENTITY b "%s">]><a>%s</a>' % (b"x" * 9999, b"&b;" * 9999)}
    ),
    "many parts": lambda: zipped({f"{n}": b"" for n in range(9000)}),
    "a number of a million digits": lambda: xlsx(f"<row><c><v>{'9' * MEGABYTE}</v></c></row>"),
    "commas": lambda: b"," * MEGABYTE,
    "commas that are taken": lambda: b"," * 200_000,
    "quotation marks": lambda: b'"' * 200_000,
    "lines": lambda: b"\n" * 200_000,
    "one long line": lambda: b"x" * 200_000,
    "zeros": lambda: b"\x00" * 200_000,
}
PICTURES: Final[dict[str, Callable[[], bytes]]] = {
    "PNG of many pixels": lambda: _png(4000, 4000),
    "PNG as large as is taken": lambda: _png(2500, 2000, depth=16),
    "PNG as large as is taken, interlaced": lambda: _png(2500, 2000, interlaced=True),
    "PNG with a palette": lambda: _png(2500, 2000, colour=3),
    "grey PNG": lambda: _png(2500, 2000, colour=4, depth=16),
    "PNG one pixel high": lambda: _png(5_000_000, 1),
    "PNG with one colour that is none": lambda: _png(2500, 2000, colour=2, more=_chunk(b"tRNS", bytes(6))),
    "PNG with texts": lambda: _png(
        *(9, 9),
        more=b"".join(_chunk(b"zTXt", b"%d\0\0" % n + LONG_TEXT) for n in range(60))
        + b"".join(_chunk(b"iTXt", b"%d\0\1\0\0\0" % n + LONG_TEXT) for n in range(60)),
    ),
    "PNG with a profile": lambda: _png(
        9, 9, more=_chunk(b"iCCP", b"a\0\0" + zlib.compress(b"x" * 80_000_000, level=1))
    ),
    "PNG of many chunks": lambda: _png(9, 9, more=_chunk(b"tEXt", b"a\0") * 70_000),
    "PNG in many pieces": lambda: _png(1000, 1000, split=1),
    "JPEG of a telephone": lambda: _saved((4000, 3000), "JPEG", quality=20),
    "JPEG of a telephone, progressive": lambda: _saved((4000, 3000), "JPEG", progressive=True, quality=20),
    "JPEG of many pixels, whole colours, progressive": lambda: _saved(
        (4000, 4000), "JPEG", progressive=True, quality=10, subsampling=0
    ),
    "JPEG long and thin": lambda: _saved((16000, 1000), "JPEG", quality=10),
    "JPEG of many scans": lambda: _many_scans(9000),
    "JPEG of many parts": lambda: _saved((9, 9), "JPEG").replace(
        b"\xff\xdb", b"\xff\xe5\x00\x02" * 240_000 + b"\xff\xdb", 1
    ),
    "WebP of a large canvas": lambda: _webp_of(16383, 16383),
    "WebP of many pixels": lambda: _saved((4000, 4000), "WEBP", method=0),
    "WebP as large as is taken": lambda: _saved((2000, 1250), "WEBP", "RGBA", lossless=True),
}
SCHEDULES: Final[dict[str, Callable[[], bytes]]] = {
    "commas.csv": lambda: b"," * MEGABYTE,
    "quotation marks.csv": lambda: b"round,table,seat,player\n" + b'"' * 900_000,
    "empty lines.csv": lambda: b"\n" * MEGABYTE,
    "rows of nothing.csv": lambda: b"round,table,seat,player\n" + b",,,\n" * 240_000,
    "short rows.csv": lambda: b"round,table,seat,player\n" + b"1\n" * 480_000,
    "everybody missing.csv": lambda: (
        b"round,table,seat,player\n" + b"".join(b"%d,1,1,2000\n" % n for n in range(1, 501))
    ),
    "tables far off.csv": lambda: (
        b"round,table,seat,player\n"
        + b"".join(b"%d,2000,1,%d\n" % (n % 500 + 1, n % 2000 + 1) for n in range(60_000))
    ),
    "a full one.csv": lambda: (
        b"round,table,seat,player\n"
        + b"".join(
            b"%d,%d,%d,%d\n" % (turn, n // 4 + 1, n % 4 + 1, n + 1)
            for turn in range(1, 36)
            for n in range(2000)
        )
    ),
    "hyphens.text": lambda: b"-" * MEGABYTE,
    "tables.text": lambda: b"1 " * 500_000,
    "numbers.text": lambda: b"9" * MEGABYTE,
    "lines.text": lambda: b"1-2\n" * 250_000,
    "a full one.text": lambda: b"".join(
        b" ".join(b"%d-%d-%d-%d" % (n, n + 1, n + 2, n + 3) for n in range(1, 2000, 4)) + b"\n"
        for _ in range(100)
    ),
}
SCRIPTS: Final[dict[str, Callable[[], bytes]]] = {
    "lists in lists": lambda: b"[" * MEGABYTE,
    "closed lists in lists": lambda: b"[" * 900 + b"]" * 900,
    "objects in objects": lambda: b'{"a":' * 190_000,
    "a long number": lambda: b"9" * MEGABYTE,
    "long numbers": lambda: b"[" + b",".join([b"9" * 4000] * 240) + b"]",
    "empty lists": lambda: b'{"rounds":[' + b",".join([b"[]"] * 330_000) + b"]}",
    "unknown keys": lambda: b"{" + b",".join(b'"%x":1' % n for n in range(95_000)) + b"}",
    "as many players of nothing as are read": lambda: b'{"players":[' + b",".join([b"{}"] * 29_990) + b"]}",
    "as many lists of nothing as are read": lambda: b'{"rounds":[' + b",".join([b"[]"] * 29_990) + b"]}",
    "as many keys as are read": lambda: b"{" + b",".join(b'"%x":1' % n for n in range(49_000)) + b"}",
    "objects with a key": lambda: b'{"rounds":[' + b",".join([b'{"":1}'] * 145_000) + b"]}",
    "half characters": lambda: b'["' + b"\\ud800" * 160_000 + b'"]',
    "texts of half characters": lambda: b"[" + b",".join([b'"\\ud800"'] * 49_000) + b"]",
}


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise")
def test_whoever_reads_a_file_made_to_harm_takes_little(tmp_path: Path) -> None:
    made = {f"{name}.list": make for name, make in LISTS.items()}
    made |= {f"{name}.picture": make for name, make in PICTURES.items()}
    made |= SCHEDULES | {f"{name}.script": make for name, make in SCRIPTS.items()}
    for name, make in made.items():
        content = make()
        assert len(content) <= 1024 * 1024, name
        (tmp_path / name).write_bytes(content)
    ran = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.measured_reading", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    read = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(read) == len(made)
    assert [one for one in read if one["grown"] > MIB or one["end"] not in ENDS.split()] == []
