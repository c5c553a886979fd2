"""Pages of HTML by templates, drawings as SVG, and what a web server answers: nothing of bridge."""
