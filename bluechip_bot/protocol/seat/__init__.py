"""The client's end of a session: one seat at a table manager."""
