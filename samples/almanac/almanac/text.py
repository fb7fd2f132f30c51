"""Words, tokens and clauses: the little language processing Almanac does itself."""

import hashlib
import re

_STOP_WORDS = frozenset(
    "a about an and am are as at be been by did do does for from had has have he her his how i in is it its "
    "me my of on or our owner please she so tell that the their them they this to was we were what when "
    "where which who why will with you your".split()
)
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")


def one_line(text: str) -> str:
    """Collapse every run of white space to one space."""
    return " ".join(text.split())


def token_list(text: str) -> list[str]:
    """Content words in order, lower case, without possessives and plural endings."""
    words = (word.removesuffix("'s") for word in _WORD.findall(text.lower()))
    return [_stem(word) for word in words if word not in _STOP_WORDS]


def tokens(text: str) -> frozenset[str]:
    """The distinct content words of a text."""
    return frozenset(token_list(text))


def estimate_tokens(text: str) -> int:
    """Model tokens, estimated at four characters each."""
    return (len(text) + 3) // 4


def content_hash(text: str) -> str:
    """A short fingerprint of a text, kept beside its vector."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def clauses(text: str) -> list[str]:
    """Sentences and list lines of a text, without bullets and surrounding space."""
    parts = (part.strip().removeprefix("- ").strip() for part in _SENTENCE_END.split(text))
    return [part for part in parts if part]


def _stem(word: str) -> str:
    plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if plural else word
