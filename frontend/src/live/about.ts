import { gpuKey, type Subject } from '@/api/words'

/** What a number on the page is about, as its element says it; a number of all GPUs has no `data-gpu`. */
export interface About {
  'data-metric': string
  'data-gpu'?: string
}

/** To be bound to the element of a number, so that it can be questioned. */
export function about(metric: string, gpu?: Pick<Subject, 'uuid' | 'index'>): About {
  return gpu === undefined ? { 'data-metric': metric } : { 'data-metric': metric, 'data-gpu': gpuKey(gpu) }
}

/** Everything on the page that can be questioned. */
export const QUESTIONABLE = '[data-metric]'
