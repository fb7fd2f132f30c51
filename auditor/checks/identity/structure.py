"""Whether the graph of records hangs together: wholes and parts, supersessions, rows, orphans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from auditor.case import Case, CaseMember, correctable, corrections
from auditor.findings import Fault, Related
from auditor.identifiers import kind_of
from auditor.places import Place, Text
from auditor.records import OperativeObject, Record
from auditor.terms import Kind, MemberKind


def check(case: Case) -> Iterator[Fault]:
    """Faults of the graph."""
    yield from _wholes(case)
    yield from _circles(case, _part_edges(case), "part-of-cycle", "is part of", "part_of")
    yield from _supersessions(case)
    yield from _corrections(case)
    if not case.damaged:  # what could not be read may hold the citation
        yield from _orphans(case)
    for member in case.members:
        yield from _annotations(member)
        if member.kind is MemberKind.EPISTEMIC:
            yield from _repeated_rows(member)
            if not case.damaged:  # or the row
                yield from _rows(case, member)


def _wholes(case: Case) -> Iterator[Fault]:
    for record in _records(case):
        if not record.id or not record.part_of:
            continue
        if len(record.part_of) > 1:
            names = ", ".join(f"`{each}`" for each in record.part_of)
            yield _fault(
                "several-wholes", record.part_of[1].place, record.id, "part_of",
                f"`{record.id}` is part of {names}", "keep one; cite the record from the others",
            )  # fmt: skip
        for whole in record.part_of:
            if whole == record.id:
                yield _fault(
                    "part-of-itself", whole.place, record.id, "part_of",
                    f"`{record.id}` is part of itself", "name the whole, or take `part_of` away",
                )  # fmt: skip
            elif kind_of(whole) is not kind_of(record.id) and whole in case.citations and not record.note:
                yield _fault(
                    "unexplained-whole", whole.place, record.id, "part_of",
                    f"`{record.id}` is part of `{whole}`, a record of another kind, and no note says how",
                    "say it in `note`",
                )  # fmt: skip


def _part_edges(case: Case) -> dict[tuple[str, str], Place]:
    return {
        (str(record.id), str(whole)): whole.place
        for record in _records(case)
        if record.id
        for whole in record.part_of
        if whole != record.id
    }


def _circles(
    case: Case, edges: dict[tuple[str, str], Place], rule: str, verb: str, field: str
) -> Iterator[Fault]:
    """One fault for each knot of circles, with one circle of it as a path; never all of them."""
    if not edges:
        return
    import networkx as nx  # half of the start of a small check, and most registers have no such edges

    graph: nx.DiGraph[str] = nx.DiGraph(sorted(edges))
    for knot in sorted(sorted(each) for each in nx.strongly_connected_components(graph) if len(each) > 1):
        circle = [source for source, _ in nx.find_cycle(graph.subgraph(knot), knot[0])]
        start = circle.index(min(circle))
        path = circle[start:] + circle[: start + 1]
        steps = tuple(
            Related(place=edges[source, target], says=f"`{source}` {verb} `{target}`")
            for source, target in pairwise(path[1:])
        )
        yield _fault(
            rule, edges[path[0], path[1]], path[0], field,
            " → ".join(path) + " is a circle", f"take `{field}` from one of these records", steps,
        )  # fmt: skip


def _supersessions(case: Case) -> Iterator[Fault]:
    edges: dict[tuple[str, str], Place] = {}
    for name, successors in case.superseded.items():
        for successor in successors:
            if str(successor) in case.declared:
                edges[name, str(successor)] = successor.place
            elif case.resolves(successor):
                yield _fault(
                    "undeclared-successor", successor.place, name, "superseded_by",
                    f"`{name}` is superseded by `{successor}`, which is not declared here",
                    "name a declared record",
                )  # fmt: skip
    for name, successor_name in [pair for pair in edges if pair[0] == pair[1]]:
        yield _fault(
            "supersession-cycle", edges.pop((name, successor_name)), name, "superseded_by",
            f"`{name}` is superseded by itself", "name the record that takes its place",
        )  # fmt: skip
    yield from _circles(case, edges, "supersession-cycle", "is superseded by", "superseded_by")


def _orphans(case: Case) -> Iterator[Fault]:
    cited = {ref.id for ref in case.references if ref.id not in ref.owners} | case.cited_elsewhere
    for record in _records(case):
        name = str(record.id)
        if not record.id or name in cited or record.candidate:
            continue
        others = (target for target in case.citations.cited_by(name) if target != name)
        if not any(kind_of(target) is not Kind.SOURCE for target in others):
            yield _fault(
                "orphan-record", record.place, name, "id",
                f"nothing cites `{name}`, and it cites no other record",
                "cite it where it matters, or remove it",
            )  # fmt: skip


def _having(case: Case, names: set[str]) -> set[str]:
    """The records that are among `names`, or have a part that is, directly or not. The work grows with the
    number of parts, however deep they lie."""
    found = set(names)
    waiting = list(names)
    while waiting:
        declared = case.declared.get(waiting.pop())
        for whole in declared.record.part_of if declared else ():
            if whole not in found:
                found.add(str(whole))
                waiting.append(str(whole))
    return found


def _rows(case: Case, member: CaseMember) -> Iterator[Fault]:
    rowed = {str(route) for row in member.ledger for route in row.routes}
    inventoried = _having(case, {str(row.object) for row in member.inventory})
    touched = _touched(case)
    routed = _having(case, touched)
    compared = {str(row.claim) for row in member.comparisons}
    own = {str(record.id) for record in member.member.records}
    for record in _assessed(case, member):
        name = str(record.id)
        kind = kind_of(name)
        if kind is Kind.ROUTE and name not in rowed:
            yield _fault(
                "route-without-row", record.place, name, "ledger",
                f"no row of the authority-route ledger has `{name}`",
                "write a row under the route, or in `ledger` with the route in `routes`",
            )  # fmt: skip
        if kind is Kind.OBJECT and name not in inventoried:
            yield _no_inventory(record.place, name)
        if kind is Kind.CLAIM and name in own and name not in compared:
            yield _fault(
                "claim-without-comparison", record.place, name, "comparison",
                f"no comparison row has `{name}`",
                "write `comparison` under the claim, or a row in `comparisons`",
            )  # fmt: skip
        unrouted = name not in routed and not touched.intersection(record.part_of)
        if isinstance(record, OperativeObject) and name in own and unrouted and not record.candidate:
            yield _unrouted(record)
    yield from _cited_objects(case, member, inventoried)


def _assessed(case: Case, member: CaseMember) -> Iterator[Record]:
    """The records that the epistemic member must assess: its own, and those of the set that is checked."""
    everyone = case.members if len(case.members) > 1 else (member,)
    for each in everyone:
        for record in each.member.records:
            if record.id and str(record.id) not in case.superseded:
                yield record


def _cited_objects(case: Case, member: CaseMember, inventoried: set[str]) -> Iterator[Fault]:
    """Objects of other members that a ledger row has and the inventory has not."""
    own = {str(record.id) for each in case.members for record in each.member.objects}
    seen: set[str] = set()
    for row in member.ledger:
        for cited in row.row.object:
            name = str(cited.id or "")
            if kind_of(name) is not Kind.OBJECT or name in own or name in seen or name not in case.citations:
                continue
            seen.add(name)
            if cited.id and name not in inventoried:
                yield _no_inventory(cited.id.place, name)


def _no_inventory(place: Place, name: str) -> Fault:
    return _fault(
        "object-without-inventory", place, name, "inventory",
        f"no inventory row has `{name}` or a part of it",
        "write `inventory` under the object, or a row in the member's `inventory`",
    )  # fmt: skip


def _touched(case: Case) -> set[str]:
    """The identifiers that a route or an authority path cites or is cited by."""
    wanted = (Kind.ROUTE, Kind.AUTHORITY_PATH)
    found: set[str] = set()
    for start, end, _ in case.citations.edges:
        if kind_of(start) in wanted:
            found.add(end)
        if kind_of(end) in wanted:
            found.add(start)
    return found


def _unrouted(record: OperativeObject) -> Fault:
    return _fault(
        "object-without-route", record.place, str(record.id), "id",
        f"no route acts on `{record.id}` and no authority path carries it",
        "name it in `object` of the row of the route that acts on it",
    )  # fmt: skip


def _repeated_rows(member: CaseMember) -> Iterator[Fault]:
    listed = [
        *((row.claim, row.row.place, row.path) for row in member.comparisons),
        *((row.object, row.row.place, row.path) for row in member.inventory),
    ]
    first: dict[str, Place] = {}
    for name, place, path in listed:
        if not name or kind_of(name) is None:
            continue
        if str(name) in first:
            yield _fault(
                "repeated-row", place, str(name), path,
                f"`{name}` has a second row", "join the two",
                (Related(place=first[str(name)], says="its first row stands here"),),
            )  # fmt: skip
        first.setdefault(str(name), place)


def _annotations(member: CaseMember) -> Iterator[Fault]:
    own = {str(record.id): record.place for record in member.member.records if record.id}
    first: dict[str, Text] = {}
    for annotation in member.member.annotations:
        if not annotation.on:
            continue
        name = str(annotation.on)
        if name in own:
            yield _fault(
                "annotation-of-own-record", annotation.on.place, name, "on",
                f"this member declares `{name}` itself", "move the fields into the record",
                (Related(place=own[name], says="it is declared here"),),
            )  # fmt: skip
        if name in first:
            yield _fault(
                "repeated-annotation", annotation.on.place, name, "on",
                f"`{name}` is annotated a second time", "join the two",
                (Related(place=first[name].place, says="the first annotation stands here"),),
            )  # fmt: skip
        first.setdefault(name, annotation.on)


def _corrections(case: Case) -> Iterator[Fault]:
    """Corrections that change nothing. They were applied before, so the record says what is said now."""
    amending = [member.member for member in case.members]
    for each in corrections([*amending, case.audit_set] if case.audit_set else amending):
        record = case.record(str(each.record))
        if record is None or each.field is None:
            continue
        names = [key.name for key in correctable(type(record))]
        wrong = next((name for name in (each.field, each.now_field) if name and name not in names), None)
        was = case.corrected.get((str(each.record), str(each.field)))
        if wrong is not None:
            yield _fault(
                "unapplied-correction", wrong.place, str(each.record), "amendments",
                f"`{wrong}` is no text field of `{each.record}`", "name one that it has",
            )  # fmt: skip
        elif each.was is not None and (was or "").split() != each.was.split():
            yield _fault(
                "unapplied-correction", each.was.place, str(each.record), "amendments",
                f"`{each.field}` of `{each.record}` does not say what `was` quotes", "quote it as it stands",
            )  # fmt: skip


def _records(case: Case) -> Iterator[Record]:
    for member in case.members:
        yield from member.member.records


def _fault(
    rule: str,
    place: Place,
    record: str,
    field: str,
    message: str,
    remedy: str,
    related: Iterable[Related] = (),
) -> Fault:
    return Fault(
        rule=rule,
        place=place,
        record=str(record),
        field=field,
        message=message,
        remedy=remedy,
        related=tuple(related),
    )
