import { computed, type ComputedRef } from 'vue'
import type { Gpu } from '@/api/types'
import { useQueryText } from '@/navigation/query'

export interface Isolation {
  /** Indexes of the GPUs that are shown alone, or null while all are shown. */
  alone: ComputedRef<readonly number[] | null>
  toggle: (index: number, add: boolean) => void
  /** Shows these alone, or all if exactly these are alone. */
  choose: (indexes: readonly number[]) => void
  clear: () => void
  /** Names every GPU, where a page renders only some of all. */
  everyOne: () => void
}

/** The GPUs that a page shows alone; part of the address, so that links preserve them. */
export function useIsolation(gpus: () => readonly Pick<Gpu, 'index'>[]): Isolation {
  const text = useQueryText('gpus')
  const alone = computed(() => {
    const requested = indexesOf(text.value)
    const known = gpus()
      .map((gpu) => gpu.index)
      .filter((index) => requested.has(index))
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
    choose: (indexes) => {
      show(alone.value?.join() === indexes.join() ? [] : indexes)
    },
    clear: () => {
      show([])
    },
    everyOne: () => {
      show(gpus().map((gpu) => gpu.index))
    },
  }
}

/** A click isolates one, and a second click shows all; with a modifier key it is added or removed. */
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
