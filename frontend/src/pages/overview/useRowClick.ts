import { useRouter } from 'vue-router'
import { embedded } from '@/navigation/embed'
import { gpuPath } from '@/navigation/pages'

/** Elements with an action of their own. */
const INTERACTIVE = 'a, button, [data-metric]'

/**
 * Opens the page of the GPU on a click on its row, unless the click selects text or hits an element with its own action.
 * Disabled in embedded panels.
 */
export function useRowClick(index: () => number): (event: MouseEvent) => void {
  const router = useRouter()
  return (event) => {
    if (embedded || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if ((event.target as Element).closest(INTERACTIVE) !== null) return
    if (!(getSelection()?.isCollapsed ?? true)) return
    void router.push(gpuPath(index()))
  }
}
