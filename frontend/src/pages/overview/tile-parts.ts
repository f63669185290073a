import type { GpuEvent, Insight, MetricKey } from '@/api/types'
import { formatNumber } from '@/format/number'
import { displayOf } from '@/format/display'
import type { Translate } from '@/i18n/words'
import type { Moment, Reading } from '@/store/readings'
import { since } from '@/timeseries/sums'
import type { Series } from '@/timeseries/timeline'
import { butterfly, type Shape } from './drawings'
import type { Row } from './rows'
import { sum, total, type Total } from './totals'

/** What a tile is drawn from. */
export interface Known {
  rows: readonly Row[]
  moment: Moment
  /** What is true now, the worst first, and how many checks pass; null while the server does not tell. */
  insights: readonly Insight[] | null
  checks: number
  /** What happened in the last 24 hours, the newest first, and whether that is all; null while it is not known. */
  day: { events: readonly GpuEvent[]; isPartial: boolean } | null
  t: Translate
  locale: string
}

/** How a page shows itself on the overview: a folder of `views` has it, and its row in `pages.ts` names the file. */
export interface Tile {
  draw: (known: Known) => Shape[]
  /** A figure, or a few words where there is none. */
  say: (known: Known) => string
}

const RECENT_MILLIS = 120_000

/** The mean of now, or null where it cannot be read. */
export function figure(reading: Reading): number | null {
  return reading.quality === 'ok' || reading.quality === 'stale' ? (reading.summary?.mean ?? null) : null
}

/** The sum over all GPUs that could be read. */
export function summedOver(rows: readonly Row[], reading: (row: Row) => Reading): Total {
  return total(rows, reading, (read) => sum(read, (row) => reading(row).summary?.mean ?? 0))
}

export function recent({ timeline, edge }: Moment, keys: readonly string[], metric: MetricKey): Series[] {
  return keys.flatMap((key) => timeline.read(key, metric) ?? []).map((series) => since(series, edge - RECENT_MILLIS))
}

export function recentSpan({ edge }: Moment) {
  return { from: edge - RECENT_MILLIS, to: edge }
}

/** Traffic of each GPU, and the sum of all in words. */
export function linkTile(link: 'pcie' | 'nvlink'): Tile {
  return {
    draw: ({ rows }) => butterfly(rows.map((row) => ({ rx: figure(row[link].rx), tx: figure(row[link].tx) }))),
    say: (known) => traffic(known, link),
  }
}

function traffic({ rows, t, locale }: Known, link: 'pcie' | 'nvlink'): string {
  const of = (way: 'rx' | 'tx') => {
    const { value } = summedOver(rows, (row) => row[link][way])
    return value === null ? null : formatNumber(value / displayOf(`${link}.rx`).divisor, 1, locale)
  }
  const [rx, tx] = [of('rx'), of('tx')]
  if (rx !== null && tx !== null) return t('overview.traffic', { rx, tx })
  const never = rows.every((row) => row[link].rx.quality === 'notSupported')
  return t(never && link === 'nvlink' ? 'overview.noNvlink' : 'overview.notTold')
}
