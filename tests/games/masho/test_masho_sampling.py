"""Hidden tiles of 馬将 dealt anew: each arrangement is as likely as any other."""

from collections import Counter
from typing import Any

import pytest
from hidden_cards import Board, copied, fields_of
from scipy.stats import chisquare

from toolkit.engine.contract import GREEDY, RANDOM
from toolkit.games.masho.state import BURIED_UNSEEN, HAND, LAST_PUT, MELDS, PUT, RIVER


def positions_with(players: int, rules: dict[str, object], wanted: Any, seeds: range) -> list[tuple[Board, Any]]:
    """Positions of greedy rounds for which ``wanted`` holds, one a round."""
    found = []
    for seed in seeds:
        board = Board("masho", players, rules, seed)
        for s in board.positions(GREEDY):
            if wanted(s):
                found.append((board, copied(s)))
                break
    return found


def places_of(s: Any, tile: int, seat: int) -> tuple[str, int]:
    """Where a tile is: in a hand, in the wall, or nowhere to be seen."""
    if tile in s.wall[s.wall_at : s.wall_size]:
        return "wall", s.wall.index(tile)
    for other in range(s.players):
        if other != seat and tile in s.hand[other * HAND : other * HAND + s.hand_n[other]]:
            return "hand", other
    return "unseen", 0


def hidden_places(s: Any, seat: int) -> dict[tuple[str, int], int]:
    """How many tiles that the seat does not see are in each of these places."""
    unseen = sum(tile >= 0 for tile in s.meld_unseen)
    unseen += sum(mark == BURIED_UNSEEN for mark in s.river_mark)
    places = {("wall", at): 1 for at in range(s.wall_at, s.wall_size)}
    places |= {("hand", other): s.hand_n[other] for other in range(s.players) if other != seat and not s.won[other]}
    return places | ({("unseen", 0): unseen} if unseen else {})


def test_a_hidden_tile_is_as_often_in_any_place_as_there_are_places() -> None:
    """MS-10, MS-14"""
    board, s = positions_with(3, {}, lambda s: s.turn >= 40 and sum(s.meld_n) >= 3, range(1, 9))[0]
    seat = s.actor
    view = board.view(s, seat)
    places = hidden_places(s, seat)
    assert ("unseen", 0) in places
    hidden = s.wall[s.wall_at : s.wall_at + 2]
    found: list[Counter[Any]] = [Counter(), Counter()]
    both = 0
    count = 4000
    for number in range(count):
        made = board.sample(view, seat, number)
        where = [places_of(made, tile, seat) for tile in hidden]
        for each, place in zip(found, where, strict=True):
            each[place] += 1
        both += where[0] == where[1] == ("hand", (seat + 1) % 3)
    total = sum(places.values())
    for each in found:
        observed = [each[place] for place in places]
        assert sum(observed) == count
        assert chisquare(observed, [count * size / total for size in places.values()]).pvalue > 0.001
    held = places["hand", (seat + 1) % 3]
    share = held * (held - 1) / (total * (total - 1))
    assert chisquare([both, count - both], [count * share, count * (1 - share)]).pvalue > 0.001


@pytest.mark.parametrize("players", [2, 4])
def test_the_tile_that_a_winner_has_drawn_since_is_hidden_wherever_it_belongs_in_the_hand(players: int) -> None:
    """MS-31"""
    rules: dict[str, object] = {"turns": 19, "wins": 20}
    checked = 0
    for board, s in positions_with(
        players, rules, lambda s: s.phase in (PUT, LAST_PUT) and s.won[s.actor], range(1, 30)
    )[:6]:
        seat = (s.actor + 1) % players
        view = board.view(s, seat)
        hand = view.hand[s.actor * HAND : s.actor * HAND + view.hand_n[s.actor]]
        assert hand.count(-1) == 1
        assert hand[-1] == -1
        assert view.drawn[s.actor] == -1
        tiles = set()
        for number in range(20):
            made = board.sample(view, seat, number)
            assert fields_of(board.view(made, seat)) == fields_of(view)
            tiles.add(made.drawn[s.actor])
            assert set(made.hand[s.actor * HAND : s.actor * HAND + 14]) >= set(hand[:-1]) | {made.drawn[s.actor]}
        assert len(tiles) > 3
        checked += 1
    assert checked > 2


def test_any_tile_of_a_hidden_hand_may_be_the_one_just_drawn() -> None:
    """MS-10"""
    board, s = positions_with(4, {}, lambda s: s.phase == PUT and s.turn > 5, range(1, 2))[0]
    seat = (s.actor + 1) % 4
    view = board.view(s, seat)
    places = Counter[int]()
    for number in range(1400):
        made = board.sample(view, seat, number)
        hand = made.hand[s.actor * HAND : s.actor * HAND + made.hand_n[s.actor]]
        places[hand.index(made.drawn[s.actor])] += 1
    assert chisquare([places[place] for place in range(s.hand_n[s.actor])]).pvalue > 0.001


def test_rounds_with_every_kind_of_hidden_tile_are_sampled() -> None:
    """MS-8, MS-14, MS-31, MS-33: the positions that the tests of all games play through have them"""
    seen = Counter[str]()
    for players in (2, 3, 4):
        for seed in range(3):
            board = Board("masho", players, {"turns": 19, "wins": 20}, seed)
            for s in board.positions(GREEDY if seed else RANDOM):
                seen["unseen in a meld"] += any(s.meld_unseen[at] >= 0 for at in range(players * MELDS))
                seen["buried unseen"] += BURIED_UNSEEN in s.river_mark[: players * RIVER]
                seen["drawn by a winner"] += any(s.won[seat] and s.drawn[seat] >= 0 for seat in range(players))
                idle = [s.hand_n[seat] % 3 == 1 or seat == s.actor for seat in range(players)]
                seen["last turn over"] += s.turn > 0 and not all(idle)
    assert min(seen[each] for each in ("unseen in a meld", "buried unseen", "drawn by a winner", "last turn over")) > 0
