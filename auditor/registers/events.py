"""Pieces of a YAML file out of the events of its parser.

The form uses plain YAML: no tags, anchors, aliases or merge keys, so that what is read is what is written,
and no input can grow while it is read. Scalars stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import yaml

from auditor.findings import Related
from auditor.places import Place, Text
from auditor.registers.nodes import Mapping, Node, ParsedFile, Piece, Scalar, Sequence

MAX_DEPTH = 16

Event: TypeAlias = Any
"""An event of PyYAML, whose marks its stubs do not promise."""

_COMMENT = re.compile(r"[ \t]+#")


class Events:
    """Nodes out of the events of PyYAML's C parser, which is what makes reading fast."""

    def __init__(self, parsed: ParsedFile, text: str) -> None:
        self.parsed = parsed
        self.text = text
        self.parser: Any = yaml.CSafeLoader(text)
        self.list_key = ""
        self.item_indent = ""
        self.entry_line = 1

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
        seen: dict[str, Place] = {}
        next_event = self.parser.get_event
        while not isinstance(event := next_event(), yaml.MappingEndEvent):
            self.entry_line = event.start_mark.line + 1
            self.list_key = ""
            key = self._key(event, seen)
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
        self.list_key = "" if start.flow_style else str(key)
        empty = True
        while not isinstance(event := next_event(), yaml.SequenceEndEvent):
            self.entry_line = event.start_mark.line + 1
            if empty:
                written = self.parsed.lines[event.start_mark.line]
                self.item_indent = written[: len(written) - len(written.lstrip())]
            empty = False
            node = self._node(event, 3, flow=bool(start.flow_style))
            self._warn_of_cut(key, node)
            yield Piece(key=key, node=node, item=True)
        if empty:
            yield Piece(key=key, node=Sequence(items=[], place=self._place(start)))

    def _node(self, event: Event, depth: int, *, flow: bool) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            if event.tag is not None or event.anchor is not None:
                self._refuse(event)
            return self._scalar(event)
        if isinstance(event, yaml.AliasEvent):
            self._refuse(event)
            return Scalar(text=Text("", self._place(event)))
        self._refuse(event)
        place = self._place(event)
        if depth > MAX_DEPTH:
            self.parsed.fault(
                "unreadable-file",
                place,
                f"the nesting is over {MAX_DEPTH} levels deep",
                "write it flatter; the form needs eight",
            )
            self._skip(event)
            return Scalar(text=Text("", place))
        flow = bool(event.flow_style)
        next_event = self.parser.get_event
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            while not isinstance(inner := next_event(), yaml.SequenceEndEvent):
                items.append(self._node(inner, depth + 1, flow=flow))
            return Sequence(items=items, place=place)
        pairs: list[tuple[Text, Node]] = []
        seen: dict[str, Place] = {}
        while not isinstance(inner := next_event(), yaml.MappingEndEvent):
            key = self._key(inner, seen)
            value = next_event()
            if key is None:
                self._skip(value)
                continue
            node = self._node(value, depth + 1, flow=flow)
            if flow and isinstance(node, Scalar) and node.null:
                self.parsed.fault(
                    "comma-in-plain-text",
                    key.place,
                    f"`{key}` has no value: a comma in plain text cuts it in two",
                    "put the text in quotes",
                )
                continue
            for each in node.items if isinstance(node, Sequence) else (node,):
                self._warn_of_cut(key, each)
            pairs.append((key, node))
        return Mapping(pairs=pairs, place=place)

    def _key(self, event: Event, seen: dict[str, Place]) -> Text | None:
        """The key; None where it is no scalar, a merge key, or stood in the mapping before."""
        if not isinstance(event, yaml.ScalarEvent):
            place = self._place(event)
            self.parsed.fault("wrong-shape", place, "a key is not plain text", "write a key of the form")
            self._skip(event)
            return None
        if event.tag is not None or event.anchor is not None:
            self._refuse(event)
        place = self._place(event)
        name = str(event.value)
        if name == "<<" and not event.style:
            self.parsed.fault(
                "yaml-feature", place, "a merge key stands here", "write the keys out where they belong"
            )
            return None
        if name in seen:
            self.parsed.fault(
                "duplicate-key",
                place,
                f"the key `{name}` stands here a second time",
                "keep one of the two",
                (Related(place=seen[name], says=f"`{name}` stands here first"),),
            )
            return None
        seen[name] = place
        return Text(name, place, self._raw(event) if event.style else "")

    def _scalar(self, event: Event) -> Scalar:
        start, end = event.start_mark, event.end_mark
        value: str = event.value
        same_line = start.line == end.line
        width = end.column - start.column if same_line else len(self.parsed.lines[start.line]) - start.column
        place = Place(self.parsed.path, start.line + 1, start.column + 1, max(1, width))
        plain = not event.style
        raw = "" if plain and same_line else self._raw(event)
        cut = plain and bool(value) and _COMMENT.match(self.parsed.lines[end.line], end.column) is not None
        return Scalar(text=Text(value, place, raw), null=plain and not value, cut=cut)

    def _raw(self, event: Event) -> str:
        return self.text[event.start_mark.index : event.end_mark.index]

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

    def _place(self, event: Event) -> Place:
        start, end = event.start_mark, event.end_mark
        width = end.column - start.column if start.line == end.line else 1
        return Place(self.parsed.path, start.line + 1, start.column + 1, max(1, width))
