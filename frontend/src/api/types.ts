import type { MetricKey, Panel, Unit } from './catalogue.gen'
import type { components } from './schema'

export type { MetricKey, Panel, Unit } from './catalogue.gen'

/** The only file that knows the generated schema names. */
type Schemas = components['schemas']

/** The signed-in user. */
export type Session = Schemas['Session']

export type AbsenceReason = Schemas['AbsenceReason']

/** `Of`, with other types for some of its properties. */
type With<Of, Others> = Omit<Of, keyof Others> & Others

/** Values by metric; a snapshot has some of them. */
export type ByMetric<T> = Partial<Record<MetricKey, T>>

interface Known {
  values: ByMetric<number>
  facts: ByMetric<string>
  absent: ByMetric<AbsenceReason>
}

/** The schema allows any key, as other servers may send more; here only keys of the catalogue are typed. */
type Keyed<T> = Omit<T, keyof Known> & Pick<Known, keyof Known & keyof T>

export type Link = Keyed<Schemas['Link']>
/** The parser returns null where a process uses no MIG instance. */
export type GpuProcess = With<
  Omit<Keyed<Schemas['GpuProcess']>, 'workload'>,
  { gpuInstance?: number | null; computeInstance?: number | null }
>
export type MigInstance = Keyed<Schemas['MigInstance']>
/** A stale GPU is one that is OK and whose last sample is old. */
export type GpuState = Exclude<Schemas['Gpu']['state'], 'STALE'>
/** The last readings of a GPU that is not read now. */
export type LastGpu = With<Keyed<Schemas['LastGpu']>, { processes: GpuProcess[] }>
/** With all reasons of a link in the link itself. */
export type Gpu = With<
  Omit<Keyed<Schemas['Gpu']>, 'linksAbsent' | 'reservations'>,
  { state: GpuState; links: Link[]; processes: GpuProcess[]; mig: MigInstance[]; last: LastGpu | null }
>

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
export type Host = With<Keyed<Schemas['Host']>, Parts>

export type Source = Schemas['Source']
export type Topology = Schemas['Topology']
export type TopologyGpu = Schemas['TopologyGpu']
export type TopologyLink = Schemas['TopologyLink']
export type TopologyNvlink = Schemas['TopologyNvlink']
export type TopologyNic = Schemas['TopologyNic']
export type Snapshot = With<Schemas['Snapshot'], { gpus: Gpu[]; host: Host | null }>
export type CatalogueEntry = With<Schemas['CatalogueEntry'], { key: MetricKey; unit: Unit; panel: Panel }>
export type Status = Schemas['Status']
export type Check = Status['checks'][number]
export type Step = Status['steps'][number]

/** Whether a GPU is free, and why not. */
export type GpuAvailability = With<
  Omit<Schemas['GpuAvailability'], 'users'>,
  {
    reservations: Reservation[]
    hold: Pick<Schemas['HeldFor'], 'holder' | 'seconds'> | null
    heldInstances: string[]
  }
>
/** The job to which a scheduler has assigned a GPU. */
export type Reservation = With<Schemas['Reservation'], { workload: Pick<Schemas['Workload'], 'id'> }>
export type Obstacle = GpuAvailability['obstacles'][number]
/** The free GPUs: those chosen, and the facts about all of them. */
export type FreeGpus = Pick<Schemas['FreeGpus'], 'requested' | 'windowSeconds' | 'chosen'> & { gpus: GpuAvailability[] }

/** The class of a GPU among those of all machines. */
export type GpuUse = Schemas['MachineGpu']['use']
export type MachineHolder = Schemas['MachineHolder']
/** A GPU of a machine; holders are null for readers who may not see them. */
export type MachineGpu = With<Schemas['MachineGpu'], { state: GpuState | null; holders: MachineHolder[] | null }>
export type MachineAlert = With<
  Schemas['MachineAlert'],
  { severity: 'warning' | 'critical'; sentence: string | null; translations: Translations<'short' | 'sentence'> }
>
export type MachineReport = With<Schemas['MachineReport'], { gpus: MachineGpu[]; alerts: MachineAlert[] }>
export type FleetMachine = With<
  Schemas['FleetMachine'],
  { machine: MachineReport | null; translations: Translations<'problem'> }
>
/** A server of series, such as Prometheus; seconds of GPUs by class. */
export type FleetEngine = With<
  Schemas['FleetEngine'],
  { daySeconds: Partial<Record<GpuUse, number>>; translations: Translations<'problem'> }
