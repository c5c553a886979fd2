"""A person's seat: what its page shows, and what the page may ask for, without input or output."""
