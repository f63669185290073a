export interface AxisTick {
  value: number
  /** Position on the axis in percent. */
  percent: number
}

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000] as const
const MOST_STEPS = 5
const LEAST_DISTANCE = 0.6

/** Round values from 0, and the end of the axis; a label too near to the end is omitted. */
export function axisTicks(end: number): AxisTick[] {
  if (end <= 0) return []
  const unit = Math.min(1, 10 ** Math.floor(Math.log10(end)))
  const step = (STEPS.find((each) => end / (each * unit) <= MOST_STEPS) ?? end) * unit
  const ticks: AxisTick[] = []
  for (let i = 0; i * step <= end - LEAST_DISTANCE * step; i++) {
    ticks.push({ value: i * step, percent: ((i * step) / end) * 100 })
  }
  return [...ticks, { value: end, percent: 100 }]
}

const ROUND = [1, 2, 5, 10] as const
/** Samples are in single precision: 50 may be read as slightly more. */
const PRECISION = 1e-6

/** The smallest of 1, 2, 5, 10, 20 … that is not below the value. */
export function roundedUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return (ROUND.find((each) => each * power >= value * (1 - PRECISION)) ?? 10) * power
}
