import type { components } from './schema'

/** The only file that knows the generated schema names. */
type Schemas = components['schemas']

export type Snapshot = Schemas['Snapshot']
export type Source = Schemas['Source']
export type Gpu = Schemas['Gpu']
export type GpuProcess = Schemas['GpuProcess']
export type GpuState = Gpu['state']
export type AbsenceReason = Gpu['absent'][string]
export type Host = Schemas['Host']
export type CatalogueEntry = Schemas['CatalogueEntry']
export type Core = Schemas['Core']
export type HostProcess = Schemas['HostProcess']
export type Status = Schemas['Status']
export type Check = Status['checks'][number]
export type Step = Status['steps'][number]
