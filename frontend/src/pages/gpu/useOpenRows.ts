import { useStorage } from '@vueuse/core'
import { computed, ref, type ComputedRef } from 'vue'
import { useShortcut } from '@/composables/shortcuts'
import { useQueryText } from '@/navigation/query'

/** The folded rows below the charts, in their order. */
export const ROWS = ['identity', 'clocks', 'errors', 'links', 'topology', 'all'] as const
export type RowId = (typeof ROWS)[number]

interface OpenRows {
  open: ComputedRef<ReadonlySet<RowId>>
  toggle: (row: RowId, isOpen: boolean) => void
}

/** Key of the open rows in this browser. */
const STORED_AS = 'gpulse.gpu.open'

/**
 * The rows that are open: those that the address names, else those of this browser, and the row with the details of
 * the worst fact until the reader closes it.
 */
export function useOpenRows(worst: () => RowId | null): OpenRows {
  const stored = useStorage<string>(STORED_AS, '', undefined, { writeDefaults: false })
  const inAddress = useQueryText('open')
  const closed = ref<RowId | null>(null)
  const chosen = computed(() => {
    const names = (inAddress.value || stored.value).split(',')
    return ROWS.filter((row) => names.includes(row))
  })
  const open = computed(() => {
    const row = worst()
    return new Set(row === null || row === closed.value ? chosen.value : [...chosen.value, row])
  })

  function choose(rows: readonly RowId[]): void {
    stored.value = inAddress.value = ROWS.filter((row) => rows.includes(row)).join(',')
  }
  function toggle(row: RowId, isOpen: boolean): void {
    if (open.value.has(row) === isOpen) return
    if (row === worst()) closed.value = isOpen ? null : row
    choose(isOpen ? [...chosen.value, row] : chosen.value.filter((each) => each !== row))
  }
  useShortcut({
    keys: ['o'],
    shown: 'O',
    label: 'keyboard.rows',
    run: () => {
      const isAnyOpen = open.value.size > 0
      closed.value = isAnyOpen ? worst() : null
      choose(isAnyOpen ? [] : ROWS)
    },
  })
  return { open, toggle }
}
