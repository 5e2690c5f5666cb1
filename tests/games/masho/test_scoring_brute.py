"""The fast scorer against a plain one over random hands, and compiled against interpreted."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from score_brute import Changes, brute_points, changes, is_koku, spelled, yaku
from score_hands import TASTES, Hand, draw_hands

from toolkit.engine.compiling import Compiler
from toolkit.engine.state import dtype_of
from toolkit.games.masho.cards import HEAVEN_NAMES, tile_name
from toolkit.games.masho.options import Options
from toolkit.games.masho.score_hand import score
from toolkit.games.masho.score_input import KIND_WORDS
from toolkit.games.masho.score_result import Score
from toolkit.games.masho.scoring import basic_points
from toolkit.games.masho.scoring_rows import ANSWER_ROW, explain_rows, load_hand, score_rows
from toolkit.games.masho.scoring_state import ScoringState

MAPPINGS = ("source", "commentary")


def drawn(seed: int, count: int) -> list[tuple[Hand, Options]]:
    """Random hands, each with options."""
    random = Random(seed)
    return [
        (
            hand,
            Options(
                pairs_relation=random.randrange(2),
                light_mapping=random.randrange(2),
                light=int(random.random() < 0.9),
            ),
        )
        for hand in islice(draw_hands(seed), count)
    ]


def own_heaven(hand: Hand) -> str:
    """The own heaven of the hand's seat; the fifth seat has none."""
    return (HEAVEN_NAMES + "-")[hand.seat]


def named(hand: Hand) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The words for the tiles and melds of a hand."""
    melds = [(KIND_WORDS[kind], [tile_name(code) for code in three]) for kind, three in hand.melds]
    return [tile_name(code) for code in hand.tiles], melds


def slow_points(hand: Hand, o: Options) -> int:
    """The points by the plain scorer."""
    tiles, melds = named(hand)
    return brute_points(
        tiles,
        melds,
        own_heaven(hand),
        mapping=MAPPINGS[o.light_mapping],
        each=bool(o.pairs_relation),
        light=bool(o.light),
    )


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_score_what_every_partition_of_their_tiles_scores_at_best(seed: int) -> None:
    s = ScoringState()
    for hand, o in drawn(seed, 9 * len(TASTES)):
        load_hand(s, hand.row(), 0)
        assert basic_points(s, o, hand.seat) == slow_points(hand, o), (hand, o)


def counted(result: Score, o: Options) -> list[tuple[str, int, str, bool]]:
    """What the melds of a result count as, in the words of the plain scorer; each must be a possible change."""
    words = {"jun": "順", "chi": "順", "koku": "刻", "pon": "刻", "ankan": "暗完", "kakan": "明完"}
    after = {change.meld: change.after for change in result.light}
    found = []
    for index, meld in enumerate(result.melds):
        tiles = tuple(map(spelled, meld.tiles))
        possible: Changes = changes(words[meld.kind], tiles, MAPPINGS[o.light_mapping], bool(o.light))
        heaven, number = tiles[0][0], min(tile[2] for tile in tiles)
        if index in after:
            text = after[index]
            heaven, number = text[0], int(text[1:].split(".")[0]) if "." in text else int(text[1])
        fitting = [change for change in possible if change[:2] == (heaven, number)]
        assert len(fitting) == 1, (meld, text if index in after else "unchanged")
        found.append(fitting[0])
    return found


@pytest.mark.parametrize("seed", range(10, 12))
def test_an_explanation_accounts_for_every_tile_and_every_point(seed: int) -> None:
    for hand, o in drawn(seed, 100):
        tiles, melds = named(hand)
        result = score(tiles, melds, hand.seat + 1, o, hand.players)
        concealed = [meld for meld in result.melds if meld.kind in ("jun", "koku")]
        assert sorted([*result.pair, *(tile for meld in concealed for tile in meld.tiles)]) == sorted(tiles)
        assert [(meld.kind, list(meld.tiles)) for meld in result.melds if meld not in concealed] == melds
        assert all((meld.kind == "koku") == is_koku(tuple(map(spelled, meld.tiles))) for meld in concealed)
        parts = counted(result, o)
        used = [index for part in result.yaku for index in part.melds]
        assert len(used) == len(set(used))
        assert sum(part.points for part in result.yaku) == result.points
        for part in result.yaku:
            group = tuple(parts[index] for index in part.melds)
            each = bool(o.pairs_relation) and part.name.startswith("四対")
            assert yaku(group, own_heaven(hand), each) == part.points, (result, o)


def test_compiled_scores_and_explanations_are_those_of_the_interpreted_rules() -> None:
    compiler = Compiler("masho")
    states = np.zeros(1, dtype=dtype_of(ScoringState))
    for o in (Options(), Options(pairs_relation=1, light_mapping=1), Options(light=0)):
        rows = [number for hand in islice(draw_hands(20), 300) for number in hand.row()]
        plain, plain_points = [0] * (300 * ANSWER_ROW), [0] * 300
        explain_rows([ScoringState()], o, rows, 300, plain)
        score_rows([ScoringState()], o, rows, 300, plain_points)
        made = np.zeros(300 * ANSWER_ROW, dtype=np.int64)
        made_points = np.zeros(300, dtype=np.int64)
        compiler.twin(explain_rows)(states, o, np.array(rows), 300, made)
        compiler.twin(score_rows)(states, o, np.array(rows), 300, made_points)
        assert made.tolist() == plain
        assert made_points.tolist() == plain_points == plain[::ANSWER_ROW]
