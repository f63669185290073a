import { gpuKey, HOST_KEY } from '@/api/words'
import { formatNumber } from '@/format/number'
import { formatPower, GIGA } from '@/format/units'
import { read, type Moment, type Reading } from '@/live/readings'
import { MACHINE, MEMORY, NVLINK, NVLINK_TIMELINE, PCIE, PROCESSES, RESOURCES, UTILIZATION } from '@/routes'
import { RUNNING } from '@/live/users'
import { greatest, since, summed } from '@/series/sums'
import type { Series } from '@/series/timeline'
import { hostOf } from '@/live/host'
import { bars, butterfly, line, type Shape } from './drawings'
import type { Row } from './rows'
import { hottest, percentOf, sum, sumOfLimits, total, type Total } from './totals'

export type Say = (key: string, named?: Record<string, unknown>) => string

/** What a tile is drawn from. */
export interface Known {
  rows: readonly Row[]
  moment: Moment
  t: Say
  locale: string
}

interface Tile {
  path: string
  draw: (known: Known) => Shape[]
  /** A figure, or a few words where there is none. */
  say: (known: Known) => string
}

const RECENT_MILLIS = 120_000

/** The pages in the order of their keys, each drawn from what it would show now. */
export const TILES: readonly Tile[] = [
  { path: UTILIZATION, draw: ({ rows }) => bars(rows.map(used), 'util'), say: meanUtilization },
  { path: MEMORY, draw: ({ rows }) => bars(rows.map(memory), 'mem'), say: memoryShare },
  { path: RESOURCES, draw: resourceLines, say: powerAndHeat },
  { path: PCIE, draw: (known) => wings(known, 'pcie'), say: (known) => traffic(known, 'pcie') },
  { path: NVLINK, draw: (known) => wings(known, 'nvlink'), say: (known) => traffic(known, 'nvlink') },
  { path: NVLINK_TIMELINE, draw: nvlinkLines, say: ({ t }) => t('overview.bothWays') },
  { path: MACHINE, draw: cpuLine, say: cpuShare },
  { path: PROCESSES, draw: processBars, say: processCount },
]

/** A tile as it was told in its turn. */
export interface DrawnTile {
  turn: string
  shapes: Shape[]
  words: string
}

const RENEWED_MILLIS = 2000

/** What is so small need not follow every snapshot: each has its turn, and only a few of them at a time. */
export function drawnTiles(known: Known, before: readonly DrawnTile[] = []): DrawnTile[] {
  const { edge, snapshot, limits } = known.moment
  return TILES.map(({ draw, say }, i) => {
    const round = Math.floor((edge + (i / TILES.length) * RENEWED_MILLIS) / RENEWED_MILLIS)
    const turn = [round, known.locale, snapshot.source.kind, snapshot.gpus.length, limits.size].join()
    const old = before[i]
    return old?.turn === turn ? old : { turn, shapes: draw(known), words: say(known) }
  })
}

function figure(reading: Reading): number | null {
  return reading.quality === 'ok' || reading.quality === 'stale' ? (reading.summary?.mean ?? null) : null
}

function used(row: Row): number | null {
  return percentOf(row.utilization, 100)
}

function memory(row: Row): number | null {
  return percentOf(row.memory.reading, row.memory.limit)
}

function processBars({ rows }: Known): Shape[] {
  const counts = rows.map((row) => row.gpu.values[RUNNING])
  const most = Math.max(1, ...counts.flatMap((count) => count ?? []))
  return bars(counts.map((count) => (count === undefined ? null : (count / most) * 100)), 'util')
}

/** Of the GPUs that tell it; a machine that tells nothing has no number. */
function processCount({ rows, t }: Known): string {
  const counts = rows.flatMap((row) => row.gpu.values[RUNNING] ?? [])
  return counts.length === 0 ? t('page.processes') : t('overview.processes', { n: counts.reduce((all, n) => all + n, 0) })
}

function wings({ rows }: Known, link: 'pcie' | 'nvlink'): Shape[] {
  return butterfly(rows.map((row) => ({ rx: figure(row[link].rx), tx: figure(row[link].tx) })))
}

