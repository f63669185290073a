import type { GpuStates, StateName, UsageInterval } from '@/api/types'

/** A state, or the time that was not recorded: before the first sample. */
export type TimeState = StateName | 'not_recorded'

interface TimeShare {
  state: TimeState
  seconds: number
  percent: number
}

const ORDER: readonly StateName[] = [
  'busy',
  'throttled',
  'held_idle',
  'stuck',
  'lost',
  'reserved',
  'free',
  'no_samples',
]
const UNSAMPLED = ['lost', 'stuck', 'no_samples'] as const
/** The newest samples are counted some seconds later. */
const PENDING_MILLIS = 30_000
/** The GPU is sampled, and lists its processes, but does not report how busy it is. */
const NO_USE = 'not_reported'
/** More than the time between the newest samples of two responses. */
const RECENT_MILLIS = 120_000
/** Shorter times are rounding. */
const LEAST_SECONDS = 1

/** The GPU time of the shown GPUs in each state; with the time that was not recorded it adds up to all of the range. */
export function timeShares(
  { from, to, gpus }: Pick<GpuStates, 'from' | 'to' | 'gpus'>,
  alone: readonly number[] | null,
): TimeShare[] {
  const shown = gpus.filter(({ gpu }) => alone === null || alone.includes(gpu.index))
  const end = Math.max(...shown.flatMap(({ segments }) => segments.at(-1)?.to ?? []))
  const all = (((to - end < PENDING_MILLIS ? end : to) - from) / 1000) * shown.length
  const known = ORDER.map((state) => ({
    state,
    seconds: shown.reduce((sum, { seconds }) => sum + (seconds[state] ?? 0), 0),
  }))
  const rest = all - known.reduce((sum, { seconds }) => sum + seconds, 0)
  const parts = [...known, { state: 'not_recorded' as const, seconds: rest }]
    .filter(({ seconds }) => seconds >= LEAST_SECONDS)
    .map((part) => ({ ...part, percent: (part.seconds / all) * 100 }))
  return shown.length === 0 ? [] : parts
}

/** How long a GPU had no samples, for whatever reason; null where its states are unknown. */
export function unsampledSeconds(states: Pick<GpuStates, 'gpus'> | null, uuid: string): number | null {
  const seconds = states?.gpus.find(({ gpu }) => gpu.uuid === uuid)?.seconds
  return seconds === undefined ? null : UNSAMPLED.reduce((sum, state) => sum + seconds[state], 0)
}

/**
 * Whether the newest samples of a GPU list a process: otherwise it is unknown whether one without an end still runs.
 * Null while the states of the range are unknown.
 */
export function isRunning(
  { gpu, endedAt, lastSeenAt }: Pick<UsageInterval, 'gpu' | 'endedAt' | 'lastSeenAt'>,
  states: Pick<GpuStates, 'gpus' | 'to'> | null,
  /** UUIDs of the GPUs that are not read now, which may be after the range. */
  unreadNow: readonly string[],
): boolean | null {
  if (endedAt !== null) return false
  if (states === null) return null
  const last = states.gpus.find(({ gpu: { uuid } }) => uuid === gpu)?.segments.at(-1)
  if (last === undefined || unreadNow.includes(gpu)) return false
  const unread =
    last.state === 'lost' || last.state === 'stuck' || (last.state === 'no_samples' && last.cause !== NO_USE)
  const unseen = states.to - Date.parse(lastSeenAt)
  return unseen <= 0 || (unseen < RECENT_MILLIS && !unread)
}
