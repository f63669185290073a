/** The metrics of this page, by their names in the address. */
export const MEASURES = {
  utilization: { metric: 'utilization.gpu', label: 'utilization.gpu', about: 'utilization.about', tone: 'util' },
  memory: { metric: 'utilization.memory', label: 'utilization.memory', about: 'utilization.aboutMemory', tone: 'mem' },
} as const
export type Measure = (typeof MEASURES)[keyof typeof MEASURES]
export const MEASURE_NAMES = ['utilization', 'memory'] as const
