"""The manager's end of a session: four seats and a list of boards to play."""
