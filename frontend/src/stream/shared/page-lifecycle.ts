import { watch } from 'vue'
import { parentVisible } from '@/navigation/parent'

/** The browser may freeze a page that is left and restore it; the embedding page hides and shows a frame. */
export interface PageLifecycle {
  /** Adds listeners; returns a function that removes them. */
  watch: (left: () => void, returned: () => void) => () => void
}

export const windowLifecycle: PageLifecycle = {
  watch: (left, returned) => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted && parentVisible.value) returned()
    }
    addEventListener('pagehide', left)
    addEventListener('pageshow', onShow)
    const unwatch = watch(parentVisible, (visible) => {
      if (visible) returned()
      else left()
    })
    return () => {
      unwatch()
      removeEventListener('pagehide', left)
      removeEventListener('pageshow', onShow)
    }
  },
}
