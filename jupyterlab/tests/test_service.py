from __future__ import annotations

import asyncio

import pytest

from gpulse_jupyterlab.service import Shared


async def test_callers_share_a_computation_that_survives_one_that_leaves():
    started, release, count = asyncio.Event(), asyncio.Event(), []

    async def compute():
        count.append(1)
        started.set()
        await release.wait()
        return len(count)

    shared = Shared(compute, lambda _: 100)
    first, second = asyncio.ensure_future(shared.get()), asyncio.ensure_future(shared.get())
    await started.wait()
    first.cancel()
    release.set()
    assert await second == 1
    assert await shared.get() == 1
    shared.expire()
    assert await shared.get() == 2


async def test_a_failure_is_not_kept():
    results = iter([ValueError("x"), 2])

    async def compute():
        result = next(results)
        if isinstance(result, Exception):
            raise result
        return result

    shared = Shared(compute, lambda _: 100)
    with pytest.raises(ValueError, match="x"):
        await shared.get()
    assert await shared.get() == 2
