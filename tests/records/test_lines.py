"""Lines come out whole however the stream is cut into chunks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.records.lines import Line, LineSplitter

TEXT = "\ufeff一つ目\r\n\n  \t\r\n二つ目 🀄\r\n\ufeff三\n\r\n最後".encode()
LINES = [(1, "一つ目\r"), (4, "二つ目 🀄\r"), (5, "三"), (7, "最後")]


def split(chunks: list[bytes], limit: int = 1000) -> list[Line]:
    splitter = LineSplitter(limit)
    found = [line for chunk in chunks for line in splitter.feed(chunk)]
    last = splitter.finish()
    return found if last is None else [*found, last]


def test_bom_crlf_and_blank_lines_are_read_without_complaint() -> None:
    assert [(line.number, (line.text or b"").decode()) for line in split([TEXT])] == LINES


def test_every_size_of_chunk_gives_the_same_lines() -> None:
    whole = split([TEXT])
    for size in range(1, len(TEXT)):
        assert split([TEXT[at : at + size] for at in range(0, len(TEXT), size)]) == whole


@settings(deadline=None)
@given(
    data=st.lists(st.sampled_from([b"\n", b"\r\n", b" ", b"ab", b"\xef", b"\xbb", b"\xbf", b"c" * 9])), cuts=st.data()
)
def test_any_cuts_give_the_same_lines(data: list[bytes], cuts: st.DataObject) -> None:
    text = b"".join(data)
    places = sorted(cuts.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    chunks = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]

    def essence(lines: list[Line]) -> list[tuple[int, bytes | None]]:
        return [(line.number, line.text) for line in lines]

    assert essence(split(chunks, 30)) == essence(split([text], 30))


def test_a_line_over_the_limit_is_measured_and_the_next_one_is_read() -> None:
    text = b"x" * 50 + b"\nok\n" + b"y" * 11
    for size in (1, 7, 49, 51, 100):
        lines = split([text[at : at + size] for at in range(0, len(text), size)], limit=10)
        assert lines == [Line(1, None, 50), Line(2, b"ok", 2), Line(3, None, 11)]


def test_a_line_at_the_limit_is_kept() -> None:
    assert split([b"x" * 10], limit=10) == [Line(1, b"x" * 10, 10)]


def test_a_long_line_is_not_held_in_memory() -> None:
    splitter = LineSplitter(10)
    for _ in range(100):
        assert list(splitter.feed(b"x" * 1000)) == []
        assert sum(map(len, splitter._pieces)) <= 10
    assert splitter.finish() == Line(1, None, 100_000)
