"""The public interface: a bot, tables and matches, double-dummy tables, and files of boards.

Programs import its names from `bluechip_bot`. Within `bluechip_bot` only `cli`, `service` and
`adapters` import from here.
"""
