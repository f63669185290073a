import { HOST_KEY, type Subject } from '@/api/names'
import type { Moment } from './readings'

const NOTHING = { values: {}, absent: {} }

/** A part of the machine as a subject of readings, under the key of its samples. */
export function subjectOf(uuid: string, { values, absent }: Pick<Subject, 'values' | 'absent'>): Subject {
  return { uuid, index: -1, sampledAt: null, values, absent }
}

/** The machine as a subject of readings. */
export function hostOf({ snapshot }: Moment): Subject {
  return subjectOf(HOST_KEY, snapshot.host ?? NOTHING)
}
