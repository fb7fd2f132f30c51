"""Choosing what the model gets to see of what is saved."""
