import { effectScope, getCurrentInstance, inject, watch, type InjectionKey } from 'vue'
import type { Live } from './live'

/**
 * A store that the components of a page share: the first that uses it creates it and provides it to the page, and it
 * lasts as long as the page.
 */
export function pageStore<T>(name: string, create: () => T): () => T {
  const key: InjectionKey<T> = Symbol(name)

  function created(): T {
    const store = effectScope(true).run(create) as T
    getCurrentInstance()?.appContext.app.provide(key, store)
    return store
  }
  return () => inject(key, created, true)
}

/** A store that a service fills. */
export interface Followed {
  /** Whether its service has started. */
  isFollowed: boolean
}

/** Starts the service of a store, once, when the page has its numbers: they come first. */
export function whenLive(live: Live, store: Followed, start: () => Promise<unknown>): void {
  if (store.isFollowed) return
  const stop = watch(
    () => live.snapshot.value !== null,
    (isThere) => {
      if (!isThere || store.isFollowed) return
      store.isFollowed = true
      // Its server may be away, or renewed and without this file: then the page says what it can see itself.
      start().catch(() => undefined)
      queueMicrotask(() => {
        stop()
      })
    },
    { immediate: true },
  )
}
