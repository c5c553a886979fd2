"""Training of a bidding policy: examples from a book, imitation, improvement, evaluation."""
