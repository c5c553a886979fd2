"""Tables of the papers that the project implements, with our figures and the printed ones."""
