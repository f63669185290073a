import { shallowRef, type ShallowRef } from 'vue'
import type { GpuEvent } from '@/api/types'
import type { Failure } from './insights'
import { whenLive } from './insights'
import { useLive, type Live } from './live'

/** What happened in the last 24 hours, as far as the page knows it. */
export interface Events {
  /** The newest first; null until the server has told them. */
  day: ShallowRef<readonly GpuEvent[] | null>
  /** The id that older ones of the day begin before; null where all are here. */
  older: ShallowRef<number | null>
  failure: ShallowRef<Failure | null>
  /** Whether the whole day is wanted, and not only its newest. */
  wantsAll: ShallowRef<boolean>
  /** Called with each that begins or changes. */
  hearers: Set<(event: GpuEvent) => void>
}

const known = new WeakMap<Live, Events>()
const following = new WeakSet<Live>()

export function eventsOf(live: Live): Events {
  let events = known.get(live)
  if (events === undefined) {
    events = {
      day: shallowRef(null),
      older: shallowRef(null),
      failure: shallowRef(null),
      wantsAll: shallowRef(false),
      hearers: new Set(),
    }
    known.set(live, events)
  }
  return events
}

/** The same for a component that shows them, which is why they are asked for: after the first numbers. */
export function useEvents(): Events {
  const live = useLive()
  const events = eventsOf(live)
  whenLive(live, following, () => import('./later').then(({ followEvents }) => { followEvents(live, events) }))
  return events
}
