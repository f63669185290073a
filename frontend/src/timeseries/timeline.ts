import type { MetricKey } from '@/api/types'
import type { Span } from './span'

/** Samples of one series in order of time; NaN where there was none. Views into the timeline, valid until it grows. */
export interface Series {
  readonly times: Float64Array
  readonly values: Float32Array
  /** Where each value is a mean of several: the smallest and the greatest of them. */
  readonly lo?: Float32Array
  readonly hi?: Float32Array
}

/** The values of a series; of one with stored samples also the spread of each, which is 0 for a single sample. */
interface Column {
  values: Float32Array
  spread?: { lo: Float32Array; hi: Float32Array }
}

const BACKWARDS_MILLIS = 60_000
export const SETTLED_MILLIS = 300
/** The past is requested after the newest sample, and arrives at once. */
export const PENDING_MILLIS = 5000

/**
 * The samples of the page: one shared column of times, and a column of values for each GPU and metric. Typed arrays,
 * because they must not be reactive. Each column has room for twice its capacity, so that it is contiguous and is moved
 * only once per capacity.
 */
export class Timeline {
  /** Since when all samples have been loaded. */
  wholeSince = Infinity
  private readonly times: Float64Array
  private readonly columns = new Map<string, Map<string, Column>>()
  /** Where samples are means of buckets, which are further apart than samples. */
  private coarse: (Span & { stepMillis: number })[] = []
  private generations = 0
  private filled = 0
  private filledAt = -Infinity
  private filledTo = -Infinity
  private readonly born = performance.now()
  private start = 0
  private end = 0
  /** The open slot. */
  private open = 0

  constructor(private readonly capacity: number) {
    this.times = new Float64Array(2 * capacity)
  }

  /** Increases when all samples are removed, which invalidates derived values. */
  get generation(): number {
    return this.generations
  }

  /** Number of inserted past moments. */
  get insertions(): number {
    return this.filled
  }

  /** Whether no past samples have arrived for a while. */
  get isSettled(): boolean {
    return performance.now() - this.filledAt > SETTLED_MILLIS
  }

  /**
   * Where more of the past is expected: after the last inserted moment, or before all samples while none was loaded.
   * Null when no more is expected, and missing samples are a gap.
   */
  get pendingFrom(): number | null {
    const now = performance.now()
    if (now - this.filledAt < PENDING_MILLIS) return this.filledTo
    const isNew = this.filled === 0 && this.wholeSince > (this.firstTime ?? -Infinity)
    return isNew && now - this.born < PENDING_MILLIS ? -Infinity : null
  }

  get size(): number {
    return this.end - this.start
  }

  get firstTime(): number | undefined {
    return this.size === 0 ? undefined : this.times[this.start]
  }

  get lastTime(): number | undefined {
    return this.size === 0 ? undefined : this.times[this.end - 1]
  }

  /** The first moment after a time. */
  timeAfter(time: number): number | undefined {
    return this.times.subarray(this.start, this.end)[firstAfter(this.times.subarray(this.start, this.end), time)]
  }

  /** The times of a range without samples that are longer than `least`. */
  holes({ from, to }: Span, least: number): Span[] {
    const known = this.times.subarray(this.start, this.end)
    const inside = known.subarray(firstAfter(known, from), firstAfter(known, to))
    return [...inside, to].flatMap((time, i) => {
      const before = inside[i - 1] ?? from
      return time - before > least ? { from: before, to: time } : []
    })
  }

  /** The width of the widest buckets in a range; 0 if it has none. */
  coarsest({ from, to }: Span): number {
    const found = this.coarse.filter((each) => each.from < to && from < each.to)
    return Math.max(0, ...found.map(({ stepMillis }) => stepMillis))
  }

  /** Opens the slot of a new moment; returns false for a known one, as in a replay. */
  advance(time: number): boolean {
    const last = this.lastTime
    if (last !== undefined && time <= last) {
      // A clock set back a little repeats itself; one set back far would silence the page for that long.
      if (last - time < BACKWARDS_MILLIS) return false
      this.clear()
    }
    if (this.end === this.times.length) this.moveToFront()
    this.open = this.end
    this.times[this.end++] = time
    if (this.size > this.capacity) this.start++
    return true
  }

