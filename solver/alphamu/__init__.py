"""Alpha-mu search: card play for a player who does not see all cards."""
