"""Matches of two teams: the boards, the work at the tables, the record, the result, the report."""
