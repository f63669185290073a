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

/** A service is loaded from the server in less time. */
const TRY_AGAIN_MILLIS = 30_000

/** A store that a service fills. */
export interface Followed {
  /** Whether its service has started. */
  isFollowed: boolean
}

/** Starts the service of a store once, after the first snapshot; one that fails is started again later. */
export function afterFirstSnapshot(live: Live, store: Followed, start: () => Promise<unknown>): void {
  if (store.isFollowed) return
  let isMine = false
  let triedAt: number | null = null
  const stop = watch(
    live.snapshot,
    (snapshot) => {
      if (snapshot === null || (store.isFollowed && !isMine)) return
      if (triedAt !== null && performance.now() - triedAt < TRY_AGAIN_MILLIS) return
      store.isFollowed = isMine = true
      triedAt = performance.now()
      // After the frame of the first numbers. If the server is unreachable, or was updated and no longer has this file,
      // the page works without the service.
      setTimeout(() => void start().then(stop, () => undefined))
    },
    { immediate: true },
  )
}
