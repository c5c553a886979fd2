"""A declarer's state: the cards, what is believed of the hidden ones, what the defenders do."""
