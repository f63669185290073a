/*
 * What the server tells of the past beside its series.
 */

/** Seconds of a GPU by what it was doing. */
export interface StateSeconds {
  active: number
  heldIdle: number
  free: number
  unknown: number
}

/** What a stretch of the past adds up to, for one GPU or for all. */
export interface Totals {
  energyKilowattHours: number | null
  seconds: StateSeconds
  /** By the reason why clocks were held down. */
  clocksEventSeconds: Record<string, number>
  missingSeconds: number
}

export interface GpuTotals extends Totals {
  gpu: string
  index: number
  name: string | null
  p95OfMinuteAverages: Record<string, number>
}

export interface HistorySummary {
  from: string
  to: string
  gpus: GpuTotals[]
  total: Totals
}

export type EnergyShare = 'EXCLUSIVE' | 'BY_SM' | 'SHARED'

/** One process on one GPU. */
export interface UsageInterval {
  gpu: string
  index: number
  pid: number
  user: string | null
  name: string | null
  startedAt: string
  /** Null while it runs. */
  endedAt: string | null
  peakMemoryBytes: number | null
  meanUtilization: number | null
  energyKilowattHours: number | null
  energyShare: EnergyShare
}

export interface UserUsage {
  user: string | null
  energyKilowattHours: number | null
  /** GPU seconds with a process. */
  seconds: number
  activeSeconds: number
  heldIdleSeconds: number
  peakMemoryBytes: number | null
  processes: number
}

export interface HistoryUsage {
  from: string
  to: string
  intervals: UsageInterval[]
  /** How many intervals the answer leaves out. */
  omitted: number
  users: UserUsage[]
}

/** A moment that somebody named. */
export interface Mark {
  id: number
  at: string
  text: string
  /** Indexes of the GPUs it is about; all where there are none. */
  gpus: number[]
}
