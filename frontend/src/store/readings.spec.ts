import { describe, expect, it } from 'vitest'
import type { AbsenceReason, Gpu } from '@/api/types'
import { Recorder } from './recorder'
import { Timeline } from '@/timeseries/timeline'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { askedFor, fleetReadings, laneReadings, spreadAt, type Moment } from './readings'

const MINUTE = 60_000

/** Ten seconds of the given GPUs, with the last second as a separate argument. */
function moment(before: Gpu[], last: Gpu[] = before, silenceMillis = 0): Moment {
  const snapshots = Array.from({ length: 10 }, (_, i) => aSnapshot(i + 1, { gpus: i < 9 ? before : last }))
  return momentAfter(snapshots, { edge: START + 10_000 + silenceMillis, silenceMillis })
}

function lanes(now: Moment) {
  return now.snapshot.gpus.map((gpu) =>
    laneReadings(now, gpu, 'utilization.gpu', { from: now.edge - MINUTE, to: now.edge }),
  )
}

describe('a lane', () => {
  it('shows the mean of the last five seconds', () => {
    const [lane] = lanes(moment([aGpu(0)], [aGpu(0, { values: { 'utilization.gpu': 60 } })]))

    expect(lane?.now.quality).toBe('ok')
    expect(lane?.now.summary).toMatchObject({ mean: 20, lo: 10, hi: 60 })
  })

  it('distinguishes unsupported, forbidden, failed and pending values', () => {
    const absent = (reason: AbsenceReason, index: number) =>
      aGpu(index, { values: {}, absent: { 'utilization.gpu': reason } })
    const all = [absent('MIG_ENABLED', 0), absent('HIDDEN', 1), absent('ERROR', 2), absent('NO_DATA', 3)]

    const qualities = lanes(moment(all)).map((lane) => lane.now.quality)

    expect(qualities).toEqual(['notSupported', 'noAccess', 'error', 'waiting'])
    expect(lanes(moment(all)).map((lane) => lane.now.summary)).toEqual([null, null, null, null])
  })

  it('retains the last value of a GPU that timed out, with its age', () => {
    const late = aGpu(0, { values: {}, absent: { 'utilization.gpu': 'TIMED_OUT' } })

    const [lane] = lanes(moment([aGpu(0)], [late]))

    expect(lane?.now).toMatchObject({ quality: 'stale', ageMillis: 1000, summary: { mean: 10 } })
  })

  it('is stale when its sample is older than the snapshot it came in', () => {
    const [lane] = lanes(moment([aGpu(0)], [aGpu(0, { sampledAt: new Date(START + 1000).toISOString() })]))

    expect(lane?.now).toMatchObject({ quality: 'stale', ageMillis: 9000 })
    expect(lane?.health).toBe('unknown')
  })

  it('has a gap while the GPU sleeps', () => {
    const asleep = aGpu(0, { state: 'SLEEPING', values: {} })

    expect(lanes(moment([aGpu(0)], [asleep]))[0]?.now.quality).toBe('gap')
  })

  it('is stale when nothing has arrived for a while', () => {
    const [lane] = lanes(moment([aGpu(0)], [aGpu(0)], 14_000))

    expect(lane?.now).toMatchObject({ quality: 'stale', ageMillis: 14_000, summary: { mean: 10 } })
  })
})

