import { computed, shallowRef, type ComputedRef } from 'vue'

/** The colours charts are painted with, as the theme at hand defines them. */
export interface Palette {
  util: string
  utilSoft: string
  mem: string
  memSoft: string
  plain: string
  plainSoft: string
  hatch: string
  error: string
}

const palette = shallowRef<Palette>(read())

/** Read once per theme change and never while drawing: asking for a computed style costs more than a line. */
export function usePalette(): ComputedRef<Palette> {
  return computed(() => palette.value)
}

export function refreshPalette(): Palette {
  return (palette.value = read())
}

function read(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    util: token('--util'),
    utilSoft: token('--util-soft'),
    mem: token('--mem'),
    memSoft: token('--mem-soft'),
    plain: token('--text-2'),
    plainSoft: token('--track'),
    hatch: token('--line-strong'),
    error: token('--crit'),
  }
}