/** The sum over all GPUs that could be read. */
function summedOver(rows: readonly Row[], reading: (row: Row) => Reading): Total {
  return total(rows, reading, (read) => sum(read, (row) => reading(row).summary?.mean ?? 0))
}

function meanUtilization({ rows, t, locale }: Known): string {
  const all = summedOver(rows, (row) => row.utilization)
  if (all.value === null) return t('overview.noUtilization')
  return t('overview.mean', { n: formatNumber(all.value / all.used.length, 0, locale) })
}

function memoryShare({ rows, t, locale }: Known): string {
  const all = summedOver(rows, (row) => row.memory.reading)
  const limit = sumOfLimits(all.used, (row) => row.memory.limit)
  if (all.value === null || limit === null) return t('overview.byProcess')
  return t('overview.usedShare', { n: formatNumber((all.value / limit) * 100, 0, locale) })
}

function powerAndHeat({ rows, t, locale }: Known): string {
  const power = summedOver(rows, (row) => row.power.reading)
  const heat = total(rows, (row) => row.temperature, (read) => hottest(read)?.temperature.summary?.mean ?? NaN)
  const told = [
    power.value === null ? null : formatPower(power.value, locale),
    heat.value === null ? null : `${formatNumber(heat.value, 0, locale)}\u202f°C`,
  ]
  return told.filter(Boolean).join(' · ') || t('overview.timelines')
}

function traffic({ rows, t, locale }: Known, link: 'pcie' | 'nvlink'): string {
  const of = (way: 'rx' | 'tx') => {
    const { value } = summedOver(rows, (row) => row[link][way])
    return value === null ? null : formatNumber(value / GIGA, 1, locale)
  }
  const [rx, tx] = [of('rx'), of('tx')]
  if (rx !== null && tx !== null) return t('overview.traffic', { rx, tx })
  const never = rows.every((row) => row[link].rx.quality === 'notSupported')
  return t(never && link === 'nvlink' ? 'overview.noNvlink' : 'overview.notTold')
}

function cpuShare({ moment, t, locale }: Known): string {
  const cpu = figure(read(moment, hostOf(moment), 'host.cpu.utilization'))
  return cpu === null ? t('overview.cpuNotTold') : t('overview.cpu', { n: formatNumber(cpu, 0, locale) })
}

function recent({ timeline, edge }: Moment, keys: readonly string[], metric: string): Series[] {
  return keys.flatMap((key) => timeline.read(key, metric) ?? []).map((series) => since(series, edge - RECENT_MILLIS))
}

function over({ edge }: Moment) {
  return { from: edge - RECENT_MILLIS, to: edge }
}

/** Utilization and power, each of all GPUs and on its own scale. */
function resourceLines({ rows, moment }: Known): Shape[] {
  const keys = moment.snapshot.gpus.map(gpuKey)
  const utilization = recent(moment, keys, 'utilization.gpu')
  const limit = sumOfLimits(rows, (row) => row.power.limit) ?? 0
  return [
    ...line(summed(utilization, utilization.map(() => 1)), over(moment), 100, 'util', { top: 1, bottom: 14 }),
    ...line(summed(recent(moment, keys, 'power.draw')), over(moment), limit, 'plain', { top: 17, bottom: 29 }),
  ]
}

function nvlinkLines({ moment }: Known): Shape[] {
  const keys = moment.snapshot.gpus.map(gpuKey)
  const [tx, rx] = [summed(recent(moment, keys, 'nvlink.tx')), summed(recent(moment, keys, 'nvlink.rx'))]
  const most = Math.max(1, greatest([tx, rx]))
  return [
    ...line(tx, over(moment), most, 'tx', { top: 1, bottom: 14 }),
    ...line(rx, over(moment), most, 'rx', { top: 17, bottom: 29 }),
  ]
}

function cpuLine({ moment }: Known): Shape[] {
  return line(recent(moment, [HOST_KEY], 'host.cpu.utilization')[0], over(moment), 100, 'host', { top: 1, bottom: 29 })
}
