import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { lastSampled } from '@/store/past'
import { LATEST_MILLIS, type Moment } from '@/store/readings'
import { summarizeLast } from '@/timeseries/summary'
import { FACT_GROUPS, IDENTITY } from './facts'
import { gauges } from './gauges'
import type { Knowledge } from './knowledge'

/** What a GPU told while it answered last. */
interface LastKnown {
  gpu: Gpu
  detail: Gpu | null
}

/** The last good answers of GPUs, for the day they stop; the server forgets them at once. */
export class LastGood {
  private readonly answers = new Map<string, LastKnown>()

  /** Called with everything that is known of a GPU, whatever its state. */
  follow({ gpu, detail }: Knowledge): void {
    if (gpu.state !== 'OK') return
    const key = gpuKey(gpu)
    const before = this.answers.get(key)
    const answered = detail?.state === 'OK' ? detail : (before?.detail ?? null)
    this.answers.set(key, { gpu, detail: answered })
  }

  /** The same as far as it was known when the GPU answered last; of one that answers or sleeps, what is known now. */
  shown(known: Knowledge): Knowledge {
    const { moment, gpu } = known
    if (gpu.state === 'OK' || gpu.state === 'SLEEPING') return known
    const key = gpuKey(gpu)
    const last = this.answers.get(key)
    const told = { ...last?.gpu.values, ...rememberedValues(known) }
    const at = lastSampleAt(moment, gpu, last)
    const past: Gpu = {
      ...gpu,
      state: 'OK',
      sampledAt: at === null ? null : new Date(at).toISOString(),
      values: told,
      absent: last?.gpu.absent ?? {},
      facts: { ...identityOf(gpu), ...last?.gpu.facts },
      processes: [...(moment.lastProcesses.get(key) ?? [])],
      processesOmitted: 0,
    }
    const ageMillis = at === null ? 0 : Math.max(1, moment.edge - at)
    return { moment, gpu: past, detail: last?.detail ?? null, detailStaleMillis: ageMillis, past: { at } }
  }
}

const METRICS: readonly MetricKey[] = [IDENTITY, ...FACT_GROUPS].flatMap(({ rows }) => rows.map(({ metric }) => metric))

/** What the timeline of all pages remembers, also where this page has not seen the GPU answer. */
function rememberedValues(known: Knowledge): Gpu['values'] {
  const { moment, gpu } = known
  const metrics = [...gauges(known).map(({ metric }) => metric), ...METRICS]
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const last = summarizeLast(moment.timeline.read(gpuKey(gpu), metric), moment.edge, LATEST_MILLIS)
      return last === null ? [] : [[metric, last.mean]]
    }),
  )
}

/** When the GPU was sampled last: by the samples there are, else as the server says. */
function lastSampleAt(moment: Moment, gpu: Gpu, last: LastKnown | undefined): number | null {
  const told = last?.gpu.sampledAt ?? gpu.sampledAt
  return lastSampled(moment, gpu) ?? (told === null ? null : Date.parse(told))
}

/** What a snapshot tells of a GPU in any state. */
function identityOf({ uuid, pciBusId }: Gpu): Gpu['facts'] {
  return { ...(uuid === null ? {} : { uuid }), ...(pciBusId === null ? {} : { 'pci.bus_id': pciBusId }) }
}
