"""Experiments over many deals that measure what the bot's parts are worth. They open no sockets."""
