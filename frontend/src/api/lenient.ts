import { visible } from '@/format/visible'
import type { AbsenceReason } from './types'
import { isReason } from './words'

/** JSON of which nothing is known yet. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(told: unknown): told is JsonObject {
  return typeof told === 'object' && told !== null && !Array.isArray(told)
}

export function isNumber(told: unknown): told is number {
  return typeof told === 'number' && Number.isFinite(told)
}

export function text(told: unknown): string | null {
  return typeof told === 'string' ? visible(told) : null
}

export function number(told: unknown, otherwise: number): number {
  return isNumber(told) ? told : otherwise
}

export function time(told: unknown): string | null {
  return typeof told === 'string' && !Number.isNaN(Date.parse(told)) ? told : null
}

export function objects(told: unknown): JsonObject[] {
  return Array.isArray(told) ? told.filter(isJsonObject) : []
}

/** What can be known of something: numbers, words, and why either is missing. */
export interface Readable {
  values: Record<string, number>
  facts: Record<string, string>
  absent: Record<string, AbsenceReason>
}

/** What is there but is not what it should be is missing too, because of an error. */
export function parseLenient(told: JsonObject): Readable {
  const absent: Readable['absent'] = {}
  for (const [key, reason] of entries(told['absent'])) absent[key] = isReason(reason) ? reason : 'NO_DATA'
  const values: Readable['values'] = {}
  for (const [key, value] of entries(told['values'])) {
    if (isNumber(value)) values[key] = value
    else absent[key] ??= 'ERROR'
  }
  const facts: Readable['facts'] = {}
  for (const [key, fact] of entries(told['facts'])) {
    if (typeof fact === 'string') facts[key] = visible(fact)
    else absent[key] ??= 'ERROR'
  }
  return { values, facts, absent }
}

function entries(told: unknown): [string, unknown][] {
  return isJsonObject(told) ? Object.entries(told) : []
}
