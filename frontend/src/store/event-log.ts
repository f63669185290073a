import { shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '@/api/problem'
import type { GpuEvent } from '@/api/types'
import type { Followed } from './page-store'

/** Events of the last 24 hours, as far as they have been loaded. */
export interface Events extends Followed {
  /** The newest first; null until the server has sent them. */
  day: ShallowRef<readonly GpuEvent[] | null>
  /** The id that older events of the day precede; null once all are loaded. */
  older: ShallowRef<number | null>
  failure: ShallowRef<Failure | null>
  /** Whether the whole day is wanted, and not only its newest events. */
  wantsAll: ShallowRef<boolean>
  /** Called with each event that begins or changes. */
  listeners: Set<(event: GpuEvent) => void>
}

/** The state before the first response. */
export function noEvents(): Events {
  return {
    day: shallowRef(null),
    older: shallowRef(null),
    failure: shallowRef(null),
    wantsAll: shallowRef(false),
    listeners: new Set(),
    isFollowed: false,
  }
}
