"""Leagues of teams: the schedule, the tables, the folder and the page."""
