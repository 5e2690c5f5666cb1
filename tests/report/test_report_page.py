"""The report is one valid, self-contained page that shows what is in the records, whatever they hold."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from cli_driver import lines_of
from report_pages import HOSTILE, XHTML, all_of, made, parsed, report, text_of

from toolkit.records.faults import shown
from toolkit.stats import MEASURES

#: Bytes of a page about two games, with some twenty charts.
SIZE = 2_000_000


@pytest.fixture(scope="module")
def text() -> str:
    return made()[1].read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tree(text: str) -> Element:
    return parsed(text)


def test_the_page_is_valid_html_with_one_title(tree: Element) -> None:
    assert [text_of(each) for each in all_of(tree, "title", "h1")] == ["Sunday <club>"] * 2


def test_nothing_is_loaded_from_elsewhere_and_nothing_runs(text: str, tree: Element) -> None:
    for element in tree.iter():
        for name, value in element.attrib.items():
            if name in ("src", "href", "srcset", "data", "action", "poster", "background"):
                assert value.startswith(("#", "data:")), (element.tag, name, value[:80])
            assert not name.startswith("on"), (element.tag, name)
            assert name != "style", element.tag
    style = "".join(text_of(each) for each in all_of(tree, "style"))
    assert style
    assert "@import" not in style
    assert "url(" not in style
    assert not all_of(tree, "script", "iframe", "object", "embed", "base", "form")
    assert "http://" not in text
    assert "https://" not in text


def test_the_policy_forbids_everything_but_own_style_and_pictures(tree: Element) -> None:
    policies = [each.get("content") for each in all_of(tree, "meta") if each.get("http-equiv")]
    assert len(policies) == 1
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'",
        policies[0] or "",
    )


def test_names_of_players_and_events_cannot_break_out(text: str, tree: Element) -> None:
    words = text_of(tree)
    for name in HOSTILE[:2]:
        assert name not in text
        assert name in words
    assert "<b>Club</b> & friends" in words
    assert "</script><script>alert(1)</script>" in words
    assert not all_of(tree, "b")


def test_characters_that_hide_or_turn_text_around_are_shown_and_long_names_are_cut(text: str) -> None:
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b-\u200f]", text)
    assert shown(HOSTILE[2][:20], None) in text
    assert "\\u202egnp.exe\\u200b" in text
    assert "長い名前" * 31 not in text


def test_every_picture_has_words_and_size(tree: Element) -> None:
    pictures = all_of(tree, "img")
    assert len(pictures) > 10
    for each in pictures:
        assert each.get("alt", "").startswith("Chart: ")
        assert each.get("src", "").startswith("data:image/png;base64,")
        assert int(each.get("width", 0)) > 300
        assert int(each.get("height", 0)) > 50
    assert any("95 % interval" in each.get("alt", "") for each in pictures)


def test_identifiers_are_unique_and_every_reference_has_its_target(tree: Element) -> None:
    names = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(names) == len(set(names))
    for element in tree.iter():
        target = element.get("aria-labelledby") or (element.get("href") or "").removeprefix("#")
        assert not target or target in names or target.startswith("data:"), target


def test_headings_do_not_skip_a_level_and_there_are_landmarks(tree: Element) -> None:
    levels = [int(each.tag[-1]) for each in all_of(tree, "h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert [len(all_of(tree, name)) for name in ("header", "nav", "main")] == [1, 1, 1]
    assert all_of(tree, "html")[0].get("lang") == "en"


def test_head_cells_say_what_they_head_and_tables_scroll_in_a_box_of_their_own(tree: Element) -> None:
    assert all(each.get("scope") in ("col", "row", "rowgroup") for each in all_of(tree, "th"))
    boxes = [each for each in all_of(tree, "div") if each.get("class") == "scroll"]
    assert sum(len(all_of(box, "table")) for box in boxes) == len(all_of(tree, "table"))
    assert all(box.get("aria-label") and box.get("tabindex") == "0" for box in boxes)


def test_no_estimate_stands_without_its_interval_its_n_and_its_method(tree: Element) -> None:
    tables = [each for each in all_of(tree, "table") if each.get("class") == "estimates"]
    assert len(tables) > 30
    for table in tables:
        for row in all_of(table, "tr")[1:]:
            cells = [text_of(each) for each in row]
            if row.get("class") == "head":
                continue
            assert len(cells) == 6
            assert all(cells), cells
            assert cells[2] == "–" or re.fullmatch(r"−?[\d.,]+ to −?[\d.,]+", cells[2]), cells
            assert (cells[2] == "–") == cells[5].startswith("none: "), cells


def test_faulty_records_are_counted_and_listed_with_their_place(tree: Element) -> None:
    section = next(each for each in all_of(tree, "section") if each.get("id") == "faults")
    assert "5 of 16 records are faulty" in text_of(section)
    rows = [[text_of(cell) for cell in row] for row in all_of(section, "tr")[1:]]
    assert [row[1] for row in rows] == ["12", "13", "14", "15", "16"]
    assert rows[-1][3] == "json"
    assert all(row[0].endswith("records.jsonl") and row[5] for row in rows)
    assert "5 of 16 records are faulty" in made()[0].err


def test_overview_counts_what_was_read(tree: Element) -> None:
    tiles = {text_of(div[0]): text_of(div[1]) for div in next(each for each in all_of(tree, "dl"))}
    assert tiles["records"] == "16"
    assert tiles["faulty"] == "5"
    assert tiles["matches"] == "11"
    assert "1 of 11 matches have a date, from 2026-03-04 to 2026-03-04." in text_of(tree)


def test_options_are_explained_where_they_differ_from_the_defaults(tree: Element) -> None:
    section = next(each for each in all_of(tree, "section") if each.get("id") == "shishibo-input")
    rows = [[text_of(cell) for cell in row] for row in all_of(section, "tr")]
    options = [row for row in rows if len(row) == 6]
    assert options[0] == ["option", "value", "default", "matches", "meaning", "rule"]
    assert len(options) > 1
    assert all(row[1] != row[2] and row[5].startswith("SC-") for row in options[1:])


def test_the_report_says_how_to_make_it_again(tree: Element) -> None:
    section = next(each for each in all_of(tree, "section") if each.get("id") == "again")
    words = text_of(section)
    assert re.search(r"fuda report \S+records.jsonl -o \S+report.html --title 'Sunday <club>'", words)
    for word in ("philox", "CPython", "numpy", "polars"):
        assert word in words


def test_every_measure_but_those_of_repeated_deals_has_a_part() -> None:
    from toolkit.report.content import LEFT_OUT, PARTS, REPORTED, part_of

    assert set(REPORTED) | set(LEFT_OUT) == set(MEASURES)
    assert {part_of(name) for name in MEASURES} == set(PARTS)


def test_the_page_is_small(text: str) -> None:
    assert len(text.encode()) < SIZE


def test_elements_are_all_of_html(tree: Element) -> None:
    assert all(str(each.tag).startswith(XHTML) for each in tree.iter())


def test_the_same_records_give_the_same_page(tmp_path: Path) -> None:
    lines = lines_of("shiji-valid.jsonl")[:2]
    pages = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        ran, page = report(tmp_path / name, lines=lines)
        assert ran.code == 0, ran.err
        pages.append(page.read_text(encoding="utf-8").replace(str(page.parent), ""))
    assert pages[0] == pages[1]
