const SECONDS = 3600
/** Smaller sums have two decimals. */
const ROOMY_HOURS = 20

interface Rounded {
  total: number
  parts: number[]
}

/** Rounds numbers so that they add up to their rounded sum: those with the largest remainders are rounded up. */
export function roundedToSum(values: readonly number[], decimals: number): Rounded {
  const scale = 10 ** decimals
  const scaled = values.map((value) => value * scale)
  const total = Math.round(scaled.reduce((sum, each) => sum + each, 0))
  const whole = scaled.map(Math.floor)
  const missing = total - whole.reduce((sum, each) => sum + each, 0)
  const remainder = (i: number) => (scaled[i] ?? 0) - (whole[i] ?? 0)
  const order = whole.map((_, i) => i).sort((a, b) => remainder(b) - remainder(a))
  const up = new Set(order.slice(0, missing))
  return { total: total / scale, parts: whole.map((each, i) => (each + (up.has(i) ? 1 : 0)) / scale) }
}

/** GPU-hours that add up. */
export function gpuHours(seconds: readonly number[]): Rounded & { decimals: number } {
  const hours = seconds.map((each) => each / SECONDS)
  const decimals = hours.reduce((sum, each) => sum + each, 0) < ROOMY_HOURS ? 2 : 1
  return { ...roundedToSum(hours, decimals), decimals }
}