>
/** This machine and others. */
export type Fleet = With<
  Schemas['Fleet'],
  { engine: FleetEngine | null; gpus: Partial<Record<GpuUse, number>>; machines: FleetMachine[] }
>
/** The past of a GPU in steps; owners are null for readers who may not see them. */
export type FleetPastGpu = With<
  Schemas['FleetPastGpu'],
  { utilization: (number | null)[]; owners: Schemas['FleetPastOwner'][] | null }
>
export type FleetPast = With<Schemas['FleetPast'], { gpus: FleetPastGpu[]; translations: Translations<'problem'> }>
export type FleetPlace = Schemas['FleetPlace']
export type FleetHeldGpu = Pick<MachineGpu, 'index' | 'since' | 'memoryUsed' | 'holders'> & { machine: string }
/** The machines with enough free GPUs. */
export type FleetFree = Pick<Schemas['FleetFree'], 'requested' | 'machines'> & { heldIdle: FleetHeldGpu[] }

type Points = Record<'min' | 'avg' | 'max', (number | null)[]>
/** The place of a MIG instance on its GPU; the driver uses it again. */
export type InstancePlace = Pick<Schemas['HistoryInstance'], 'gpuInstance' | 'computeInstance'>
export type HistorySeries = With<
  Schemas['HistorySeries'],
  Points & { metric: MetricKey; unit: Unit; mig: InstancePlace | null }
>
export type History = With<Schemas['History'], { series: HistorySeries[] }>
export type HistoryStatus = Schemas['HistoryStatus']

/** Seconds of a GPU by activity. */
export type StateSeconds = Schemas['OccupancySeconds']
/** Sums of a period over all GPUs. */
export type Totals = Schemas['HistoryTotal']
export type GpuTotals = Schemas['HistoryGpuSummary']
export type HistorySummary = Omit<Schemas['HistorySummary'], 'simulated'>
/** One process on one GPU. */
export type UsageInterval = Schemas['UsageInterval']
export type UserUsage = Schemas['UsageOfUser']
/** A part of the time and the energy of the GPUs; all parts add up. */
export type OwnerUsage = Schemas['UsageOfOwner']
export type HistoryUsage = Omit<Schemas['Usage'], 'simulated' | 'owners'> & { owners: OwnerUsage[] }
export type Mark = Schemas['Mark']
export type StateSegment = Schemas['GpuStateSegment']
export type StateName = StateSegment['state']
export type StatesOfGpu = Schemas['GpuStatesOfGpu']
export type GpuStates = Omit<Schemas['GpuStates'], 'simulated'>

/*
 * Events and insights as the parsers return them: a newer server may send other values, an older one none, and the
 * UUID of a GPU may be empty.
 */
export type Severity = Schemas['Insight']['severity']
export type NamedGpu = Schemas['EventGpu']
export type EvidenceSeries = Schemas['InsightChart']
export type BlamedProcess = Schemas['InsightProcess']
export type Silence = Schemas['InsightSilence']
export type NewSilence = Schemas['NewSilence']
/** Texts by language, except English. */
export type Translations<Key extends string> = Partial<Record<string, Partial<Record<Key, string | null>>>>

export type Evidence = With<Schemas['InsightEvidence'], { translations: Translations<'name'> }>
export type Insight = With<
  Omit<Schemas['Insight'], 'action'>,
  {
    cause: string | null
    advice: string | null
    gpus: NamedGpu[]
    evidence: Evidence[]
    translations: Translations<'sentence' | 'short' | 'cause' | 'advice'>
  }
>
export type InsightCheck = With<
  Schemas['InsightCheck'],
  { gpus: NamedGpu[]; translations: Translations<'sentence' | 'detail'> }
>
export interface InsightBoard {
  insights: Insight[]
  checks: InsightCheck[]
}

/** The story of a period, in sentences. */
export type Story = Schemas['Story']
export type Sentence = Schemas['StorySentence']

export type GpuEvent = With<Schemas['Event'], { translations: Translations<'title' | 'detail' | 'action'> }>
export type EventPage = With<Schemas['Events'], { events: GpuEvent[] }>

/** A job on GPUs; texts about it are in the language of the request. */
export type Job = Schemas['Job']
export type JobGpu = Schemas['JobGpu']
export type JobGpuHours = Schemas['JobGpuHours']
export type JobEvent = Schemas['JobEvent']
export type Jobs = Pick<Schemas['Jobs'], 'jobs' | 'omitted' | 'reserved'>
export type ReservedJob = Schemas['ReservedJob']
