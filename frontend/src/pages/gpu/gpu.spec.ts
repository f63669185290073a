import { describe, expect, it } from 'vitest'
import type { CatalogueEntry, Gpu, Snapshot } from '@/api/types'
import { SampleKeeper } from '@/time-page/samples'
import { limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { t } from '@/i18n/words'
import { addedChart } from './gpu-charts'
import { gauges } from './gauges'
import { factNow, isUnsupported, valueNow, type Knowledge } from './knowledge'
import { namedGpu } from '@/navigation/named-gpu'
import { outline, reasonStrips } from './reasons'
import { columnsFor, ZeroKeeper } from './zeros'

const MASK = 'clocks_event_reasons.active'

function knowing(changes: Parameters<typeof aGpu>[1], detail: Knowledge['detail'] = null): Knowledge {
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

  it('is none where two could be meant or nothing is', () => {
    expect(namedGpu(gpus, 'GPU-abcdef01')).toBeNull()
    expect(namedGpu(gpus, '7')).toBeNull()
    expect(namedGpu(gpus, '')).toBeNull()
  })
})

it('the line of an added metric that only a newer server has is named as its chart', () => {
  const entry = {
    key: 'new.metric',
    title: 'New metric',
    kind: 'GAUGE',
    unit: 'W',
    scope: 'GPU',
  } as unknown as CatalogueEntry
  const { title, lines } = addedChart(knowing({}), entry, new SampleKeeper(), t)

  expect([title, ...lines.map(({ label }) => label)]).toEqual(['New metric', 'New metric'])
})

describe('what is known of a GPU', () => {
  it('comes from the stream, else from the full answer, else is not known yet', () => {
    const detail = aGpu(0, { values: { 'clocks.max.sm': 1980 }, absent: { 'bar1.used': 'NO_PERMISSION' } })
    const known = knowing({ values: { 'activity.sm': 44 } }, detail)

    expect(valueNow(known, 'activity.sm').summary?.mean).toBe(44)
    expect(valueNow(known, 'clocks.max.sm')).toMatchObject({ quality: 'ok', summary: { mean: 1980 } })
    expect(valueNow(known, 'bar1.used')).toMatchObject({ quality: 'noAccess', summary: null })
    expect(valueNow(known, 'energy.total')).toMatchObject({ quality: 'waiting', summary: null })
  })

  it('grows stale with an answer that has no successor', () => {
    const known = { ...knowing({}, aGpu(0, { values: { 'bar1.used': 0 } })), detailStaleMillis: 30_000 }

    expect(valueNow(known, 'bar1.used')).toMatchObject({ quality: 'stale', ageMillis: 30_000, summary: { mean: 0 } })
  })

  it('prefers words to numbers, and of a lost GPU is nothing', () => {
    const detail = aGpu(0, { values: { persistence_mode: 1 }, facts: { persistence_mode: 'Enabled' } })

    expect(factNow(knowing({}, detail), 'persistence_mode')).toMatchObject({ word: 'Enabled', value: null })
    const lost = knowing({ state: 'LOST', values: {} }, detail)
    expect(factNow(lost, 'persistence_mode')).toMatchObject({ word: null, quality: 'error', reason: 'GPU_LOST' })
  })
})

