import { expect, it } from 'vitest'
import { instanceKey } from '@/api/names'
import { anInstance, instanceValues } from '@/testing/mig'
import { aGpu, aSnapshot, aSource, START } from '@/testing/snapshots'
import { Timeline } from '@/timeseries/timeline'
import { Recorder } from './recorder'

it('samples of a MIG instance are dropped once its last one has left the timeline', () => {
  const timeline = new Timeline(3)
  const recorder = new Recorder(timeline)
  const [ended, current] = [1, 2].map((generation) =>
    anInstance(1, '1g.10gb', { generation, values: instanceValues(50, 4, 9.75, 1) }),
  )
  if (ended === undefined || current === undefined) throw new Error('no instances')
  const record = (second: number, instance: typeof ended) =>
    recorder.record(aSnapshot(second, { gpus: [aGpu(0, { mig: [instance] })] }))
  const samplesOf = (instance: typeof ended) => timeline.read(instanceKey(instance), 'mig.activity.sm')?.values

  record(0, ended)
  record(1, ended)
  record(2, current)
  record(3, current)
  expect([...(samplesOf(ended) ?? [])]).toEqual([50, NaN, NaN])

  record(4, current)
  expect(samplesOf(ended)).toBeUndefined()
  expect([...(samplesOf(current) ?? [])]).toEqual([50, 50, 50])
})

it('stored samples fill only what is missing', () => {
  const timeline = new Timeline(20)
  const recorder = new Recorder(timeline)
  for (const second of [1, 2, 61, 62]) recorder.record(aSnapshot(second))
  const stored = [1.5, 20, 40, 61.5].map((second) => ({
    time: START + second * 1000,
    values: [{ subject: 'GPU-0', metric: 'power.draw' as const, value: 50, lo: 10, hi: 50 + second }],
  }))
  recorder.recordStored(stored, { from: START, to: START + 62_000 }, 5000)

  const { times = [], values = [], hi = [] } = timeline.read('GPU-0', 'power.draw') ?? {}
  expect([...times].map((time) => (time - START) / 1000)).toEqual([1, 2, 20, 40, 61, 62])
  expect([...values]).toEqual([300, 300, 50, 50, 300, 300])
  expect([hi[2], hi[3]]).toEqual([70, 90])
})

it('the past of another source is not recorded', () => {
  const timeline = new Timeline(10)
  const recorder = new Recorder(timeline)
  recorder.record(aSnapshot(10))

  expect(recorder.recordPast(aSnapshot(5, { source: aSource({ kind: 'DEMO' }) }))).toBe(false)
  expect(recorder.recordPast(aSnapshot(5))).toBe(true)
  expect(timeline.size).toBe(2)
})

it('an old file is not drawn up to now', () => {
  const timeline = new Timeline(10)
  const recorder = new Recorder(timeline)
  const sampledAt = new Date(START).toISOString()
  for (const second of [0, 3, 29, 31, 60]) recorder.record(aSnapshot(second, { gpus: [aGpu(0, { sampledAt })] }))

  expect([...(timeline.read('GPU-0', 'power.draw')?.values ?? [])]).toEqual([300, 300, 300, NaN, NaN])
})

it('the values of a GPU that answers late are drawn, however long the interval is', () => {
  const timeline = new Timeline(10)
  const recorder = new Recorder(timeline)
  const sampledAt = new Date(START).toISOString()
  for (const second of [0, 60, 120, 200])
    recorder.record(aSnapshot(second, { everyMillis: 60_000, gpus: [aGpu(0, { state: 'SLOW', sampledAt })] }))

  expect([...(timeline.read('GPU-0', 'power.draw')?.values ?? [])]).toEqual([300, 300, 300, NaN])
})

it('the samples of another machine do not continue those of the first', () => {
  const timeline = new Timeline(10)
  const recorder = new Recorder(timeline)
  const of = (second: number, hostname: string | null) => {
    const snapshot = aSnapshot(second)
    const host = snapshot.host === null ? null : { ...snapshot.host, hostname: hostname ?? '' }
    return { ...snapshot, host }
  }
  recorder.record(of(1, 'one'))
  recorder.record(of(2, null))
  recorder.record({ ...of(3, 'one'), host: null })
  recorder.record(of(4, 'one'))
  expect(timeline.read('GPU-0', 'power.draw')?.values).toHaveLength(4)

  recorder.record(of(5, 'two'))
  expect(timeline.read('GPU-0', 'power.draw')?.values).toHaveLength(1)
})
