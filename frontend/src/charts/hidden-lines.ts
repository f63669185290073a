import { computed, type ComputedRef } from 'vue'
import type { Chart } from './chart'
import { useQueryText } from '@/navigation/query'

export interface HiddenLines {
  /** The charts without their hidden lines. */
  shown: ComputedRef<readonly Chart[]>
  /** Whether the lines of a chart can be hidden one by one, which stacked ones cannot. */
  canHide: (chart: Chart) => boolean
  isHidden: (chart: Chart, position: number) => boolean
  toggle: (chart: Chart, position: number) => void
}

/** The lines that the user has hidden by their legend; the address has them as `chart.position`. */
export function useHiddenLines(charts: () => readonly Chart[]): HiddenLines {
  const text = useQueryText('hide')
  const hidden = computed(() => new Set(text.value.split(',').filter((each) => each !== '')))

  function canHide({ legend, lines, stacked }: Chart): boolean {
    return stacked !== true && lines.length > 1 && legend.length === lines.length
  }

  /** If all lines of a chart are hidden, none is: an empty chart would look like one without samples. */
  function isHidden({ id, lines }: Chart, position: number): boolean {
    return hidden.value.has(`${id}.${position}`) && lines.some((_, i) => !hidden.value.has(`${id}.${i}`))
  }

  function toggle({ id, lines }: Chart, position: number): void {
    const line = `${id}.${position}`
    const next = new Set(hidden.value)
    if (!next.delete(line)) next.add(line)
    const isEmpty = lines.every((_, i) => next.has(`${id}.${i}`))
    text.value = [...next].filter((each) => !isEmpty || !each.startsWith(`${id}.`)).join(',')
  }

  const shown = computed(() =>
    charts().map((chart) =>
      canHide(chart) ? { ...chart, lines: chart.lines.filter((_, i) => !isHidden(chart, i)) } : chart,
    ),
  )
  return { shown, canHide, isHidden, toggle }
}
