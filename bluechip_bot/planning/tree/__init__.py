"""The tree of a plan, and the planner that grows it."""
