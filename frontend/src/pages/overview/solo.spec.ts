import { expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { limitsOf, steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { t } from '@/i18n/words'
import { soloCharts } from './solo'

const VALUES = { 'utilization.gpu': 50, 'memory.used': 1e9, 'power.draw': 300, 'temperature.gpu': 60 }

function charts(gpu: Gpu, limits: Gpu['values'] = {}) {
  return soloCharts(steadyMoment([gpu], { limits: limitsOf([gpu], limits) }), gpu, t)
}

it('scales depend on limits only', () => {
  const all = charts(aGpu(0, { values: VALUES }), { 'enforced.power.limit': 250, 'power.default_limit': 300 })

  expect(all.map(({ min, max }) => [min, max])).toEqual([
    [0, 100],
    [0, 80 * 2 ** 30],
    [0, 400],
    [20, 100],
  ])
  expect(all[2]?.marks[0]?.at).toBe(250)
})

it('a metric without support or without a known scale has no chart', () => {
  const gpu = aGpu(0, { values: { ...VALUES }, absent: {} })
  const noPower = aGpu(0, { values: { 'utilization.gpu': 50 }, absent: { 'power.draw': 'NOT_SUPPORTED' } })
  const names = (of: ReturnType<typeof charts>) => of.map(({ metric }) => metric)

  expect(names(soloCharts(steadyMoment([gpu]), gpu, t))).toEqual(['utilization.gpu', 'temperature.gpu'])
  expect(names(charts(noPower))).not.toContain('power.draw')
})
