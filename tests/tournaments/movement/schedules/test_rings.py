"""The arithmetic of fields and of their products."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.movement.schedules.rings import is_prime_power, prime_powers, ring

FIELDS = [4, 5, 8, 9, 16, 25, 27, 49, 64, 81, 97]
ORDERS = [*FIELDS, 12, 15, 20, 35, 45]


@given(st.sampled_from(ORDERS), st.data())
def test_it_adds_and_multiplies_as_numbers_do(order: int, data: st.DataObject) -> None:
    numbers = ring(order)
    plus, times = numbers.plus, numbers.times
    one, two, three = (data.draw(st.integers(0, order - 1)) for _ in range(3))
    assert plus[one][two] == plus[two][one]
    assert times[one][two] == times[two][one]
    assert plus[plus[one][two]][three] == plus[one][plus[two][three]]
    assert times[times[one][two]][three] == times[one][times[two][three]]
    assert times[one][plus[two][three]] == plus[times[one][two]][times[one][three]]
    assert (plus[0][one], times[1][one], times[0][one]) == (one, one, 0)
    assert plus[numbers.less(one, two)][two] == one


@pytest.mark.parametrize("order", FIELDS, ids=lambda order: f"GF({order})")
def test_in_a_field_the_powers_of_one_element_are_all_but_zero(order: int) -> None:
    field = ring(order)
    assert is_prime_power(order)
    assert sorted(field.powers) == list(range(1, order))
    following = field.powers[1:]
    assert all(
        field.times[here][field.powers[1]] == there
        for here, there in zip(field.powers, following, strict=False)
    )


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: f"order {order}")
def test_the_spread_has_no_two_that_differ_by_a_divisor_of_zero(order: int) -> None:
    numbers = ring(order)
    units = {element for element in range(order) if 1 in numbers.times[element]}
    assert len(numbers.spread) == min(prime**exponent for prime, exponent in prime_powers(order))
    assert all(
        numbers.less(one, other) in units
        for one in numbers.spread
        for other in numbers.spread
        if one != other
    )


def test_there_is_no_ring_of_one() -> None:
    with pytest.raises(ValueError, match="no ring of 1"):
        ring(1)
