LIMIT = 4


def test_nothing() -> None:
    assert LIMIT > 3
