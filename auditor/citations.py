"""Which identifiers cite which: the graph of a case, as plain mappings for what every check asks, and as a
networkx graph for those who walk it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx


class Citations:
    """The identifiers of a case and the citations between them.

    `nodes` gives each identifier that is declared, supplied or a source its state, kind and label; `edges`
    are who cites, who is cited, and in which field. Nothing changes after it is made.
    """

    def __init__(
        self, nodes: Mapping[str, Mapping[str, Any]], edges: tuple[tuple[str, str, str], ...] = ()
    ) -> None:
        self.nodes = nodes
        self.edges = edges
        self._cited: dict[str, set[str]] = {}
        self._citing: dict[str, set[str]] = {}
        for start, end, _ in edges:
            self._cited.setdefault(start, set()).add(end)
            self._citing.setdefault(end, set()).add(start)
        self._graph: nx.MultiDiGraph[str] | None = None

    def __contains__(self, identifier: str) -> bool:
        return identifier in self.nodes

    def __iter__(self) -> Iterator[str]:
        return iter(self.nodes)

    def cited_by(self, identifier: str) -> set[str]:
        """The identifiers that a record cites."""
        return self._cited.get(identifier, set())

    def citing(self, identifier: str) -> set[str]:
        """The records that cite an identifier."""
        return self._citing.get(identifier, set())

    @property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The same as a graph. It is made when it is first asked for: most registers are checked without,
        and loading networkx takes as long as reading a small register."""
        if self._graph is None:
            import networkx as nx

            self._graph = nx.MultiDiGraph()
            for name, data in self.nodes.items():
                self._graph.add_node(name, **data)
            for start, end, field in self.edges:
                self._graph.add_edge(start, end, key=field)
        return self._graph
