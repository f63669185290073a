import type { AbsenceReason } from '@/api/types'
import type { Quality } from '@/api/states'
import type { Reading } from '@/store/readings'
import type { Row } from './rows'

/** A total of all GPUs that could be read. */
export interface Total {
  value: number | null
  quality: Quality
  ageMillis: number
  reason: AbsenceReason | undefined
  used: Row[]
  /** Number of excluded GPUs. */
  unread: number
}

/** Uses current readings, or stale ones if no reading is current. */
export function total(
  rows: readonly Row[],
  reading: (row: Row) => Reading,
  figure: (used: readonly Row[]) => number,
): Total {
  const fresh = rows.filter((row) => reading(row).quality === 'ok')
  const old = rows.filter((row) => reading(row).quality === 'stale' && reading(row).summary !== null)
  const used = fresh.length > 0 ? fresh : old
  const first = rows[0] === undefined ? undefined : reading(rows[0])
  const unread = rows.length - used.length
  if (used.length === 0) {
    return { value: null, quality: first?.quality ?? 'waiting', ageMillis: 0, reason: first?.reason, used, unread }
  }
  return {
    value: figure(used),
    quality: fresh.length > 0 ? 'ok' : 'stale',
    ageMillis: Math.min(...used.map((row) => reading(row).ageMillis)),
    reason: undefined,
    used,
    unread,
  }
}

/** Current mean; null if it cannot be read. */
export function figure(reading: Reading): number | null {
  return reading.quality === 'ok' || reading.quality === 'stale' ? (reading.summary?.mean ?? null) : null
}

/** The sum of the means of a reading. */
export function summedOver(rows: readonly Row[], reading: (row: Row) => Reading): Total {
  return total(rows, reading, (used) => sum(used, (row) => reading(row).summary?.mean ?? 0))
}

/** The temperature of the hottest GPU. */
export function hottestOf(rows: readonly Row[]): Total {
  return total(
    rows,
    (row) => row.temperature,
    (used) => hottest(used)?.temperature.summary?.mean ?? NaN,
  )
}

export function sum(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((all, row) => all + of(row), 0)
}

/** The sum of limits; null if one of them is unknown, because a partial sum would look complete. */
export function sumOfLimits(rows: readonly Row[], limit: (row: Row) => number | null): number | null {
  const known = rows.map(limit).filter((each) => each !== null)
  return known.length < rows.length || known.length === 0 ? null : known.reduce((all, each) => all + each, 0)
}

/** Share of the limit in percent; null if the value or the limit is unknown. */
export function percentOf(reading: Reading, limit: number | null): number | null {
  const value = figure(reading)
  return value === null || limit === null || limit <= 0 ? null : (value / limit) * 100
}

export function hottest(rows: readonly Row[]): Row | null {
  const celsius = (row: Row) => row.temperature.summary?.mean ?? -Infinity
  return rows.reduce<Row | null>((most, row) => (most === null || celsius(row) > celsius(most) ? row : most), null)
}
