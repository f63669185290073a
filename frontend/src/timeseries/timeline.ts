import type { MetricKey } from '@/api/types'

/** Samples of one series in order of time; NaN where there was none. Views into the timeline, valid until it grows. */
export interface Series {
  readonly times: Float64Array
  readonly values: Float32Array
  /** Where each value is a mean of several: the smallest and the greatest of them. */
  readonly lo?: Float32Array
  readonly hi?: Float32Array
}

const BACKWARDS_MILLIS = 60_000
export const SETTLED_MILLIS = 300
/** The past is asked for once the newest is there, and comes in one go. */
export const PENDING_MILLIS = 5000

/**
 * What the page remembers of every GPU: one shared column of times and a column of values for each GPU and metric.
 * Plain typed arrays, because nothing here may be reactive. Each column has room for twice its capacity, so that it
 * lies in one piece and is moved only once per capacity.
 */
export class Timeline {
  private readonly times: Float64Array
  private readonly columns = new Map<string, Map<string, Float32Array>>()
  private forgotten = 0
  private filled = 0
  private filledAt = -Infinity
  private filledTo = -Infinity
  private readonly born = performance.now()
  private start = 0
  private end = 0
  /** Where values are written. */
  private open = 0

  constructor(private readonly capacity: number) {
    this.times = new Float64Array(2 * capacity)
  }

  /** Changes when everything was forgotten: what was worked out of it is then no longer true. */
  get generation(): number {
    return this.forgotten
  }

  /** How many moments of the past were put in. */
  get insertions(): number {
    return this.filled
  }

  /** Whether no more of the past is coming for now. */
  get isSettled(): boolean {
    return performance.now() - this.filledAt > SETTLED_MILLIS
  }

  /**
   * Where more of the past is still on its way: after the moment put in last, or, while none has come, before all that
   * is known. Null when no more is to be expected, and what is not there is a gap.
   */
  get pendingFrom(): number | null {
    const now = performance.now()
    if (this.filled === 0) return now - this.born < PENDING_MILLIS ? -Infinity : null
    return now - this.filledAt < PENDING_MILLIS ? this.filledTo : null
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

  /** Opens the column for a moment; a moment already known (a replay) is refused. */
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

  /** Opens the column for a moment of the past; one that is known, or older than there is room for, is refused. */
  insert(time: number): boolean {
    if (this.end === this.times.length) this.moveToFront()
    const place = this.start + firstAfter(this.times.subarray(this.start, this.end), time)
    const isKnown = place > this.start && this.times[place - 1] === time
    if (isKnown || (place === this.start && this.size === this.capacity)) return false
    this.makeRoom(place)
    this.times[place] = time
    this.open = this.size > this.capacity ? Math.max(place, ++this.start) : place
    this.filled++
    this.filledAt = performance.now()
    this.filledTo = time
    return true
  }

  /** Writes a value at the moment opened last. */
  write(gpu: string, metric: MetricKey, value: number): void {
    this.column(gpu, metric)[this.open] = value
  }

  read(gpu: string, metric: MetricKey): Series | undefined {
    const values = this.columns.get(gpu)?.get(metric)
    if (values === undefined) return undefined
    return {
      times: this.times.subarray(this.start, this.end),
      values: values.subarray(this.start, this.end),
    }
  }

  clear(): void {
    this.forgotten++
    this.start = 0
    this.end = 0
    this.columns.clear()
  }

  /** What is newer than the past that is put in is little. */
  private makeRoom(place: number): void {
    this.times.copyWithin(place + 1, place, this.end)
    for (const metrics of this.columns.values()) {
      for (const values of metrics.values()) {
        values.copyWithin(place + 1, place, this.end)
        values[place] = NaN
      }
    }
    this.end++
  }

  private column(gpu: string, metric: MetricKey): Float32Array {
    let metrics = this.columns.get(gpu)
    if (metrics === undefined) this.columns.set(gpu, (metrics = new Map<string, Float32Array>()))
    let values = metrics.get(metric)
    if (values === undefined) metrics.set(metric, (values = new Float32Array(2 * this.capacity).fill(NaN)))
    return values
  }

  private moveToFront(): void {
    this.times.copyWithin(0, this.start, this.end)
    for (const metrics of this.columns.values()) {
      for (const values of metrics.values()) {
        values.copyWithin(0, this.start, this.end)
        values.fill(NaN, this.size)
      }
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
