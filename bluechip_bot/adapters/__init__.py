"""Adapters to game-research libraries: OpenSpiel, PettingZoo and Gymnasium.

`bluechip_bot.adapters.openspiel`, `.pettingzoo` and `.gymnasium` each need the extra of that name.
Actions, masks and observations are those of OpenSpiel's game `bridge` everywhere, so that a network
trained on one of them can be used with the others.
"""
