import type { Source } from '@/api/types'

export type Simulation = 'demo' | 'recording'

/** What numbers are that are not those of this machine's GPUs, now; null for those that are. */
export function simulation(source: Source | undefined): Simulation | null {
  if (source?.simulated !== true) return null
  return source.kind === 'RECORDING' ? 'recording' : 'demo'
}
