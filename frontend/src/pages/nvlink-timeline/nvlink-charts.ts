import type { AbsenceReason } from '@/api/types'
import { gpuKey } from '@/api/names'
import { roundedUp } from '@/charts/axis'
import { formatIndexes } from '@/format/indexes'
import { shortLabel } from '@/format/label'
import { displayOf, GIGA } from '@/format/display'
import { measured, type Cell, type ReadoutSpec, type ReadoutRow } from '@/store/readout'
import type { Moment } from '@/store/readings'
import { peakOf } from '@/timeseries/peak'
import { greatest } from '@/timeseries/combined'
import { chartOf, type SpecChart } from '@/time-page/chart-spec'
import { isMeasured, largestLimit, recent, type LiveScene } from '@/time-page/live-scene'

export const SCALES = ['fit', 'link'] as const
export type Scale = (typeof SCALES)[number]

const RX = 'nvlink.rx'
const TX = 'nvlink.tx'
const CAPABILITY = 'nvlink.bandwidth.max'
const LEAST_TRAFFIC = GIGA

export const MEASURES: readonly ReadoutSpec[] = [
  measured(TX, 'sum'),
  measured(RX, 'sum'),
  // The busier direction in percent of what the links could carry.
  measured(CAPABILITY, 'most', { unit: '%', divisor: 1, decimals: 0 }),
]

/** The capacity of the links of the best equipped GPU each way, in bytes per second; 0 while it is unknown. */
export function capability(moment: Moment): number {
  return largestLimit(moment, moment.snapshot.gpus, [CAPABILITY])
}

export function hasNvlink(moment: Moment): boolean {
  return isMeasured(moment, moment.snapshot.gpus, TX) || isMeasured(moment, moment.snapshot.gpus, RX)
}

/** The reason why there is nothing to draw: that of the first GPU. */
export function whyNot({ snapshot }: Moment): AbsenceReason | null {
  return snapshot.gpus.map(({ absent }) => absent[TX]).find((reason) => reason !== undefined) ?? null
}

/** Both directions on the same scale: that of the links, or the next round number above what was seen. */
export function nvlinkCharts(scene: LiveScene, scale: Scale): SpecChart[] {
  const { moment } = scene
  const keys = moment.snapshot.gpus.map(gpuKey)
  const seen = peakOf(moment.timeline, ['each', 'nvlink', moment.from, ...keys].join(), moment.edge, (from) =>
    greatest(([TX, RX] as const).flatMap((metric) => recent(moment, keys, metric, from))),
  )
  const fit = roundedUp(Math.max(LEAST_TRAFFIC, seen))
  const max = scale === 'link' ? Math.max(capability(moment), seen) || fit : fit
  return ([TX, RX] as const).map((metric) =>
    chartOf({ metric, title: () => shortLabel(metric), max, tall: true }, scene),
  )
}

/** Adds to each row how much of its links it uses; unknown where the capacity of the links is. */
export function withShare(moment: Moment, rows: readonly ReadoutRow[]): ReadoutRow[] {
  return rows.map((row) => {
    const [sent, received] = row.cells ?? []
    if (row.cells === null || sent === undefined || received === undefined) return row
    const carries = (moment.limits.get(row.key)?.[CAPABILITY] ?? 0) / displayOf(CAPABILITY).divisor
    return { ...row, cells: [sent, received, share(sent, received, carries)] }
  })
}

function share(sent: Cell, received: Cell, carries: number): Cell {
  const busier = (received.value ?? -1) > (sent.value ?? -1) ? received : sent
  if (busier.value === null || carries > 0) {
    return { ...busier, value: busier.value === null ? null : (busier.value / carries) * 100 }
  }
  return { ...busier, value: null, quality: 'waiting', reason: undefined }
}

/** GPUs that move nothing at all now: an honest 0. */
export function silentIndexes(rows: readonly ReadoutRow[]): string {
  const silent = rows.filter(({ cells }) => cells !== null && cells.slice(0, 2).every(isZero))
  return formatIndexes(silent.map(({ gpu }) => gpu.index))
}

function isZero({ value, quality }: Cell): boolean {
  return quality === 'ok' && value === 0
}
