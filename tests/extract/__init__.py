"""Tests of the way from source text to facts."""
