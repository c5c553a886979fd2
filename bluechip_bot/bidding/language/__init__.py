"""The rule language: files of rules read, checked against an auction, and put into words."""
