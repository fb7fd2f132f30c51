"""Memories: keeping them, comparing them and moving them between present and past."""
