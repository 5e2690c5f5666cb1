"""Which record ids were seen, and where first, in some 30 bytes a record."""

from array import array

MASK = (1 << 64) - 1
FIRST_SLOTS = 1 << 10


class IdTable:
    """An open-addressing table from 64-bit digests of ids to places (numbers below 2**64).

    Two of a million different ids share a digest with a probability below 10**-7.
    """

    def __init__(self) -> None:
        self._used = 0
        self._digests = array("Q", bytes(8 * FIRST_SLOTS))
        self._places = array("Q", bytes(8 * FIRST_SLOTS))

    def __len__(self) -> int:
        return self._used

    def add(self, name: str, place: int) -> int | None:
        """Note the place of an id; if the id was seen before, return its first place instead."""
        digest = hash(name) & MASK or 1  # 0 marks a free slot
        slot = self._slot(digest)
        if self._digests[slot]:
            return self._places[slot]
        self._digests[slot], self._places[slot] = digest, place
        self._used += 1
        if self._used * 3 > len(self._digests) * 2:
            self._grow()
        return None

    def _slot(self, digest: int) -> int:
        """The slot that holds the digest, or the free one where it belongs."""
        digests = self._digests
        last = len(digests) - 1
        slot = digest & last
        while digests[slot] not in (0, digest):
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        digests, places = self._digests, self._places
        size = 8 * len(digests) * 2
        self._digests, self._places = array("Q", bytes(size)), array("Q", bytes(size))
        for digest, place in zip(digests, places, strict=True):
            if digest:
                slot = self._slot(digest)
                self._digests[slot], self._places[slot] = digest, place
