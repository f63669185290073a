import type { components } from '../api/schema'

/* What the server tells of the past beside its series. */
type Schemas = components['schemas']

/** Seconds of a GPU by what it was doing. */
export type StateSeconds = Schemas['OccupancySeconds']
/** What a stretch of the past adds up to, for all GPUs. */
export type Totals = Schemas['HistoryTotal']
export type GpuTotals = Schemas['HistoryGpuSummary']
export type HistorySummary = Omit<Schemas['HistorySummary'], 'simulated'>
/** One process on one GPU. */
export type UsageInterval = Schemas['UsageInterval']
export type EnergyShare = UsageInterval['energyShare']
export type UserUsage = Schemas['UsageOfUser']
export type HistoryUsage = Omit<Schemas['Usage'], 'simulated'>
export type Mark = Schemas['Mark']
export type Marks = Schemas['Marks']
