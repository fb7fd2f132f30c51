"""Almanac: a personal assistant with a memory that stays at home."""
