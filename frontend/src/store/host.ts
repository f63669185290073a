import { HOST_KEY, type Subject } from '@/api/names'
import type { Moment } from './readings'

const NOTHING = { values: {}, absent: {} }

/** Something beside the GPUs that has values of its own, under the name of its history. */
export function subjectOf(uuid: string, { values, absent }: Pick<Subject, 'values' | 'absent'>): Subject {
  return { uuid, index: -1, sampledAt: null, values, absent }
}

/** The machine as something that has values of its own. */
export function hostOf({ snapshot }: Moment): Subject {
  return subjectOf(HOST_KEY, snapshot.host ?? NOTHING)
}
