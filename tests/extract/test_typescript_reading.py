"""TypeScript and JavaScript in neutral form: what each construct is told as, and texts no parser likes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.extract.limits import Limits
from auditor.extract.neutral import Module, Node, parts_of
from auditor.extract.typescript import SUFFIXES, read_typescript
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread


def read(text: str, path: str = "a.ts") -> Module:
    module = read_typescript(SourceFile(path=path, text=text), Limits())
    assert isinstance(module, Module)
    return module


def shown(node: Node) -> str:
    """A node as `Class(plain values; parts)`, its place left out."""
    fields: tuple[object, ...] = node
    plain = [str(each) for each in fields[2:] if isinstance(each, str | bool) and each not in ("", False)]
    if type(node).__name__ in ("Function", "Class"):
        plain = [node.name, *(["waits"] if getattr(node, "waits", False) else [])]  # type: ignore[union-attr]
        plain += [node.sort] if getattr(node, "sort", "class") != "class" else []  # type: ignore[union-attr]
    inner = [
        shown(each) for each in parts_of(node) if type(each).__name__ != "Text" or "/**" not in str(each[2])
    ]
    return f"{type(node).__name__}({' '.join([*plain, *inner])})".replace("()", "")


def statements(text: str, path: str = "a.ts") -> list[str]:
    return [shown(each) for each in read(text, path).body]


WORDS = {
    "a && b": "Operation(and Name(a) Name(b))",
    "a || b": "Operation(or Name(a) Name(b))",
    "a ?? b": "Operation(or Name(a) Name(b))",
    "!a": "Operation(not Name(a))",
    "a === b": "Comparison(Name(a) Name(b))",
    "a instanceof B": "Comparison(Name(a) Name(B))",
    "texts.length": "Call(Name(len) Argument(Name(texts)))",
    "Math.min(a, 5)": "Call(Name(min) Argument(Name(a)) Argument(Number(5)))",
    "text.slice(0, 160)": "Subscript(Name(text) Slice(Number(0) Number(160)))",
    "text.substring(3)": "Subscript(Name(text) Slice(Number(3)))",
    "a?.b?.c": "Attribute(c Attribute(b Name(a)))",
    "a!.b": "Attribute(b Name(a))",
    "(a as B).c": "Attribute(c Name(a))",
    "<B>a": "Name(a)",
    "a satisfies B": "Name(a)",
    "new A(1)": "Call(Name(A) Argument(Number(1)))",
    "f(...a)": "Call(Name(f) Argument(* Name(a)))",
    "await f()": "Await(Call(Name(f)))",
    "a ? b : c": "Conditional(Name(a) Name(b) Name(c))",
    "`a ${b} c`": "Text(a {} c formatted Name(b))",
    "`a`": "Text(a literal)",
    "'a\\u{41}\\n'": "Text(aA\n literal)",
    "sql`x ${y}`": "Call(Name(sql) Argument(Text(x {} formatted Name(y))))",
    "16_000": "Number(16_000)",
    "a[0]": "Subscript(Name(a) Number(0))",
    "[a, 'b']": "Collection(list Name(a) Text(b literal))",
    "({ a, b: 1, [c]: 2, ...d })": "MappingLiteral(Entry(Text(a literal) Name(a))"
    " Entry(Text(b literal) Number(1)) Entry(Name(c) Number(2)) Entry(Name(d)))",
    "a => a.b": "Function( Parameter(a) Return(Attribute(b Name(a))))",
    "(a = b)": "Other(named_expression Name(a) Name(b))",
}


@pytest.mark.parametrize(("written", "told"), WORDS.items(), ids=WORDS)
def test_an_expression_is_told_in_the_words_of_the_neutral_form(written: str, told: str) -> None:
    assert statements(f"x({written});") == [f"Evaluation(Call(Name(x) Argument({told})))"]


FORMS = {
    "import A, { b as c, type D } from './x.js'": [
        "Import(.x default A)",
        "Import(.x b c)",
        "Import(.x D D)",
    ],
    "import * as ns from '../lib/index'": ["Import(..lib ns)"],
    "import 'side-effect'": [],
    "import fs = require('fs')": ["Import(fs fs)"],
    "const { a, b: c } = require('pkg')": ["Import(pkg a a)", "Import(pkg b c)"],
    "export * from './y'": ["Import(.y *)"],
    "export * as q from './z.service'": ["Import(.z_service q)"],
    "export { m as n } from '@org/pkg'": ["Import(@org/pkg m n)"],
    "export { a, b as c }": ["Assignment(Name(c) Name(b))"],
    "export default class A {}": ["Class(A)", "Assignment(Name(default) Name(A))"],
    "export default { keep() {} }": ["Class(default object Function(keep Parameter(this)))"],
    "let a: B[] = []": ["Assignment(Name(a) Collection(list) Subscript(Name(Array) Name(B)))"],
    "const f = async (a: B) => { g(a) }": [
        "Function(f waits Parameter(a Name(B)) Evaluation(Call(Name(g) Argument(Name(a)))))"
    ],
    "const { a, b: { c } } = d": [
        "Assignment(Name(a) Attribute(a Name(d)))",
        "Assignment(Name(c) Attribute(c Name(d)))",
    ],
    "const { a = 5 } = f()": [
        "Assignment(Collection(tuple Name(a)) Call(Name(f)))",
        "Assignment(or Name(a) Number(5))",
    ],
    "function f({ limit = 20 }: O, ...rest: R) {}": [
        "Function(f Parameter(limit named Number(20)) Parameter(rest * Name(R)))"
    ],
    "type S = 'a' | 'b' | 'c'": [
        "Assignment(Name(S) Operation(| Text(a literal) Text(b literal) Text(c literal)) Name(TypeAlias))"
    ],
    "type O = { a: string }": ["Class(O interface Assignment(Name(a) Name(string)))"],
    "interface I extends J { a: string; m(x: N): void }": [
        "Class(I interface Name(J) Assignment(Name(a) Name(string))"
        " Function(m Parameter(this) Parameter(x Name(N)) Name(void)))"
    ],
    "enum E { A = 'a', B }": [
        "Class(E enumeration Assignment(Name(A) Text(a literal)) Assignment(Name(B) Text(B literal)))"
    ],
    "class C { constructor(private s: S) {} }": [
        "Class(C Function(constructor Parameter(this) Parameter(s Name(S))"
        " Assignment(Attribute(s Name(this)) Name(s) Name(S))))"
    ],
    "class C extends D implements E { static f() {} }": [
        "Class(C Name(D) Name(E) Function(f Name(staticmethod)))"
    ],
    "class C { @Get('/x') list() {} }": [
        "Class(C Function(list Call(Name(Get) Argument(Text(/x literal))) Parameter(this)))"
    ],
    "class C { run = () => this.x }": [
        "Class(C Function(run Parameter(this) Return(Attribute(x Name(this)))))"
    ],
    "a += 1": ["Assignment(+ Name(a) Number(1))"],
    "a ??= 1": ["Assignment(or Name(a) Number(1))"],
    "a.b++": ["Assignment(+ Attribute(b Name(a)) Other(one))"],
    "delete a.b": ["Delete(Attribute(b Name(a)))"],
    "a = b = c": ["Assignment(Name(a) Name(b) Name(c))"],
    "if (a) b(); else if (c) {} else d()": [
        "Branch(Name(a) Evaluation(Call(Name(b))) Branch(True Name(c) Evaluation(Call(Name(d)))))"
    ],
    "for (const [k, v] of m) continue": ["Loop(Collection(tuple Name(k) Name(v)) Name(m) Leave(continue))"],
    "for await (const m of q()) {}": ["Loop(Name(m) Call(Name(q)))"],
    "while (a) break": ["Loop(Name(a) Leave(break))"],
    "switch (a) { case 'b': c(); default: d() }": [
        "Match(Name(a) Handler(Text(b literal) Evaluation(Call(Name(c)))) Handler(Evaluation(Call(Name(d)))))"
    ],
    "try { a() } catch (e) { b() } finally { c() }": [
        "Try(Evaluation(Call(Name(a))) Handler(e Evaluation(Call(Name(b)))) Evaluation(Call(Name(c))))"
    ],
    "throw new E('x')": ["Raise(Call(Name(E) Argument(Text(x literal))))"],
    "namespace N { const a = 1 }": ["Assignment(Name(a) Number(1))"],
    "label: for (;;) {}": ["Loop(Other(empty_statement))"],
}


@pytest.mark.parametrize(("written", "told"), FORMS.items(), ids=FORMS)
def test_a_statement_is_told_in_the_neutral_form(written: str, told: list[str]) -> None:
    assert statements(written) == told


def test_a_comment_before_a_definition_documents_it() -> None:
    (made,) = read("/** Keeps a note.\n * Never deletes. */\nexport function keep() {}").body
    assert made.document.value == "Keeps a note.\nNever deletes."  # type: ignore[union-attr]


def test_a_definition_begins_with_its_export() -> None:
    (made,) = read("export async function keep(a: string): Promise<void> {}").body
    assert made.start == 0


def test_comments_are_kept_without_their_marks() -> None:
    assert [each.text for each in read("// one\nf(); /* two */\n").comments] == ["one", "two"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_suffix_has_its_grammar(suffix: str) -> None:
    assert statements("f(1);", f"a{suffix}") == ["Evaluation(Call(Name(f) Argument(Number(1))))"]


def test_markup_is_read_where_the_suffix_allows_it() -> None:
    assert "Call(Name(keep)" in statements("const a = <p onClick={() => keep(1)}>x</p>;", "a.tsx")[0]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("export const a = `open\nfunction f() { keep(1) }", "a.ts"),
        ("<<<<<<< ours\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> theirs\nkeep(a);", "a.ts"),
        ("// @flow\nexport type A = {| a: number |};\nfunction f(a: ?string) { keep(a) }", "a.js"),
        ("class A { foo( { }\nkeep(1)", "a.ts"),
    ],
    ids=["text without an end", "conflict marks", "Flow", "a class cut short"],
)
def test_what_the_parser_cannot_read_is_named_and_the_rest_is_read(text: str, path: str) -> None:
    module = read(text, path)
    assert module.damaged


@pytest.mark.parametrize(
    "text", ["\ufeffkeep(1);", "keep(1);\r\nkeep(2);\r\n", "#!/usr/bin/env bun\nkeep(1);"]
)
def test_marks_and_line_ends_do_no_harm(text: str) -> None:
    assert "Evaluation(Call(Name(keep) Argument(Number(1))))" in statements(text)
    assert not read(text).damaged


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5_000 + ")" * 5_000,
        "{" * 5_000,
        "[" * 3_000 + "]" * 3_000,
        "a?" * 2_000 + "b",
        "if(a){}else\n" * 3_000 + "{}",
    ],
    ids=["parentheses", "blocks", "lists", "conditions", "else"],
)
def test_deep_nesting_ends_the_file_and_nothing_else(text: str) -> None:
    outcome = read_typescript(SourceFile(path="a.ts", text=text), Limits())
    if isinstance(outcome, Skipped):
        assert outcome.reason is Unread.SYNTAX


def test_a_bundle_is_named_as_generated() -> None:
    outcome = read_typescript(SourceFile(path="a.js", text="var a=1;" * 5_000), Limits())
    assert isinstance(outcome, Skipped)
    assert outcome.reason is Unread.VENDORED


PIECES = [
    "a",
    "1",
    "'x'",
    "`b${",
    "}`",
    "{",
    "}",
    "(",
    ")",
    "=>",
    "=",
    ",",
    ";",
    "class A",
    "export ",
    "if(",
    "\n",
    "/*",
    "//",
    "<A>",
    "...",
    "async ",
    "[",
    "]",
    ":",
    "?.",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.sampled_from(SUFFIXES))
def test_no_text_stops_the_reader(text: str, suffix: str) -> None:
    outcome = read_typescript(SourceFile(path=f"a{suffix}", text=text), Limits())
    if isinstance(outcome, Module):
        length = len(text.encode())
        assert all(0 <= first <= last <= length for first, last in outcome.damaged)
