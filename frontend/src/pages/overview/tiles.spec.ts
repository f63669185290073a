import { expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { DESTINATIONS } from '@/shell/navigation'
import type { Translate } from '@/i18n/words'
import { limitsOf, momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { bars, butterfly } from './drawings'
import { overviewRows } from './rows'
import type { Known } from './tile-parts'
import { drawnTiles, TILES } from './tiles'

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
  const told = known(gpus)
  return Object.fromEntries(TILES.map(({ page, say: tell }) => [page.path, tell(told)]))
}

it('every page of the navigation but the first has a tile, in the same order', () => {
  const keys = TILES.map(({ page }) => DESTINATIONS.find(({ path }) => path === page.path)?.key)

  expect(keys).toEqual(DESTINATIONS.slice(1).map(({ key }) => key))
})

it('tiles tell what their page would', () => {
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

it('tiles invent nothing where nothing is told', () => {
  const absent = { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' } as const

  expect(words([aGpu(0, { values: {}, absent })])).toMatchObject({
    '/GPU-Utilization': 'overview.noUtilization',
    '/GPU-Memory': 'overview.byProcess',
    '/GPU-Resources': 'overview.timelines',
    '/PCIe-Throughput': 'overview.notTold',
    '/NVLink-Throughput': 'overview.noNvlink',
  })
})

it('a GPU that could not be read has a track and no bar', () => {
  expect(bars([50, null], 'util').map((shape) => shape.tone)).toEqual(['track', 'util', 'track'])
  expect(butterfly([{ rx: 1e9, tx: null }]).map((shape) => shape.tone)).toEqual(['track', 'rx'])
})

it('tiles are drawn anew in turn, each within two seconds', () => {
  const told = known([aGpu(0)])
  const after = (millis: number) => ({ ...told, moment: { ...told.moment, edge: told.moment.edge + millis } })
  const first = drawnTiles(told)
  const renewed = (millis: number) => drawnTiles(after(millis), first).filter((tile, i) => tile !== first[i]).length

  expect(renewed(0)).toBe(0)
  expect(renewed(500)).toBe(Math.floor(TILES.length / 4))
  expect(renewed(1000)).toBe(Math.floor(TILES.length / 2))
  expect(renewed(2000)).toBe(TILES.length)
})

it('tiles are all drawn anew for other GPUs', () => {
  const first = drawnTiles(known([aGpu(0)]))

  expect(drawnTiles(known([aGpu(0), aGpu(1)]), first).filter((tile, i) => tile === first[i])).toEqual([])
})

it('tiles are all told anew in another language, and once limits are known', () => {
  const told = known([aGpu(0)])
  const first = drawnTiles(told)
  const kept = (changed: typeof told) => drawnTiles(changed, first).filter((tile, i) => tile === first[i])

  expect(kept(told)).toHaveLength(TILES.length)
  expect(kept({ ...told, locale: 'zh' })).toEqual([])
  expect(kept({ ...told, moment: { ...told.moment, limits: new Map() } })).toEqual([])
})