  /** Opens the slot of a past moment; returns false if it is known or too old. */
  insert(time: number): boolean {
    if (this.end === this.times.length) this.moveToFront()
    const place = this.start + firstAfter(this.times.subarray(this.start, this.end), time)
    const isKnown = place > this.start && this.times[place - 1] === time
    if (isKnown || (place === this.start && this.size === this.capacity)) return false
    this.makeRoom(place, 1)
    this.times[place] = time
    this.open = this.size > this.capacity ? Math.max(place, ++this.start) : place
    this.filled++
    this.filledAt = performance.now()
    this.filledTo = time
    return true
  }

  /** Inserts past moments into a hole, and calls back with the slot of each open; the oldest may have no room. */
  fill(times: readonly number[], write: (position: number) => void): void {
    if (this.end + times.length > this.times.length) this.moveToFront()
    const place = this.start + firstAfter(this.times.subarray(this.start, this.end), times[0] ?? 0)
    this.makeRoom(place, times.length)
    times.forEach((time, i) => {
      this.times[place + i] = time
      this.open = place + i
      write(i)
    })
    this.start = Math.max(this.start, this.end - this.capacity)
    this.filled += times.length
  }

  /** Says that the samples of a range are means of buckets. */
  coarsen(range: Span & { stepMillis: number }): void {
    this.coarse.push(range)
  }

  /** Writes a value to the open slot. */
  write(gpu: string, metric: MetricKey, value: number): void {
    this.put(this.column(gpu, metric), value, value, value)
  }

  /** Writes the mean of a bucket with its spread. */
  writeSpread(gpu: string, metric: MetricKey, mean: number, lo: number, hi: number): void {
    const column = this.column(gpu, metric)
    if (lo < hi) column.spread ??= { lo: column.values.slice(), hi: column.values.slice() }
    this.put(column, mean, lo, hi)
  }

  read(gpu: string, metric: MetricKey): Series | undefined {
    const column = this.columns.get(gpu)?.get(metric)
    if (column === undefined) return undefined
    const shown = (all: Float32Array) => all.subarray(this.start, this.end)
    const { values, spread } = column
    return {
      times: this.times.subarray(this.start, this.end),
      values: shown(values),
      ...(spread && { lo: shown(spread.lo), hi: shown(spread.hi) }),
    }
  }

  /** Removes a subject whose samples are all older than the times of the timeline. */
  drop(subject: string): void {
    this.columns.delete(subject)
  }

  clear(): void {
    this.generations++
    this.start = 0
    this.end = 0
    this.coarse = []
    this.wholeSince = Infinity
    this.columns.clear()
  }

  /** All columns move, which takes time for each insertion. */
  private makeRoom(place: number, count: number): void {
    this.times.copyWithin(place + count, place, this.end)
    for (const values of this.arrays()) {
      values.copyWithin(place + count, place, this.end)
      values.fill(NaN, place, place + count)
    }
    this.end += count
  }

  private arrays(): Float32Array[] {
    return [...this.columns.values()].flatMap((metrics) =>
      [...metrics.values()].flatMap(({ values, spread }) => [values, ...(spread ? [spread.lo, spread.hi] : [])]),
    )
  }

  private put({ values, spread }: Column, value: number, lo: number, hi: number): void {
    values[this.open] = value
    if (spread === undefined) return
    spread.lo[this.open] = lo
    spread.hi[this.open] = hi
  }

  private column(gpu: string, metric: MetricKey): Column {
    let metrics = this.columns.get(gpu)
    if (metrics === undefined) this.columns.set(gpu, (metrics = new Map<string, Column>()))
    let column = metrics.get(metric)
    if (column === undefined) metrics.set(metric, (column = { values: new Float32Array(2 * this.capacity).fill(NaN) }))
    return column
  }

  private moveToFront(): void {
    this.times.copyWithin(0, this.start, this.end)
    for (const values of this.arrays()) {
      values.copyWithin(0, this.start, this.end)
      values.fill(NaN, this.size)
    }
    this.end = this.size
    this.start = 0
  }
}

/** Index of the first time later than the given one. */
export function firstAfter(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) > time) high = middle
    else low = middle + 1
  }
  return low
}
