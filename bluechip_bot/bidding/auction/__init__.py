"""The auction as every player at the table understands it."""
