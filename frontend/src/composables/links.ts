import { shallowRef, type ShallowRef } from 'vue'
import { fetchLinkHealth, fetchLinks } from '@/api/links'
import type { Snapshot } from '@/api/types'
import { usePolling, type Polled } from './polling'

export const ASK_MILLIS = 2000
/** Their counters span about five seconds. */
const KEPT = 3

export interface PolledLinks extends Omit<Polled<Snapshot>, 'answer'> {
  /** The last answers, the oldest first. */
  answers: Readonly<ShallowRef<readonly Snapshot[]>>
}

/** Asks for single links while somebody can see them. */
export function useLinks(wanted: () => boolean): PolledLinks {
  const answers = shallowRef<readonly Snapshot[]>([])
  const { ageMillis, problem } = usePolling({
    key: () => (wanted() ? 'links' : null),
    request: (_, signal) => fetchLinks(signal),
    everyMillis: ASK_MILLIS,
    answered: (answer) => {
      answers.value = continued(answers.value, answer)
    },
  })
  return { answers, ageMillis, problem }
}

/** An answer of another source, or one that is no newer, begins anew. */
function continued(before: readonly Snapshot[], answer: Snapshot): readonly Snapshot[] {
  const last = before.at(-1)
  if (last === undefined) return [answer]
  const follows = last.source.kind === answer.source.kind && Date.parse(last.takenAt) < Date.parse(answer.takenAt)
  return follows ? [...before, answer].slice(-KEPT) : [answer]
}

/** The server asks the driver as often. */
const HEALTH_MILLIS = 10_000

/** Asks how well single links are while somebody can see it. */
export function useLinkHealth(wanted: () => boolean): Polled<Snapshot> {
  return usePolling({
    key: () => (wanted() ? 'health' : null),
    request: (_, signal) => fetchLinkHealth(signal),
    everyMillis: HEALTH_MILLIS,
  })
}
