"""Experiments over many deals: what the bot's parts are worth, in figures. No sockets."""
