import type { AbsenceReason, Gpu, GpuState } from './types'

/** How a value looks when it is not simply a number. */
export type Quality = 'ok' | 'notSupported' | 'noAccess' | 'stale' | 'error' | 'waiting' | 'gap'
export type Health = 'ok' | 'warn' | 'crit' | 'unknown'

const QUALITY_OF: Record<AbsenceReason, Quality> = {
  NOT_SUPPORTED: 'notSupported',
  DRIVER_TOO_OLD: 'notSupported',
  DEPRECATED: 'notSupported',
  MIG_ENABLED: 'notSupported',
  NO_PERMISSION: 'noAccess',
  HIDDEN: 'noAccess',
  TIMED_OUT: 'stale',
  ERROR: 'error',
  GPU_LOST: 'error',
  NO_DATA: 'waiting',
}

const HEALTH_OF: Record<GpuState, Health> = {
  OK: 'ok',
  ATTACHING: 'unknown',
  STUCK: 'warn',
  RESET_REQUIRED: 'crit',
  ERROR: 'crit',
  LOST: 'crit',
}

export function isReason(told: unknown): told is AbsenceReason {
  return typeof told === 'string' && Object.hasOwn(QUALITY_OF, told)
}

export function isState(told: unknown): told is GpuState {
  return typeof told === 'string' && Object.hasOwn(HEALTH_OF, told)
}

/** Absent without a reason is a metric this snapshot does not carry: nothing is known of it yet. */
export function absentQuality(reason: AbsenceReason | undefined): Quality {
  return reason === undefined ? 'waiting' : QUALITY_OF[reason]
}

export function healthOf(state: GpuState, stale: boolean): Health {
  return state === 'OK' && stale ? 'unknown' : HEALTH_OF[state]
}

/** What has values of its own: a GPU, the machine, or a part of it. */
export type Subject = Pick<Gpu, 'uuid' | 'index' | 'values' | 'absent' | 'sampledAt'>

/** A GPU keeps its history by UUID; one that has none yet is known by its place. */
export function gpuKey(gpu: Pick<Gpu, 'uuid' | 'index'>): string {
  return gpu.uuid ?? `#${gpu.index}`
}

/** Under what name the machine has its history; no GPU is called that. */
export const HOST_KEY = 'host'

/** The vendor is on the box: without it the product fits its column. */
export function productName(name: string): string {
  return name.replace(/^(NVIDIA|Tesla) /, '').replace(/^GeForce /, '')
}

/** Drivers tell the whole path of a program; its name is the end of it. */
export function programName(path: string): string {
  return path.replace(/^(?:\/|[A-Z]:\\)(?:.*[/\\])?(?=[^/\\])/, '')
}

/** Domain 0 is the rule, so only another one is worth its eight digits. */
export function shortBusId(busId: string): string {
  return busId.replace(/^0+:/, '').toLowerCase()
}
