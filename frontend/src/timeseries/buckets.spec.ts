import { describe, expect, it } from 'vitest'
import { aligned, bucketMillis, smoothedPoints, type Aligned } from './buckets'

const GAP = NaN

interface Options {
  step?: number
  from?: number
  to?: number
  times?: number[]
  beginsLate?: boolean
}

function read(values: number[][], frame: Options = {}): Aligned {
  const times = Float64Array.from(frame.times ?? values[0]?.map((_, i) => i * 1000) ?? [])
  return aligned(
    values.map((each) => ({ times, values: Float32Array.from(each) })),
    {
      from: frame.from ?? times[0] ?? 0,
      to: frame.to ?? times.at(-1) ?? 0,
      stepMillis: frame.step ?? 0,
      patienceMillis: Math.max(2500, frame.step ?? 0),
      beginsLate: frame.beginsLate ?? false,
    },
  )
}

describe('buckets', () => {
  it('every sample is drawn while there are eight pixels for it', () => {
    expect(bucketMillis(300_000, 2400, 1000)).toBe(0)
    expect(bucketMillis(60_000, 2400, 200)).toBe(0)
    expect(bucketMillis(300_000, 2399, 1000)).toBe(2000)
  })

  it('else a bucket is round and at least four pixels wide', () => {
    expect(bucketMillis(900_000, 800, 1000)).toBe(6000)
    expect(bucketMillis(300_000, 800, 200)).toBe(2000)
    expect(bucketMillis(120_000, 130, 1000)).toBe(6000)
  })

  it('contain minimum, mean and maximum of their samples', () => {
    const { times, columns } = read([[0, 100, 20, 60]], { step: 2000 })

    expect(times).toEqual([1000, 3000])
    expect(columns[0]).toMatchObject({ lo: [0, 20], mean: [50, 40], hi: [100, 60], last: 40 })
  })

  it('stay where they are when the chart scrolls', () => {
    const values = [[1, 2, 3, 4, 5, 6, 7, 8]]

    const before = read(values, { step: 2000, from: 1000, to: 5000 })
    const after = read(values, { step: 2000, from: 1500, to: 5500 })

    expect(after.times).toEqual(before.times)
    expect(after.columns[0]?.mean).toEqual(before.columns[0]?.mean)
  })

  it('the newest is not drawn before it is half full', () => {
    expect(read([[1, 1, 1, 1, 9]], { step: 2000 }).columns[0]?.mean).toEqual([1, 1])
    expect(read([[1, 1, 1, 1, 9, 9]], { step: 2000 }).columns[0]?.mean).toEqual([1, 1, 9])
  })
})

describe('gaps', () => {
  it('a missing sample is passed over, and is not 0', () => {
    expect(read([[5, GAP, 7]]).columns[0]?.mean).toEqual([5, undefined, 7])
    expect(read([[5, GAP, 7]]).gaps).toEqual([])
  })

  it('a longer silence breaks the line of that series only', () => {
    const { columns, gaps } = read([
      [5, GAP, GAP, GAP, 7],
      [1, 2, 3, 4, 5],
    ])

    expect(columns[0]?.mean).toContain(null)
    expect(columns[0]?.silences).toEqual([{ from: 0, to: 4000, level: 5 }])
    expect(columns[1]?.mean).not.toContain(null)
    expect(gaps).toEqual([])
  })

  it('the silence of all is a gap of the chart, also without any moment in it', () => {
    const { columns, gaps, times } = read([[1, 2, 3, 4]], { times: [0, 1000, 9000, 10_000] })

    expect(gaps).toEqual([{ from: 1000, to: 9000 }])
    expect(times).toEqual([0, 1000, 5000, 9000, 10_000])
    expect(columns[0]?.mean).toEqual([1, 2, null, 3, 4])
  })

  it('the time before the first sample of a chart is none, if its series may begin later than others', () => {
    const late = [GAP, GAP, GAP, GAP, 5, GAP, GAP, GAP, 6]

    expect(read([late], { beginsLate: true })).toMatchObject({ began: 4000, gaps: [{ from: 4000, to: 8000 }] })
    expect(read([late])).toMatchObject({
      began: 0,
      gaps: [
        { from: 0, to: 4000 },
        { from: 4000, to: 8000 },
      ],
    })
    const never = late.map(() => GAP)
    expect(read([never], { beginsLate: true })).toMatchObject({ began: 0, gaps: [{ from: 0, to: 8000 }] })
  })

  it('the line of a lost GPU ends, and its silence goes on to now', () => {
    const { columns } = read([
      [5, 6, GAP, GAP, GAP, GAP],
      [1, 1, 1, 1, 1, 1],
    ])

    expect(columns[0]?.silences).toEqual([{ from: 1000, to: 5000, level: 6 }])
    expect(columns[0]?.last).toBe(6)
  })

  it('one that began before the frame has the level of the last sample', () => {
    const { columns } = read([[8, GAP, GAP, GAP, GAP, GAP, GAP]], { from: 3000 })

    expect(columns[0]?.silences).toEqual([{ from: 3000, to: 6000, level: 8 }])
    expect(columns[0]?.last).toBeNull()
  })

  it('before the first sample of the page there is no gap', () => {
    const { gaps, began } = read([[1, 2, 3]], { times: [50_000, 51_000, 52_000], from: 0, to: 52_000 })

    expect(gaps).toEqual([])
    expect(began).toBe(50_000)
  })

  it('buckets do not bridge them either', () => {
    const { columns } = read([[1, 1, 3, 3]], { step: 2000, times: [0, 1000, 8000, 9000] })

    expect(columns[0]?.mean).toEqual([1, null, 3])
  })
})

it('smoothing leaves breaks alone', () => {
  expect(smoothedPoints([0, 3, 6, null, 9, undefined])).toEqual([1, 3, 5, null, 9, undefined])
})