describe('the row of all GPUs', () => {
  it('is mean and spread of those that can be read', () => {
    const lost = aGpu(2, { state: 'LOST', values: {} })

    const fleet = fleetReadings(lanes(moment([aGpu(0), aGpu(1), aGpu(2)], [aGpu(0), aGpu(1), lost])))

    expect(fleet.now).toMatchObject({ mean: 15, lo: 10, hi: 20 })
    expect(fleet.read).toBe(2)
    expect(fleet.power).toBe(300)
  })

  it('has the mean and the peak of their ranges', () => {
    const last = [aGpu(0, { values: { 'utilization.gpu': 60 } }), aGpu(1)]

    expect(fleetReadings(lanes(moment([aGpu(0), aGpu(1)], last)))).toMatchObject({ range: 17.5, peak: 60 })
  })

  it('leaves out the power of a GPU that fails to report it', () => {
    const failing = aGpu(1, { values: { 'utilization.gpu': 20 }, absent: { 'power.draw': 'ERROR' } })
    const before = aGpu(1, { values: { 'utilization.gpu': 20, 'power.draw': 700 } })

    expect(fleetReadings(lanes(moment([aGpu(0), before], [aGpu(0), failing])))).toMatchObject({ read: 2, power: 300 })
  })

  it('is that of late GPUs only while no other can be read, with the age of the latest', () => {
    const late = (index: number, second: number) =>
      aGpu(index, { sampledAt: new Date(START + second * 1000).toISOString() })
    const all = [aGpu(0), aGpu(1)]

    expect(fleetReadings(lanes(moment(all, [late(0, 1), aGpu(1)])))).toMatchObject({ stale: false, now: { mean: 20 } })
    const failing = aGpu(2, { values: {}, absent: { 'utilization.gpu': 'ERROR' } })
    expect(fleetReadings(lanes(moment([...all, aGpu(2)], [late(0, 1), late(1, 5), failing])))).toMatchObject({
      stale: true,
      now: { mean: 15 },
      ageMillis: 5000,
      power: 300,
      read: 2,
    })
  })

  it('is nothing, and not zero, when no GPU can be read', () => {
    const fleet = fleetReadings(lanes(moment([aGpu(0, { state: 'LOST', values: {} })])))

    expect(fleet.now).toBeNull()
    expect(fleet.range).toBeNull()
    expect(fleet.power).toBeNull()
  })
})

it('data of one source is never continued by that of another', () => {
  const timeline = new Timeline(100)
  const recorder = new Recorder(timeline)
  recorder.record(aSnapshot(1, { source: { ...aSnapshot(1).source, kind: 'DEMO', simulated: true } }))
  recorder.record(aSnapshot(2))

  expect(timeline.size).toBe(1)
})

it('a value that is requested separately may be a few seconds old, and ages with the silence of the stream', () => {
  const now = moment([aGpu(0)])
  const sample = (secondsAgo: number) => ({ mean: 1, lo: 1, hi: 1, at: now.edge - secondsAgo * 1000 })

  expect(askedFor(now, sample(4))).toEqual({ quality: 'ok', ageMillis: 4000 })
  expect(askedFor(now, sample(6))).toEqual({ quality: 'stale', ageMillis: 6000 })
  expect(askedFor({ ...now, silenceMillis: 3000 }, sample(4))).toEqual({ quality: 'stale', ageMillis: 7000 })
  expect(askedFor({ ...now, patienceMillis: 30_000 }, sample(20)).quality).toBe('ok')
})

it('the crosshair shows no sample that is far from it', () => {
  const now = { ...moment([aGpu(0)]), edge: START + 60_000 }
  const series = now.timeline.read('GPU-0', 'utilization.gpu')

  expect(spreadAt(now, series, START + 11_400, 0)?.mean).toBe(10)
  expect(spreadAt(now, series, START + 12_000, 0)).toBeNull()
})

it('the crosshair shows the spread of a stored sample', () => {
  const now = moment([aGpu(0)])
  const series = { times: [now.edge], values: [5], lo: [2], hi: [9] }
  const stored = { times: new Float64Array(series.times), values: new Float32Array(series.values) }
  const spread = { lo: new Float32Array(series.lo), hi: new Float32Array(series.hi) }

  expect(spreadAt(now, { ...stored, ...spread }, now.edge, 0)).toEqual({ mean: 5, lo: 2, hi: 9 })
  expect(spreadAt(now, stored, now.edge, 0)).toEqual({ mean: 5, lo: 5, hi: 5 })
})
