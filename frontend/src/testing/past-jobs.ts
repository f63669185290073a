import type { Job, JobGpu, JobGpuHours } from '../api/types'
import { ok, refused, type ApiRequest, type ApiResponse } from './api'
import { NOW, uuid } from './past'

const HOUR = 3_600_000
const GIB = 2 ** 30
/** Id of a running job. */
export const JOB = 'slurm-280678'

const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

/** GPU-hours that add up. */
export function gpuHours(parts: Partial<JobGpuHours>): JobGpuHours {
  const { active = 0, heldIdle = 0, shared = 0, unknown = 0, smActive = null } = parts
  return { active, heldIdle, shared, unknown, smActive, total: active + heldIdle + shared + unknown }
}

export function jobGpu(index: number, hours: JobGpuHours, changes: Partial<JobGpu> = {}): JobGpu {
  return {
    gpu: uuid(index),
    index,
    name: 'NVIDIA H100 80GB HBM3',
    gpuHours: hours,
    minutes: 180,
    mean: { 'utilization.gpu': 53.2 + index / 10, 'activity.sm': 44.1, 'power.draw': 367 },
    ownUtilization: null,
    memoryBytes: 71.2 * GIB,
    peakMemoryBytes: 71.4 * GIB,
    totalMemoryBytes: 79.6 * GIB,
    ...{ energyKilowattHours: 1.17, energyMostKilowattHours: 1.17 },
    throttledSeconds: {},
    sharedWith: [],
    ...changes,
  }
}

/** A job that has run alone on two GPUs for 3 hours. */
export function aJob(changes: Partial<Job> = {}): Job {
  const hours = gpuHours({ active: 1.7, smActive: 1.4, heldIdle: 1.3 })
  return {
    id: JOB,
    workload: { kind: 'JOB', id: '280678', system: 'slurm' },
    ...{ program: 'train.py', user: 'mchen', state: 'RUNNING', startedAt: ago(3), endedAt: null, lastSeenAt: ago(0) },
    restartOf: null,
    ...{ pids: [41_102, 41_103], processes: 2 },
    gpuHours: gpuHours({ active: 3.4, smActive: 2.8, heldIdle: 2.6 }),
    peakMemoryBytes: 71.4 * GIB,
    ...{ energyKilowattHours: 2.34, energyMostKilowattHours: 2.34, idleEnergyKilowattHours: 0.31 },
    throttledSeconds: {},
    unevenness: 0.7,
    ...{ hostCpuPercent: 412, hostMemoryBytes: 90 * GIB },
    gpus: [jobGpu(0, hours), jobGpu(1, hours)],
    ...{ reservedGpus: [], events: [] },
    advice: [{ rule: 'used-well', sentence: 'Used well: a kernel ran 57 % of the time.' }],
    ...changes,
  }
}

/** Two jobs that share GPU 4, of which one holds it idle. */
function sharedJobs(isChinese: boolean): Job[] {
  const text = (english: string, chinese: string) => (isChinese ? chinese : english)
  const idle = gpuHours({ heldIdle: 18.8, shared: 1.1, unknown: 0.4 })
  const notebook = aJob({
    id: 'kernel-3f2b',
    workload: { kind: 'KERNEL', id: '3f2b', system: null },
    ...{ program: 'finetune_sd35.py', user: 'asharma', pids: [33_871], processes: 1, startedAt: ago(20.3) },
    gpuHours: idle,
    ...{ energyKilowattHours: 1.68, energyMostKilowattHours: 2.47, unevenness: null },
    gpus: [jobGpu(4, idle, { mean: {}, energyMostKilowattHours: 2.47, sharedWith: ['41200-1795338841'] })],
    advice: [
      {
        rule: 'held-idle',
        sentence: text(
          'It held its GPUs idle for 18.8 of 18.8 GPU-hours: end it while it waits, so that others can use them.',
          '在 18.8 个 GPU 小时中，有 18.8 个占用但空闲：等待时请结束它，供他人使用。',
        ),
      },
    ],
  })
  const shared = gpuHours({ shared: 1.1, heldIdle: 0.9 })
  const other = aJob({
    id: '41200-1795338841',
    workload: null,
    ...{ program: null, user: null, pids: [41_200], processes: 1, startedAt: ago(2) },
    gpuHours: shared,
    peakMemoryBytes: null,
    ...{ energyKilowattHours: null, energyMostKilowattHours: 0.8, unevenness: null },
    gpus: [jobGpu(4, shared, { mean: {}, energyKilowattHours: null, sharedWith: ['kernel-3f2b'] })],
    advice: [],
  })
  return [other, notebook]
}

/** The jobs of the recorded past, the newest first; titles and advice are in the language. */
export function jobs(lang: string | null): Job[] {
  const isChinese = lang === 'zh'
  const text = (english: string, chinese: string) => (isChinese ? chinese : english)
  const ended = gpuHours({ active: 24.1, smActive: 19.2, heldIdle: 0.7 })
  return [
    ...sharedJobs(isChinese),
    aJob(isChinese ? { advice: [{ rule: 'used-well', sentence: '使用良好：57% 的时间有 CUDA kernel 在运行。' }] } : {}),
    aJob({
      id: '41000-1795338000',
      workload: null,
      ...{ state: 'ENDED', startedAt: ago(11), endedAt: ago(6.5), lastSeenAt: ago(6.5) },
      gpuHours: ended,
      gpus: [2, 3].map((index) =>
        jobGpu(index, ended, { memoryBytes: null, throttledSeconds: { sw_power_cap: 3660 } }),
      ),
      throttledSeconds: { sw_power_cap: 7320 },
      ...{ hostCpuPercent: null, hostMemoryBytes: null, advice: [], restartOf: JOB },
      events: [
        {
          ...{ id: 7, at: ago(9), until: null, kind: 'xid', severity: 'critical' },
          title: text('GPU 2: GPU memory page fault (Xid 31)', 'GPU 2：显存页错误（Xid 31）'),
          gpus: [{ index: 2, uuid: uuid(2) }],
        },
      ],
    }),
  ]
}

/** Response of the server to requests for jobs and reports. */
export function jobsResponse({ path, query }: ApiRequest): ApiResponse {
  const all = jobs(query.get('lang'))
  if (path === 'jobs') return ok({ jobs: all, omitted: 0 })
  const id = decodeURIComponent(path.slice('jobs/'.length))
  const found = all.find((job) => job.id === id)
  if (found === undefined) return refused(404, `There is no job ${id}.`)
  return ok(query.get('format') === 'text' ? `gpulse job report   ${id}` : found)
}
