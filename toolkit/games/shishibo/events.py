"""What happens in a round of 猪牡忠臣, as events for the tables."""

#: Kinds of events; ``value`` and ``detail`` are explained behind each.
KINDS = (
    "stake",  # value: the stake now; detail: why it rose (index into STAKES)
    "fold",  # a player steps down; value: players left
    "teyaku",  # value: its points; detail: the 役; whether it was shown is in the seats table
    "capture",  # value: card points taken; detail: the decision's cards
    "uchikiri",  # value: its multiplier; detail: the 役
    "dekiyaku",  # value: its points; detail: the 役
    "fuke",  # value: the card points; detail: the 役
    "win",  # value: points won; detail: none
)
STAKE, FOLD, TEYAKU, CAPTURE, UCHIKIRI, DEKIYAKU, FUKE_WIN, WIN = range(8)

#: What raised the stake: 光 on the field, 見ずコツ, whole 出る/下りる passes, コツ.
STAKES = ("hikari", "mizu", "passes", "kotsu")
BY_HIKARI, BY_MIZU, BY_PASSES, BY_KOTSU = range(4)
