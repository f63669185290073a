import type { AbsenceReason, GpuState } from './types'

/** The form of a value or of its absence. */
export type Quality = 'ok' | 'notSupported' | 'noAccess' | 'stale' | 'error' | 'waiting' | 'gap'
export type Health = 'ok' | 'warn' | 'crit' | 'unknown'
/** The forms of a status of a GPU: of its health and of the insights about it. */
export type GpuGlyph = Health | 'info'
/** The forms of a status, also of checks. */
export type Glyph = GpuGlyph | 'passed'

const QUALITY_OF: Record<AbsenceReason, Quality> = {
  NOT_SUPPORTED: 'notSupported',
  DRIVER_TOO_OLD: 'notSupported',
  DEPRECATED: 'notSupported',
  NOT_IN_SOURCE: 'notSupported',
  MIG_ENABLED: 'notSupported',
  NO_PERMISSION: 'noAccess',
  HIDDEN: 'noAccess',
  TIMED_OUT: 'stale',
  ERROR: 'error',
  IMPLAUSIBLE: 'error',
  GPU_LOST: 'error',
  NO_DATA: 'waiting',
}

const HEALTH_OF: Record<GpuState, Health> = {
  OK: 'ok',
  SLOW: 'warn',
  ATTACHING: 'unknown',
  SLEEPING: 'unknown',
  STUCK: 'crit',
  RESET_REQUIRED: 'crit',
  ERROR: 'crit',
  LOST: 'crit',
}

export function isReason(json: unknown): json is AbsenceReason {
  return typeof json === 'string' && Object.hasOwn(QUALITY_OF, json)
}

export function isState(json: unknown): json is GpuState {
  return typeof json === 'string' && Object.hasOwn(HEALTH_OF, json)
}

/** Whether a GPU in this state has values; those of a slow one are late. */
export function isRead(state: GpuState): state is 'OK' | 'SLOW' {
  return state === 'OK' || state === 'SLOW'
}

/** A metric without a reason is not part of this snapshot yet. */
export function absentQuality(reason: AbsenceReason | undefined): Quality {
  return reason === undefined ? 'waiting' : QUALITY_OF[reason]
}

export function healthOf(state: GpuState, stale: boolean): Health {
  return state === 'OK' && stale ? 'unknown' : HEALTH_OF[state]
}
