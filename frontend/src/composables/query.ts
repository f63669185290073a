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

/** A text that lives in the address in the same way. */
export function useQueryText(name: string): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed<string>({
    get: () => {
      const told = route.query[name]
      return typeof told === 'string' ? told : ''
    },
    set: (text) => {
      const query = { ...route.query }
      if (text === '') Reflect.deleteProperty(query, name)
      else query[name] = text
      void router.replace({ query })
    },
  })
}
