"""The public names of `bluechip_bot`, which programs import from there.

Each name does one thing, with what the bot has. Nothing of the bot's, but `cli`, imports this.
"""
