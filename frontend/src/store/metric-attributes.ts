import type { MetricKey } from '@/api/types'
import { gpuKey, type Subject } from '@/api/names'

/** Attributes of the element of a number: its metric and GPU; a number of all GPUs has no `data-gpu`. */
export interface MetricAttributes {
  'data-metric': string
  'data-gpu'?: string
}

const known = new Map<string, MetricAttributes>()

/** Attributes that make a number inspectable; equal arguments return the same object. */
export function metricAttributes(metric: MetricKey, gpu?: Pick<Subject, 'uuid' | 'index'>): MetricAttributes {
  const key = gpu === undefined ? metric : `${metric} ${gpuKey(gpu)}`
  let made = known.get(key)
  if (made === undefined) {
    made = gpu === undefined ? { 'data-metric': metric } : { 'data-metric': metric, 'data-gpu': gpuKey(gpu) }
    known.set(key, made)
  }
  return made
}

/** Everything on the page that can be inspected. */
export const INSPECTABLE = '[data-metric]'
