import { isReason } from './states'
import type { AbsenceReason } from './types'

type JsonObject = Record<string, unknown>

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

/** Reads a property; undefined if it is required and missing. */
type Read<T> = (json: unknown) => T | undefined

/** A reader for each property of a type of the contract; a missing or superfluous one does not compile. */
export type Shape<T> = { [K in keyof T]-?: Read<T[K]> }

/** Parses an object property by property; null if a required one is missing. */
export function shaped<T>(shape: Shape<T>): (json: unknown) => T | null {
  const readers = Object.entries<Read<unknown>>(shape)
  return (json) => {
    if (!isJsonObject(json)) return null
    const read: JsonObject = {}
    for (const [name, reader] of readers) {
      const value = reader(json[name])
      if (value === undefined) return null
      read[name] = value
    }
    return read as T
  }
}

/** Numbers and texts by metric, and the reasons for absent ones. */
interface Readable {
  values: Record<string, number>
  facts: Record<string, string>
  absent: Record<string, AbsenceReason>
}

/** The reason of each absent metric; an unknown one is NO_DATA. */
export function reasons(json: unknown): Record<string, AbsenceReason> {
  return readProperties(json, (reason) => (isReason(reason) ? reason : 'NO_DATA'))
}

/** Parses an object that also has values, facts and reasons; a value of another type is an error. */
export function readable<T>(shape: Shape<Omit<T, keyof Readable>>): (json: unknown) => T | null {
  const parse = shaped(shape)
  return (json) => {
    const own = parse(json)
    if (own === null || !isJsonObject(json)) return null
    const absent = reasons(json['absent'])
    const isWrong = (key: string) => {
      absent[key] ??= 'ERROR'
    }
    const values = readProperties(json['values'], number, isWrong)
    const facts = readProperties(json['facts'], text, isWrong)
    return { values, facts, absent, ...own } as T
  }
}

/** The valid properties of an object. */
export function record<T>(read: (json: unknown) => T | null): (json: unknown) => Record<string, T> {
  return (json) => readProperties(json, read)
}

function readProperties<T>(
  json: unknown,
  read: (json: unknown) => T | null,
  unreadable?: (key: string) => void,
): Record<string, T> {
  const found: Record<string, T> = {}
  for (const [key, each] of isJsonObject(json) ? Object.entries(json) : []) {
    const value = read(each)
    if (value === null) unreadable?.(key)
    else found[key] = value
  }
  return found
}

export function needed<T>(read: (json: unknown) => T | null): Read<T> {
  return (json) => read(json) ?? undefined
}

/** A value that is replaced where it is missing or unreadable. */
export function or<T>(read: (json: unknown) => T | null, otherwise: T): (json: unknown) => T {
  return (json) => read(json) ?? otherwise
}

export function number(json: unknown): number | null {
  return isNumber(json) ? json : null
}

export function isTrue(json: unknown): boolean {
  return json === true
}

export const orZero = or(number, 0)
export const orEmpty = or(text, '')
export const neededNumber = needed(number)
export const neededText = needed(text)
export const neededTime = needed(time)
export const neededPositive = needed((json) => (isNumber(json) && json > 0 ? json : null))

/** One of these values, else the first. */
export function word<T extends string>(first: T, ...others: T[]): (json: unknown) => T {
  return (json) => others.find((each) => each === json) ?? first
}

/** The valid elements of an array. */
export function list<T>(parse: (json: unknown) => T | null): (json: unknown) => T[] {
  return (json) => (Array.isArray(json) ? json.flatMap((each: unknown) => parse(each) ?? []) : [])
}

/** The same for a required array. */
export function neededList<T>(parse: (json: unknown) => T | null): Read<T[]> {
  return (json) => (Array.isArray(json) ? list(parse)(json) : undefined)
}

/** Control characters, and marks that change the direction of text; a name may contain any of them. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const PICTURES = 0x2400
const DELETE = 0x7f
const REPLACEMENT = '\ufffd'

/** Replaces invisible characters, so that no name looks like another one. */
function visible(text: string): string {
  return text.replace(UNSEEN, (each) => {
    const code = each.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(PICTURES + code)
    return code === DELETE ? '\u2421' : REPLACEMENT
  })
}
