import { formatIndexes } from '@/format/indexes'

/** Where a line ends, and which GPU it belongs to. */
export interface End {
  index: number
  y: number
  colour: string
}

export interface EndLabel {
  text: string
  y: number
  /** Null where several GPUs share it. */
  colour: string | null
}

const MERGED_PIXELS = 7
const APART_PIXELS = 11

/** Numbers at the right end of lines: neighbours merge, and what is left keeps its distance. */
export function endLabels(ends: readonly End[], top: number, bottom: number, letters: number): EndLabel[] {
  const groups: { ends: End[]; first: number; last: number }[] = []
  for (const end of [...ends].sort((a, b) => a.y - b.y)) {
    const group = groups.at(-1)
    if (group !== undefined && end.y - group.last < MERGED_PIXELS) {
      group.ends.push(end)
      group.last = end.y
    } else groups.push({ ends: [end], first: end.y, last: end.y })
  }
  let free = top
  const labels = groups.map((group) => {
    const y = Math.max(free, (group.first + group.last) / 2)
    free = y + APART_PIXELS
    const alone = group.ends.length === 1 ? group.ends[0]?.colour : undefined
    return { text: short(group.ends.map(({ index }) => index), letters), y, colour: alone ?? null }
  })
  let limit = bottom
  for (const label of labels.reverse()) {
    label.y = Math.min(limit, label.y)
    limit = label.y - APART_PIXELS
  }
  return labels.reverse()
}

/** "0–3,7": as narrow as the gutter wants it. */
function short(indexes: readonly number[], letters: number): string {
  const text = formatIndexes(indexes).replaceAll(/, |、/g, ',')
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text
}
