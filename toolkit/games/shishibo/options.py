"""The rule options of 猪牡忠臣."""

from typing import Annotated, NamedTuple

from toolkit.games.game import Choice, Flag, Number

PRODUCT, MAX = 0, 1
CHOICE, ALWAYS = 0, 1


def _points(of: str, rule: str) -> Number:
    return Number(0, 1000, f"points of {of}", rule)


def _multiplier(of: str) -> Number:
    return Number(1, 100, f"multiplier of {of} on the stake", "SC-31")


class Options(NamedTuple):
    """The options as the rules use them: numbers, 0/1, or the index of a word."""

    rounds: Annotated[int, Number(1, 100, "rounds in a year; redealt rounds do not count", "SC-10")] = 12
    points_hikari: Annotated[int, _points("a 光", "SC-4")] = 30
    points_tane: Annotated[int, _points("a タネ", "SC-4")] = 10
    points_tanzaku: Annotated[int, _points("a 短冊", "SC-4")] = 5
    points_kasu: Annotated[int, _points("a カス", "SC-4")] = 0
    points_shihon: Annotated[int, _points("四本", "SC-30")] = 100
    points_sanbon: Annotated[int, _points("三本", "SC-30")] = 50
    points_soppe: Annotated[int, _points("ソッペ", "SC-30")] = 100
    points_toichi: Annotated[int, _points("十一", "SC-30")] = 50
    points_tanichi: Annotated[int, _points("短一", "SC-30")] = 50
    points_shishibochushin: Annotated[int, _points("猪牡忠臣", "SC-32")] = 100
    points_shishibo: Annotated[int, _points("猪牡", "SC-32")] = 50
    points_shishichu: Annotated[int, _points("猪忠", "SC-32")] = 50
    points_tsukihoto: Annotated[int, _points("月ホト", "SC-32")] = 50
    points_negishi: Annotated[int, _points("ネギシ", "SC-32")] = 50
    points_kikushi: Annotated[int, _points("キクシ", "SC-32")] = 50
    points_getashi: Annotated[int, _points("ゲタシ", "SC-32")] = 50
    mult_shiko: Annotated[int, _multiplier("四光")] = 3
    mult_akatan: Annotated[int, _multiplier("赤短")] = 2
    mult_aotan: Annotated[int, _multiplier("青短")] = 2
    uchikiri_combine: Annotated[
        int, Choice(("product", "max"), "what two 打ち切り役 of one capture multiply the stake with", "SC-31")
    ] = PRODUCT
    fuke_limit: Annotated[int, Number(-1, 270, "most card points for フケ; -1 switches フケ off", "SC-33")] = 15
    willow_kasu_counts: Annotated[int, Flag("the カス of 柳 is a カス for ソッペ, 十一 and 短一", "SC-30")] = 0
    redeal_field_triple: Annotated[int, Flag("three of month 5, 9 or 12 on the field are redealt too", "SC-12")] = 0
    show: Annotated[int, Choice(("choice", "always"), "whether a 手役 may be hidden", "SC-17")] = CHOICE
    max_passes: Annotated[int, Number(0, 100, "most 出る/下りる passes; 0 for no limit", "SC-15")] = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """All options by place."""
        return self
