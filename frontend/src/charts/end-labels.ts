import { formatIndexes } from '@/format/indexes'

/** The end of the line of GPUs. */
export interface LineEnd {
  indexes: readonly number[]
  y: number
  colour: string
}

export interface EndLabel {
  text: string
  y: number
  /** Null if several lines share it. */
  colour: string | null
}

const MERGED_PIXELS = 7
/** More than the height of the numbers, so that they do not touch. */
const APART_PIXELS = 13

/**
 * Places numbers at the right end of lines: neighbours merge, numbers too long for the gutter are wrapped, and labels do
 * not overlap. Without room for all labels, GPUs farther apart are merged; no GPU is omitted.
 */
export function endLabels(
  ends: readonly LineEnd[],
  top: number,
  bottom: number,
  fits: (text: string) => boolean,
): EndLabel[] {
  const room = Math.max(1, Math.floor((bottom - top) / APART_PIXELS) + 1)
  const sorted = [...ends].sort((a, b) => a.y - b.y)
  let labels: EndLabel[] = []
  for (let merged = MERGED_PIXELS; ; merged *= 2) {
    labels = grouped(sorted, merged).flatMap((group) => linesOf(group, fits))
    if (labels.length <= room || merged > bottom - top) break
  }
  return spread(labels, top, bottom)
}

function grouped(sorted: readonly LineEnd[], pixels: number): LineEnd[][] {
  const groups: LineEnd[][] = []
  for (const end of sorted) {
    const group = groups.at(-1)
    if (group !== undefined && end.y - (group.at(-1)?.y ?? -Infinity) < pixels) group.push(end)
    else groups.push([end])
  }
  return groups
}

/** "0–3,7", wrapped, centred on the group. */
function linesOf(group: readonly LineEnd[], fits: (text: string) => boolean): EndLabel[] {
  const parts = formatIndexes(group.flatMap(({ indexes }) => indexes)).split(/, |、/)
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''},${part}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  const middle = ((group[0]?.y ?? 0) + (group.at(-1)?.y ?? 0)) / 2
  const first = middle - ((lines.length - 1) / 2) * APART_PIXELS
  const colour = (group.length === 1 ? group[0]?.colour : undefined) ?? null
  return lines.map((text, i) => ({ text, y: first + i * APART_PIXELS, colour }))
}

function spread(labels: EndLabel[], top: number, bottom: number): EndLabel[] {
  let free = top
  for (const label of labels) {
    label.y = Math.max(free, label.y)
    free = label.y + APART_PIXELS
  }
  let limit = bottom
  for (const label of labels.reverse()) {
    label.y = Math.min(limit, label.y)
    limit = label.y - APART_PIXELS
  }
  return labels.reverse()
}
