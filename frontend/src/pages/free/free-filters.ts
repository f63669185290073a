import { computed, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import { GIB } from '@/format/display'
import { useQueryChoice, useQueryText } from '@/navigation/query'

/** Amounts of memory to choose from, in GiB; empty for any. */
const MEMORIES = ['', '8', '24', '40', '80'] as const
/** Numbers of GPUs to choose from. */
const COUNTS = ['1', '2', '4', '8'] as const

export interface FreeFilters {
  /** In GiB; empty for any. */
  memory: WritableComputedRef<(typeof MEMORIES)[number]>
  /** The same in bytes; null for any. */
  leastBytes: ComputedRef<number | null>
  count: WritableComputedRef<(typeof COUNTS)[number]>
  /** Part of the product name; empty for all. */
  model: Ref<string>
  /** The parameters of the request. */
  query: ComputedRef<string>
}

/** The conditions of the page, in its address. */
export function useFreeFilters(): FreeFilters {
  const memory = useQueryChoice('min', MEMORIES, '')
  const leastBytes = computed(() => (memory.value === '' ? null : Number(memory.value) * GIB))
  const count = useQueryChoice('count', COUNTS, '1')
  const model = useQueryText('model')
  const query = computed(() => {
    const parameters = new URLSearchParams({ count: count.value })
    if (memory.value !== '') parameters.set('min-memory', `${memory.value}GiB`)
    if (model.value !== '') parameters.set('model', model.value)
    return parameters.toString()
  })
  return { memory, leastBytes, count, model, query }
}

/** Those that a GPU of this machine could have, and the chosen one. */
export function possibleMemories(largest: number, chosen: string): (typeof MEMORIES)[number][] {
  return MEMORIES.filter((each) => each === chosen || Number(each) * GIB <= largest)
}

export function possibleCounts(gpus: number, chosen: string): (typeof COUNTS)[number][] {
  return COUNTS.filter((each) => each === chosen || Number(each) <= gpus)
}
