"""The assistant itself: conversation, tools, approvals and routines."""
