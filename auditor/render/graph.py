"""The graph of a case's records as Mermaid, Graphviz or JSON: what cites what, by which field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from auditor.case import Case, CaseMember
from auditor.identifiers import kind_of
from auditor.json_text import json_text
from auditor.render.escaping import cleaned, one_line
from auditor.terms import Kind

GRAPH_FORMAT = "audit-graph/1"
LONGEST_LABEL = 60
MOST_EDGES_OF_A_MAP = 80

GraphForm: TypeAlias = Literal["mmd", "dot", "json"]

_MERMAID_SHAPES = {
    Kind.COMPONENT: ("[[", "]]"),
    Kind.OBJECT: ("[(", ")]"),
    Kind.ROUTE: ("([", "])"),
    Kind.CLAIM: ("{{", "}}"),
    Kind.ABSENCE: ("[/", "/]"),
    Kind.AUTHORITY_PATH: (">", "]"),
    Kind.SOURCE: ("[", "]"),
}
_DOT_SHAPES = {
    Kind.COMPONENT: "component",
    Kind.OBJECT: "cylinder",
    Kind.ROUTE: "box",
    Kind.CLAIM: "hexagon",
    Kind.ABSENCE: "octagon",
    Kind.AUTHORITY_PATH: "cds",
    Kind.SOURCE: "note",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An identifier of the case: its kind, whether it is declared, supplied or a source, and its label."""

    id: str
    kind: Kind | None
    state: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Edge:
    """A citation: the record that cites, what it cites, and the field."""

    start: str
    end: str
    field: str


def graph_text(case: Case, form: GraphForm) -> str:
    """The graph in one of the forms `mmd`, `dot` and `json`, its nodes and edges in the order of their
    names; every citation is one edge, whatever cycles they make."""
    nodes = sorted(
        (
            Node(id=name, kind=data.get("kind"), state=data.get("state", ""), label=data.get("label", ""))
            for name, data in case.graph.nodes(data=True)
        ),
        key=lambda node: node.id,
    )
    edges = sorted(
        {Edge(start=start, end=end, field=str(field)) for start, end, field in case.graph.edges(keys=True)}
    )
    made = {"mmd": _mermaid, "dot": _dot, "json": _json}[form](nodes, edges)
    return made + "\n"


def route_map(case: Case, member: CaseMember) -> str:
    """What the routes of a member's ledger do to which content, as Mermaid for a report: an edge from each
    route to each record that its row acts on, labelled with the route function. Empty where no row names a
    record, and where there are more edges than a picture can show."""
    edges = dict.fromkeys(
        Edge(start=str(route), end=str(cited.id), field=str(row.row.function or ""))
        for row in member.ledger
        for route in row.routes
        for cited in row.row.object
        if cited.id
    )
    if len(edges) > MOST_EDGES_OF_A_MAP:
        return ""
    names = dict.fromkeys(name for edge in edges for name in (edge.start, edge.end))
    return _mermaid([_node_of(case, name) for name in names], list(edges)) if edges else ""


def clipped(label: str) -> str:
    """A label in one line, cut where it is long."""
    line = one_line(label)
    return line if len(line) <= LONGEST_LABEL else line[: LONGEST_LABEL - 1].rstrip() + "…"


def mermaid_text(text: str) -> str:
    """Text for a quoted label of Mermaid: everything but letters, digits and a few signs as `#33;`, since
    quotes, brackets, percent signs, backticks and entities all mean something there."""
    return "".join(
        character if character.isalnum() or character in " -_.,/" else f"#{ord(character)};"
        for character in one_line(text)
    )


def _node_of(case: Case, name: str) -> Node:
    data = case.graph.nodes[name] if name in case.graph else {}
    kind = data.get("kind") or kind_of(name)
    return Node(id=name, kind=kind, state=data.get("state", "supplied"), label=data.get("label", ""))


def _mermaid(nodes: list[Node], edges: list[Edge]) -> str:
    names = {node.id: f"n{number}" for number, node in enumerate(nodes)}
    lines = ["flowchart LR"]
    for node in nodes:
        opening, closing = _MERMAID_SHAPES.get(node.kind, ("[", "]")) if node.kind else ("[", "]")
        label = mermaid_text(clipped(node.label))
        shown = f"{mermaid_text(node.id)}<br>{label}" if label else mermaid_text(node.id)
        style = ":::elsewhere" if node.state == "supplied" else ""
        lines.append(f'  {names[node.id]}{opening}"{shown}"{closing}{style}')
    lines.extend(
        f'  {names[edge.start]} -->|"{mermaid_text(edge.field)}"| {names[edge.end]}' for edge in edges
    )
    lines.append("  classDef elsewhere stroke-dasharray: 4 3")
    return "\n".join(lines)


def _dot(nodes: list[Node], edges: list[Edge]) -> str:
    lines = ["digraph audit {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for node in nodes:
        shape = _DOT_SHAPES.get(node.kind, "box") if node.kind else "box"
        label = "\\n".join(_dot_text(part) for part in (node.id, clipped(node.label)) if part)
        style = ", style=dashed" if node.state == "supplied" else ""
        lines.append(f'  "{_dot_text(node.id)}" [label="{label}", shape={shape}{style}];')
    lines.extend(
        f'  "{_dot_text(edge.start)}" -> "{_dot_text(edge.end)}" [label="{_dot_text(edge.field)}"];'
        for edge in edges
    )
    lines.append("}")
    return "\n".join(lines)


def _dot_text(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def _json(nodes: list[Node], edges: list[Edge]) -> str:
    form = {
        "format": GRAPH_FORMAT,
        "nodes": [
            {
                "id": node.id,
                "kind": node.kind.value if node.kind else "",
                "state": node.state,
                "label": cleaned(node.label),
            }
            for node in nodes
        ],
        "edges": [{"from": edge.start, "to": edge.end, "field": edge.field} for edge in edges],
    }
    return json_text(form).rstrip("\n")
