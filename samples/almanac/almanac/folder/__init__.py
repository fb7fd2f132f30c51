"""The memory folder: Markdown files the owner can read, with tiers and dates."""
