"""Codes to type: what they look like, and that they are read however people write them."""

import re
import string
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.signup.links import CodeForm
from tournaments.site.cleaning import ALPHABET, LENGTH, code_of, hashed_code, read_code


@given(st.text())
def test_a_code_is_ten_signs_in_two_groups_and_is_read_as_it_is_printed(seed: str) -> None:
    code = code_of(seed)
    assert re.fullmatch(f"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", code)
    assert read_code(code) == code.replace("-", "")
    assert hashed_code(code) == hashed_code(code.replace("-", ""))


@given(st.text(), st.lists(st.sampled_from(" -._/\t"), min_size=LENGTH, max_size=LENGTH))
def test_case_spaces_and_hyphens_do_not_matter(seed: str, between: list[str]) -> None:
    code = code_of(seed).replace("-", "")
    spread = "".join(sign + gap for sign, gap in zip(code.lower(), between, strict=True))
    assert read_code(spread) == code


@given(st.text())
def test_whatever_is_typed_is_read_as_a_code_or_as_none(typed: str) -> None:
    code = read_code(typed)
    assert code is None or (len(code) == LENGTH and set(code) <= set(ALPHABET))


@pytest.mark.parametrize(
    ("seen", "meant"), [("8", "B"), ("5", "S"), ("2", "Z"), ("6", "G"), ("u", "V"), ("0", "Q"), ("O", "Q")]
)
def test_a_sign_read_for_one_that_looks_like_it_is_taken_for_that(seen: str, meant: str) -> None:
    assert read_code(seen * LENGTH) == meant * LENGTH


def test_no_two_signs_of_the_alphabet_look_alike() -> None:
    for group in ("0OQ", "1IL", "8B", "5S", "2Z", "6G", "UV"):
        assert len(set(group) & set(ALPHABET)) <= 1
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert not set(ALPHABET) & set("AEIOU"), "no code spells a word"


def test_the_refusal_of_a_typed_code_names_just_the_signs_that_no_code_has() -> None:
    signs = string.ascii_uppercase + string.digits
    never = [sign for sign in signs if read_code(sign * LENGTH) is None]
    assert f"never {', '.join(never[:-1])} or {never[-1]}" in str(CodeForm({"code": "A"}).errors["code"])


@given(st.text())
def test_a_code_that_a_migration_made_is_the_one_that_is_looked_up_today(seed: str) -> None:
    migration = import_module("tournaments.migrations.former.0007_personal_links")
    assert migration.hashed_code(seed) == hashed_code(code_of(seed))
