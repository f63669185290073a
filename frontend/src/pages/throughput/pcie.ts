import type { Gpu, MetricKey } from '@/api/types'
import { limitOf, type Limit } from '@/store/limits'
import type { Moment } from '@/store/readings'
import type { Capacity } from './throughput'

/** A PCIe link compared with the maximum of GPU and machine. */
export interface PcieLink extends Capacity {
  limit: Limit
  generation: { now: number | null; most: number | null }
  lanes: { now: number | null; most: number | null }
  /** Fewer lanes than possible: the slot, the riser or the card may be faulty. */
  narrow: boolean
  /** A lower generation than possible although the GPU has been busy for some time. */
  slow: boolean
  /** A lower generation while the GPU is idle, which saves power. */
  saving: boolean
}

/** Limits are read about every ten seconds: until then they are those of the idle GPU. */
const SETTLED_MILLIS = 20_000

export function pcieLink(moment: Moment, gpu: Gpu): PcieLink {
  const limit = limitOf(moment, gpu, 'pcie.bandwidth.max')
  const value = (metric: MetricKey) => limitOf(moment, gpu, metric).value
  const generation = { now: value('pcie.link.gen.current'), most: value('pcie.link.gen.max') }
  const lanes = { now: value('pcie.link.width.current'), most: value('pcie.link.width.max') }
  const narrow = isLess(lanes)
  const slow = isLess(generation) && atWork(moment, gpu)
  return {
    limit,
    generation,
    lanes,
    narrow,
    slow,
    saving: isLess(generation) && !slow,
    most: limit.value,
    reachable: reachable(limit.value, narrow ? lanes : null, slow ? value('pcie.bandwidth.current') : null),
  }
}

/** A link that saves power reaches its maximum as soon as the GPU is busy. */
function reachable(most: number | null, lanes: PcieLink['lanes'] | null, now: number | null): number | null {
  if (most === null) return null
  if (now !== null) return Math.min(most, now)
  return lanes === null ? most : (most * (lanes.now ?? 0)) / (lanes.most ?? 1)
}

function isLess({ now, most }: { now: number | null; most: number | null }): boolean {
  return now !== null && most !== null && now > 0 && now < most
}

function atWork({ snapshot }: Moment, gpu: Gpu): boolean {
  return gpu.busySince !== null && Date.parse(snapshot.takenAt) - Date.parse(gpu.busySince) >= SETTLED_MILLIS
}

/** Returns the utilization of the link in its busier direction. */
export function percentUsed(capacity: Capacity, means: readonly (number | undefined)[]): number | null {
  const numbers = means.filter((each) => each !== undefined)
  if (numbers.length === 0 || capacity.reachable === null || capacity.reachable <= 0) return null
  return (Math.max(...numbers) / capacity.reachable) * 100
}
