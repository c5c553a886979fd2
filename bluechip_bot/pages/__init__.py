"""Pages of HTML by templates, and drawings as SVG. Knows nothing of bridge."""
