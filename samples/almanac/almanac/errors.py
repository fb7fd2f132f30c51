"""The errors Almanac raises on purpose, each reported to the owner as one sentence."""


class AlmanacError(Exception):
    """Root of all of them."""


class NotFound(AlmanacError):
    """A record was named that the store does not hold."""


class ModelError(AlmanacError):
    """The model could not be reached, was too slow or answered in the wrong shape."""


class Refused(AlmanacError):
    """A rule of the house forbids what was asked."""
