import { getJson, getText } from './request'
import { list, needed, neededList, neededNumber, neededText, neededTime, number, orEmpty, orZero } from './shape'
import { record, shaped, text, time, word } from './shape'
import type { Job, JobEvent, JobGpu, JobGpuHours, Jobs, ReservedJob } from './types'

/** Running jobs, and those that ended in the time span. */
export function fetchJobs(query: string, signal: AbortSignal): Promise<Jobs> {
  return getJson('jobs', parseJobs, query, signal)
}

/** The report of one job, by its id or the group of one of its processes. */
export function fetchJob(id: string, lang: string, signal: AbortSignal): Promise<Job> {
  return getJson(jobPath(id), parseJob, { lang }, signal)
}

/** The same as text of 80 columns. */
export function fetchJobText(id: string, lang: string, signal: AbortSignal): Promise<string> {
  return getText(jobPath(id), { lang, format: 'text' }, signal)
}

/** Path of a report below `api/v1/`. */
export function jobPath(id: string): string {
  return `jobs/${encodeURIComponent(id)}`
}

const gpuHours = needed(
  shaped<JobGpuHours>({
    active: neededNumber,
    heldIdle: neededNumber,
    shared: neededNumber,
    smActive: number,
    total: neededNumber,
    unknown: neededNumber,
  }),
)

const parseGpu = shaped<JobGpu>({
  gpu: neededText,
  index: neededNumber,
  name: orEmpty,
  gpuHours,
  mean: record(number),
  minutes: orZero,
  ownUtilization: number,
  memoryBytes: number,
  peakMemoryBytes: number,
  totalMemoryBytes: number,
  energyKilowattHours: number,
  energyMostKilowattHours: number,
  sharedWith: list(text),
  throttledSeconds: record(number),
})

const parseEvent = shaped<JobEvent>({
  id: neededNumber,
  at: neededTime,
  until: time,
  kind: orEmpty,
  severity: word('info', 'warning', 'critical'),
  title: neededText,
  gpus: list(shaped<JobEvent['gpus'][number]>({ index: neededNumber, uuid: orEmpty })),
})

export const parseJob = shaped<Job>({
  id: neededText,
  state: word('UNKNOWN', 'RUNNING', 'ENDED'),
  program: text,
  user: text,
  workload: shaped<NonNullable<Job['workload']>>({
    id: neededText,
    kind: word('UNIT', 'JOB', 'POD', 'CONTAINER', 'KERNEL', 'RAY'),
    system: text,
  }),
  startedAt: neededTime,
  endedAt: time,
  lastSeenAt: neededTime,
  restartOf: text,
  processes: orZero,
  pids: list(number),
  gpus: neededList(parseGpu),
  reservedGpus: list(number),
  gpuHours,
  peakMemoryBytes: number,
  energyKilowattHours: number,
  energyMostKilowattHours: number,
  idleEnergyKilowattHours: number,
  hostCpuPercent: number,
  hostMemoryBytes: number,
  throttledSeconds: record(number),
  unevenness: number,
  advice: list(shaped<Job['advice'][number]>({ rule: orEmpty, sentence: neededText })),
  events: list(parseEvent),
})

const parseJobs = shaped<Jobs>({
  jobs: neededList(parseJob),
  omitted: orZero,
  // An older server has none.
  reserved: list(shaped<ReservedJob>({ id: neededText, system: text, user: text, gpus: list(number) })),
})
