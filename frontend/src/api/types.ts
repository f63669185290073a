import type { MetricKey, Panel, Unit } from './catalogue.gen'
import type { components } from './schema'

export type { MetricKey, Panel, Unit } from './catalogue.gen'

/** The only file that knows the generated schema names. */
type Schemas = components['schemas']

/** Who is signed in. */
export type Session = Schemas['Session']

export type AbsenceReason = Schemas['AbsenceReason']

/** By keys of the catalogue, of which a snapshot has some. */
export type ByMetric<T> = Partial<Record<MetricKey, T>>

interface Known {
  values: ByMetric<number>
  facts: ByMetric<string>
  absent: ByMetric<AbsenceReason>
}

/** The schema allows for any key, so that it holds for other servers as well; here only those of the catalogue are. */
type Keyed<T> = Omit<T, keyof Known> & Pick<Known, keyof Known & keyof T>

export type Link = Keyed<Schemas['Link']>
export type GpuProcess = Keyed<Schemas['GpuProcess']>
export type Gpu = Omit<Keyed<Schemas['Gpu']>, 'links' | 'processes'> & { links: Link[]; processes: GpuProcess[] }
export type GpuState = Gpu['state']

export type Core = Keyed<Schemas['Core']>
export type Disk = Keyed<Schemas['Disk']>
export type Network = Keyed<Schemas['Network']>
export type HostProcess = Keyed<Schemas['HostProcess']>
interface Parts {
  cores: Core[]
  disks: Disk[]
  networks: Network[]
  processes: HostProcess[]
}
export type Host = Omit<Keyed<Schemas['Host']>, keyof Parts> & Parts

export type Source = Schemas['Source']
export type Snapshot = Omit<Schemas['Snapshot'], 'gpus' | 'host'> & { gpus: Gpu[]; host: Host | null }
export type CatalogueEntry = Omit<Schemas['CatalogueEntry'], 'key' | 'unit' | 'panel'> & {
  key: MetricKey
  unit: Unit
  panel: Panel
}
export type Status = Schemas['Status']
export type Check = Status['checks'][number]
export type Step = Status['steps'][number]

type Points = Record<'min' | 'avg' | 'max', (number | null)[]>
export type HistorySeries = Omit<Schemas['HistorySeries'], 'metric' | 'unit' | keyof Points> &
  Points & { metric: MetricKey; unit: Unit }
export type History = Omit<Schemas['History'], 'series'> & { series: HistorySeries[] }
export type HistoryStatus = Schemas['HistoryStatus']
