/** A page that leaves may be kept by the browser and shown again as it was. */
export interface Presence {
  /** Calls back at each leaving and each return; the result ends that. */
  follow: (left: () => void, returned: () => void) => () => void
}

export const windowPresence: Presence = {
  follow: (left, returned) => {
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
