"""The commands that print what the tool knows of itself: rules, their pages, documents, schemas."""

from __future__ import annotations

import argparse

from auditor.cli import output
from auditor.cli.command import Command, Exit, argument


def _rules(given: argparse.Namespace) -> Exit:
    from auditor.checks import RULES

    width = max(len(rule.name) for rule in RULES)
    output.write("".join(f"{r.number}  {r.name:{width}}  {r.severity.word:7}  {r.summary}\n" for r in RULES))
    return Exit.DONE


def _explain(given: argparse.Namespace) -> Exit:
    from auditor.checks import rule_of

    rule = rule_of(given.rule)
    output.write(f"{rule.number} {rule.name} ({rule.severity.word})\n\n{rule.page.strip()}\n")
    return Exit.DONE


def _docs(given: argparse.Namespace) -> Exit:
    from auditor.handbook import form_page, rules_page, words_page

    output.write({"rules": rules_page, "form": form_page, "words": words_page}[given.page]())
    return Exit.DONE


def _schema(given: argparse.Namespace) -> Exit:
    from auditor.json_text import json_text
    from auditor.registers.schema import register_schema, set_schema
    from auditor.render import audit_schema
    from auditor.render.comparison_json import comparison_schema

    made = {
        "register": register_schema,
        "set": set_schema,
        "audit": audit_schema,
        "comparison": comparison_schema,
    }[given.form]()
    output.write_json(json_text(made))
    return Exit.DONE


COMMANDS = (
    Command(name="rules", says="list the rules", example="audit rules", run=_rules),
    Command(
        name="explain",
        says="print the page of a rule",
        example="audit explain 130",
        run=_explain,
        arguments=(argument("rule", metavar="RULE", help="a rule's number or name"),),
    ),
    Command(
        name="docs",
        says="print a document that is made from the code",
        example="audit docs rules > docs/rules.md",
        run=_docs,
        arguments=(argument("page", choices=["rules", "form", "words"], help="the document"),),
    ),
    Command(
        name="schema",
        says="print the JSON Schema of a form",
        example="audit schema register > register.schema.json",
        run=_schema,
        arguments=(argument("form", choices=["register", "set", "audit", "comparison"], help="the form"),),
    ),
)
