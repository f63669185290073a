import { expect, it } from 'vitest'
import type { CatalogueEntry } from '@/api/types'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { mentions, inspect } from './inspect'

const POWER: CatalogueEntry = {
  key: 'power.draw',
  title: 'Power draw',
  unit: 'W',
  kind: 'GAUGE',
  scope: 'GPU',
  panel: 'RESOURCES',
  cadence: 'FAST',
  window: '1 s',
  source: 'nvmlDeviceGetPowerUsage',
  help: 'Power drawn by the board.',
  remedies: {},
  header: 'power.draw [W]',
  nvidiaSmiName: 'power.draw',
  prometheusName: 'gpulse_gpu_power_draw_watts',
}
const FAST = '2026-03-01T10:00:01.000Z'
const SLOW = '2026-03-01T09:59:55.000Z'

it('reports the exact value of one GPU and the time of its sample', () => {
  const gpu = aGpu(1, { values: { 'power.draw': 496.178 }, sampledAt: FAST, slowSampledAt: SLOW })
  const snapshot = aSnapshot(1, { gpus: [aGpu(0), gpu] })

  expect(inspect(snapshot, POWER, 'GPU-1')).toEqual([
    { gpu, value: 496.178, word: null, quality: 'ok', reason: undefined, sampledAt: FAST, ageMillis: 0 },
  ])
  expect(inspect(snapshot, { ...POWER, cadence: 'SLOW' }, 'GPU-1')[0]?.sampledAt).toBe(SLOW)
})

it('lists the values of all GPUs that a sum consists of', () => {
  expect(inspect(aSnapshot(1), POWER, null).map(({ gpu, value }) => [gpu?.index, value])).toEqual([
    [0, 300],
    [1, 300],
  ])
})

it('reports the reason of an absent value, and never 0', () => {
  const gpu = aGpu(0, { values: {}, absent: { 'power.draw': 'NO_PERMISSION' } })
  const [answer] = inspect(aSnapshot(1, { gpus: [gpu] }), POWER, 'GPU-0')

  expect(answer).toMatchObject({ value: null, quality: 'noAccess', reason: 'NO_PERMISSION' })
})

it('reports the text of a textual value', () => {
  const gpu = aGpu(0, { values: {}, facts: { 'power.draw': 'P0' } })

  expect(inspect(aSnapshot(1, { gpus: [gpu] }), POWER, 'GPU-0')[0]).toMatchObject({ word: 'P0', quality: 'ok' })
})

it('reports nothing about a GPU that is gone', () => {
  expect(inspect(aSnapshot(1), POWER, 'GPU-9')).toEqual([])
})

it('reports one value of the machine', () => {
  const host = { ...aSnapshot(1).host, values: { 'power.draw': 3 } } as ReturnType<typeof aSnapshot>['host']

  expect(inspect(aSnapshot(1, { host }), { ...POWER, scope: 'HOST' }, null)).toMatchObject([{ gpu: null, value: 3 }])
  expect(inspect(aSnapshot(1, { host: null }), { ...POWER, scope: 'HOST' }, null)).toEqual([])
})

it('recognises the metrics of a snapshot, absent ones included', () => {
  const absent = aGpu(0, { absent: { 'fan.speed': 'NOT_SUPPORTED' } })

  expect(mentions(aSnapshot(1), 'power.draw')).toBe(true)
  expect(mentions(aSnapshot(1, { gpus: [absent] }), 'fan.speed')).toBe(true)
  expect(mentions(aSnapshot(1), 'power.limit')).toBe(false)
})
