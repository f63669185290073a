import { watch } from 'vue'
import { parentVisible } from '@/navigation/parent'

/** A page that leaves may be kept by the browser and shown again as it was; a frame is hidden and shown by its parent. */
export interface PageLifecycle {
  /** Calls back at each leaving and each return; the result ends that. */
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
