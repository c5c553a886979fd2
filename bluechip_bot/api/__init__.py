"""What `bluechip_bot` offers to programs; import it from there.

Each name does one thing, with what the bot has. Nothing of the bot's, but `cli`, imports this.
"""
