"""Measurements, run by hand; the figures are in RESULTS.md."""
