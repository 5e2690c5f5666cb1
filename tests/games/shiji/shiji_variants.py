"""Every rule option at every value, and some of them together."""

from typing import Any

VARIANTS: list[dict[str, Any]] = [
    {},
    {"rounds": 13},
    {"rounds": 0},
    {"hand_limit": 6},
    {"hand_limit": 25, "rounds": 0},
    {"after_star": "numeric_zero"},
    {"zero_join": "any"},
    {"placement": "left"},
    {"placement": "left", "zero_join": "any", "veil_blocks": False, "rounds": 13},
    {"closing_both": "count"},
    {"source": "deck"},
    {"source": "deck", "rounds": 0, "hand_limit": 25, "tax_bankrupt": False},
    {"source": "deck", "placement": "left", "goods": False},
    {"veil_blocks": False},
    {"tax_bankrupt": False},
    {"goods": False},
    {"goods": False, "hand_limit": 13, "panic_taxed": True},
    {"reverse": False},
    {"motion": False},
    {"motion": False, "reverse": False, "rounds": 0, "hand_limit": 14},
    {"panic_taxed": True},
    {"handless": True, "rounds": 13},
    {"handless": True, "rounds": 13, "placement": "left", "zero_join": "any", "motion": False},
]
