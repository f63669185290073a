import type { Gpu, GpuProcess } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type GpuGlyph } from '@/api/states'
import { alertsOf, idleFor } from '@/store/alerts'
import { isFailed, processesOf } from '@/store/faults'
import { healthNow } from '@/store/health'
import { metricAttributes } from '@/store/metric-attributes'
import { limitOf, type Limit } from '@/store/limits'
import { lastSampled, pastReading } from '@/store/past'
import { isStale, LATEST_MILLIS, read, type Moment, type Reading } from '@/store/readings'
import { usersOf, type Users } from '@/store/users'
import { summarize, type Summary } from '@/timeseries/summary'
import { figure } from '../overview/totals'
import { sharedMemory, type SharedMemory } from './shared'

/** A segment of the bar of a GPU, from left to right; the rest is free. */
export interface MemorySegment {
  kind: 'process' | 'idle' | 'others' | 'reserved' | 'system' | 'cache'
  bytes: number
  /** Share of the memory of the GPU. */
  percent: number
  process: GpuProcess | null
}

/** The row of a GPU. */
export interface MemoryRow {
  key: string
  gpu: Gpu
  health: GpuGlyph
  stale: boolean
  used: Reading
  total: Limit
  reserved: Limit
  free: Limit
  range: Summary | null
  segments: MemorySegment[]
  /** The parts of memory that the GPU shares with the system; null where it has its own. */
  shared: SharedMemory | null
  /** Idle time with used memory; null without an alert about it. */
  idleMillis: number | null
  users: Users
  lastProcess: GpuProcess | null
  /** Time of the last sample of a GPU that cannot be read, or null. */
  sampled: number | null
}

export function memoryRows(moment: Moment, rangeMillis: number): MemoryRow[] {
  return moment.snapshot.gpus.map((gpu) => memoryRow(moment, gpu, rangeMillis))
}

function memoryRow(moment: Moment, current: Gpu, rangeMillis: number): MemoryRow {
  const key = gpuKey(current)
  const sampled = lastSampled(moment, current)
  const gpu = { ...current, processes: [...processesOf(current)] }
  const latest = read(moment, gpu, 'memory.used', LATEST_MILLIS)
  const used = sampled === null ? latest : pastReading(latest)
  const total = limitOf(moment, gpu, 'memory.total')
  const reserved = limitOf(moment, gpu, 'memory.reserved')
  const isIdle = alertsOf(moment, gpu).some((alert) => alert.kind === 'held')
  const free = gpu.values['memory.free']
  const absence = sampled === null ? absentQuality(gpu.absent['memory.free']) : 'gap'
  const bytes = figure(used)
  const shared = sharedMemory(moment, gpu, bytes, total.value)
  const segments =
    bytes === null || total.value === null ? [] : segmentsOf(gpu, bytes, total.value, reserved.value, isIdle)
  return {
    key,
    gpu,
    health: healthNow(moment, gpu),
    stale: isStale(moment, gpu),
    used,
    total,
    reserved,
    free: {
      value: free ?? null,
      quality: free === undefined ? absence : used.quality,
      reason: gpu.absent['memory.free'],
      about: metricAttributes('memory.free', gpu),
    },
    range: summarize(moment.timeline.read(key, 'memory.used'), moment.edge - rangeMillis, moment.edge),
    segments: [...segments, ...(shared === null ? [] : systemSegments(shared, total.value ?? 0))],
    shared,
    idleMillis: isIdle ? idleFor(moment.snapshot.takenAt, gpu) : null,
    users: usersOf([gpu]),
    lastProcess: isFailed(gpu) ? (gpu.processes[0] ?? null) : null,
    sampled,
  }
}

export function memoryOf(process: GpuProcess): number | null {
  return process.values['process.memory.used'] ?? null
}

/** Segments below this share are invisible. */
const LEAST_PERCENT = 0.1

/** Limits the sum of the processes to the used memory, which the driver samples at another time. */
export function segmentsOf(
  gpu: Pick<Gpu, 'processes'>,
  used: number,
  total: number,
  reserved: number | null,
  isIdle: boolean,
): MemorySegment[] {
  if (total <= 0) return []
  const percent = (bytes: number) => (bytes / total) * 100
  const segments: MemorySegment[] = []
  let left = Math.min(used, total)
  for (const process of bySize(gpu.processes)) {
    const bytes = memoryOf(process) ?? 0
    const share = percent(Math.min(bytes, left))
    if (share < LEAST_PERCENT) break
    segments.push({ kind: isIdle ? 'idle' : 'process', bytes, percent: share, process })
    left -= Math.min(bytes, left)
  }
  if (percent(left) >= LEAST_PERCENT) {
    segments.push({ kind: 'others', bytes: left, percent: percent(left), process: null })
  }
  const kept = Math.min(reserved ?? 0, total - Math.min(used, total))
  if (kept > 0) segments.push({ kind: 'reserved', bytes: kept, percent: percent(kept), process: null })
  return segments
}

/** The parts of the system's memory that are not used on the GPU; the rest of the bar is free. */
function systemSegments({ others, cache }: SharedMemory, total: number): MemorySegment[] {
  const parts = [
    { kind: 'system' as const, bytes: others },
    { kind: 'cache' as const, bytes: cache ?? 0 },
  ].map((part) => ({ ...part, percent: total > 0 ? (part.bytes / total) * 100 : 0, process: null }))
  return parts.filter(({ percent }) => percent >= LEAST_PERCENT)
}

function bySize(processes: readonly GpuProcess[]): GpuProcess[] {
  return [...processes].sort((a, b) => (memoryOf(b) ?? 0) - (memoryOf(a) ?? 0))
}

/** End of the common scale: the largest known total. */
export function largestTotal(rows: readonly MemoryRow[]): number | null {
  const known = rows.flatMap((row) => row.total.value ?? [])
  return known.length === 0 ? null : Math.max(...known)
}
