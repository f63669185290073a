import { computed, type ComputedRef } from 'vue'
import type { Gpu } from '@/api/types'
import { useQueryText } from '@/navigation/query'

export interface Isolation {
  /** Indexes of the GPUs that are shown alone, or null while all are shown. */
  alone: ComputedRef<readonly number[] | null>
  toggle: (index: number, add: boolean) => void
  clear: () => void
  /** Every GPU by name, where showing all would only draw some of them. */
  everyOne: () => void
}

/** Which GPUs a page shows alone; the address keeps it, so that a link shows what its sender saw. */
export function useIsolation(gpus: () => readonly Pick<Gpu, 'index'>[]): Isolation {
  const text = useQueryText('gpus')
  const alone = computed(() => {
    const asked = indexesOf(text.value)
    const known = gpus()
      .map((gpu) => gpu.index)
      .filter((index) => asked.has(index))
    return known.length === 0 ? null : known
  })

  function show(indexes: readonly number[]): void {
    text.value = indexes.join(',')
  }

  return {
    alone,
    toggle: (index, add) => {
      show(toggled(alone.value ?? [], index, add))
    },
    clear: () => {
      show([])
    },
    everyOne: () => {
      show(gpus().map((gpu) => gpu.index))
    },
  }
}

/** A click shows one alone, and a second click all again; with a key held it joins the others or leaves them. */
export function toggled(alone: readonly number[], index: number, add: boolean): number[] {
  const others = alone.filter((each) => each !== index)
  const isAlone = others.length < alone.length
  if (add) return isAlone ? others : [...alone, index].sort((a, b) => a - b)
  return isAlone && others.length === 0 ? [] : [index]
}

function indexesOf(text: string): Set<number> {
  // A frame may name GPUs by UUID.
  const names = text.split(/[^\w-]+/).filter((name) => /^\d+$/.test(name))
  return new Set(names.map(Number))
}
