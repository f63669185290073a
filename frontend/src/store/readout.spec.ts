import { expect, it } from 'vitest'
import { momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { allCells, cellOf, readCount, readoutRows, type Cell, type ReadoutSpec } from './readout'

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
  const secret = aGpu(0, { values: {}, absent: { 'power.draw': 'NO_PERMISSION' } })
  expect(readoutRows(steadyMoment([secret]), [POWER], START + 5000, 0)[0]?.cells?.[0]).toMatchObject({
    quality: 'noAccess',
    reason: 'NO_PERMISSION',
  })
})

it('a row of late values has their age, but not at the crosshair', () => {
  const late = steadyMoment([aGpu(0), aGpu(1, { state: 'LOST', values: {} })], { silenceMillis: 14_000 })
  const ages = (moment: typeof late, at: number | null) =>
    readoutRows(moment, MEASURES, at, 0).map(({ staleMillis }) => staleMillis)

  expect(ages(late, null)).toEqual([14_000, null])
  expect(ages(late, START + 5000)).toEqual([null, null])
  expect(ages(steadyMoment([aGpu(0)]), null)).toEqual([null])
})

it('a value that is requested separately is as old as its newest sample, unless the stream has it', () => {
  const gpu = aGpu(0, { absent: { 'memory.used': 'NO_PERMISSION' } })
  const moment = momentAfter([aSnapshot(10, { gpus: [gpu] })])
  const cell = (metric: 'power.draw' | 'memory.used' | 'temperature.gpu', sampledAt: number | null) =>
    cellOf(moment, gpu, { metric, divisor: 1 }, null, 0, () =>
      sampledAt === null
        ? undefined
        : { times: new Float64Array([START + sampledAt * 1000]), values: new Float32Array([7]) },
    )

  expect(cell('temperature.gpu', 7)).toEqual({ value: 7, quality: 'ok', ageMillis: 3000, reason: undefined })
  expect(cell('power.draw', 7)).toEqual({ value: 7, quality: 'ok', ageMillis: 0, reason: undefined })
  expect(cell('memory.used', 7)).toMatchObject({ value: 7, quality: 'noAccess', reason: 'NO_PERMISSION' })
  expect(cell('memory.used', null)).toEqual({ value: null, quality: 'noAccess', ageMillis: 0, reason: 'NO_PERMISSION' })
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
  const silent = aGpu(3, { values: { 'power.draw': 300 }, absent: { 'utilization.gpu': 'NOT_SUPPORTED' } })
  expect(readCount(readoutRows(steadyMoment([aGpu(0), silent]), MEASURES, null, 0))).toBe(2)
})

it('all GPUs in one number are late only if no value is current', () => {
  const cell = (value: number | null, quality: Cell['quality'], ageMillis = 0): Cell => {
    return { value, quality, ageMillis, reason: quality === 'error' ? 'ERROR' : undefined }
  }
  const all = (how: ReadoutSpec['all'], ...cells: (Cell | null)[]) => {
    const rows = cells.map((each, i) => ({ key: '', gpu: aGpu(i), cells: each && [each], staleMillis: null }))
    return { ...allCells(rows, [{ ...UTILIZATION, all: how }])[0], count: readCount(rows) }
  }

  const [ok, late, later] = [cell(30, 'ok'), cell(10, 'stale', 4000), cell(20, 'stale', 9000)]
  expect(all('mean', late, ok, null)).toMatchObject({ value: 30, quality: 'ok', ageMillis: 0, count: 1 })
  expect(all('mean', later, cell(null, 'stale'), late)).toMatchObject({
    value: 15,
    quality: 'stale',
    ageMillis: 4000,
    count: 0,
  })
  expect(all('most', cell(30, 'ok'), cell(50, 'ok'), cell(40, 'ok'))).toMatchObject({ value: 50, count: 3 })
  expect(all('mean', cell(60, 'error'), cell(null, 'ok'))).toMatchObject({
    value: null,
    quality: 'error',
    reason: 'ERROR',
    ageMillis: 0,
  })
  expect(all('mean', null)).toMatchObject({ value: null, quality: 'gap', count: 0 })
})
