"""The report of a match as one page of HTML."""

from bluechip_bot.match.report.file import write_report
from bluechip_bot.match.report.page import report_html

__all__ = ["report_html", "write_report"]
