"""The templates that hold the wording of reports: where they lie, and how they are filled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, TemplateSyntaxError
from jinja2.exceptions import TemplateNotFound

from auditor.errors import AuditError, TemplateError
from auditor.render.template_sandbox import TemplateFolder, TemplateSandbox

_PACKAGE = Path(__file__).resolve().parent.parent


def templates_folder() -> Path:
    """The built-in templates: inside the package in a wheel, beside it in the source tree.

    Raises TemplateError where neither is there.
    """
    for folder in (_PACKAGE / "templates", _PACKAGE.parent / "templates"):
        if (folder / "epistemic.md.j2").is_file():
            return folder
    raise TemplateError("the report templates are missing from this installation; install the package anew")


def check_templates(folder: Path) -> None:
    """Raise TemplateError where a folder that was named holds no template that would be used."""
    if not folder.is_dir():
        raise TemplateError(f"{folder.as_posix()}: no such folder of templates")
    names = sorted(each.name for each in templates_folder().glob("*.j2"))
    if not any((folder / name).is_file() for name in names):
        raise TemplateError(
            f"{folder.as_posix()}: holds no template; those that can be replaced are {', '.join(names)}"
        )


def filled(name: str, values: Mapping[str, Any], *, templates: Path | None = None) -> str:
    """The template `name` filled with `values`. A file in the folder `templates` takes the place of the
    built-in one of its name.

    Raises TemplateError, with file and line, whatever a template does wrong.
    """
    environment = _environment(templates)
    environment.start()
    try:
        return environment.get_template(name).render(values)
    except AuditError:
        raise
    except TemplateSyntaxError as error:
        raise TemplateError(
            f"{error.filename or error.name or name}:{error.lineno}: {error.message}"
        ) from error
    except TemplateNotFound as error:
        where = _line_in_template(error) or name
        raise TemplateError(f"{where}: no template is called {error.name}") from error
    except Exception as error:  # a template is a program of somebody else's: it can fail in every way
        line = _line_in_template(error)
        if line is None:
            raise
        said = " ".join(str(error).split())[:300] or type(error).__name__
        raise TemplateError(f"{line}: {said}") from error


@lru_cache(maxsize=4)  # compiling the templates takes longer than filling them
def _environment(templates: Path | None) -> TemplateSandbox:
    built_in = TemplateFolder(templates_folder())
    return TemplateSandbox(ChoiceLoader([TemplateFolder(templates), built_in]) if templates else built_in)


def _line_in_template(error: Exception) -> str | None:
    """The innermost file and line of a template through which an error passed; None where none did."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        if "__jinja_exception__" in trace.tb_frame.f_globals:  # the mark of a frame that stands for a line
            found = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
