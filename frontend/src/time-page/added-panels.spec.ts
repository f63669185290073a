import { describe, expect, it } from 'vitest'
import type { CatalogueEntry, MetricKey } from '@/api/types'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { matching } from './drawable'
import { SampleKeeper } from './samples'

function entry(key: MetricKey, kind: CatalogueEntry['kind'] = 'GAUGE'): CatalogueEntry {
  const rest = { unit: 'W', panel: 'RESOURCES', cadence: 'FAST', source: '', header: '', prometheusName: null } as const
  const unsaid = { window: null, nvidiaSmiName: null }
  return { key, kind, title: `Title of ${key}`, help: 'Says much.', scope: 'GPU', remedies: {}, ...unsaid, ...rest }
}

describe('samples outside of the stream', () => {
  const answer = (second: number, values: Record<string, number>) => aSnapshot(second, { gpus: [aGpu(0, { values })] })

  it('begin with the first response, and a counter with 0', () => {
    const keeper = new SampleKeeper()
    const rows = [entry('energy.total', 'COUNTER'), entry('activity.sm')]
    expect(keeper.since('activity.sm')).toBeNull()
    keeper.take(answer(1, { 'energy.total': 9e9, 'activity.sm': 40 }), rows)
    keeper.take(answer(2, { 'energy.total': 9e9 + 500 }), rows)

    expect(keeper.since('activity.sm')).toBe(START + 1000)
    expect([...(keeper.read('GPU-0', 'energy.total')?.values ?? [])]).toEqual([0, 500])
    expect(keeper.read('GPU-0', 'activity.sm')?.values[1]).toBeNaN()
  })

  it('are separate for each GPU, and a counter that decreased restarts', () => {
    const keeper = new SampleKeeper()
    const both = (second: number, one: number, other: number) =>
      aSnapshot(second, { gpus: [one, other].map((n, i) => aGpu(i, { values: { 'energy.total': n } })) })
    const rows = [entry('energy.total', 'COUNTER')]
    keeper.take(both(1, 100, 7000), rows)
    keeper.take(both(2, 130, 10), rows)
    keeper.take(both(3, 190, 15), rows)

    expect([...(keeper.read('GPU-0', 'energy.total')?.values ?? [])]).toEqual([0, 30, 90])
    expect([...(keeper.read('GPU-1', 'energy.total')?.values ?? [])]).toEqual([0, 0, 5])
  })

  it('are found by words of their title or help', () => {
    const rows = [entry('energy.total'), entry('activity.sm')]

    expect(matching(rows, 'title SM').map(({ key }) => key)).toEqual(['activity.sm'])
    expect(matching(rows, 'says')).toHaveLength(2)
  })
})
