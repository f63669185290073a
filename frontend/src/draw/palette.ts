import { computed, shallowRef, type ComputedRef } from 'vue'

/** The colours charts are painted with, as the theme at hand defines them. */
export interface Palette {
  util: string
  utilSoft: string
  mem: string
  memSoft: string
  memOther: string
  host: string
  plain: string
  plainSoft: string
  hatch: string
  error: string
  warn: string
  warnFill: string
  rx: string
  tx: string
  /** Identity of a GPU in line charts, by its index. */
  series: readonly string[]
  text: string
  label: string
  faint: string
  grid: string
  surface: string
  font: string
}

const SERIES = 16
/** Beyond 8 no two colours can be told apart by everybody: from there on lines are dashed as well. */
const SOLID = 8

/** The same GPU has the same colour in every view; more than 16 begin again. */
export function seriesToken(index: number): string {
  return `--s${index % SERIES}`
}

export function isDashed(index: number): boolean {
  return index % SERIES >= SOLID
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
    memOther: token('--mem-2'),
    host: token('--host'),
    plain: token('--text-2'),
    plainSoft: token('--track'),
    hatch: token('--line-strong'),
    error: token('--crit'),
    warn: token('--warn'),
    warnFill: token('--warn-fill'),
    rx: token('--rx'),
    tx: token('--tx'),
    series: Array.from({ length: SERIES }, (_, index) => token(seriesToken(index))),
    text: token('--text'),
    label: token('--text-2'),
    faint: token('--text-3'),
    grid: token('--grid'),
    surface: token('--surface'),
    font: token('--font'),
  }
}
