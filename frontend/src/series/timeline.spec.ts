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
  it('keeps the newest samples when it is full, however often it wraps', () => {
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

  it('starts anew when the clock of the server was set back far', () => {
    const timeline = filled(4, 3)
    timeline.advance(3_600_000)

    expect(timeline.advance(60_000)).toBe(true)
    expect(timeline.size).toBe(1)
    expect(timeline.read('GPU-a', 'power.draw')).toBeUndefined()
  })

  it('tells when it has forgotten everything, and not when it has only grown', () => {
    const timeline = filled(4, 9)
    const before = timeline.generation
    timeline.advance(10_000)

    expect(timeline.generation).toBe(before)
    timeline.clear()
    expect(timeline.generation).not.toBe(before)
  })
})
