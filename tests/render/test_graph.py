"""The graph: every form keeps its shape whatever the labels say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from auditor.citations import Citations
from auditor.render import graph_text
from auditor.render.graph import LONGEST_LABEL, GraphForm, clipped
from auditor.terms import Kind
from tests.render import lamplight
from tests.render.hostile import any_text

_QUOTED = r'"[^"`%<>\[\]{}|\\]*(?:<br>[^"`%<>\[\]{}|\\]*)?"'
_MERMAID_NODE = re.compile(
    rf"  n\d+(?:\[\[|\[\(|\(\[|\{{\{{|\[/|>|\[){_QUOTED}(?:\]\]|\)\]|\]\)|\}}\}}|/\]|\])(?::::elsewhere)?"
)
_MERMAID_EDGE = re.compile(rf"  n\d+ -->\|{_QUOTED}\| n\d+")
_DOT = r'"(?:[^"\\\n]|\\["\\n])*"'
_DOT_LINE = re.compile(rf"  {_DOT}(?: -> {_DOT})? \[label={_DOT}(?:, shape=\w+)?(?:, style=dashed)?\];")


@settings(derandomize=True, deadline=None, max_examples=150)
@given(any_text, any_text)
def test_labels_stay_labels(first: str, second: str) -> None:
    nodes: dict[str, dict[str, Any]] = {
        first: {"state": "declared", "kind": Kind.ROUTE, "label": second},
        second + "x": {"state": "supplied", "kind": None, "label": first},
    }
    edges = ((first, second + "x", "ledger"), (second + "x", first, second), (first, first, "note"))
    case = replace(lamplight.audit().case, citations=Citations(nodes, edges))
    mermaid = graph_text(case, "mmd").rstrip("\n").split("\n")
    assert mermaid[0] == "flowchart LR"
    assert all(_MERMAID_NODE.fullmatch(line) for line in mermaid[1:3])
    assert all(_MERMAID_EDGE.fullmatch(line) for line in mermaid[3:6])
    assert len(mermaid) == 7
    dot = graph_text(case, "dot").rstrip("\n").split("\n")
    assert all(_DOT_LINE.fullmatch(line) for line in dot[3:-1])
    assert len(dot) == 9
    made = json.loads(graph_text(case, "json"))
    assert len(made["nodes"]) == 2
    assert len(made["edges"]) == 3


def test_the_order_is_that_of_the_names() -> None:
    case = lamplight.audit().case
    citations = case.citations
    turned = Citations(dict(reversed(list(citations.nodes.items()))), citations.edges[::-1])
    forms: tuple[GraphForm, ...] = ("mmd", "dot", "json")
    for form in forms:
        assert graph_text(case, form) == graph_text(replace(case, citations=turned), form)


def test_a_long_label_is_cut() -> None:
    assert clipped("a " * 50) == ("a " * 50)[: LONGEST_LABEL - 1].rstrip() + "…"
