"""The double-dummy search."""
