import { computed, type ComputedRef } from 'vue'
import type { Chart } from './chart'
import { useQueryText } from '@/navigation/query'

interface HiddenLines {
  /** The charts without the lines that are put out. */
  shown: ComputedRef<readonly Chart[]>
  /** Whether the lines of a chart can be put out one by one: not those that are piled up. */
  isChoice: (chart: Chart) => boolean
  isOut: (chart: Chart, place: number) => boolean
  toggle: (chart: Chart, place: number) => void
}

/** Lines that somebody has put out by their legend; the address keeps them, as `chart.place`. */
export function useHiddenLines(charts: () => readonly Chart[]): HiddenLines {
  const text = useQueryText('hide')
  const hidden = computed(() => new Set(text.value.split(',').filter((each) => each !== '')))

  function isChoice({ legend, lines, stacked }: Chart): boolean {
    return stacked !== true && lines.length > 1 && legend.length === lines.length
  }

  /** Of a chart all of whose lines are put out, none is: an empty chart would look as if there were no samples. */
  function isOut({ id, lines }: Chart, place: number): boolean {
    return hidden.value.has(`${id}.${place}`) && lines.some((_, i) => !hidden.value.has(`${id}.${i}`))
  }

  function toggle({ id, lines }: Chart, place: number): void {
    const line = `${id}.${place}`
    const next = new Set(hidden.value)
    if (!next.delete(line)) next.add(line)
    const isEmpty = lines.every((_, i) => next.has(`${id}.${i}`))
    text.value = [...next].filter((each) => !isEmpty || !each.startsWith(`${id}.`)).join(',')
  }

  const shown = computed(() =>
    charts().map((chart) =>
      isChoice(chart) ? { ...chart, lines: chart.lines.filter((_, i) => !isOut(chart, i)) } : chart,
    ),
  )
  return { shown, isChoice, isOut, toggle }
}
