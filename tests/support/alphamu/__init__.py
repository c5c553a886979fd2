"""An alpha-mu search written for clarity, and questions to compare it with ours."""
