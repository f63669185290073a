import { firstAfter } from './summary'

/** Samples with a spread of their own; for a single series the three are the same array. */
export interface Banded {
  readonly times: Float64Array
  readonly lo: Float32Array
  readonly mean: Float32Array
  readonly hi: Float32Array
}

/** Points that belong together and may be joined by a line. */
export interface Run {
  t: number[]
  lo: number[]
  mean: number[]
  hi: number[]
}

export interface Gap {
  from: number
  to: number
}

/** What a chart draws: runs of points, and the gaps that no line may bridge. */
export interface Trace {
  runs: Run[]
  gaps: Gap[]
}

export interface Frame {
  from: number
  to: number
  /** Width of a bucket; 0 draws every sample. */
  stepMillis: number
  /** Samples further apart than this have a gap between them. */
  patienceMillis: number
}

const STEPS_MILLIS = [400, 1000, 2000, 3000, 6000, 12_000, 30_000, 60_000] as const
const WIDEST_STEP_MILLIS = 60_000
/** Below this, neighbouring samples of a swinging load merge into a zigzag that hides both mean and spread. */
const PIXELS_PER_SAMPLE = 4
const PIXELS_PER_BUCKET = 3
/** A band of a single sample has no width, and one of two says little. */
const SAMPLES_PER_BUCKET = 3

/** Every sample while there is room for it; else the narrowest round bucket that is wide enough to be seen. */
export function stepMillis(rangeMillis: number, pixels: number, everyMillis: number): number {
  if (pixels / (rangeMillis / everyMillis) >= PIXELS_PER_SAMPLE) return 0
  const least = Math.max((rangeMillis / pixels) * PIXELS_PER_BUCKET, SAMPLES_PER_BUCKET * everyMillis)
  return STEPS_MILLIS.find((step) => step >= least) ?? WIDEST_STEP_MILLIS
}

/**
 * Minimum, mean and maximum per bucket. Buckets are aligned to absolute time, so that a scrolling chart keeps its
 * shape. The newest one is drawn once it is half full.
 */
export function trace(samples: Banded, frame: Frame): Trace {
  const result: Trace = { runs: [], gaps: [] }
  const aligned = frame.stepMillis === 0 ? frame.from : frame.from - (frame.from % frame.stepMillis)
  let run: OpenRun | null = null
  let last = NaN
  // One sample more than fits, so that the line enters at the edge and not a little inside.
  for (let i = Math.max(0, firstAfter(samples.times, aligned) - 1); i < samples.times.length; i++) {
    const time = samples.times[i] ?? Infinity
    if (time > frame.to) break
    if (Number.isNaN(samples.mean[i])) continue
    if (run === null || time - last > frame.patienceMillis) {
      if (run !== null) {
        run.close(last)
        result.gaps.push({ from: last, to: time })
      }
      run = new OpenRun(frame.stepMillis)
      result.runs.push(run.points)
    }
    run.add(time, samples.lo[i] ?? NaN, samples.mean[i] ?? NaN, samples.hi[i] ?? NaN)
    last = time
  }
  run?.close(last)
  addOuterGaps(result, samples, frame, last)
  return result
}

/** Before the page's first moment nothing is known at all; from then on, silence is a gap. */
function addOuterGaps(result: Trace, samples: Banded, frame: Frame, last: number): void {
  const began = Math.max(frame.from, samples.times[0] ?? frame.to)
  const first = result.runs[0]?.t[0] ?? frame.to
  if (first - began > frame.patienceMillis) result.gaps.unshift({ from: began, to: first })
  if (frame.to - last > frame.patienceMillis) result.gaps.push({ from: last, to: frame.to })
}

/** A run under construction: collects samples into the bucket at its end. */
class OpenRun {
  readonly points: Run = { t: [], lo: [], mean: [], hi: [] }
  private bucket = -1
  private sum = 0
  private count = 0
  private lo = Infinity
  private hi = -Infinity
  private first = 0

  constructor(private readonly step: number) {}

  add(time: number, lo: number, mean: number, hi: number): void {
    const bucket = this.step === 0 ? time : Math.floor(time / this.step)
    if (bucket !== this.bucket) {
      if (this.count > 0) this.push(this.points.t.length === 0 ? this.first : (this.bucket + 0.5) * this.step)
      this.open(bucket, time)
    }
    this.sum += mean
    this.count++
    if (lo < this.lo) this.lo = lo
    if (hi > this.hi) this.hi = hi
    if (this.step === 0) this.push(time)
  }

  /** Ends at the last sample itself; a bucket that is not half full would say more than it knows. */
  close(time: number): void {
    if (this.count === 0) return
    if (this.points.t.length === 0 || time >= (this.bucket + 0.5) * this.step) this.push(time)
  }

  private open(bucket: number, time: number): void {
    this.bucket = bucket
    this.sum = 0
    this.count = 0
    this.lo = Infinity
    this.hi = -Infinity
    this.first = time
  }

  private push(time: number): void {
    this.points.t.push(time)
    this.points.lo.push(this.lo)
    this.points.mean.push(this.sum / this.count)
    this.points.hi.push(this.hi)
    this.count = 0
    this.sum = 0
  }
}

/** Three-point mean: removes most of the beat between the bucket and a periodic load. The band keeps the truth. */
export function smoothed(values: readonly number[]): number[] {
  return values.map((value, i) => {
    const before = values[i - 1] ?? value
    const after = values[i + 1] ?? value
    return (before + value + after) / 3
  })
}