describe('what is not supported', () => {
  it('is what the board can never tell, and not what a driver or a mode hides', () => {
    const absent = {
      'fan.speed': 'NOT_SUPPORTED',
      'bar1.used': 'DRIVER_TOO_OLD',
      'utilization.gpu': 'MIG_ENABLED',
    } as const
    const known = knowing({ values: {}, absent })

    expect(isUnsupported(known, 'fan.speed')).toBe(true)
    expect(isUnsupported(known, 'bar1.used')).toBe(false)
    expect(isUnsupported(known, 'utilization.gpu')).toBe(false)
    expect(isUnsupported(known, 'serial')).toBe(false)
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

  it('never turn an absent value into 0', () => {
    const all = gauges(knowing({ absent: { 'fan.speed': 'NOT_SUPPORTED' } }))
    const fan = all.find(({ metric }) => metric === 'fan.speed')

    expect(fan?.reading).toMatchObject({ summary: null, quality: 'notSupported' })
  })
})

describe('gauges at zero', () => {
  const told = (second: number, changes: Gpu['values']) =>
    aSnapshot(second, {
      gpus: [aGpu(0, { values: { 'utilization.gpu': 0, 'pcie.rx': 0, 'utilization.encoder': 0, ...changes } })],
    })
  const knownAfter = (snapshots: Snapshot[]): Knowledge => {
    const gpu = snapshots.at(-1)?.gpus[0] ?? aGpu(0)
    return { moment: momentAfter(snapshots), gpu, detail: null, detailStaleMillis: 0 }
  }
  const folded = (keeper: ZeroKeeper, known: Knowledge) =>
    keeper.zeros(known, gauges(known), 60_000).map(({ metric }) => metric)

  it('are those that told 0 all the time, but never what a GPU is judged by', () => {
    const still = knownAfter([told(1, {}), told(2, {})])
    const moved = knownAfter([told(1, { 'pcie.rx': 1e9 }), told(9, {})])

    expect(folded(new ZeroKeeper(), still)).toEqual(['utilization.encoder', 'pcie.rx'])
    expect(folded(new ZeroKeeper(), moved)).toEqual(['utilization.encoder'])
  })

  it('are remembered to have moved also where the page keeps no past of them', () => {
    const keeper = new ZeroKeeper()
    folded(keeper, knownAfter([told(1, { 'utilization.encoder': 30 })]))

    expect(folded(keeper, knownAfter([told(2, {})]))).toEqual(['pcie.rx'])
    expect(folded(keeper, knownAfter([told(62, {})]))).toEqual(['utilization.encoder', 'pcie.rx'])
  })

  it('leave as few empty cells as can be', () => {
    expect([18, 15, 16, 12, 10].map(columnsFor)).toEqual([6, 5, 6, 6, 5])
  })
})

describe('clock event reasons', () => {
  it('tell how much of the time each held, and when', () => {
    const at = (second: number) =>
      aSnapshot(second, { gpus: [aGpu(0, { values: { [MASK]: second % 4 === 0 ? 4 : second % 4 === 1 ? 1 : 0 } })] })
    const moment = momentAfter(Array.from({ length: 9 }, (_, i) => at(i)))
    const told = reasonStrips(moment, aGpu(0), { from: START, to: START + 8000 })
    const strip = (id: string) => told?.strips.find((each) => each.id === id)

    expect(strip('capped')?.spells).toEqual([
      { from: START, to: START + 1000 },
      { from: START + 4000, to: START + 5000 },
      { from: START + 8000, to: START + 8000 },
    ])
    expect(strip('full')?.spells).toEqual([
      { from: START + 2000, to: START + 4000 },
      { from: START + 6000, to: START + 8000 },
    ])
    expect(strip('thermal')?.share).toBe(0)
    expect(told?.gaps).toEqual([])
  })

  it('bridge no gap, and are not told where the driver never told them', () => {
    const at = (second: number) => aSnapshot(second, { gpus: [aGpu(0, { values: { [MASK]: 4 } })] })
    const moment = momentAfter([at(0), at(1), at(20), at(21)])
    const told = reasonStrips(moment, aGpu(0), { from: START, to: START + 21_000 })

    expect(told?.gaps).toEqual([{ from: START + 2000, to: START + 20_000 }])
    expect(told?.strips[0]?.share).toBe(100)
    expect(reasonStrips(momentAfter([aSnapshot(1)]), aGpu(0), { from: START, to: START + 1000 })).toBeNull()
  })

  it('are one outline', () => {
    expect(outline([{ from: 0, to: 5 }], { from: 0, to: 10 })).toBe('M0.0 0H500.0V1H0.0Z')
  })
})
