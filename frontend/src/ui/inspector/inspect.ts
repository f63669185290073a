import type { AbsenceReason, CatalogueEntry, Gpu, MetricKey, Snapshot } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'

/** A value exactly as the API tells it, in the catalogue's unit. */
export interface InspectedValue {
  gpu: Gpu | null
  value: number | null
  /** The word for a value that is one, or for a number that stands for one. */
  word: string | null
  quality: Quality
  reason: AbsenceReason | undefined
  /** When it was asked of the driver, by the server's clock; null while it never was. */
  sampledAt: string | null
  ageMillis: number
}

/** Whether there is one value of it for a GPU or the machine; of processes, links and disks there are many. */
export function hasOneValue({ scope }: CatalogueEntry): boolean {
  return scope === 'GPU' || scope === 'HOST'
}

/** Whether the snapshot says anything of the metric, be it that it is absent. */
export function mentions(snapshot: Snapshot, metric: MetricKey): boolean {
  return subjects(snapshot).some(({ values, facts, absent }) => metric in values || metric in facts || metric in absent)
}

/** What the snapshot tells of a metric: of one GPU, of each GPU, or of the machine. */
export function inspect(snapshot: Snapshot, entry: CatalogueEntry, key: string | null): InspectedValue[] {
  if (entry.scope === 'HOST') return snapshot.host === null ? [] : [one(entry, snapshot.host, null, snapshot.takenAt)]
  if (entry.scope !== 'GPU') return []
  return snapshot.gpus
    .filter((gpu) => key === null || gpuKey(gpu) === key)
    .map((gpu) => one(entry, gpu, gpu, entry.cadence === 'FAST' ? gpu.sampledAt : gpu.slowSampledAt))
}

type Subject = Pick<Gpu, 'values' | 'facts' | 'absent'>

function one(entry: CatalogueEntry, subject: Subject, gpu: Gpu | null, sampledAt: string | null): InspectedValue {
  const value = subject.values[entry.key] ?? null
  const word = subject.facts[entry.key] ?? null
  const reason = subject.absent[entry.key]
  const known = value !== null || word !== null
  return { gpu, value, word, quality: known ? 'ok' : absentQuality(reason), reason, sampledAt, ageMillis: 0 }
}

function subjects(snapshot: Snapshot): Subject[] {
  return snapshot.host === null ? snapshot.gpus : [...snapshot.gpus, snapshot.host]
}
