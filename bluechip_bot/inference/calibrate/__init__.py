"""How well the inference predicts what players did, and the fit of its parameters to records."""
