import { listNames } from './list'

/** Indexes as people write them: "0–3, 5". */
export function formatIndexes(indexes: readonly number[]): string {
  const runs: [number, number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run !== undefined && index === run[1] + 1) run[1] = index
    else runs.push([index, index])
  }
  return listNames(
    runs.flatMap(([from, to]) => {
      if (to > from + 1) return `${from}–${to}`
      return from === to ? `${from}` : [`${from}`, `${to}`]
    }),
  )
}
