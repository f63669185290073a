import { fetchSamples } from './samples'
import type { MetricKey, Snapshot } from './types'

/** Limits of a GPU. The stream omits them, because they rarely change. */
const LIMITS = [
  'memory.total',
  'memory.reserved',
  'memory.kind',
  'mig.memory.total',
  'pcie.bandwidth.max',
  'pcie.bandwidth.current',
  'pcie.link.gen.max',
  'pcie.link.gen.current',
  'pcie.link.width.max',
  'pcie.link.width.current',
  'nvlink.links',
  'nvlink.links.up',
  'nvlink.bandwidth.max',
  'enforced.power.limit',
  'power.default_limit',
  'temperature.threshold.gpu_max',
  'temperature.threshold.slowdown',
  'temperature.threshold.shutdown',
  'clocks.max.sm',
] as const satisfies readonly MetricKey[]

export function fetchLimits(signal: AbortSignal): Promise<Snapshot> {
  return fetchSamples(LIMITS, null, signal)
}
