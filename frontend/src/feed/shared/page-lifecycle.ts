/** A page that leaves may be kept by the browser and shown again as it was. */
export interface PageLifecycle {
  /** Calls back at each leaving and each return; the result ends that. */
  watch: (left: () => void, returned: () => void) => () => void
}

export const windowLifecycle: PageLifecycle = {
  watch: (left, returned) => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) returned()
    }
    addEventListener('pagehide', left)
    addEventListener('pageshow', onShow)
    return () => {
      removeEventListener('pagehide', left)
      removeEventListener('pageshow', onShow)
    }
  },
}
