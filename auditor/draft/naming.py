"""Names for drafted records: from the code's own words, the same whatever else the code holds, and such that
no name is another name with more words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

_MOST_WORDS = 3
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a record may be called: the words of its own name, and those around it, the nearest first."""

    own: Words
    around: tuple[Words, ...] = ()


def words_of(name: str) -> Words:
    """The words of a name in snake, kebab or camel case, each of ASCII letters and digits after a letter."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    words: list[str] = []
    for match in _WORD.findall(plain):
        if not match[0].isdigit():
            words.append(match.lower())
        elif words:
            words[-1] += match
        else:
            words.append(f"n{match}")
    return tuple(words)


def names_for(wanted: Sequence[Wanted]) -> tuple[str, ...]:
    """A name for each, in the same order.

    All that still want a name propose their next choice at once; a proposal that meets another, is the
    beginning of another, or cannot stand beside a name that is taken falls for all who made it. So a name
    depends on what it collides with and on nothing else.
    What is left when choices run out is numbered, in the order given.
    """
    names: dict[int, Words] = {}
    choices = [list(_choices(each)) for each in wanted]
    for turn in range(max((len(each) for each in choices), default=0)):
        proposed = {
            index: each[turn]
            for index, each in enumerate(choices)
            if index not in names and turn < len(each) and each[turn]
        }
        counts = Counter(proposed.values())
        standing = _prefixes(proposed.values()), _prefixes(names.values())
        taken = set(names.values())
        for index, words in proposed.items():
            meets = counts[words] > 1 or words in taken or words in standing[0] or words in standing[1]
            if not meets and not any(words[:cut] in taken for cut in range(1, len(words))):
                names[index] = words
    _number_the_rest(names, wanted)
    return tuple("-".join(names[index]) for index in range(len(wanted)))


def _choices(wanted: Wanted) -> Iterator[Words]:
    """The names that a record may have, the best first: its own in full, or none where that is too long."""
    own = wanted.own or ("item",)
    seen: set[Words] = set()
    around = [words for words in wanted.around if words]
    choices = [own if len(own) <= _MOST_WORDS else (), _squeezed(own, _MOST_WORDS), own[-_MOST_WORDS:]]
    for words in around:
        choices.append(_squeezed(words, _MOST_WORDS - len(own[:2])) + _squeezed(own, 2))
        choices.append((words[0], *_squeezed(own, 2)))
        choices.append((*_squeezed(words, 2), own[-1]))
    for near, far in pairwise(around):
        choices.append((far[-1], near[-1], own[-1]))
    for choice in choices:
        if choice not in seen:
            seen.add(choice)
            yield choice


def _squeezed(words: Words, most: int) -> Words:
    """The first words and the last, where there are more than may be."""
    return words if len(words) <= most else (*words[: most - 1], words[-1])


def _prefixes(names: Iterable[Words]) -> set[Words]:
    """Whatever a name begins with and has more words than."""
    return {words[:cut] for words in names for cut in range(1, len(words))}


def _number_the_rest(names: dict[int, Words], wanted: Sequence[Wanted]) -> None:
    for index, each in enumerate(wanted):
        if index not in names:
            stem = _squeezed(each.own or ("item",), 2)
            numbered = (name for n in count(2) for name in ((*stem, f"b{n}"), (f"b{n}", *stem)))
            names[index] = next(name for name in numbered if _is_free(name, names.values()))


def _is_free(name: Words, taken: Iterable[Words]) -> bool:
    return not any(name[: len(each)] == each or each[: len(name)] == name for each in taken)
