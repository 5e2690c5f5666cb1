"""Ids are remembered in little memory."""

from toolkit.records.ids import IdTable


def test_the_first_place_of_an_id_is_kept() -> None:
    table = IdTable()
    assert table.add("a", 5) is None
    assert table.add("b", 6) is None
    assert table.add("a", 7) == 5
    assert table.add("a", 8) == 5
    assert len(table) == 2


def test_many_ids_are_told_apart_while_the_table_grows() -> None:
    table = IdTable()
    for number in range(20_000):
        assert table.add(f"id-{number}", number) is None
    for number in range(20_000):
        assert table.add(f"id-{number}", 0) == number
    assert len(table) == 20_000


def test_a_record_takes_at_most_48_bytes() -> None:
    table = IdTable()
    for number in range(50_000):
        table.add(str(number), number)
    assert table._digests.itemsize * len(table._digests) * 2 <= 48 * 50_000
