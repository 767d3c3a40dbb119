"""Sums of money: how they are shown in each language, and how they are typed."""

import pytest
from django import forms
from django.utils import translation

from tournaments.site.web.words import AmountField, Sums, money, typed


@pytest.mark.parametrize(
    ("amount", "language", "shown", "entered"),
    [
        pytest.param(1250, "en", "12.50", "12.50", id="English"),
        pytest.param(1250, "fr", "12,50", "12,50", id="French"),
        pytest.param(5000, "en", "50.00", "50", id="a whole sum"),
        pytest.param(5, "en", "0.05", "0.05", id="small money"),
        pytest.param(12345600, "en", "123,456.00", "123456", id="a large sum"),
        pytest.param(0, "en", "", "0", id="not money"),
    ],
)
def test_a_sum_is_written_by_the_language(amount: int, language: str, shown: str, entered: str) -> None:
    with translation.override(language):
        assert money(amount) == shown
        assert typed(amount) == entered
        assert AmountField().clean(entered) == amount


@pytest.mark.parametrize(
    ("entered", "sums"),
    [
        pytest.param("50 30 12.50", (5000, 3000, 1250), id="with points"),
        pytest.param("50 30 12,50", (5000, 3000, 1250), id="with commas"),
        pytest.param("50, 30, 12.5", (5000, 3000, 1250), id="commas between"),
        pytest.param("50; 30;12,5", (5000, 3000, 1250), id="semicolons between"),
        pytest.param("  7 ", (700,), id="one"),
        pytest.param("0 5", (0, 500), id="the first is no money"),
        pytest.param("", (), id="none"),
    ],
)
def test_sums_are_read_however_they_are_parted(entered: str, sums: tuple[int, ...]) -> None:
    assert Sums().clean(entered) == sums


@pytest.mark.parametrize("entered", ["fifty", "50 -3", "1.234", "50,30,20", "12345678", "5€"])
def test_what_is_no_sum_is_named(entered: str) -> None:
    with pytest.raises(forms.ValidationError) as refused:
        Sums().clean(entered)
    assert f"“{entered}” does not fit here" in refused.value.messages[0]


def test_one_sum_is_one() -> None:
    assert AmountField().clean("") == 0
    with pytest.raises(forms.ValidationError, match="enter one sum"):
        AmountField().clean("5 6")
    with pytest.raises(forms.ValidationError, match=r"at most 1,000,000\.00"):
        Sums().clean("9999999 1")
