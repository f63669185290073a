/** What this page can show, as the address and the catalogue name it. */
export const MEASURES = {
  utilization: { metric: 'utilization.gpu', label: 'utilization.gpu', about: 'utilization.about', tone: 'util' },
  memory: { metric: 'utilization.memory', label: 'utilization.memory', about: 'utilization.aboutMemory', tone: 'mem' },
} as const
export type MeasureName = keyof typeof MEASURES
export type Measure = (typeof MEASURES)[MeasureName]
export const MEASURE_NAMES = ['utilization', 'memory'] as const

export const RANGES = {
  '1m': { millis: 60_000, label: 'range.m1' },
  '5m': { millis: 300_000, label: 'range.m5' },
  '15m': { millis: 900_000, label: 'range.m15' },
} as const
export type RangeName = keyof typeof RANGES
export const RANGE_NAMES = ['1m', '5m', '15m'] as const
