"""Whether a mean difference may be chance: p-values of exact sums, and Holm's correction for several of them."""

import math
from collections.abc import Sequence

from toolkit.stats.moments import Moments

#: Differences with a corrected p-value below this are taken for real.
ALPHA = 0.05


def p_value(sums: Moments) -> float | None:
    """Two-sided p-value of "the ratio is 0": Student's t with the cluster-robust variance of :mod:`moments`.

    Where all units have the same ratio there is no variance: then it is the sign test's, 1 for the ratio 0. None for
    fewer than two units.
    """
    if sums.units < 2:
        return None
    if sums.constant:
        return 1.0 if sums.y == 0 else min(1.0, 2.0 * 0.5**sums.units)
    from scipy.stats import t

    return float(2 * t.sf(abs(sums.ratio) / math.sqrt(sums.variance()), sums.units - 1))


def holm(values: Sequence[float | None]) -> list[float | None]:
    """The p-values of one family after Holm's correction (Holm 1979); None stays None and is not counted."""
    known = [value for value in values if value is not None]
    if not known:
        return list(values)
    from statsmodels.stats.multitest import multipletests

    corrected = iter(multipletests(known, method="holm")[1].tolist())
    return [None if value is None else float(next(corrected)) for value in values]
