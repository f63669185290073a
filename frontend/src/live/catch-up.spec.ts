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

    await come(3, EVERY)
    expect(shown).toEqual([401, 402, 403].map((n) => n * EVERY))
  })

  it('is the only one there is, a moment after it came', async () => {
    await come(1, 500)

    expect(shown).toEqual([EVERY])
  })

  it('is not waited for without end where everything comes too fast', async () => {
    await come(100, 50)

    expect(shown.length).toBeGreaterThan(30)
  })

  it('follows a short hiccup of the network at once', async () => {
    await come(1, 500)
    await come(3, EVERY)
    const before = shown.length
    await come(3, 10)
    await come(2, EVERY)

    expect(shown.slice(before).at(-1)).toBe(9 * EVERY)
  })

  it('is not held back by a clock that was set back', async () => {
    await come(2, 500)
    taken -= 3_600_000
    await come(2, EVERY)

    expect(shown.at(-1)).toBe(taken)
    expect(shown).toHaveLength(4)
  })
})
