import { useRouteQuery } from '@vueuse/router'
import { computed, type Ref, type WritableComputedRef } from 'vue'
import type { LocationQueryValue } from 'vue-router'

/** A text that lives in the address, so that a link shows what its sender saw; the usual one is left out of it. */
export function useQueryText(name: string, usual = ''): Ref<string> {
  const get = (told: LocationQueryValue | LocationQueryValue[] | undefined) => (typeof told === 'string' ? told : usual)
  return useRouteQuery<string, string>(name, usual, { transform: { get, set: (text) => text } })
}

/** One of several words that lives in the address. */
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

/** A name that lives in the address; null where none does. */
export function useQueryName(name: string): WritableComputedRef<string | null> {
  const text = useQueryText(name)
  return computed<string | null>({
    get: () => (text.value === '' ? null : text.value),
    set: (chosen) => {
      text.value = chosen ?? ''
    },
  })
}

/** What else browsers take for a time, they take differently. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A moment that lives in the address, in milliseconds since 1970; null where none does. */
export function useQueryTime(name: string): WritableComputedRef<number | null> {
  const text = useQueryText(name)
  return computed<number | null>({
    get: () => {
      const millis = INSTANT.test(text.value) ? Date.parse(text.value) : NaN
      return Number.isNaN(millis) ? null : millis
    },
    set: (millis) => {
      text.value = millis === null ? '' : new Date(millis).toISOString()
    },
  })
}
