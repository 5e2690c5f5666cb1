"""Random numbers: Philox4x32-10 streams, one for each purpose of each round.

Philox is counter-based (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3",
SC 2011): a stream is named by a key and a counter instead of by a history, so a round's numbers are a
pure function of (seed, match, round, purpose), whoever computes them and in which order.

The functions use integers below 2**64 with explicit masks, so that they give the same numbers
interpreted (unbounded ints) and compiled (wrapping 64-bit ints).
"""

from collections.abc import MutableSequence

#: Named in every output that depends on chance. Change it whenever a stream would change.
ALGORITHM = "philox4x32-10/1"

WORD = 0xFFFFFFFF
MULTIPLIER_0 = 0xD2511F53
MULTIPLIER_1 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85

#: A stream: key (2 words), counter (4 words), the block in use (4 words), how many of it are unused.
STREAM_SIZE = 11
COUNTER = 2
BLOCK = 6
UNUSED = 10

#: Purposes. The choices of seat k have the purpose ``CHOICES + k``.
DEAL = 0
CHOICES = 1


def open_stream(stream: MutableSequence[int], seed: int, match: int, number: int, purpose: int) -> None:
    """Set ``stream`` to the start of the stream (seed, match, round number, purpose).

    ``seed`` is 0 to 2**63 − 1; ``match`` and ``number`` are below 2**32, ``purpose`` below 2**16.
    """
    stream[0] = seed & WORD
    stream[1] = (seed >> 32) & WORD
    stream[COUNTER] = 0
    stream[COUNTER + 1] = purpose
    stream[COUNTER + 2] = number & WORD
    stream[COUNTER + 3] = match & WORD
    stream[UNUSED] = 0


def fill_block(stream: MutableSequence[int]) -> None:
    """Compute the block of four words at the stream's counter and step the counter."""
    key_0 = stream[0]
    key_1 = stream[1]
    word_0 = stream[COUNTER]
    word_1 = stream[COUNTER + 1]
    word_2 = stream[COUNTER + 2]
    word_3 = stream[COUNTER + 3]
    for _ in range(10):
        product_0 = MULTIPLIER_0 * word_0
        product_1 = MULTIPLIER_1 * word_2
        word_0 = ((product_1 >> 32) & WORD) ^ word_1 ^ key_0
        word_1 = product_1 & WORD
        word_2 = ((product_0 >> 32) & WORD) ^ word_3 ^ key_1
        word_3 = product_0 & WORD
        key_0 = (key_0 + WEYL_0) & WORD
        key_1 = (key_1 + WEYL_1) & WORD
    stream[BLOCK] = word_0
    stream[BLOCK + 1] = word_1
    stream[BLOCK + 2] = word_2
    stream[BLOCK + 3] = word_3
    stream[UNUSED] = 4
    # 2**32 blocks are far more than a round can use; a carry into the purpose would join two streams.
    stream[COUNTER] = (stream[COUNTER] + 1) & WORD


def word(stream: MutableSequence[int]) -> int:
    """The next uniform integer in 0 … 2**32 − 1."""
    if stream[UNUSED] == 0:
        fill_block(stream)
    stream[UNUSED] -= 1
    return stream[BLOCK + 3 - stream[UNUSED]]


def below(stream: MutableSequence[int], bound: int) -> int:
    """A uniform integer in 0 … bound − 1, exactly (Lemire 2019, with rejection); 1 ≤ bound < 2**31."""
    product = word(stream) * bound
    low = product & WORD
    if low < bound:
        threshold = (WORD + 1 - bound) % bound
        while low < threshold:
            product = word(stream) * bound
            low = product & WORD
    return (product >> 32) & WORD


def shuffle(items: MutableSequence[int], count: int, stream: MutableSequence[int]) -> None:
    """Put the first ``count`` items into a uniformly random order (Fisher–Yates)."""
    for last in range(count - 1, 0, -1):
        other = below(stream, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept
