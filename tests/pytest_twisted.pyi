# The parts of pytest-twisted, which has no types of its own, that the tests use.

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from twisted.internet.defer import Deferred

_P = ParamSpec("_P")
_T = TypeVar("_T")

def ensureDeferred(
    function: Callable[_P, Coroutine[Deferred[Any], Any, _T]],
) -> Callable[_P, Deferred[_T]]: ...
def async_yield_fixture(
    function: Callable[_P, AsyncIterator[_T]],
) -> Callable[_P, AsyncIterator[_T]]: ...
