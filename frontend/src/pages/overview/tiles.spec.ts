import { expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { PAGES } from '@/navigation/pages'
import { DESTINATIONS } from '@/shell/navigation'
import type { Translate } from '@/i18n/words'
import { limitsOf, momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { bars, butterfly } from './drawings'
import { overviewRows } from './rows'
import type { Known } from './tile-parts'
import { renderTiles, TILES } from './tiles'

const say = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate

function known(gpus: Gpu[]) {
  const host = { ...aSnapshot(0).host, values: { 'host.cpu.utilization': 97 } } as never
  const snapshots = Array.from({ length: 10 }, (_, second) => aSnapshot(second + 1, { gpus, host }))
  const moment = momentAfter(snapshots, { limits: limitsOf(gpus) })
  return {
    rows: overviewRows(moment),
    moment,
    insights: null,
    checks: 0,
    day: null as Known['day'],
    t: say,
    locale: 'en',
  }
}

function words(gpus: Gpu[]): Record<string, string> {
  const input = known(gpus)
  return Object.fromEntries(TILES.map(({ page, say: textOf }) => [page.path, textOf(input)]))
}

it('every page with a key has a tile, in the same order, but the overview, the page of its free cell, a view of the jobs and the page of several machines', () => {
  const keys = TILES.map(({ page }) => DESTINATIONS.find(({ path }) => path === page.path)?.key)

  const without = [PAGES.overview, PAGES.free, PAGES.processes, PAGES.fleet].map(({ path }) => path)
  const others = DESTINATIONS.filter(({ path }) => !without.includes(path))
  expect(keys).toEqual(others.map(({ key }) => key))
})

it('tiles show values of their pages', () => {
  const values = { 'utilization.gpu': 40, 'memory.used': 40 * 2 ** 30, 'power.draw': 300, 'temperature.gpu': 61 }
  const link = { 'pcie.rx': 2e9, 'pcie.tx': 1e9, 'nvlink.rx': 0, 'nvlink.tx': 0 }

  expect(words([aGpu(0, { values: { ...values, ...link } })])).toMatchObject({
    '/GPU-Utilization': 'overview.mean 40',
    '/GPU-Memory': 'overview.usedShare 50',
    '/GPU-Resources': '300\u202fW · 61\u202f°C',
    '/PCIe-Throughput': 'overview.traffic 2.0 1.0',
    '/NVLink-Throughput': 'overview.traffic 0.0 0.0',
    '/Machine-Resources': 'overview.cpu 97',
  })
})

it('tiles show no numbers without values', () => {
  const absent = { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' } as const

  expect(words([aGpu(0, { values: {}, absent })])).toMatchObject({
    '/GPU-Utilization': 'overview.noUtilization',
    '/GPU-Memory': 'overview.byProcess',
    '/GPU-Resources': 'overview.timelines',
    '/PCIe-Throughput': 'overview.notTold',
    '/NVLink-Throughput': 'overview.noNvlink',
  })
})

it('a GPU without values has a track and no bar', () => {
  expect(bars([50, null], 'util').map((shape) => shape.tone)).toEqual(['track', 'util', 'track'])
  expect(butterfly([{ rx: 1e9, tx: null }]).map((shape) => shape.tone)).toEqual(['track', 'rx'])
})

it('each tile is rendered again within two seconds, not all at once', () => {
  const input = known([aGpu(0)])
  const after = (millis: number) => ({ ...input, moment: { ...input.moment, edge: input.moment.edge + millis } })
  const first = renderTiles(input)
  const renewed = (millis: number) => renderTiles(after(millis), first).filter((tile, i) => tile !== first[i]).length

  expect(renewed(0)).toBe(0)
  expect(renewed(500)).toBe(Math.floor(TILES.length / 4))
  expect(renewed(1000)).toBe(Math.floor(TILES.length / 2))
  expect(renewed(2000)).toBe(TILES.length)
})

it('all tiles are rendered again if the GPUs change', () => {
  const first = renderTiles(known([aGpu(0)]))

  expect(renderTiles(known([aGpu(0), aGpu(1)]), first).filter((tile, i) => tile === first[i])).toEqual([])
})

it('all tiles are rendered again in another language, and once limits are known', () => {
  const input = known([aGpu(0)])
  const first = renderTiles(input)
  const kept = (changed: typeof input) => renderTiles(changed, first).filter((tile, i) => tile === first[i])

  expect(kept(input)).toHaveLength(TILES.length)
  expect(kept({ ...input, locale: 'zh' })).toEqual([])
  expect(kept({ ...input, moment: { ...input.moment, limits: new Map() } })).toEqual([])
})
