"""The greedy player: it sees only its view, and it beats random play."""

from random import Random

import pytest
from masho_driver import Table, engine, snapshot
from test_masho_compiled import play

from toolkit.engine import contract
from toolkit.engine.chance import STREAM_SIZE, open_stream
from toolkit.games.masho import GAME
from toolkit.games.masho.cards import HEAVEN_OF, HEAVENS, KIND_OF, KINDS
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import BURIED_UNSEEN, HAND, MELDS, RIVER, State

RULES = GAME.rules


def greedy(s: State, o: Options) -> int:
    """The greedy choice of the actor."""
    view = snapshot(s)
    RULES[contract.hide](view, o, s.actor)
    return int(RULES[contract.greedy](view, o, s.actor, [0] * GAME.most_legal, [0] * STREAM_SIZE))


def shuffle_hidden(s: State, seat: int, random: Random) -> State:
    """The same moment with the tiles that a seat does not see in other places."""
    other = snapshot(s)
    places: list[tuple[list[int], int]] = [(other.wall, at) for at in range(s.wall_at, s.wall_size)]
    places += [(other.meld_unseen, at) for at in range(s.players * MELDS) if s.meld_unseen[at] >= 0]
    places += [
        (other.river, at)
        for who in range(s.players)
        for at in range(who * RIVER, who * RIVER + s.river_n[who])
        if s.river_mark[at] == BURIED_UNSEEN
    ]
    hidden = [who for who in range(s.players) if who != seat and s.won[who] == 0]
    places += [(other.hand, at) for who in hidden for at in range(who * HAND, who * HAND + s.hand_n[who])]
    tiles = [row[at] for row, at in places]
    random.shuffle(tiles)
    for (row, at), tile in zip(places, tiles, strict=True):
        row[at] = tile
    for who in hidden:
        hand = sorted(other.hand[who * HAND : who * HAND + s.hand_n[who]])
        other.hand[who * HAND : who * HAND + s.hand_n[who]] = hand
        for kind in range(KINDS):
            other.counts[who * KINDS + kind] = [KIND_OF[tile] for tile in hand].count(kind)
        for heaven in range(HEAVENS):
            other.heavens[who * HEAVENS + heaven] = [HEAVEN_OF[tile] for tile in hand].count(heaven)
    return other


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hidden_tiles_do_not_change_the_view_or_the_choice(players: int) -> None:
    random = Random(players)
    o = Options()
    s = State()
    engine(False).start_match(s, o, players)
    for number in range(2):
        engine(False).start_round(s, o, number)
        stream = [0] * STREAM_SIZE
        open_stream(stream, 7, 0, number, 0)
        RULES[contract.deal](s, o, stream)
        while s.over == 0:
            chosen = greedy(s, o)
            if random.random() < 0.3:
                other = shuffle_hidden(s, s.actor, random)
                assert greedy(other, o) == chosen
                view, same = snapshot(s), snapshot(other)
                RULES[contract.hide](view, o, s.actor)
                RULES[contract.hide](same, o, s.actor)
                assert view == same
            assert RULES[contract.check](s, o, s.actor, chosen) == contract.FINE
            RULES[contract.apply](s, o, s.actor, chosen)
        RULES[contract.end_round](s, o)


def test_greedy_beats_random_in_wins_and_points() -> None:
    """Of matches with one greedy player and three random ones the intervals are far apart (99 %, z = 2.58)."""
    points: list[int] = []
    wins = [0, 0]
    for match in range(60):
        seat = match % 4
        played = play(Options(), 4, match, [int(who == seat) for who in range(5)], compiled=True)
        points += [row[5 + seat] for row in played.rows]
        for row in played.rows:
            features = row[12 + len(GAME.round_features) :]
            won = [features[who * len(GAME.seat_features)] for who in range(4)]
            wins[0] += won[seat]
            wins[1] += sum(won) - won[seat]
    mean = sum(points) / len(points)
    spread = (sum((value - mean) ** 2 for value in points) / (len(points) - 1) / len(points)) ** 0.5
    assert mean - 2.58 * spread > 20
    share = wins[0] / sum(wins)
    assert share - 2.58 * (share * (1 - share) / sum(wins)) ** 0.5 > 0.9


def test_greedy_wins_when_the_win_is_worth_points() -> None:
    hand = "日木1 日火2 日木3 月木1 月火2 月木3 星木1 星火2 星木3 空木7 空火8 空木9 空木5"
    table = Table([hand, hand.replace("木", "水").replace("火", "金"), "", ""], "空火5 空金5").play("p1 draw")
    assert GAME.write(0, greedy(table.s, table.o)) == "p1 tsumo"
    table.play("p1 discard 空火5")
    assert GAME.write(1, greedy(table.s, table.o)) == "p2 ron p1"


def test_greedy_does_not_show_its_hand_for_nothing() -> None:
    hand = "空木1 空火2 空木3 月木6 月火7 月木8 日木3 日火3 日金3 空木8 空火8 空金8 星木9"
    table = Table(["", "", "", hand], "日木9 日木8 日水9 星水9").pass_turns(3).play("p4 draw 星水9")
    assert "p4 tsumo" in table.legal()
    assert not GAME.write(3, greedy(table.s, table.o)).startswith("p4 tsumo")


def test_greedy_claims_the_tile_that_makes_it_ready() -> None:
    hand = "日木1 日火2 日木3 日木4 日火5 日木6 日水1 日水2 日金8 日木8 空木7 空火8 空木5"
    table = Table(["", hand, "", ""], "日金3").play("p1 draw", "p1 discard 日金3")
    assert GAME.write(1, greedy(table.s, table.o)).startswith("p2 chi p1")
