import { describe, expect, it } from 'vitest'
import type { CatalogueEntry, Gpu } from '@/api/types'
import { SampleKeeper } from '@/time-page/samples'
import { limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { t } from '@/i18n/words'
import { addedChart, gpuCharts } from './gpu-charts'
import { gauges } from './gauges'
import { factNow, isUnsupported, valueNow, type GpuData } from './gpu-data'
import { namedGpu } from '@/navigation/named-gpu'
import { outline, reasonStrips } from './reasons'

const MASK = 'clocks_event_reasons.active'

function dataOf(changes: Parameters<typeof aGpu>[1], detail: GpuData['detail'] = null): GpuData {
  const gpu = aGpu(0, changes)
  return { moment: steadyMoment([gpu], { limits: limitsOf([gpu]) }), gpu, detail, detailStaleMillis: 0 }
}

describe('the GPU that an address means', () => {
  const gpus = [aGpu(0), aGpu(1, { uuid: 'GPU-abcdef01-2' }), aGpu(11, { uuid: 'GPU-abcdef01-3' })]

  it('is found by index, UUID, the beginning of one, or its place on the bus', () => {
    expect(namedGpu(gpus, '1')?.index).toBe(1)
    expect(namedGpu(gpus, 'gpu-ABCDEF01-3')?.index).toBe(11)
    expect(namedGpu(gpus, '00000000:1b:00.0')?.index).toBe(0)
  })

  it('is null if the address is ambiguous or matches none', () => {
    expect(namedGpu(gpus, 'GPU-abcdef01')).toBeNull()
    expect(namedGpu(gpus, '7')).toBeNull()
    expect(namedGpu(gpus, '')).toBeNull()
  })
})

it('the line of an added metric of a newer server has the name of its chart', () => {
  const entry = {
    key: 'new.metric',
    title: 'New metric',
    kind: 'GAUGE',
    unit: 'W',
    scope: 'GPU',
  } as unknown as CatalogueEntry
  const { title, lines } = addedChart(dataOf({}), entry, new SampleKeeper(), t)

  expect([title, ...lines.map(({ label }) => label)]).toEqual(['New metric', 'New metric'])
})

describe('the limits in the chart of temperatures', () => {
  const core = { 'temperature.gpu': 60, 'temperature.gpu.tlimit': 27 }
  const marksOf = (values: Gpu['values'], limits: Gpu['values'] = {}) => {
    const chart = gpuCharts(dataOf({ values }, aGpu(0, { values: limits })), t).find(
      ({ id }) => id === 'temperature.gpu',
    )
    return chart?.marks?.map(({ text }) => text)
  }

  it('name their sensor where there are two', () => {
    expect(marksOf({ ...core, 'temperature.memory': 95 })).toEqual(['GPU slowdown 87\u202f°C'])
    expect(marksOf({ ...core, 'temperature.memory': 95 }, { 'temperature.threshold.memory_max': 105 })).toEqual([
      'GPU slowdown 87\u202f°C',
      'memory slowdown 105\u202f°C',
    ])
  })

  it('are those of the only sensor', () => {
    expect(marksOf(core, { 'temperature.threshold.memory_max': 105 })).toEqual(['slowdown 87\u202f°C'])
  })
})

describe('the data of a GPU', () => {
  it('comes from the stream or from the full response, or is still unknown', () => {
    const detail = aGpu(0, { values: { 'clocks.max.sm': 1980 }, absent: { 'bar1.used': 'NO_PERMISSION' } })
    const data = dataOf({ values: { 'activity.sm': 44 } }, detail)

    expect(valueNow(data, 'activity.sm').summary?.mean).toBe(44)
    expect(valueNow(data, 'clocks.max.sm')).toMatchObject({ quality: 'ok', summary: { mean: 1980 } })
    expect(valueNow(data, 'bar1.used')).toMatchObject({ quality: 'noAccess', summary: null })
    expect(valueNow(data, 'energy.total')).toMatchObject({ quality: 'waiting', summary: null })
  })

  it('becomes stale with the full response', () => {
    const data = { ...dataOf({}, aGpu(0, { values: { 'bar1.used': 0 } })), detailStaleMillis: 30_000 }

    expect(valueNow(data, 'bar1.used')).toMatchObject({ quality: 'stale', ageMillis: 30_000, summary: { mean: 0 } })
  })

  it('has words in preference to numbers, and no value of a lost GPU', () => {
    const detail = aGpu(0, { values: { persistence_mode: 1 }, facts: { persistence_mode: 'Enabled' } })

    expect(factNow(dataOf({}, detail), 'persistence_mode')).toMatchObject({ word: 'Enabled', value: null })
    const lost = dataOf({ state: 'LOST', values: {} }, detail)
    expect(factNow(lost, 'persistence_mode')).toMatchObject({ word: null, quality: 'error', reason: 'GPU_LOST' })
  })
})

describe('unsupported metrics', () => {
  it('are those that the board does not have, and not those that a driver or a mode hides', () => {
    const absent = {
      'fan.speed': 'NOT_SUPPORTED',
      'bar1.used': 'DRIVER_TOO_OLD',
      'utilization.gpu': 'MIG_ENABLED',
    } as const
    const data = dataOf({ values: {}, absent })

    expect(isUnsupported(data, 'fan.speed')).toBe(true)
    expect(isUnsupported(data, 'bar1.used')).toBe(false)
    expect(isUnsupported(data, 'utilization.gpu')).toBe(false)
    expect(isUnsupported(data, 'serial')).toBe(false)
  })
})

describe('gauges', () => {
  it('mark the limit in force below the own limit of the board', () => {
    const gpu = aGpu(0)
    const moment = steadyMoment([gpu], { limits: limitsOf([gpu], { 'enforced.power.limit': 500 }) })
    const all = gauges({ moment, gpu, detail: null, detailStaleMillis: 0 })
    const power = all.find(({ metric }) => metric === 'power.draw')

    expect(power).toMatchObject({ max: 700, marks: [{ at: 500, tone: 'limit' }] })
  })

  it('name memory that is shared with the system', () => {
    const data = dataOf({ values: { 'memory.used': 2 ** 32 } })
    const labelOf = (kind: number) => {
      const moment = { ...data.moment, limits: limitsOf([data.gpu], { 'memory.kind': kind }) }
      return gauges({ ...data, moment }).find(({ metric }) => metric === 'memory.used')?.label
    }

    expect(labelOf(1)).toBe('Memory used, shared')
    expect(labelOf(0)).toBe('Memory used')
  })

  const names = (changes: Parameters<typeof aGpu>[1]) => gauges(dataOf(changes)).map(({ metric }) => metric)
  const MAIN = [
    ...(['utilization.gpu', 'activity.sm', 'memory.used', 'power.draw', 'temperature.gpu'] as const),
    'clocks.current.sm',
  ]

  it('are six, and one that the GPU cannot have gives its place to the next spare', () => {
    expect(names({})).toEqual(MAIN)
    expect(names({ absent: { 'activity.sm': 'NOT_SUPPORTED' } })).toEqual(MAIN.with(1, 'utilization.memory'))
    const absent = { 'activity.sm': 'NOT_SUPPORTED', 'power.draw': 'NOT_SUPPORTED' } as const
    expect(names({ absent: { ...absent, 'utilization.memory': 'NOT_SUPPORTED' }, values: {} })).toEqual(
      MAIN.with(1, 'fan.speed').with(3, 'pcie.rx'),
    )
    expect(names({ absent: { 'activity.sm': 'NO_PERMISSION' } })).toEqual(MAIN)
  })

  it('never turn an absent value into 0', () => {
    const [, sm] = gauges(dataOf({ absent: { 'activity.sm': 'NO_PERMISSION' } }))

    expect(sm?.reading).toMatchObject({ summary: null, quality: 'noAccess' })
  })

  it('have the temperature of the memory next to that of the GPU', () => {
    const secondOf = (changes: Parameters<typeof aGpu>[1]) => gauges(dataOf(changes))[4]?.second

    expect(secondOf({ values: { 'temperature.memory': 45 } })?.reading.summary?.mean).toBe(45)
    expect(secondOf({ absent: { 'temperature.memory': 'NOT_SUPPORTED' } })).toBeNull()
  })

  it('are those of another moment, and a gap without a sample', () => {
    const past = gauges(dataOf({ values: { 'utilization.gpu': 90 } }), (metric) =>
      metric === 'utilization.gpu' ? { mean: 7, lo: 7, hi: 7 } : null,
    )

    expect(past.map(({ reading: { summary, quality } }) => [summary?.mean, quality]).slice(0, 2)).toEqual([
      [7, 'ok'],
      [undefined, 'gap'],
    ])
  })
})

describe('clock event reasons', () => {
  it('have the share of the time and the intervals of each', () => {
    const at = (second: number) =>
      aSnapshot(second, { gpus: [aGpu(0, { values: { [MASK]: second % 4 === 0 ? 4 : second % 4 === 1 ? 1 : 0 } })] })
    const moment = momentAfter(Array.from({ length: 9 }, (_, i) => at(i)))
    const result = reasonStrips(moment, aGpu(0), { from: START, to: START + 8000 })
    const strip = (id: string) => result?.strips.find((each) => each.id === id)

    expect(strip('capped')?.intervals).toEqual([
      { from: START, to: START + 1000 },
      { from: START + 4000, to: START + 5000 },
      { from: START + 8000, to: START + 8000 },
    ])
    expect(strip('full')?.intervals).toEqual([
      { from: START + 2000, to: START + 4000 },
      { from: START + 6000, to: START + 8000 },
    ])
    expect(strip('thermal')?.share).toBe(0)
    expect(result?.gaps).toEqual([])
  })

  it('bridge no gap, and are null if the driver does not report them', () => {
    const at = (second: number) => aSnapshot(second, { gpus: [aGpu(0, { values: { [MASK]: 4 } })] })
    const moment = momentAfter([at(0), at(1), at(20), at(21)])
    const result = reasonStrips(moment, aGpu(0), { from: START, to: START + 21_000 })

    expect(result?.gaps).toEqual([{ from: START + 2000, to: START + 20_000 }])
    expect(result?.strips[0]?.share).toBe(100)
    expect(reasonStrips(momentAfter([aSnapshot(1)]), aGpu(0), { from: START, to: START + 1000 })).toBeNull()
  })

  it('are one path', () => {
    expect(outline([{ from: 0, to: 5 }], { from: 0, to: 10 })).toBe('M0.0 0H500.0V1H0.0Z')
  })
})
