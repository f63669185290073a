import { isRead } from '@/api/states'
import type { Gpu } from '@/api/types'
import { gpuKey } from '@/api/names'
import { lastSampled } from '@/store/past'
import { LATEST_MILLIS } from '@/store/readings'
import { summarizeLast } from '@/timeseries/summary'
import { shownMetrics } from './facts'
import { GAUGE_METRICS } from './gauges'
import type { GpuData } from './gpu-data'

/** The last good responses about a GPU. */
interface LastResponse {
  gpu: Gpu
  detail: Gpu | null
}

/** Keeps the last good responses of GPUs for when they fail: the server keeps values, without links and instances. */
export class LastResponses {
  private readonly responses = new Map<string, LastResponse>()

  /** Records the data of a GPU unless it has failed. */
  record({ gpu, detail }: GpuData): void {
    if (!isRead(gpu.state)) return
    const key = gpuKey(gpu)
    const before = this.responses.get(key)
    this.responses.set(key, {
      gpu,
      detail: detail !== null && isRead(detail.state) ? detail : (before?.detail ?? null),
    })
  }

  /** Returns the data itself, or the last good data if the GPU has failed. */
  currentOrLast(data: GpuData): GpuData {
    const { moment, gpu } = data
    // The full response to a request about a GPU that has failed has its last facts in full.
    const frozen = data.detail?.last
    if (isRead(gpu.state) || gpu.state === 'SLEEPING') return data
    const key = gpuKey(gpu)
    const last = this.responses.get(key)
    const reported = last?.gpu.sampledAt ?? gpu.sampledAt
    const at = lastSampled(moment, gpu) ?? (reported === null ? null : Date.parse(reported))
    const past: Gpu = {
      ...gpu,
      state: 'OK',
      sampledAt: at === null ? null : new Date(at).toISOString(),
      values: { ...frozen?.values, ...last?.gpu.values, ...timelineValues(data), ...gpu.last?.values },
      absent: last?.gpu.absent ?? {},
      facts: { ...identityOf(gpu), ...frozen?.facts, ...last?.gpu.facts, ...gpu.last?.facts },
      processes: [...(gpu.last?.processes ?? last?.gpu.processes ?? [])],
      processesOmitted: 0,
    }
    const ageMillis = at === null ? 0 : Math.max(1, moment.edge - at)
    return { moment, gpu: past, detail: last?.detail ?? null, detailStaleMillis: ageMillis, past: { at } }
  }
}

/** Returns the last values of the timeline that all pages share; it has them even if this page was not open. */
function timelineValues(data: GpuData): Gpu['values'] {
  const { moment, gpu } = data
  const metrics = [...GAUGE_METRICS, ...shownMetrics()]
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const last = summarizeLast(moment.timeline.read(gpuKey(gpu), metric), moment.edge, LATEST_MILLIS)
      return last === null ? [] : [[metric, last.mean]]
    }),
  )
}

/** Returns the facts that a snapshot has in any state of the GPU. */
function identityOf({ uuid, pciBusId }: Gpu): Gpu['facts'] {
  return { ...(uuid === null ? {} : { uuid }), ...(pciBusId === null ? {} : { 'pci.bus_id': pciBusId }) }
}
