import type { GpuTotals, History, HistorySeries } from '../api/types'
import type { HistoryStatus, HistorySummary, HistoryUsage, Mark, Totals, UsageInterval } from '../api/types'
import { ok, type ApiHandler, type ApiRequest, type ApiResponse } from './api'
import { OWNERS } from './owners'
import { BEGIN, HISTORY } from './machine'
import { jobsResponse } from './past-jobs'
import { states } from './past-states'
import { story } from './past-story'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const GIB = 2 ** 30
/** The present of the recorded machine. */
export const NOW = BEGIN + HISTORY * 1000
/** Start of the retained history. */
export const SINCE = NOW - 20 * DAY
/** A time without gpulse. */
export const GAP = { from: NOW - 9 * HOUR, to: NOW - 8.2 * HOUR }

const MILLIS: Record<string, number> = { s: 1000, m: MINUTE, h: HOUR, d: DAY }
const STEPS = [1000, 2000, 5000, 10_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE]
const LONG_STEPS = [1, 2, 3, 6].map((hours) => hours * HOUR)

const LEVELS: Record<string, { unit: HistorySeries['unit']; least: number; most: number }> = {
  'utilization.gpu': { unit: '%', least: 0, most: 98 },
  'utilization.memory': { unit: '%', least: 0, most: 55 },
  'memory.used': { unit: 'B', least: 0.6 * GIB, most: 71 * GIB },
  'power.draw': { unit: 'W', least: 112, most: 640 },
  'temperature.gpu': { unit: '°C', least: 38, most: 71 },
  'host.cpu.utilization': { unit: '%', least: 4, most: 78 },
  'host.memory.used': { unit: 'B', least: 60 * GIB, most: 700 * GIB },
  'clocks.current.sm': { unit: 'MHz', least: 345, most: 1980 },
}

/** Load of a GPU: most of them train by day, each with its own pauses. */
export function load(gpu: number, time: number): number {
  const hour = (time / HOUR + gpu * 1.7) % 24
  if (gpu === 4) return hour < 3 ? 0.9 : 0
  if (hour > 15 + gpu) return 0.02
  return Math.floor(time / (9 * MINUTE) + gpu) % 13 === 0 ? 0.3 : 0.93 + 0.05 * Math.sin(time / (7 * MINUTE) + gpu)
}

export function spanOf(query: URLSearchParams): { from: number; to: number } {
  const [from, to] = [query.get('from'), query.get('to')]
  if (from !== null) return { from: Date.parse(from), to: to === null ? NOW : Date.parse(to) }
  const [, number = '1', unit = 'h'] = /^(\d+)([smhd])$/.exec(query.get('range') ?? '1h') ?? []
  return { from: NOW - Number(number) * (MILLIS[unit] ?? HOUR), to: NOW }
}

/** Response of the server to a request for series. */
export function history(query: URLSearchParams, count: number): History {
  const { from, to } = spanOf(query)
  const points = Number(query.get('points') ?? 600)
  const step = [...STEPS, ...LONG_STEPS].find((each) => (to - from) / each <= points) ?? 6 * HOUR
  const t: number[] = []
  for (let time = Math.floor(from / step) * step; time < to; time += step) t.push(time)
  const requested = (query.get('gpus') ?? '').split(',').filter(Boolean).map(Number)
  const gpus = Array.from({ length: count }, (_, gpu) => gpu).filter(
    (gpu) => requested.length === 0 || requested.includes(gpu),
  )
  // A metric that the machine does not report has no series.
  const metrics = (query.get('metrics') ?? 'utilization.gpu').split(',').filter((metric) => metric in LEVELS)
  return {
    from: new Date(t[0] ?? from).toISOString(),
    to: new Date((t.at(-1) ?? to) + step).toISOString(),
    stepMillis: step,
    tier: step >= HOUR ? 'HOUR' : step >= MINUTE ? 'MINUTE' : 'RAW',
    simulated: false,
    t,
    series: metrics.flatMap((metric) =>
      metric.startsWith('host.') ? [series(metric, null, t, step)] : gpus.map((gpu) => series(metric, gpu, t, step)),
    ),
  }
}

