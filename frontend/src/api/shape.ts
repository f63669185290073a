import { isJsonObject, isNumber, objects, parseLenient, text, time, type JsonObject, type Readable } from './lenient'

/** Reads a property; undefined if the object cannot be used without it. */
type Read<T> = (json: unknown) => T | undefined

/** A reader for each property of a type of the contract: one that is missing or superfluous does not compile. */
export type Shape<T> = { [K in keyof T]-?: Read<T[K]> }

/** Parses an object property by property; null if one is missing that the object cannot be used without. */
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

/** Parses an object that has values, facts and reasons besides these properties. */
export function readable<T>(shape: Shape<Omit<T, keyof Readable>>): (json: unknown) => T | null {
  const parse = shaped(shape)
  return (json) => {
    const own = parse(json)
    return own === null || !isJsonObject(json) ? null : ({ ...parseLenient(json), ...own } as T)
  }
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

/** One of these words, else the first. */
export function word<T extends string>(first: T, ...others: T[]): (json: unknown) => T {
  return (json) => others.find((each) => each === json) ?? first
}

/** The elements that can be parsed. */
export function list<T>(parse: (json: unknown) => T | null): (json: unknown) => T[] {
  return (json) => objects(json).flatMap((each) => parse(each) ?? [])
}

/** The properties of an object that can be read. */
export function record<T>(read: (json: unknown) => T | null): (json: unknown) => Record<string, T> {
  return (json) => {
    const entries = isJsonObject(json) ? Object.entries(json) : []
    return Object.fromEntries(
      entries.flatMap(([key, each]) => {
        const value = read(each)
        return value === null ? [] : [[key, value]]
      }),
    )
  }
}
