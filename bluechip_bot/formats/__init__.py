"""Files of boards: Portable Bridge Notation and BridgeBase's LIN, read into the same records."""
