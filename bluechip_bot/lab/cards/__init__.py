"""The benchmark of card play: fixed boards and opponents, and figures for any engine."""
