import { computed, shallowRef, type ComputedRef } from 'vue'

/** The custom property of each colour that charts are painted with, as the theme defines it. */
const TOKENS = {
  util: '--util',
  utilSoft: '--util-soft',
  mem: '--mem',
  memSoft: '--mem-soft',
  memOther: '--mem-2',
  host: '--host',
  plain: '--text-2',
  plainSoft: '--track',
  ok: '--ok',
  hatch: '--line-strong',
  error: '--crit',
  warn: '--warn',
  warnFill: '--warn-fill',
  rx: '--rx',
  tx: '--tx',
  text: '--text',
  label: '--text-2',
  faint: '--text-3',
  grid: '--grid',
  surface: '--surface',
  font: '--font',
} as const

export type Colour = keyof typeof TOKENS

export interface Palette extends Record<Colour, string> {
  /** Identity of a GPU in line charts, by its index. */
  series: readonly string[]
}

/** The custom property of a colour, for legends. */
export function colourToken(colour: Colour): string {
  return TOKENS[colour]
}

const SERIES = 16
/** Colours beyond the eighth are hard to distinguish: their lines are dashed as well. */
const SOLID = 8

/** A GPU has the same colour in every view; the colours repeat after 16. */
export function seriesToken(index: number): string {
  return `--s${index % SERIES}`
}

export function isDashed(index: number): boolean {
  return index % SERIES >= SOLID
}

const palette = shallowRef<Palette>(read())

/** The colours, read once per theme change and not while drawing: a computed style costs more than a line. */
export function usePalette(): ComputedRef<Palette> {
  return computed(() => palette.value)
}

export function refreshPalette(): Palette {
  return (palette.value = read())
}

function read(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const colours = Object.entries(TOKENS).map(([colour, name]) => [colour, token(name)])
  const series = Array.from({ length: SERIES }, (_, index) => token(seriesToken(index)))
  return { ...(Object.fromEntries(colours) as Record<Colour, string>), series }
}
