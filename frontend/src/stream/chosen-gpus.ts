import type { Gpu, Snapshot } from '@/api/types'
import type { Feed } from './feed'

/** The GPUs in the address of a frame; null for the page of one GPU. */
export function listedGpus({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  return /\/gpus\/[^/]+$/.test(pathname) ? null : new URLSearchParams(search).get('gpus')
}

/** Restricts a feed to the GPUs of a list, by index or start of the UUID; to all if it matches none. */
export function chosenGpus(feed: Feed, list: string | null): Feed {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase())
  const isChosen = ({ index, uuid }: Gpu) =>
    names.some(
      (name) => name === String(index) || (name.startsWith('gpu-') && uuid?.toLowerCase().startsWith(name) === true),
    )
  const indexes = names.filter((name) => /^\d+$/.test(name)).map(Number)
  let chosen: readonly number[] | null = null
  const only = (snapshot: Snapshot): Snapshot => {
    const gpus = snapshot.gpus.filter(isChosen)
    // A GPU that has disappeared is still selected.
    chosen = gpus.length === 0 ? null : [...new Set([...indexes, ...gpus.map(({ index }) => index)])]
    return gpus.length === 0 ? snapshot : { ...snapshot, gpus }
  }
  return {
    start: (listener) => {
      feed.start({
        ...listener,
        snapshot: (snapshot) => {
          listener.snapshot(only(snapshot))
        },
        past: (snapshot) => {
          listener.past(only(snapshot))
        },
      })
    },
    get first() {
      return feed.first
    },
    retryNow: () => {
      feed.retryNow()
    },
    chosen: () => chosen,
    stop: () => {
      feed.stop()
    },
  }
}
