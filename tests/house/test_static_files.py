"""What browsers load of our own styles and scripts: all of it but the comments."""

from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from config.static_files import JOINED, Storage


@pytest.mark.parametrize(
    ("name", "source", "sent"),
    [
        pytest.param(
            "head_table/css/base.css",
            "/* Base.\n *\n * Shell\n */\na { color: red; }\n  /* Narrow. */\nb { c: d; } /* e */\n",
            "a { color: red; }\nb { c: d; } /* e */\n",
            id="a style",
        ),
        pytest.param(
            "head_table/js/ui.0123456789ab.js",
            '/** Says.\n * @param {string} a */\nconst a = "/*";  // why\n  // and so\nb(`//x`);\n',
            'const a = "/*";  // why\nb(`//x`);\n',
            id="a script, under the name of what is in it",
        ),
        pytest.param("htmx/htmx.js", "/* Licence. */\na();\n", "/* Licence. */\na();\n", id="not ours"),
    ],
)
def test_comments_on_lines_of_their_own_are_not_sent(
    tmp_path: Path, name: str, source: str, sent: str
) -> None:
    storage = Storage(location=tmp_path, base_url="/static/")
    assert storage.save(name, ContentFile(source.encode())) == name
    assert (tmp_path / name).read_text() == sent


def test_what_goes_out_joined_is_its_parts_in_their_order(tmp_path: Path) -> None:
    storage, (name, parts) = Storage(location=tmp_path, base_url="/static/"), next(iter(JOINED.items()))
    for part in parts:
        storage.save(f"head_table/css/{part}.css", ContentFile(f".{part}{{}}\n".encode()))
    paths = {f"head_table/css/{part}.css": (storage, f"head_table/css/{part}.css") for part in parts}
    hashed = next(made for whole, made, _ in storage.post_process(paths) if whole == name)
    assert (tmp_path / hashed).read_text().split() == [f".{part}{{}}" for part in parts]
