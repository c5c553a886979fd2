"""How well the inference explains what players did, and the fit of its parameters to that."""
