"""What holds at every moment of every round."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from masho_driver import engine, snapshot

from toolkit.engine import contract
from toolkit.engine.chance import STREAM_SIZE, open_stream
from toolkit.engine.state import EVENT_SIZE
from toolkit.games.masho import GAME, decisions
from toolkit.games.masho.cards import HEAVEN_OF, HEAVENS, KIND_OF, KINDS, TILES, in_play
from toolkit.games.masho.decisions import plain, with_seat, with_tile, with_tiles
from toolkit.games.masho.events import YAKU
from toolkit.games.masho.options import Options
from toolkit.games.masho.state import (
    ANKAN_MELD,
    HAND,
    LAST_PUT,
    MELD_CHOICE,
    MELDS,
    RIVER,
    SEAT_FEATURES,
    SET_ASIDE,
    State,
)

RULES = GAME.rules

options = st.builds(
    Options,
    turns=st.sampled_from([1, 2, 6, 18, 19]),
    wins=st.sampled_from([0, 1, 2, 20]),
    payers=st.integers(0, 1),
    pairs_relation=st.integers(0, 1),
    light_mapping=st.integers(0, 1),
    light=st.integers(0, 1),
    claim_once=st.integers(0, 1),
)


def rounds(seed: int, players: int, o: Options, skill: float) -> Iterator[State]:
    """The state before every decision of a round, and at its end; ``skill`` of the decisions are greedy ones."""
    random = Random(seed)
    s = State()
    engine(False).start_match(s, o, players)
    s.opener = seed % players
    engine(False).start_round(s, o, 0)
    s.log = 1
    stream = [0] * STREAM_SIZE
    open_stream(stream, seed, 0, 0, 0)
    RULES[contract.deal](s, o, stream)
    out = [0] * GAME.most_legal
    while s.over == 0:
        yield s
        if random.random() < 0.01:
            RULES[contract.apply](
                s, o, random.randrange(players), with_tile(decisions.FOUL, random.choice((35, 36, 37)))
            )
            continue
        seat = s.actor
        if random.random() < skill:
            view = snapshot(s)
            RULES[contract.hide](view, o, seat)
            decision = RULES[contract.greedy](view, o, seat, out, stream)
        else:
            decision = out[random.randrange(RULES[contract.legal](s, o, out))]
        s.move += 1
        RULES[contract.apply](s, o, seat, decision)
    yield s


def tiles_of(s: State) -> list[int]:
    """Every tile that lies somewhere; a claimed tile counts where it lies, in the river."""
    found = s.wall[s.wall_at : s.wall_size]
    for seat in range(s.players):
        found += s.hand[seat * HAND : seat * HAND + s.hand_n[seat]]
        found += [tile for tile in s.set_aside[seat * SET_ASIDE : (seat + 1) * SET_ASIDE] if tile >= 0]
        found += s.river[seat * RIVER : seat * RIVER + s.river_n[seat]]
        for at in range(seat * MELDS, seat * MELDS + s.meld_n[seat]):
            if s.meld_kind[at] == ANKAN_MELD:
                found += s.meld_tiles[3 * at : 3 * at + 3]
            else:
                found += [*s.meld_tiles[3 * at : 3 * at + 2], s.meld_unseen[at]]
    return sorted(found)


@given(st.integers(0, 2**32), st.integers(2, 5), options, st.sampled_from([0.0, 0.9]))
def test_every_tile_is_in_one_place_and_points_sum_to_0(seed: int, players: int, o: Options, skill: float) -> None:
    pack = [tile for tile in range(TILES) if in_play(tile, players)]
    for s in rounds(seed, players, o, skill):
        assert tiles_of(s) == pack
        assert sum(s.points[:players]) == 0
        for seat in range(players):
            hand = s.hand[seat * HAND : seat * HAND + s.hand_n[seat]]
            assert hand == sorted(hand)
            kinds = [KIND_OF[tile] for tile in hand]
            assert s.quads[seat] == sum(kinds.count(kind) >= 4 for kind in range(KINDS))
            heavens = [HEAVEN_OF[tile] for tile in hand]
            assert s.counts[seat * KINDS : (seat + 1) * KINDS] == [kinds.count(kind) for kind in range(KINDS)]
            assert s.heavens[seat * HEAVENS : (seat + 1) * HEAVENS] == [heavens.count(h) for h in range(HEAVENS)]
    assert s.n_events * EVENT_SIZE <= len(s.events)
    won = [
        s.seat_features[seat * SEAT_FEATURES + 3] - s.seat_features[seat * SEAT_FEATURES + 4] for seat in range(players)
    ]
    assert won == s.points[:players]


def all_decisions(s: State, seat: int) -> Iterator[int]:
    """Decisions of every verb with every tile, or every two tiles of the hand, that a token can spell."""
    yield plain(decisions.TSUMO)
    yield plain(decisions.DRAW)
    for verb in (decisions.SET, decisions.DISCARD, decisions.ANKAN, decisions.KAKAN, decisions.BURY, decisions.DRAW):
        yield plain(verb)
        for tile in range(TILES):
            yield with_tile(verb, tile)
    hand = s.hand[seat * HAND : seat * HAND + s.hand_n[seat]]
    for other in range(s.players):
        yield with_seat(decisions.RON, other)
        for verb in (decisions.PON, decisions.CHI):
            yield with_seat(verb, other)
            for first in hand:
                for second in hand:
                    yield with_tiles(verb, other, first, second)
    for first in hand:
        for second in hand:
            yield with_tiles(decisions.MELD, 0, first, second)


@given(st.integers(0, 2**32), st.integers(2, 5), options, st.sampled_from([0.0, 0.95]))
def test_check_accepts_exactly_what_legal_lists(seed: int, players: int, o: Options, skill: float) -> None:
    out = [0] * GAME.most_legal
    for number, s in enumerate(rounds(seed, players, o, skill)):
        if s.over or (number % 7 and s.phase not in (MELD_CHOICE, LAST_PUT)):
            continue
        listed = out[: RULES[contract.legal](s, o, out)]
        assert listed
        assert len(set(listed)) == len(listed)
        accepted = {
            decision
            for decision in all_decisions(s, s.actor)
            if RULES[contract.check](s, o, s.actor, decision) == contract.FINE
        }
        accepted |= {decision for decision in listed if decisions.is_silent(decision)}
        assert all(RULES[contract.check](s, o, s.actor, decision) == contract.FINE for decision in listed)
        assert accepted - {plain(decisions.DRAW)} == set(listed)
        for decision in listed:
            token = GAME.write(s.actor, decision)
            assert (token == "") == bool(decisions.is_silent(decision))
            if token:
                assert GAME.parse(token, players) == (s.actor, decision)


@given(st.integers(0, 2**32), st.integers(2, 5), options)
def test_only_silence_lets_another_player_go_on(seed: int, players: int, o: Options) -> None:
    for s in rounds(seed, players, o, 0.5):
        if s.over:
            continue
        silent = s.phase == LAST_PUT or (s.phase == MELD_CHOICE and s.pair_open == 1)
        final = s.turn == players * o.turns - 1
        for seat in range(players):
            if seat == s.actor:
                continue
            code = RULES[contract.check](s, o, seat, plain(decisions.DRAW))
            if not silent:
                assert code == contract.WRONG_ACTOR
            elif final:
                assert code == contract.AFTER_END
            else:
                assert (code == contract.FINE) == (seat == (s.actor + 1) % players)


@given(st.integers(0, 2**32), st.integers(2, 5), options)
def test_a_view_is_enough_to_list_the_legal_decisions(seed: int, players: int, o: Options) -> None:
    out = [0] * GAME.most_legal
    for s in rounds(seed, players, o, 0.5):
        if s.over:
            continue
        listed = out[: RULES[contract.legal](s, o, out)]
        view = snapshot(s)
        RULES[contract.hide](view, o, s.actor)
        seen = out[: RULES[contract.legal](view, o, out)]
        draws = [plain(decisions.DRAW) if decisions.verb_of(d) == decisions.DRAW else d for d in listed]
        assert seen == draws


@given(st.integers(0, 2**32), st.integers(2, 5))
def test_a_silent_end_is_the_same_as_letting_the_tokens_run_out(seed: int, players: int) -> None:
    o = Options(turns=3)
    for s in rounds(seed, players, o, 0.9):
        if s.over or not (s.phase == LAST_PUT or (s.phase == MELD_CHOICE and s.pair_open == 1)):
            continue
        spoken, silent = snapshot(s), snapshot(s)
        out = [0] * GAME.most_legal
        count = RULES[contract.legal](s, o, out)
        RULES[contract.apply](spoken, o, s.actor, out[count - 1])
        RULES[contract.finish](silent, o)
        assert spoken == silent


def test_a_round_of_many_wins_has_room_for_its_events() -> None:
    """Every player wins again and again (MS-32 allows 20); the events still fit."""
    most = 0
    for seed in range(12):
        *_, s = rounds(seed, 5, Options(wins=20, turns=19), 1.0)
        most = max(most, s.n_events)
        yaku = [s.events[i * EVENT_SIZE + 1] for i in range(s.n_events)].count(YAKU)
        assert yaku > 0
    assert most * EVENT_SIZE <= len(s.events)


@pytest.mark.parametrize("number", [35, 36, 37])
def test_any_number_of_fouls_can_be_noted(number: int) -> None:
    s = next(iter(rounds(1, 5, Options(), 0.0)))
    for _ in range(1000):
        RULES[contract.apply](s, Options(), 2, with_tile(decisions.FOUL, number))
    assert s.round_features[4] == 1000
    assert s.n_events * EVENT_SIZE <= len(s.events)
