"""Numbers are compared by value, however a source writes them, and no expression is ever run."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.quotations.quantities import quantities_in, quantity


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0.80", "0.8"), ("8e-1", "0.8"), (".8", "0.8"), ("16_000", "16000"), ("1e3", "1000"), ("0x10", "16"),
        ("2 * 60", "120"), ("60*60*24", "86400"), ("1 << 20", "1048576"), ("2 ** 10", "1024"), ("-3", "-3"),
        ("1 / 4", "0.25"), ("(2 + 3) * 4", "20"), ("int('7')", "7"), ("'7'", "7"), ('"0.5"', "0.5"),
        ("5n", "5"), ("float(30)", "30"), ("7,", "7"), ("7;", "7"),
    ],
)  # fmt: skip
def test_a_number_is_its_value(written: str, number: str) -> None:
    read = quantity(written)
    assert read is not None
    assert read.number == Fraction(number)


@pytest.mark.parametrize(
    "written",
    ["", "x", "True", "None", "len(x)", "__import__('os')", "open('/etc/passwd')", "2 ** 9999", "1 << 9999",
     "9 ** 9 ** 9", "1e999", "1 / 0", "[1]", "lambda: 1", "(" * 150, "1" * 5000, "1 +", "\x00", "'a'",
     "timedelta(days=x)", "timedelta(fortnights=2)", "timedelta()"],
)  # fmt: skip
def test_what_is_no_number_is_none(written: str) -> None:
    assert quantity(written) is None


@pytest.mark.parametrize(
    ("written", "value", "unit", "same"),
    [
        ("timedelta(days=7)", "7", "days", True),
        ("timedelta(days=7)", "7", "", True),
        ("timedelta(days=7)", "168", "hours", True),
        ("timedelta(days=7)", "604800", "seconds", True),
        ("timedelta(days=7)", "604800", "", True),
        ("timedelta(days=7)", "7", "hours", False),
        ("timedelta(days=7)", "8", "days", False),
        ("timedelta(hours=1, minutes=30)", "90", "minutes", True),
        ("datetime.timedelta(seconds=30)", "30", "s", True),
        ("timedelta(7)", "7", "days", True),
        ("0.8", "0.80", "probability", True),
        ("0.8", "0.85", "probability", False),
    ],
)
def test_a_duration_is_compared_in_the_unit_that_the_register_names(
    written: str, value: str, unit: str, same: bool
) -> None:
    source, register = quantity(written), quantity(value)
    assert source is not None
    assert register is not None
    assert source.equals(register, unit=unit) is same


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if score > 0.80 and n < 16_000:", {"0.80", "16_000"}),
        ("return rows[:10]", {"10"}),
        ("ttl = 2 * 60 * 60", {"2 * 60 * 60", "2", "60"}),
        ("wait(timedelta(days=7))", {"timedelta(days=7)", "7"}),
        ("f'{score:.3f}' + '30s'", {"3", "30"}),
        ("sha256 utf8 v2 x1", set()),
        ("LIMIT 5 OFFSET 10", {"5", "10"}),
    ],
)
def test_the_numbers_of_a_passage_are_found(text: str, found: set[str]) -> None:
    assert set(quantities_in(text)) == found


@given(st.text("0123456789._eE+-*/<>()xn 'abc", max_size=30))
def test_no_text_is_more_than_a_number_or_none(text: str) -> None:
    read = quantity(text)
    assert read is None or isinstance(read.number, Fraction)


@given(st.integers(-(10**12), 10**12), st.integers(0, 6))
def test_writing_a_number_otherwise_does_not_change_it(number: int, zeros: int) -> None:
    plain = quantity(str(number))
    assert plain is not None
    for written in (f"{number:_}", f"{number}.{'0' * (zeros + 1)}", f"({number})", f"{number} * 1"):
        read = quantity(written)
        assert read is not None
        assert read.equals(plain), written
