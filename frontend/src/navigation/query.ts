import { useRouteQuery } from '@vueuse/router'
import { computed, type Ref, type WritableComputedRef } from 'vue'
import type { LocationQueryValue } from 'vue-router'

/** A text in the address, so that links preserve it; the default is omitted. */
export function useQueryText(name: string, usual = ''): Ref<string> {
  const get = (value: LocationQueryValue | LocationQueryValue[] | undefined) =>
    typeof value === 'string' ? value : usual
  return useRouteQuery<string, string>(name, usual, { transform: { get, set: (text) => text } })
}

/** One of several choices in the address. */
export function useQueryChoice<T extends string>(
  name: string,
  choices: readonly T[],
  usual: T,
): WritableComputedRef<T> {
  const text = useQueryText(name, usual)
  return computed<T>({
    get: () => choices.find((choice) => choice === text.value) ?? usual,
    set: (chosen) => {
      text.value = chosen
    },
  })
}

/** A name in the address; null if it has none. */
export function useQueryName(name: string): WritableComputedRef<string | null> {
  const text = useQueryText(name)
  return computed<string | null>({
    get: () => (text.value === '' ? null : text.value),
    set: (chosen) => {
      text.value = chosen ?? ''
    },
  })
}

/** Browsers parse other forms of a time differently. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A time in the address, in milliseconds since 1970; null if it has none. */
export function useQueryTime(name: string): WritableComputedRef<number | null> {
  const text = useQueryText(name)
  return computed<number | null>({
    get: () => timeOf(text.value),
    set: (millis) => {
      text.value = millis === null ? '' : new Date(millis).toISOString()
    },
  })
}

/** The time that a parameter of an address names; null for any other text. */
export function timeOf(value: unknown): number | null {
  const millis = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(millis) ? null : millis
}
