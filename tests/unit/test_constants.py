"""Numbers that decide strength stand in `conf`, not in the modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "bluechip_bot"


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a number, or a tuple, list, set or dictionary of numbers."""
    match node:
        case ast.Constant(value):
            return isinstance(value, int | float) and not isinstance(value, bool)
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts) and all(map(is_number, parts))
        case ast.Dict(values=parts):
            return bool(parts) and all(map(is_number, parts))
    return False


def numbers(package: str) -> Iterator[str]:
    """The numeric constants at the top of the modules of a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                    if is_number(value):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}"


@pytest.mark.parametrize(("package", "most"), [("engine", 25), ("inference", 8), ("simulation", 9)])
def test_numbers_do_not_come_back(package: str, most: int) -> None:
    """What is left are facts: bits, ranks, sizes of batches. The bounds only fall."""
    found = list(numbers(package))
    assert len(found) <= most, found
