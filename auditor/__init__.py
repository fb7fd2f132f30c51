"""audit: what an agentic or AI-memory system takes to be true, on whose say-so, after which checks."""

__version__ = "0.1.0"
