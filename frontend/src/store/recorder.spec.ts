import { expect, it } from 'vitest'
import { instanceKey } from '@/api/names'
import { anInstance, instanceValues } from '@/testing/mig'
import { aGpu, aSnapshot } from '@/testing/snapshots'
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