function series(metric: string, gpu: number | null, t: number[], step: number): HistorySeries {
  const { unit, least, most } = LEVELS[metric] ?? { unit: '', least: 0, most: 0 }
  const isThere = (time: number) => time + step > SINCE && (time + step <= GAP.from || time >= GAP.to)
  const avg = t.map((time) => (isThere(time) ? least + load(gpu ?? 2, time) * (most - least) : null))
  const swing = step >= MINUTE ? (most - least) * 0.12 : 0
  return {
    gpu: gpu === null ? null : uuid(gpu),
    index: gpu,
    name: gpu === null ? null : 'NVIDIA H100 80GB HBM3',
    mig: null,
    metric: metric as HistorySeries['metric'],
    unit,
    min: avg.map((value) => (value === null ? null : Math.max(least, value - swing))),
    avg,
    max: avg.map((value) => (value === null ? null : Math.min(most, value + swing))),
  }
}

export function uuid(gpu: number): string {
  return `GPU-de300000-0000-4000-8000-0000000000${String(gpu).padStart(2, '0')}`
}

export function summary(query: URLSearchParams, count: number): HistorySummary {
  const { from, to } = spanOf(query)
  const seconds = (to - from) / 1000
  const each = (gpu: number): GpuTotals => ({
    gpu: uuid(gpu),
    index: gpu,
    name: 'NVIDIA H100 80GB HBM3',
    p95OfMinuteAverages: {
      'utilization.gpu': 97.1 - gpu,
      'memory.used': 71 * GIB,
      'power.draw': 612.3,
      'temperature.gpu': 70 + gpu,
    },
    ...totals(seconds, 4.85 + gpu / 10),
    clocksEventSeconds: gpu === 7 ? { sw_power_cap: seconds * 0.38, hw_thermal_slowdown: 95 } : {},
  })
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    gpus: Array.from({ length: count }, (_, gpu) => each(gpu)),
    total: { ...totals(seconds * count, 4.85 * count), clocksEventSeconds: { sw_power_cap: seconds * 0.38 } },
  }
}

function totals(seconds: number, energyKilowattHours: number): Totals {
  const part = (share: number) => Math.round(seconds * share)
  return {
    energyKilowattHours,
    seconds: { active: part(0.71), heldIdle: part(0.06), free: part(0.16), unknown: part(0.07) },
    clocksEventSeconds: {},
    missingSeconds: part(0.066),
  }
}

/** A process; one on GPU 3, which is lost in the last hour, was last seen before. */
function interval(gpu: number, hours: [number, number | null], changes: Partial<UsageInterval>): UsageInterval {
  const [from, to] = hours
  return {
    gpu: uuid(gpu),
    index: gpu,
    pid: 41_000 + gpu,
    ...{ user: 'mchen', name: 'python', program: 'train.py' },
    ...{ gpuInstance: null, computeInstance: null },
    startedAt: new Date(NOW - from * HOUR).toISOString(),
    firstSeenAt: new Date(NOW - from * HOUR).toISOString(),
    endedAt: to === null ? null : new Date(NOW - to * HOUR).toISOString(),
    lastSeenAt: new Date(NOW - (to ?? (gpu === 3 ? 1 : 0)) * HOUR).toISOString(),
    peakMemoryBytes: 71.2 * GIB,
    meanUtilization: 91,
    energyKilowattHours: 2.41,
    energyShare: 'EXCLUSIVE',
    ...changes,
  }
}

