"""The templates that hold the wording of reports: where they lie, and the environment that fills them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, StrictUndefined, TemplateSyntaxError
from jinja2 import TemplateError as BrokenTemplate
from jinja2.exceptions import TemplateNotFound
from jinja2.sandbox import SandboxedEnvironment

from auditor.errors import TemplateError
from auditor.render.escaping import Markdown, cell, code, inline, row

_PACKAGE = Path(__file__).resolve().parent.parent


def templates_folder() -> Path:
    """The built-in templates: inside the package in a wheel, beside it in the source tree.

    Raises TemplateError where neither is there.
    """
    for folder in (_PACKAGE / "templates", _PACKAGE.parent / "templates"):
        if (folder / "epistemic.md.j2").is_file():
            return folder
    raise TemplateError("the report templates are missing from this installation; install the package anew")


def filled(name: str, values: Mapping[str, Any], *, templates: Path | None = None) -> str:
    """The template `name` filled with `values`. A file in the folder `templates` takes the place of the
    built-in one of its name.

    Raises TemplateError, with file and line, where a template is broken or asks for what is not there.
    """
    environment = _environment(templates)
    try:
        return environment.get_template(name).render(values)
    except BrokenTemplate as error:
        raise TemplateError(_sentence(error, name)) from error
    except UnicodeDecodeError as error:
        raise TemplateError(f"{name}: the template is not UTF-8") from error
    except (TypeError, ValueError, AttributeError, KeyError, ZeroDivisionError, RecursionError) as error:
        if (line := _line_in_template(error)) is None:
            raise
        raise TemplateError(f"{line}: {error}") from error


def printed(value: Any) -> str:
    """What `{{ value }}` prints: Markdown as it is, all else escaped, so that no template can forget."""
    if isinstance(value, Markdown):
        return value
    return inline("" if value is None else str(value))


@lru_cache(maxsize=4)  # compiling the templates takes longer than filling them
def _environment(templates: Path | None) -> SandboxedEnvironment:
    built_in: BaseLoader = FileSystemLoader(templates_folder())
    loader = ChoiceLoader([FileSystemLoader(templates), built_in]) if templates else built_in
    environment = SandboxedEnvironment(
        loader=loader,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        finalize=printed,
    )
    environment.filters.update(code=code, cell=cell, row=row, markdown=Markdown)
    return environment


def _sentence(error: BrokenTemplate, name: str) -> str:
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or error.name or name}:{error.lineno}: {error.message}"
    if isinstance(error, TemplateNotFound):
        return f"{_line_in_template(error) or name}: no template is called {error.name}"
    return f"{_line_in_template(error) or name}: {error.message}"


def _line_in_template(error: Exception) -> str | None:
    """The innermost file and line of a template through which an error passed; None where none did."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2") and file != __file__:
            found = f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
