import { expect, it } from 'vitest'
import { momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { allCells, readCount, readoutRows, type ReadoutSpec } from './readout'

const UTILIZATION: ReadoutSpec = { metric: 'utilization.gpu', unit: '%', divisor: 1, decimals: 0, all: 'mean' }
const POWER: ReadoutSpec = { metric: 'power.draw', unit: 'kW', divisor: 1000, decimals: 1, all: 'sum' }
const MEASURES = [UTILIZATION, POWER]

const using = (percent: number) => aGpu(0, { values: { 'utilization.gpu': percent } })
const swinging = momentAfter(
  Array.from({ length: 8 }, (_, second) => aSnapshot(second, { gpus: [using(second * 10)] })),
)

it('now is the mean of five seconds, in the unit of its column', () => {
  const [row] = readoutRows(steadyMoment([aGpu(0)]), MEASURES, null, 0)

  expect(row?.cells?.map(({ value, quality }) => [value, quality])).toEqual([
    [10, 'ok'],
    [0.3, 'ok'],
  ])
})

it('at the crosshair it is the sample, or the mean of the bucket that is drawn there', () => {
  const at = (step: number) => readoutRows(swinging, [UTILIZATION], START + 3000, step)[0]?.cells?.[0]?.value

  expect(at(0)).toBe(30)
  expect(at(2000)).toBe(25)
})

it('in a gap there is no value, and no 0', () => {
  const [row] = readoutRows(swinging, [UTILIZATION], START - 60_000, 0)

  expect(row?.cells?.[0]).toMatchObject({ value: null, quality: 'gap' })
})

it('an unsupported value is no gap', () => {
  const gpu = aGpu(0, { values: {}, absent: { 'power.draw': 'NOT_SUPPORTED' } })

  expect(readoutRows(steadyMoment([gpu]), [POWER], START + 5000, 0)[0]?.cells?.[0]?.quality).toBe('notSupported')
})

it('a lost GPU has no numbers now, but those of its past', () => {
  const lost = aGpu(1, { state: 'LOST', values: {} })
  const moment = momentAfter([
    ...[1, 2, 3].map((second) => aSnapshot(second)),
    ...[4, 5, 6].map((second) => aSnapshot(second, { gpus: [aGpu(0), lost] })),
  ])

  expect(readoutRows(moment, MEASURES, null, 0)[1]?.cells).toBeNull()
  expect(readoutRows(moment, MEASURES, START + 2000, 0)[1]?.cells?.[0]?.value).toBe(20)
})

it('all GPUs in one number leave out those that cannot be read', () => {
  const moment = steadyMoment([aGpu(0), aGpu(1), aGpu(2, { state: 'LOST', values: {} })])
  const rows = readoutRows(moment, MEASURES, null, 0)

  expect(allCells(rows, MEASURES).map(({ value }) => value)).toEqual([15, 0.6])
  expect(readCount(rows)).toBe(2)
})
