import type { Source } from '@/api/types'

export type Simulation = 'demo' | 'recording'

/** The kind of simulated or recorded data; null for live data of this machine. */
export function simulation(source: Source | undefined): Simulation | null {
  if (source?.simulated !== true) return null
  return source.kind === 'RECORDING' ? 'recording' : 'demo'
}
