"""The public names of `bluechip_bot`, which programs import from there.

Each name does one thing with parts of the bot. Within `bluechip_bot` only `cli`, `service` and
`adapters` import from here.
"""
