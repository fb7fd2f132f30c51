"""Tests of the way from a target to its first register."""
