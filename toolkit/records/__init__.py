"""Match records: files ↔ records, and the faults found on the way. Knows no rules of any game.

* :mod:`~toolkit.records.reading` — ``read(paths)``: records and faults out of files, folders and standard input
* :mod:`~toolkit.records.writing` — ``RecordWriter`` and ``to_line``: records into files, in their canonical spelling
* :mod:`~toolkit.records.model` — ``Record`` and its parts
* :mod:`~toolkit.records.faults` — ``Fault``: what is wrong, where, and what was expected
* :mod:`~toolkit.records.output` — ``atomic_path``: any output file, whole or not at all
* :mod:`~toolkit.records.schema` — the JSON Schema of a record

Inside: ``streams`` (bytes), ``lines``, ``judging`` (one line → record or fault; ``json_check`` and ``schema_check``
find the words), ``ids`` (which were used), ``limits``.
"""
