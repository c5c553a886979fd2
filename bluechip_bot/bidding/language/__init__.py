"""The rule language: rule files parsed, matched with an auction, and put into words."""
