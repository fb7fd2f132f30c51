"""Registers: YAML files that hold the analyst's findings as records."""
