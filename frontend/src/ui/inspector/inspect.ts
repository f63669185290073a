import type { AbsenceReason, CatalogueEntry, Gpu, MetricKey, Snapshot } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'

/** A value as the API reports it, in the unit of the catalogue. */
export interface InspectedValue {
  gpu: Gpu | null
  value: number | null
  /** The text of a value that is a text, or of a number that encodes one. */
  word: string | null
  quality: Quality
  reason: AbsenceReason | undefined
  /** Time of the sample by the server's clock, or null before the first one. */
  sampledAt: string | null
  ageMillis: number
}

/** Whether a GPU or the machine has one value of it; processes, links and disks have many. */
export function hasOneValue({ scope }: CatalogueEntry): boolean {
  return scope === 'GPU' || scope === 'HOST'
}

/** Whether the snapshot contains the metric, as a value or as absent. */
export function mentions(snapshot: Snapshot, metric: MetricKey): boolean {
  return subjects(snapshot).some(({ values, facts, absent }) => metric in values || metric in facts || metric in absent)
}

/** The values of a metric in the snapshot: of one GPU, of each GPU, or of the machine. */
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
