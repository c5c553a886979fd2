"""The state of a plan: the cards, beliefs about the hidden ones, and what the defenders do."""
