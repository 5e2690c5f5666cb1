"""Match records: files ↔ records, and the faults found on the way. Knows no rules of any game."""
