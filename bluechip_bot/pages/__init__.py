"""HTML pages from templates, SVG drawings, and web requests: nothing here is about bridge."""
