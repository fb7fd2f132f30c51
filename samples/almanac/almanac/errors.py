"""The errors Almanac raises on purpose."""


class AlmanacError(Exception):
    """Root of every error that is reported to the owner as one sentence."""


class NotFound(AlmanacError):
    """A record was named that the store does not hold."""

    def __init__(self, kind: str, key: object) -> None:
        super().__init__(f"there is no {kind} {key}")


class ModelError(AlmanacError):
    """The model could not be reached, was too slow or answered in the wrong shape."""


class Refused(AlmanacError):
    """A rule of the house forbids what was asked."""
