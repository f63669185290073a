import { describe, expect, it } from 'vitest'
import { Timeline } from './timeline'

function filled(capacity: number, moments: number): Timeline {
  const timeline = new Timeline(capacity)
  for (let i = 1; i <= moments; i++) {
    timeline.advance(i * 1000)
    timeline.write('GPU-a', 'power.draw', i)
  }
  return timeline
}

describe('a timeline', () => {
  it('retains the newest samples when it is full', () => {
    const series = filled(4, 23).read('GPU-a', 'power.draw')

    expect([...(series?.times ?? [])]).toEqual([20_000, 21_000, 22_000, 23_000])
    expect([...(series?.values ?? [])]).toEqual([20, 21, 22, 23])
  })

  it('knows nothing of a GPU at the moments it was not read', () => {
    const timeline = filled(4, 2)

    timeline.advance(3000)
    timeline.advance(4000)
    timeline.write('GPU-a', 'power.draw', 4)

    expect([...(timeline.read('GPU-a', 'power.draw')?.values ?? [])]).toEqual([1, 2, NaN, 4])
  })

  it('does not leave old values behind a GPU that went silent before a wrap', () => {
    const timeline = filled(2, 2)

    for (let time = 3000; time <= 6000; time += 1000) timeline.advance(time)

    expect([...(timeline.read('GPU-a', 'power.draw')?.values ?? [])]).toEqual([NaN, NaN])
  })

  it('lets a GPU appear later and fills its past with nothing', () => {
    const timeline = filled(4, 2)

    timeline.write('GPU-b', 'power.draw', 7)

    expect([...(timeline.read('GPU-b', 'power.draw')?.values ?? [])]).toEqual([NaN, 7])
    expect(timeline.read('GPU-c', 'power.draw')).toBeUndefined()
  })

  it('refuses a moment it already knows, so that a replay does no harm', () => {
    const timeline = filled(4, 3)

    expect(timeline.advance(2000)).toBe(false)
    expect(timeline.size).toBe(3)
  })

  it('restarts when the clock of the server was set back far', () => {
    const timeline = filled(4, 3)
    timeline.advance(3_600_000)

    expect(timeline.advance(60_000)).toBe(true)
    expect(timeline.size).toBe(1)
    expect(timeline.read('GPU-a', 'power.draw')).toBeUndefined()
  })

  it('inserts past samples before newer ones', () => {
    const timeline = filled(8, 0)
    for (const time of [9000, 10_000]) {
      timeline.advance(time)
      timeline.write('GPU-a', 'power.draw', time / 1000)
    }

    for (const time of [1000, 2000, 4000]) {
      expect(timeline.insert(time)).toBe(true)
      timeline.write('GPU-a', 'power.draw', time / 1000)
    }
    timeline.insert(3000)
    timeline.advance(11_000)
    timeline.write('GPU-a', 'power.draw', 11)

    const series = timeline.read('GPU-a', 'power.draw')
    expect([...(series?.times ?? [])]).toEqual([1000, 2000, 3000, 4000, 9000, 10_000, 11_000])
    expect([...(series?.values ?? [])]).toEqual([1, 2, NaN, 4, 9, 10, 11])
    expect(timeline.insertions).toBe(4)
  })

  it('refuses a past that it knows, or has no room for', () => {
    const timeline = filled(4, 9)

    expect(timeline.insert(8000)).toBe(false)
    expect(timeline.insert(5000)).toBe(false)
    expect(timeline.insert(7500)).toBe(true)
    timeline.write('GPU-a', 'power.draw', 7.5)

    const series = timeline.read('GPU-a', 'power.draw')
    expect([...(series?.times ?? [])]).toEqual([7000, 7500, 8000, 9000])
    expect([...(series?.values ?? [])]).toEqual([7, 7.5, 8, 9])
  })

  it('takes in the past wherever it lies in its memory', () => {
    for (let moments = 1; moments <= 20; moments++) {
      const timeline = filled(4, moments)
      expect(timeline.insert(moments * 1000 - 500)).toBe(true)
      timeline.write('GPU-a', 'power.draw', moments - 0.5)

      const series = timeline.read('GPU-a', 'power.draw')
      expect([...(series?.values ?? [])]).toEqual([...(series?.times ?? [])].map((time) => time / 1000))
      expect([...(series?.times ?? [])].at(-1)).toBe(moments * 1000)
    }
  })

  it('fills a hole with means of buckets and their spread, which single samples do not have', () => {
    const timeline = filled(6, 2)
    expect(timeline.holes({ from: -9000, to: 2000 }, 5000)).toEqual([{ from: -9000, to: 1000 }])
    timeline.fill([-8000, -6000, -4000, -2000, -1000], (i) => {
      timeline.writeSpread('GPU-a', 'power.draw', 10 * i, 10 * i - 5, 10 * i + 5)
    })
    timeline.write('GPU-b', 'power.draw', 7)

    const series = timeline.read('GPU-a', 'power.draw')
    expect([...(series?.times ?? [])]).toEqual([-6000, -4000, -2000, -1000, 1000, 2000])
    expect([...(series?.values ?? [])]).toEqual([10, 20, 30, 40, 1, 2])
    expect([...(series?.lo ?? [])]).toEqual([5, 15, 25, 35, 1, 2])
    expect([...(series?.hi ?? [])]).toEqual([15, 25, 35, 45, 1, 2])
    expect(timeline.read('GPU-b', 'power.draw')?.hi).toBeUndefined()
  })

  it('knows where its samples are means of wide buckets', () => {
    const timeline = filled(4, 2)
    timeline.coarsen({ from: -9000, to: 1000, stepMillis: 3000 })

    expect(timeline.coarsest({ from: 0, to: 5000 })).toBe(3000)
    expect(timeline.coarsest({ from: 1000, to: 5000 })).toBe(0)
  })

  it('expects more of the past until all of it has been loaded', () => {
    const timeline = filled(4, 2)
    expect(timeline.pendingFrom).toBe(-Infinity)
    timeline.wholeSince = -300_000
    expect(timeline.pendingFrom).toBeNull()

    timeline.fill([500], () => undefined)
    expect(timeline.pendingFrom).toBeNull()
    timeline.insert(700)
    expect(timeline.pendingFrom).toBe(700)
    timeline.clear()
    expect(timeline.wholeSince).toBe(Infinity)
  })

  it('reports when it was cleared, and not when it has grown', () => {
    const timeline = filled(4, 9)
    const before = timeline.generation
    timeline.advance(10_000)

    expect(timeline.generation).toBe(before)
    timeline.clear()
    expect(timeline.generation).not.toBe(before)
  })
})
