import { describe, expect, it, vi } from 'vitest'
import { peakOf } from './peak'
import { greatest, since } from './combined'
import { Timeline } from './timeline'

const SECOND = 1000

describe('a peak', () => {
  const timeline = new Timeline(200)
  const looked = vi.fn()
  let now = 1_000_000

  function add(value: number, seconds = 1): void {
    now += seconds * SECOND
    timeline.advance(now)
    timeline.write('a', 'pcie.rx', value)
  }

  function peak(name = 'a'): number {
    return peakOf(timeline, name, now, (from) => {
      const series = timeline.read('a', 'pcie.rx')
      if (series === undefined) return 0
      const read = from === undefined ? series : since(series, from)
      looked(read.times.length)
      return greatest([read])
    })
  }

  it('is the greatest of all samples, though only new ones are compared', () => {
    for (let i = 1; i <= 40; i++) add(i === 20 ? 500 : i)
    expect(peak()).toBe(500)
    expect(looked).toHaveBeenLastCalledWith(40)

    add(7)
    expect(peak()).toBe(500)
    expect(looked).toHaveBeenLastCalledWith(2)
    add(900)
    expect(peak()).toBe(900)
    expect(peak('another')).toBe(900)
  })

  it('is forgotten soon after the page has forgotten it', () => {
    for (let i = 0; i < 300; i++) {
      add(3)
      peak()
    }

    expect(peak()).toBe(3)
  })

  it('ignores samples that were cleared', () => {
    timeline.clear()
    add(1)

    expect(peak()).toBe(1)
  })

  it('includes samples that are inserted into a gap', () => {
    const silent = now
    expect(peakOf(timeline, 'late', silent + 10 * SECOND, () => 1)).toBe(1)
    add(500)
    add(2, 15)

    expect(peak('late')).toBe(500)
    expect(looked).toHaveBeenLastCalledWith(3)
  })
})
