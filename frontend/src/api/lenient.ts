import { visible } from '@/format/visible'
import type { AbsenceReason } from './types'
import { isReason } from './states'

/** JSON of which nothing is known yet. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

export function isNumber(json: unknown): json is number {
  return typeof json === 'number' && Number.isFinite(json)
}

export function text(json: unknown): string | null {
  return typeof json === 'string' ? visible(json) : null
}

export function time(json: unknown): string | null {
  return typeof json === 'string' && !Number.isNaN(Date.parse(json)) ? json : null
}

export function objects(json: unknown): JsonObject[] {
  return Array.isArray(json) ? json.filter(isJsonObject) : []
}

/** What can be known of something: numbers, words, and why either is missing. */
export interface Readable {
  values: Record<string, number>
  facts: Record<string, string>
  absent: Record<string, AbsenceReason>
}

/** What is there but is not what it should be is missing too, because of an error. */
export function parseLenient(json: JsonObject): Readable {
  const absent: Readable['absent'] = {}
  for (const [key, reason] of entries(json['absent'])) absent[key] = isReason(reason) ? reason : 'NO_DATA'
  const values: Readable['values'] = {}
  for (const [key, value] of entries(json['values'])) {
    if (isNumber(value)) values[key] = value
    else absent[key] ??= 'ERROR'
  }
  const facts: Readable['facts'] = {}
  for (const [key, fact] of entries(json['facts'])) {
    if (typeof fact === 'string') facts[key] = visible(fact)
    else absent[key] ??= 'ERROR'
  }
  return { values, facts, absent }
}

function entries(json: unknown): [string, unknown][] {
  return isJsonObject(json) ? Object.entries(json) : []
}
