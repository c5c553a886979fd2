"""Questions and answers as JSON: what `--json` prints, and what the service over HTTP sends."""
