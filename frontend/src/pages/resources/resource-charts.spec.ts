import { expect, it } from 'vitest'
import type { Translate } from '@/i18n/words'
import { limitsOf, steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { readoutRows } from '@/store/readout'
import { hasNvlink, MEASURES as NVLINK, nvlinkCharts, silentIndexes, withShare } from '../nvlink-timeline/nvlink-charts'
import { liveScene } from '@/time-page/live-scene'
import { resourceCharts } from './resource-charts'

const say = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate
const LINK = { 'pcie.rx': 3e9, 'pcie.tx': 1e9 }
const VALUES = { 'utilization.gpu': 50, 'memory.used': 1e9, 'power.draw': 300, 'temperature.gpu': 60, ...LINK }
const GPUS = [aGpu(0, { values: VALUES }), aGpu(1, { values: VALUES })]
const LIMITS = limitsOf(GPUS, { 'enforced.power.limit': 500 })

it('scales depend on limits, and a lower limit is marked', () => {
  const charts = resourceCharts(liveScene(steadyMoment(GPUS, { limits: LIMITS }), null, say), null)
  const scale = Object.fromEntries(charts.map(({ id, min, max }) => [id, [min, max]]))

  expect(scale).toEqual({
    'utilization.gpu': [0, 100],
    'memory.used': [0, 80 * 2 ** 30],
    totals: [0, 100],
    'pcie.rx': [0, 5e9],
    'pcie.tx': [0, 5e9],
    pcie: [0, 10e9],
    'power.draw': [0, 700],
    'temperature.gpu': [20, 100],
  })
  expect(charts.find(({ id }) => id === 'power.draw')?.marks).toEqual([{ at: 500, text: 'timeline.limitAt 500 0, 1' }])
})

it('a metric that no GPU reports has no chart', () => {
  const gpu = aGpu(0, { values: { 'utilization.gpu': 5 }, absent: { 'power.draw': 'NOT_SUPPORTED' } })
  const charts = resourceCharts(liveScene(steadyMoment([gpu]), null, say), 'main')

  expect(charts.map(({ id }) => id)).not.toContain('power.draw')
})

it('GPUs shown alone have lines and bands of their own', () => {
  const moment = steadyMoment([...GPUS, aGpu(2)], { limits: LIMITS })

  const [all] = resourceCharts(liveScene(moment, null, say), 'main')
  const [alone] = resourceCharts(liveScene(moment, [1], say), 'main')

  expect(all).toMatchObject({ banded: false })
  expect(all?.lines.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(alone).toMatchObject({ banded: true })
  expect(alone?.lines.map(({ index }) => index)).toEqual([1])
})

const linked = (index: number, rate: number) => aGpu(index, { values: { 'nvlink.rx': rate, 'nvlink.tx': rate / 2 } })

it('both directions of NVLink have one scale, of the traffic or of the links', () => {
  const gpus = [linked(0, 130e9), linked(1, 0)]
  const moment = steadyMoment(gpus, { limits: limitsOf(gpus, { 'nvlink.bandwidth.max': 478e9 }) })

  expect(nvlinkCharts(liveScene(moment, null, say), 'fit').map(({ max }) => max)).toEqual([200e9, 200e9])
  expect(nvlinkCharts(liveScene(moment, null, say), 'link').map(({ max }) => max)).toEqual([478e9, 478e9])
})

it('traffic of each GPU and of all GPUs have separate scales', () => {
  const gpus = [linked(0, 130e9), linked(1, 120e9)]
  const moment = steadyMoment(gpus, { limits: limitsOf(gpus) })
  const sums = () => resourceCharts(liveScene(moment, null, say), null).find(({ id }) => id === 'nvlink')?.max
  const each = () => nvlinkCharts(liveScene(moment, null, say), 'fit').map(({ max }) => max)

  expect([sums(), each(), sums()]).toEqual([500e9, [200e9, 200e9], 500e9])
})

it('a link with a known capability has a share, and a measured 0 is named', () => {
  const gpus = [linked(0, 239e9), linked(1, 0)]
  const moment = steadyMoment(gpus, { limits: limitsOf(gpus, { 'nvlink.bandwidth.max': 478e9 }) })
  const rows = withShare(moment, readoutRows(moment, NVLINK.slice(0, 2), null, 0))

  expect(rows.map(({ cells }) => Math.round(cells?.[2]?.value ?? NaN))).toEqual([50, 0])
  expect(silentIndexes(rows)).toBe('1')
  const unknown = steadyMoment(gpus)
  expect(withShare(unknown, readoutRows(unknown, NVLINK.slice(0, 2), null, 0))[0]?.cells?.[2]?.value).toBeNull()
})

it('a machine without NVLink is detected by the metrics that its GPUs do not support', () => {
  const without = aGpu(0, { absent: { 'nvlink.tx': 'NOT_SUPPORTED', 'nvlink.rx': 'NOT_SUPPORTED' } })

  expect(hasNvlink(steadyMoment([without]))).toBe(false)
  expect(hasNvlink(steadyMoment([without, linked(1, 0)]))).toBe(true)
})
