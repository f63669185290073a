import { expect, it } from 'vitest'
import type { CatalogueEntry, Gpu } from '@/api/types'
import { SampleKeeper } from '@/time-page/samples'
import type { Translate } from '@/i18n/words'
import { momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { readoutRows } from '@/store/readout'
import { addedSpec, chartOf } from '@/time-page/chart-spec'
import { liveScene } from '@/time-page/live-scene'
import { extraMeasures, refusal, resourceCharts } from './resource-charts'

const say = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate
const ENTRY = { key: 'bar1.used', kind: 'GAUGE', unit: 'B', title: 'BAR1 memory used', scope: 'GPU' } as CatalogueEntry
const ACTIVE = aGpu(0, { values: { 'activity.sm': 40 } })
const OTHER = aGpu(1, { values: {}, absent: { 'activity.sm': 'NOT_SUPPORTED' } })

const activity = (...gpus: Gpu[]) =>
  resourceCharts(liveScene(steadyMoment(gpus), null, say, new SampleKeeper()), null).filter(({ id }) =>
    id.startsWith('activity.'),
  )

it('activity has a chart if at least one GPU reports it, with a line for each', () => {
  const drafts = activity(ACTIVE, OTHER)

  expect(drafts.map(({ id, max }) => [id, max])).toEqual([['activity.sm', 100]])
  expect(drafts[0]?.lines.map(({ index }) => index)).toEqual([0, 1])
  expect(activity(OTHER)).toEqual([])
})

it('an added row has a chart of requested samples, on one scale', () => {
  const keeper = new SampleKeeper()
  const sampled = (second: number) =>
    aSnapshot(second, {
      gpus: [aGpu(0, { values: { 'bar1.used': 3 * 2 ** 30 } }), aGpu(1, { values: { 'bar1.used': 2 ** 30 } })],
    })
  const gpus = [aGpu(0), aGpu(1)]
  const moment = momentAfter([aSnapshot(1, { gpus }), aSnapshot(2, { gpus })])
  keeper.take(sampled(1), [ENTRY])
  keeper.take(sampled(2), [ENTRY])

  const scene = liveScene(moment, null, say, keeper)
  const chart = chartOf(addedSpec(ENTRY, scene), scene)
  const rows = readoutRows(moment, extraMeasures([ENTRY]), null, 0, scene.read)

  expect(chart.lines.map((line) => line.samples()?.values.length)).toEqual([2, 2])
  expect(chart.max).toBeGreaterThanOrEqual(3 * 2 ** 30)
  expect(rows.map(({ cells }) => cells?.[0]).map((cell) => [cell?.value, cell?.quality])).toEqual([
    [3, 'ok'],
    [1, 'ok'],
  ])
})

it('an added row without new samples is stale, and excluded from sums', () => {
  const keeper = new SampleKeeper()
  keeper.take(aSnapshot(1, { gpus: [aGpu(0, { values: { 'bar1.used': 2 ** 30 } })] }), [ENTRY])
  const moment = momentAfter(Array.from({ length: 20 }, (_, i) => aSnapshot(i + 1, { gpus: [aGpu(0)] })))
  const scene = liveScene(moment, null, say, keeper)
  const [row] = readoutRows(moment, extraMeasures([ENTRY]), null, 0, scene.read)

  expect(row?.cells?.[0]).toMatchObject({ value: 1, quality: 'stale', ageMillis: 19_000 })
})

it('a GPU without samples has no number, neither current nor at the crosshair', () => {
  const keeper = new SampleKeeper()
  const lost = aGpu(0, { state: 'LOST', values: {} })
  const moment = steadyMoment([lost, OTHER])
  const scene = liveScene(moment, null, say, keeper)
  const rows = (at: number | null) => readoutRows(moment, extraMeasures([ENTRY]), at, 0, scene.read)

  expect(rows(null)[0]?.cells).toBeNull()
  expect(rows(moment.edge - 1e6)[0]?.cells?.[0]).toMatchObject({ value: null, quality: 'gap' })
})

it('a row is refused only if no GPU can report its metric', () => {
  const moment = steadyMoment([ACTIVE, OTHER])

  expect(refusal(steadyMoment([OTHER]), 'activity.sm', say)).toBe('reason.NOT_SUPPORTED')
  expect(refusal(moment, 'activity.sm', say)).toBeNull()
  expect(refusal(moment, 'bar1.used', say)).toBeNull()
})
