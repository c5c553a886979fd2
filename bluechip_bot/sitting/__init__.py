"""A seat for a person: what their page shows and what it asks for, without input or output."""
