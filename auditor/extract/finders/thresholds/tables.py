"""Numbers in tables: the entries of scores, weights and ranks, and the settings of a mapping written out."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.finders.thresholds.bound import Bound, is_shown, names_no_bound, role_of
from auditor.extract.finders.thresholds.numbers import numeral_of
from auditor.extract.finders.thresholds.written import bounds
from auditor.extract.neutral import Assignment, Entry, MappingLiteral, Return, Text
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import RANKING_WORDS, words_of
from auditor.terms import ThresholdRole

_FEWEST = 2
_SETTINGS = frozenset({ThresholdRole.TIMEOUT, ThresholdRole.RETRY, ThresholdRole.TTL, ThresholdRole.DECAY,
                       ThresholdRole.WEIGHT, ThresholdRole.CUT_OFF, ThresholdRole.BATCH, ThresholdRole.BUDGET,
                       ThresholdRole.INTERVAL, ThresholdRole.TOP_K, ThresholdRole.TRUNCATION,
                       ThresholdRole.OTHER})  # fmt: skip


def in_tables(unit: Unit) -> Iterator[Bound]:
    """The bounding entries of the mappings of a file."""
    for mapping in unit.nodes(MappingLiteral):
        numbers = [(each, numeral_of(each.value)) for each in mapping.entries]
        held = [(entry, number) for entry, number in numbers if number is not None]
        if not held or is_shown(mapping, unit):
            continue
        name = _name_of(mapping, unit)
        ranks = len(held) >= _FEWEST and len(held) * 2 > len(mapping.entries) and _ranks(name)
        for entry, number in held:
            key = entry.key.value if isinstance(entry.key, Text) else ""
            if ranks and number.value and not names_no_bound(key):
                yield Bound(number=number, node=entry, name=key or name, rule="table", role=_role(name))
            elif key and role_of(key) in _SETTINGS and bounds(number, key):
                yield Bound(number=number, node=entry, name=key, rule="setting")


def _ranks(name: str) -> bool:
    return not RANKING_WORDS.isdisjoint(words_of(name))


def _role(name: str) -> ThresholdRole:
    return role_of(name) or ThresholdRole.WEIGHT


def _name_of(mapping: MappingLiteral, unit: Unit) -> str:
    """The name under which a table is kept: of its variable, or of the table that it is part of."""
    for around in unit.ancestors(mapping):
        if isinstance(around, Assignment):
            return last_name(around.targets[0]) if around.targets else ""
        if isinstance(around, Entry) and isinstance(around.key, Text):
            return around.key.value
        if isinstance(around, Return):
            at = unit.definition(mapping)
            return at.named.node.name if at is not None else ""
    return ""
