import { afterEach, beforeEach, expect, it } from 'vitest'
import { metricLabel, shortLabel } from '@/format/label'
import { HOST_MEASURES, DISK_MEASURES, NETWORK_MEASURES } from '@/pages/machine/machine'
import { FACT_GROUPS, IDENTITY } from '@/pages/gpu/facts'
import { gauges } from '@/pages/gpu/gauges'
import { LINK_ERROR_RATIO, LINK_FAULTS } from '@/api/links'
import { MEASURES as NVLINK_MEASURES } from '@/pages/nvlink-timeline/nvlink-charts'
import { ALL_MEASURES as RESOURCE_MEASURES } from '@/pages/resources/resource-charts'
import { steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { LABELS } from './labels'
import { speak } from './language'

beforeEach(() => speak('zh'))
afterEach(() => speak('en'))

const gpu = aGpu(0)
const known = { moment: steadyMoment([gpu]), gpu, detail: null, detailStaleMillis: 0 }
/** All that a table, a gauge or a column of a page calls by its name. */
const shown = [
  ...[...FACT_GROUPS, IDENTITY].flatMap(({ rows }) => rows),
  ...gauges(known),
  ...[...RESOURCE_MEASURES, ...NVLINK_MEASURES, ...HOST_MEASURES, ...DISK_MEASURES, ...NETWORK_MEASURES],
]
  .map(({ metric }) => metric)
  .concat(LINK_FAULTS, LINK_ERROR_RATIO)

it('every metric that a page shows has a Chinese label', () => {
  expect(shown.length).toBeGreaterThan(80)
  const { full, short } = LABELS['zh'] ?? { full: {}, short: {} }
  expect(shown.filter((metric) => full[metric] === undefined && short[metric] === undefined)).toEqual([])
})

it('every English label, long or short, has a Chinese one', () => {
  const { en, zh } = LABELS

  expect(Object.keys(zh?.full ?? {})).toEqual(expect.arrayContaining(Object.keys(en?.full ?? {})))
  expect(Object.keys(zh?.short ?? {}).sort()).toEqual(Object.keys(en?.short ?? {}).sort())
})

it('a metric is called by its label in the language of the page, else by its title', async () => {
  expect(metricLabel('power.draw')).toBe('功耗')

  await speak('en')
  expect([metricLabel('power.draw'), metricLabel('bar1.used')]).toEqual(['Power', 'BAR1 used'])
  expect(metricLabel('bar1.free')).toBe('BAR1 free')
})

it('a short label is used where there is one', async () => {
  await speak('en')

  expect([shortLabel('memory.used'), shortLabel('fan.speed')]).toEqual(['Mem', 'Fan'])
})
