import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CatchUp } from './catch-up'

describe('what is told of now', () => {
  const EVERY = 200
  const shown: number[] = []
  let taken = 0
  let catchUp: CatchUp

  beforeEach(() => {
    vi.useFakeTimers()
    shown.length = 0
    taken = 0
    catchUp = new CatchUp(() => shown.push(taken))
  })

  afterEach(() => {
    catchUp.stop()
    vi.useRealTimers()
  })

  async function come(count: number, apart: number, every = EVERY): Promise<void> {
    for (let i = 0; i < count; i++) {
      taken += every
      catchUp.follow(taken)
      await vi.advanceTimersByTimeAsync(apart)
    }
  }

  it('is each sample as it comes', async () => {
    await come(1, 500)
    await come(5, EVERY)

    expect(shown).toEqual([1, 2, 3, 4, 5, 6].map((n) => n * EVERY))
  })

  it('is the last of a replay, and nothing on the way there', async () => {
    await come(400, 2)
    expect(shown).toEqual([])

    await come(4, EVERY)
    expect(shown).toEqual([401, 402, 403, 404].map((n) => n * EVERY))
  })

  it('is the last of what was missed in an outage, and nothing on the way there', async () => {
    await come(1, 500)
    await come(10, EVERY)
    await vi.advanceTimersByTimeAsync(30_000)
    shown.length = 0
    await come(150, 2)
    expect(shown).toEqual([])

    await vi.advanceTimersByTimeAsync(EVERY)
    expect(shown).toEqual([161 * EVERY])
  })

  it('is no end of a batch that more follow', async () => {
    for (let batch = 0; batch < 10; batch++) {
      await come(32, 1)
      await vi.advanceTimersByTimeAsync(110)
    }

    expect(shown).toEqual([])
  })

  it('is the only one there is, a moment after it came', async () => {
    await come(1, 500)

    expect(shown).toEqual([EVERY])
  })

  it('is not waited for without end where everything comes too fast', async () => {
    await come(100, 50)

    expect(shown.length).toBeGreaterThan(30)
  })

  it('follows at once again after a hiccup of the network', async () => {
    await come(1, 500)
    await come(3, EVERY)
    await come(3, 10)
    await come(2, EVERY)
    shown.length = 0
    await come(1, 0)

    expect(shown).toEqual([10 * EVERY])
  })

  it('is not held back by a clock that was set back', async () => {
    await come(2, 500)
    taken -= 3_600_000
    await come(3, EVERY)

    expect(shown.at(-1)).toBe(taken)
  })
})
