"""Jotter: a small note memory that an assistant can carry from one conversation to the next."""
