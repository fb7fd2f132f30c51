"""The command line."""

import click


@click.group()
def main() -> None:
    """The commands."""


@main.command("forget")
@click.option("--days", default=90)
def forget(days: int) -> None:
    """Forget what is older."""
    if days > 365:
        raise click.UsageError("too far back: " + str(days)[:40])
