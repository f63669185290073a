import { expect, it } from 'vitest'
import { placeKey } from '@/api/names'
import type { History, MetricKey } from '@/api/types'
import { pastOf } from '@/timeseries/past'
import { laneReadout } from './lane-readout'
import type { Lane } from './useLanes'

const MINUTE = 60_000
const GIB = 2 ** 30
const place = { gpuInstance: 2, computeInstance: 0 }
const instance = { ...place, id: '0:2', profile: '2g.20gb' }
const subject = { key: placeKey('a', place), gpu: 'a', index: 0, instance, instances: [instance] }
const lane: Lane = {
  ...{ key: subject.key, label: '', subject, part: 'instance', series: undefined, bars: [], groups: [] },
  segments: [{ from: MINUTE, to: 2 * MINUTE, state: 'free', cause: null }],
}

function past(levels: Partial<Record<MetricKey, number>>) {
  const series = Object.entries(levels).map(([metric, level]) => {
    const points = { min: [level], avg: [level], max: [level] }
    return { gpu: 'a', index: 0, name: null, mig: place, metric: metric as MetricKey, unit: '' as const, ...points }
  })
  const [from, to] = [0, MINUTE].map((time) => new Date(time).toISOString())
  const answer = { from, to, stepMillis: MINUTE, tier: 'MINUTE', simulated: false, t: [0], series } as History
  return pastOf('', answer, 1000)
}
const read = (at: number, levels: Partial<Record<MetricKey, number>>) =>
  laneReadout(lane, at, { past: past(levels), usage: null, runs: () => null, end: MINUTE }).replace(/^[^·]+· /, '')

it('an instance is read by its activity and memory, and has only the states that are known', () => {
  expect(read(30_000, { 'mig.activity.sm': 71, 'mig.memory.used': 12 * GIB })).toMatch(
    /^0:2 2g\.20gb · SM active 71.% · 12\.0.GiB$/,
  )
  expect(read(90_000, {})).toBe('0:2 2g.20gb · free')
})