export function usage(query: URLSearchParams): HistoryUsage {
  const { from, to } = spanOf(query)
  const shared = { user: 'svc-infer', program: 'vllm worker', energyShare: 'BY_SM' as const, meanUtilization: 44 }
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    intervals: [
      ...[0, 1, 2, 3].flatMap((gpu) => [interval(gpu, [11, 6.5], {}), interval(gpu, [3, null], { pid: 52_000 + gpu })]),
      interval(4, [40, null], { user: 'asharma', name: 'python', meanUtilization: 0, pid: 33_871 }),
      interval(5, [30, null], shared),
      interval(5, [5, 2], {
        ...shared,
        pid: 52_300,
        ...{ program: 'nsys', gpuInstance: 2 },
        energyShare: 'SHARED',
        energyKilowattHours: null,
      }),
      interval(7, [4, null], { user: null, name: null, pid: 61_007, peakMemoryBytes: null, meanUtilization: null }),
    ],
    omitted: 3,
    owners: OWNERS,
    users: ['mchen', 'svc-infer', 'asharma', null].map((user, i) => ({
      user,
      energyKilowattHours: user === null ? null : 19.28 / (i + 1),
      seconds: 110_000 / (i + 1),
      activeSeconds: i === 2 ? 0 : 90_000 / (i + 1),
      heldIdleSeconds: 4000 * i,
      peakMemoryBytes: 71.2 * GIB,
      processes: 8 - i,
    })),
  }
}

export const MARKS: readonly Mark[] = [
  { id: 1, at: new Date(NOW - 3.2 * HOUR).toISOString(), text: 'run starts', gpus: [] },
  { id: 2, at: new Date(NOW - 2.2 * HOUR).toISOString(), text: 'epoch 1', gpus: [0, 1] },
]
export const RECORDING: HistoryStatus = {
  state: 'RECORDING',
  detail: null,
  rawSince: new Date(NOW - 5 * DAY).toISOString(),
  minutesSince: new Date(SINCE).toISOString(),
  hoursSince: null,
  sizeBytes: 148_373_504,
  maxBytes: 2 ** 30,
}

/** The properties of `/status` that pages read. */
const STATUS = { startedAt: new Date(SINCE).toISOString(), uptimeSeconds: 20 * 86_400, checks: [], steps: [] }

/** The status of a server whose history begins at a time. */
export function statusSince(rawSince: string) {
  return { ...STATUS, history: { ...RECORDING, rawSince, minutesSince: rawSince } }
}

/** A test server with weeks of history and marks. */
export class PastServer {
  /** Queries of all requests for series. */
  readonly queries: URLSearchParams[] = []
  marks: Mark[] = [...MARKS]
  status: HistoryStatus = RECORDING
  /** Replaces the response to requests for series, unless it returns null. */
  instead: ApiHandler | null = null

  constructor(private readonly count = 8) {}

  readonly handle: ApiHandler = async (request) => {
    const { path, query, method } = request
    if (path === 'history') {
      this.queries.push(query)
      return (await this.instead?.(request)) ?? ok(history(query, this.count))
    }
    if (path === 'history/states') return ok(states(query, this.count))
    if (path === 'history/summary') return ok(summary(query, this.count))
    if (path === 'history/usage') return ok(usage(query))
    if (path === 'story') return ok(story(query))
    if (path === 'jobs' || path.startsWith('jobs/')) return jobsResponse(request)
    if (path === 'status') return ok({ ...STATUS, history: this.status })
    if (path === 'marks') return method === 'POST' ? this.addMark(request) : ok({ marks: this.marks })
    return path.startsWith('marks/') ? this.removeMark(path) : null
  }

  private addMark({ body }: ApiRequest): ApiResponse {
    const { text, gpus = [] } = body as { text: string; gpus?: number[] }
    const mark = { id: this.marks.length + 1, at: new Date(NOW - MINUTE).toISOString(), text, gpus }
    this.marks.push(mark)
    return { status: 201, body: mark }
  }

  private removeMark(path: string): ApiResponse {
    const id = Number(path.split('/').at(-1))
    this.marks = this.marks.filter((mark) => mark.id !== id)
    return { status: 204, body: null }
  }
}
