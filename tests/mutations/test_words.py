"""Every word of a closed list in the everything-set, misspelt by one letter."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.places import Text
from auditor.records import Judged
from auditor.terms import AXIS_VALUES, Axis, Term
from tests.mutations.bench import Bench, Mutation


def _misspelt(word: str) -> tuple[str, ...]:
    """The word with its last letter changed, and with its first."""
    return (word[:-1] + "q", "q" + word[1:]) if len(word) > 2 else (word + "q",)


def _words(bench: Bench) -> Iterator[tuple[Text, type[Term]]]:
    for spot in bench.case.leaves():
        leaf = spot.leaf
        vocabulary = leaf.key.vocabulary
        if isinstance(leaf.owner, Judged) and leaf.key.name == "word" and leaf.outer:
            vocabulary = leaf.outer.vocabulary
        if vocabulary is not None:
            yield leaf.value, vocabulary


def _values(axis: str) -> tuple[str, ...]:
    known = Axis.of(axis)
    assert known is not None
    return AXIS_VALUES[known]


def _written(value: Text, word: str) -> str:
    quote = value.raw[:1] if value.raw[:1] in "'\"" else ""
    return f"{quote}{word}{quote}"


def _mutation(bench: Bench, value: Text, wrong: str, remedy: str, numbers: frozenset[int]) -> Mutation:
    return Mutation(
        what=f"{value} misspelt {wrong}",
        edits=(bench.replaced(value, _written(value, wrong)),),
        numbers=numbers,
        file=bench.file(value.place),
        line=value.place.line,
        remedy=remedy,
        message=(f"`{wrong}` is not in the list",),
        alone=value in ("runtime", "memory", "epistemic"),
    )


def test_no_misspelt_word_of_a_closed_list_passes_unnoticed(bench: Bench) -> None:
    mutations = []
    vocabularies = set()
    for value, vocabulary in _words(bench):
        vocabularies.add(vocabulary)
        other = value.startswith("other")
        for wrong in ("othex" + value[5:],) if other else _misspelt(value):
            assert vocabulary.of(wrong) is None
            remedy = "" if other else f"`{value}`"
            mutations.append(_mutation(bench, value, wrong, remedy, frozenset(range(201, 224))))
    assert len(mutations) > 340
    assert len(vocabularies) == 23, "every closed list of the form has a word in the set"
    assert bench.unnoticed(mutations) == []


def test_no_misspelt_value_of_the_memory_profile_passes_unnoticed(bench: Bench) -> None:
    profiles = [each.member.profile for each in bench.case.members if each.member.profile]
    mutations = [
        _mutation(bench, value, wrong, f"`{value}`", frozenset({224}))
        for profile in profiles
        for axis in profile.axes
        for value in (*axis.values, *(each.value for each in axis.evidence if each.value))
        if value in _values(str(axis.axis))
        for wrong in _misspelt(value)
    ]
    assert len(mutations) > 25
    assert bench.unnoticed(mutations) == []
