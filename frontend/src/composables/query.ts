import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** A choice that lives in the address, so that a link shows what its sender saw. */
export function useQueryChoice<T extends string>(
  name: string,
  choices: readonly T[],
  usual: T,
): WritableComputedRef<T> {
  const route = useRoute()
  const router = useRouter()
  return computed<T>({
    get: () => choices.find((choice) => choice === route.query[name]) ?? usual,
    set: (chosen) => {
      const query = { ...route.query }
      if (chosen === usual) Reflect.deleteProperty(query, name)
      else query[name] = chosen
      void router.replace({ query })
    },
  })
}

/** A name that lives in the address; null where none does. */
export function useQueryName(name: string): WritableComputedRef<string | null> {
  const route = useRoute()
  const router = useRouter()
  return computed<string | null>({
    get: () => {
      const told = route.query[name]
      return typeof told === 'string' && told !== '' ? told : null
    },
    set: (chosen) => {
      const query = { ...route.query }
      if (chosen === null) Reflect.deleteProperty(query, name)
      else query[name] = chosen
      void router.replace({ query })
    },
  })
}

/** A text that lives in the address in the same way. */
export function useQueryText(name: string): WritableComputedRef<string> {
  const told = useQueryName(name)
  return computed<string>({
    get: () => told.value ?? '',
    set: (text) => {
      told.value = text === '' ? null : text
    },
  })
}
