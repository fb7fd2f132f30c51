"""The form of the everything-set broken at every key and scalar: misspelt and repeated keys, features of YAML
that the form does not use, values of another shape."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

from auditor.forms import Holds, keys_of
from auditor.places import Place
from auditor.registers.reading import nearest
from tests.mutations.bench import Bench, Edit, Mutation, Pair

_NAMED = ("layers", "status", "answers", "verdicts", "axes", "front_matter")
"""Keys under which the keys are words or names, and not of the form."""


def _line(bench: Bench, file: str, offset: int) -> int:
    return bench.texts[file].count("\n", 0, offset) + 1


def _form_pairs(bench: Bench) -> Iterator[tuple[str, Pair]]:
    """Every key of the form in every file, with its value."""
    named = {
        (file, pair.value.start_mark.index)
        for (file, _), pair in bench.pairs.items()
        if pair.key.value in _NAMED
    }
    for (file, _), pair in bench.pairs.items():
        if (file, pair.parent.start_mark.index) not in named:
            yield file, pair


def _at_key(
    bench: Bench, file: str, pair: Pair, edit: Edit, number: int, remedy: str = "", *, alone: bool = False
) -> Mutation:
    return Mutation(
        what=f"{pair.key.value}: {edit.new!r:.40}",
        edits=(edit,),
        numbers=frozenset({number}),
        file=file,
        line=_line(bench, file, pair.key.start_mark.index),
        remedy=remedy,
        alone=alone,
    )


def _misspelt(bench: Bench) -> Iterator[Mutation]:
    for file, pair in _form_pairs(bench):
        start, end = pair.key.start_mark.index, pair.key.end_mark.index
        wrong = pair.key.value + "x"
        edit = Edit(file, start, end, wrong)
        assert nearest(wrong, [pair.key.value]) == f"did you mean `{pair.key.value}`?"
        yield _at_key(bench, file, pair, edit, 103, f"`{pair.key.value}`", alone=pair.key.value == "on")


def test_no_misspelt_key_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_misspelt(bench))
    assert len(mutations) > 900
    assert bench.unnoticed(mutations) == []


def _repeated(bench: Bench) -> Iterator[Mutation]:
    """A key and its value once more, after the first of its mapping."""
    for (file, _), pair in bench.pairs.items():
        if pair.parent.flow_style:
            at = pair.value.end_mark.index
            yield _at_key(bench, file, pair, Edit(file, at, at, f", {_key(bench, file, pair)}: again"), 104)
        elif pair.position:
            previous = pair.parent.value[pair.position - 1][0]
            start, end = pair.key.start_mark.index, pair.key.end_mark.index
            edit = Edit(
                file, start, end, bench.texts[file][previous.start_mark.index : previous.end_mark.index]
            )
            yield _at_key(bench, file, pair, edit, 104)


def _key(bench: Bench, file: str, pair: Pair) -> str:
    return bench.texts[file][pair.key.start_mark.index : pair.key.end_mark.index]


def test_no_key_that_stands_twice_in_a_mapping_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_repeated(bench))
    assert len(mutations) > 850
    assert bench.unnoticed(mutations) == []


@pytest.mark.parametrize(
    ("before", "instead"),
    [("!!str ", None), ("!custom ", None), ("&here ", None), ("", "*here")],
    ids=["a tag", "a tag of one's own", "an anchor", "an alias"],
)
def test_no_feature_of_yaml_beyond_plain_text_passes_unnoticed(
    bench: Bench, before: str, instead: str | None
) -> None:
    mutations = []
    for (file, _), pair in list(bench.pairs.items())[::2]:
        if not isinstance(pair.value, yaml.ScalarNode) or pair.value.style in ("|", ">"):
            continue
        start, end = pair.value.start_mark.index, pair.value.end_mark.index
        if start == end:
            continue
        edit = Edit(file, start, end if instead else start, instead or before)
        edits: tuple[Edit, ...] = (edit,)
        if instead:
            # An alias needs its anchor, which is found too.
            first = bench.texts[file].index(": ") + 2
            if start == first:
                continue
            edits = (Edit(file, first, first, "&here "), edit)
        mutation = _at_key(bench, file, pair, edit, 105)
        line = _line(bench, file, start)
        mutations.append(
            Mutation(what=mutation.what, edits=edits, numbers=frozenset({105}), file=file, line=line)
        )
    assert len(mutations) > 300
    assert bench.unnoticed(mutations[::3] if instead else mutations) == []


def test_no_merge_key_passes_unnoticed(bench: Bench) -> None:
    mutations = [
        _at_key(bench, file, pair, Edit(file, pair.key.start_mark.index, pair.key.end_mark.index, "<<"), 105)
        for (file, _), pair in bench.pairs.items()
    ][::3]
    assert len(mutations) > 300
    assert bench.unnoticed(mutations) == []


def _shapes(bench: Bench) -> Iterator[Mutation]:
    """A list where one text belongs, a mapping where text belongs, a list in a list."""
    for entry, _, record, _ in bench.entries():
        if record is not None and (record.candidate or record.imported):
            continue
        for key in keys_of(type(entry)):
            spot = entry.spots.get(key.name)
            pair = bench.pair(spot) if spot else None
            if spot is None or pair is None or key.holds is Holds.INLINE:
                continue
            for wrong in _wrong_shapes(pair, holds=key.holds, many=key.many, keyed=bool(key.keyed)):
                yield _shaped(bench, spot, pair, wrong)


def _wrong_shapes(pair: Pair, *, holds: Holds, many: bool, keyed: bool) -> tuple[str, ...]:
    if keyed:
        return ("[[a]]", "[a]")
    if holds is Holds.ENTRY:
        return ("[[[a]]]", "[[{a: b}]]") if many else ("[a]", "[{a: b}]")
    return ("[[a]]", "{a: b}") if many else ("[a]", "{a: b}")


def _shaped(bench: Bench, spot: Place, pair: Pair, wrong: str) -> Mutation:
    file = bench.file(spot)
    start, end = pair.value.start_mark.index, pair.value.end_mark.index
    kept = bench.texts[file][start:end]
    block = not getattr(pair.value, "flow_style", True)
    lines = "\n" * kept.count("\n") + (kept[kept.rfind("\n") + 1 :] if block and "\n" in kept else "")
    line = _line(bench, file, start)
    return Mutation(
        what=f"{pair.key.value}: {wrong}",
        edits=(Edit(file, start, end, wrong + lines),),
        numbers=frozenset({106, 103}),
        file=file,
        line=line,
        alone=pair.key.value in ("members", "on"),
    )


def test_no_value_of_another_shape_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_shapes(bench))
    assert len(mutations) > 1200
    assert bench.unnoticed(mutations) == []
