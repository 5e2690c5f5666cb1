"""The viewer for notebooks: moving the slider shows the table after that move."""

import sys
from pathlib import Path

import pytest

from toolkit.games import NAMES
from toolkit.records.model import Record
from toolkit.records.reading import read
from toolkit.replay import Match
from toolkit.replay.viewer import Viewer, view

CASES = Path(__file__).resolve().parents[1] / "cases"

pytest.importorskip("ipywidgets", reason="ipywidgets comes with the extra notebook")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def records(game: str) -> list[Record]:
    return [entry.record for entry in read([CASES / f"{game}-valid.jsonl"]) if entry.record is not None]


def board_of(record: Record, number: int, move: int, seat: int | None = None) -> str:
    """The picture after a move of a round, reached by playing the record from its start."""
    match = Match(record.game, record.players, rules=record.rules)
    for each in record.rounds[: number - 1]:
        match.deal(each.deal)
        for token in each.moves:
            match.push(token)
        match.finish_round()
    match.deal(record.rounds[number - 1].deal)
    for token in record.rounds[number - 1].moves[:move]:
        match.push(token, settle=False)
    return str(match.board(seat)._repr_svg_())


@pytest.mark.parametrize("game", NAMES)
def test_the_slider_shows_the_table_after_every_move_forwards_and_back(game: str) -> None:
    record = records(game)[0]
    viewer = view(record)
    moves = len(record.rounds[0].moves)
    assert viewer.move.max == moves
    assert viewer.picture.value == board_of(record, 1, 0)
    for move in (1, moves // 2, moves - 1, 2, 0):
        viewer.move.value = move
        assert viewer.picture.value == board_of(record, 1, move)


def test_a_round_is_chosen_and_begins_with_its_deal() -> None:
    record = next(each for each in records("shishibo") if len(each.rounds) > 1)
    viewer = view(record)
    viewer.move.value = 3
    viewer.round.value = 2
    assert (viewer.move.value, viewer.move.max) == (0, len(record.rounds[1].moves))
    assert viewer.picture.value == board_of(record, 2, 0)
    viewer.move.value = 4
    assert viewer.picture.value == board_of(record, 2, 4)
    viewer.round.value = 1
    assert viewer.picture.value == board_of(record, 1, 0)


def test_the_token_of_the_move_and_its_events_stand_below() -> None:
    record = records("shiji")[0]
    viewer = view(record)
    assert "the deal" in viewer.words.value
    told = []
    for move, token in enumerate(record.rounds[0].moves, 1):
        viewer.move.value = move
        assert f"<code>{move}. {token}</code>" in viewer.words.value
        told.append(viewer.words.value)
    assert any("<li>" in each for each in told)
    assert any("end" in each for each in told[-1:])


def test_a_seat_sees_its_own_cards_and_not_those_that_others_choose_in_secret() -> None:
    record = records("shiji")[0]
    moves = record.rounds[0].moves
    secret = next(number for number, token in enumerate(moves, 1) if token.startswith("p2 hand"))
    cards = moves[secret - 1].split(" ", 2)[2]
    for seat, sees in ((1, False), (2, True), (None, True)):
        viewer = view(record, seat=seat)
        viewer.move.value = secret
        assert (cards in viewer.words.value) == sees
        assert viewer.picture.value == board_of(record, 1, secret, seat)


def test_a_match_that_is_being_played_is_viewed_so_far() -> None:
    match = Match("shishibo", ["Aoi", "Ren", "Yui"])
    with pytest.raises(ValueError, match="no round of the match was dealt"):
        view(match)
    match.deal(seed=1)
    match.push("p1 look")
    viewer = view(match)
    viewer.move.value = 1
    assert viewer.picture.value == match.board()._repr_svg_()
    with pytest.raises(ValueError, match="seat 4; expected 1 to 3"):
        view(match, seat=4)


def test_an_illegal_move_is_told_and_the_table_before_it_stays() -> None:
    record = records("shishibo")[0]
    record.rounds[0].moves[1] = "p1 look"
    viewer = view(record)
    viewer.move.value = 2
    assert "<strong>" in viewer.words.value
    assert viewer.picture.value == board_of(record, 1, 0)
    viewer.move.value = 1
    assert viewer.picture.value == board_of(record, 1, 1)


def test_a_notebook_shows_the_widget() -> None:
    shown = view(records("shiji")[0])._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in shown


def test_without_ipywidgets_the_extra_to_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'fuda\[notebook\]'"):
        Viewer(records("shiji")[0])
