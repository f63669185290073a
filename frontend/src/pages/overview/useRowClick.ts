import { useRouter } from 'vue-router'
import { embedded } from '@/navigation/embed'
import { gpuPath } from '@/navigation/pages'

/** What does something of its own when it is clicked. */
const OWN = 'a, button, [data-metric]'

/**
 * A click on a row leads to its GPU, unless it was meant for a part of the row or selects text. Inside another page
 * only the link does.
 */
export function useRowClick(index: () => number): (event: MouseEvent) => void {
  const router = useRouter()
  return (event) => {
    if (embedded || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if ((event.target as Element).closest(OWN) !== null) return
    if (!(getSelection()?.isCollapsed ?? true)) return
    void router.push(gpuPath(index()))
  }
}
