"""Pieces of a YAML file out of the events of its parser.

The form uses plain YAML: no tags, anchors, aliases or merge keys, so that what is read is what is written,
and no input can grow while it is read. Scalars stay text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import yaml

from auditor.findings import Related
from auditor.places import Place, SourceFile, Text, beginning
from auditor.registers.nodes import Mapping, Node, ParsedFile, Piece, Scalar, Sequence

MAX_DEPTH = 16

Event: TypeAlias = Any
"""An event of PyYAML, whose marks its stubs do not promise."""

_COMMENT = re.compile(r"[ \t]+#")
_BLANK = (" ", "\t")
_INDENT = re.compile(r"[ \t]*")


class Rest:
    """What is left of a file when reading goes on after a syntax error, for a parser to read as it needs it:
    `list_key` is the key of the list in whose middle it begins. `moved` is how far the parser's marks lie
    from the characters of the file."""

    def __init__(self, file: SourceFile, start: int, list_key: Text | None) -> None:
        self.file = file
        self.list_key = list_key
        self._ahead = f"{json.dumps(list_key, ensure_ascii=False)}:\n" if list_key is not None else ""
        self._next = start
        self.moved = start - len(self._ahead)

    def read(self, size: int) -> str:
        """The next characters, as a file gives them."""
        if self._ahead:
            given, self._ahead = self._ahead, ""
            return given
        begin, self._next = self._next, self._next + size
        return self.file.text[begin : self._next]


class Events:
    """Nodes out of the events of PyYAML's C parser, which is what makes reading fast."""

    def __init__(self, parsed: ParsedFile, rest: Rest | None = None) -> None:
        self.parsed = parsed
        self.file = parsed.file
        self.text = parsed.file.text
        self.rest = rest
        self.moved = rest.moved if rest else 0
        self.parser: Any = yaml.CSafeLoader(rest if rest is not None else self.text)  # type: ignore[arg-type]
        self.list_key: Text | None = None
        self.item_indent = ""
        self.entry_start = 0

    def top(self) -> Iterator[Piece]:
        """The pieces of the one document that the text must be."""
        next_event = self.parser.get_event
        next_event()  # the stream's start
        if isinstance(next_event(), yaml.StreamEndEvent):
            self._wrong_top("holds comments only")
            return
        start = next_event()
        if not isinstance(start, yaml.MappingStartEvent):
            self._wrong_top("holds a list or a bare value, not keys with their values")
            self._skip(start)
            return
        self._refuse(start)
        yield from self._top_pairs()
        next_event()  # the document's end
        following = next_event()
        if not isinstance(following, yaml.StreamEndEvent):
            place = self._place(following)
            self.parsed.fault(
                "unreadable-file", place, "a second YAML document begins here", "keep one document a file"
            )

    def _top_pairs(self) -> Iterator[Piece]:
        seen: dict[str, Text] = {}
        next_event = self.parser.get_event
        while not isinstance(event := next_event(), yaml.MappingEndEvent):
            self.entry_start = max(0, event.start_mark.index + self.moved)
            self.list_key = None
            key = self._key(event, seen)
            if self.rest and self.rest.list_key is not None and event.start_mark.index == 0:
                key = self.rest.list_key
            value = next_event()
            if key is None:
                self._skip(value)
            elif isinstance(value, yaml.SequenceStartEvent):
                self._refuse(value)
                yield from self._items(key, value)
            else:
                node = self._node(value, 2, flow=False)
                self._warn_of_cut(key, node)
                yield Piece(key=key, node=node)

    def _items(self, key: Text, start: Event) -> Iterator[Piece]:
        next_event = self.parser.get_event
        self.list_key = None if start.flow_style else key
        empty = True
        while not isinstance(event := next_event(), yaml.SequenceEndEvent):
            self.entry_start = event.start_mark.index + self.moved
            if empty:
                self.item_indent = self._indentation(self.entry_start)
            empty = False
            node = self._node(event, 3, flow=bool(start.flow_style))
            self._warn_of_cut(key, node)
            yield Piece(key=key, node=node, item=True)
        if empty:
            yield Piece(key=key, node=Sequence([], self.file, *self._stretch(start)))

    def _indentation(self, index: int) -> str:
        """The white space with which the line of a character begins."""
        begin = max(self.text.rfind("\n", 0, index), self.text.rfind("\r", 0, index)) + 1
        found = _INDENT.match(self.text, begin)
        return found.group() if found else ""

    def _node(self, event: Event, depth: int, *, flow: bool) -> Node:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            if event.tag is not None or event.anchor is not None:
                self._refuse(event)
            return self._scalar(event)
        start, end = self._stretch(event)
        if kind is yaml.AliasEvent:
            self._refuse(event)
            return Scalar(Text.spanning("", self.file, start, end))
        self._refuse(event)
        if depth > MAX_DEPTH:
            self.parsed.fault(
                "unreadable-file",
                self._place(event),
                f"the nesting is over {MAX_DEPTH} levels deep",
                "write it flatter; the form needs eight",
            )
            self._skip(event)
            return Scalar(Text.spanning("", self.file, start, end))
        if kind is yaml.SequenceStartEvent:
            flow = bool(event.flow_style)
            next_event = self.parser.get_event
            items: list[Node] = []
            while type(inner := next_event()) is not yaml.SequenceEndEvent:
                items.append(self._node(inner, depth + 1, flow=flow))
            return Sequence(items, self.file, start, end)
        return Mapping(self._pairs(depth, flow=bool(event.flow_style)), self.file, start, end)

    def _pairs(self, depth: int, *, flow: bool) -> list[tuple[Text, Node]]:
        """The keys of a mapping with their values, up to its end."""
        pairs: list[tuple[Text, Node]] = []
        seen: dict[str, Text] = {}
        next_event = self.parser.get_event
        while type(inner := next_event()) is not yaml.MappingEndEvent:
            key = self._key(inner, seen)
            value = next_event()
            if key is None:
                self._skip(value)
                continue
            node = self._node(value, depth + 1, flow=flow)
            if type(node) is Scalar:
                if flow and node.null:
                    self.parsed.fault(
                        "comma-in-plain-text",
                        key.place,
                        f"`{key}` has no value: a comma in plain text cuts it in two",
                        "put the text in quotes",
                    )
                    continue
                if node.cut:
                    self._warn_of_cut(key, node)
            elif type(node) is Sequence:
                for each in node.items:
                    self._warn_of_cut(key, each)
            pairs.append((key, node))
        return pairs

    def _key(self, event: Event, seen: dict[str, Text]) -> Text | None:
        """The key; None where it is no scalar, a merge key, or stood in the mapping before."""
        if type(event) is not yaml.ScalarEvent:
            place = self._place(event)
            self.parsed.fault("wrong-shape", place, "a key is not plain text", "write a key of the form")
            self._skip(event)
            return None
        if event.tag is not None or event.anchor is not None:
            self._refuse(event)
        name = event.value
        if name == "<<" and not event.style:
            self.parsed.fault(
                "yaml-feature",
                self._place(event),
                "a merge key stands here",
                "write the keys out where they belong",
            )
            return None
        if name in seen:
            self.parsed.fault(
                "duplicate-key",
                self._place(event),
                f"the key `{name}` stands here a second time",
                "keep one of the two",
                (Related(place=seen[name].place, says=f"`{name}` stands here first"),),
            )
            return None
        start, end = self._stretch(event)
        key = seen[name] = Text.spanning(name, self.file, start, end)
        return key

    def _scalar(self, event: Event) -> Scalar:
        moved = self.moved
        start, end = event.start_mark.index + moved, event.end_mark.index + moved
        value: str = event.value
        text = Text.spanning(value, self.file, start, end)
        if event.style:
            return Scalar(text)
        if not value:
            return Scalar(text, True)
        return Scalar(
            text, False, self.text[end : end + 1] in _BLANK and bool(_COMMENT.match(self.text, end))
        )

    def _warn_of_cut(self, key: Text, node: Node) -> None:
        if not isinstance(node, Scalar) or not node.cut:
            return
        if key == "quote":
            self.parsed.fault(
                "passage-cut-by-comment",
                node.place,
                "YAML takes what follows ` #` in this passage for a comment and drops it",
                "write the passage as a block scalar (`quote: |-`)",
            )
        else:
            self.parsed.fault(
                "text-cut-by-comment",
                node.place,
                f"YAML takes what follows ` #` in `{key}` for a comment",
                "put the text in quotes, or the comment on a line of its own",
            )

    def _refuse(self, event: Event) -> None:
        tag, anchor = getattr(event, "tag", None), getattr(event, "anchor", None)
        if tag is None and anchor is None:
            return
        place = self._place(event)
        if isinstance(event, yaml.AliasEvent):
            what = f"the alias `*{anchor}` stands here"
        elif anchor is not None:
            what = f"the anchor `&{anchor}` stands here"
        else:
            what = f"the tag `{tag}` stands here"
        self.parsed.fault("yaml-feature", place, what, "write the value out; put text in quotes")

    def _skip(self, event: Event) -> None:
        """Read to the end of what `event` begins."""
        depth = 0
        while True:
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth == 0:
                return
            event = self.parser.get_event()

    def _wrong_top(self, what: str) -> None:
        place = Place(path=self.parsed.path, line=1, column=1)
        self.parsed.fault("unreadable-file", place, f"the file {what}", "begin it with a key of the register")

    def _stretch(self, event: Event) -> tuple[int, int]:
        """Where in the file an event begins and ends."""
        moved = self.moved
        return max(0, event.start_mark.index + moved), max(0, event.end_mark.index + moved)

    def _place(self, event: Event) -> Place:
        return beginning(self.file, *self._stretch(event))
