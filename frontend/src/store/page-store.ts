import { effectScope, getCurrentInstance, inject, watch, type InjectionKey } from 'vue'
import type { Live } from './live'

/**
 * A store that the components of a page share: the first that uses it creates it and provides it to the page, and it
 * lasts as long as the page.
 */
export function pageStore<T>(name: string, create: () => T): () => T {
  const key: InjectionKey<T> = Symbol(name)

  function created(): T {
    const scope = effectScope(true)
    const store = scope.run(create) as T
    const page = getCurrentInstance()?.appContext.app.provide(key, store)
    page?.onUnmount(() => {
      scope.stop()
    })
    return store
  }
  return () => inject(key, created, true)
}

/** From a failure to load a service to the next attempt. */
const TRY_AGAIN_MILLIS = 30_000

/** A store that a service fills. */
export interface Followed {
  /** Whether its service has started. */
  isFollowed: boolean
  /** When it last failed to start. */
  failedAt?: number
}

/** Starts the service of a store once, after the first snapshot; one that cannot be loaded is started again later. */
export function afterFirstSnapshot(live: Live, store: Followed, start: () => Promise<unknown>): void {
  if (store.isFollowed) return
  // As long as the page: the component that needs the service first may go before it is loaded.
  live.run(() => {
    const stop = watch(
      live.snapshot,
      (snapshot) => {
        if (
          snapshot === null ||
          store.isFollowed ||
          performance.now() - (store.failedAt ?? -Infinity) < TRY_AGAIN_MILLIS
        )
          return
        store.isFollowed = true
        // After the frame of the first numbers. If the server is unreachable, or was updated and no longer has this
        // file, the page works without the service.
        setTimeout(() => {
          start().then(stop, () => {
            store.isFollowed = false
            store.failedAt = performance.now()
          })
        })
      },
      { immediate: true },
    )
  })
}
