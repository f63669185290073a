import type { Insight } from '@/api/types'

/** Insights that are shown as one: alike but for their GPUs. */
export interface InsightGroup {
  /** The first of them, about all their GPUs. */
  insight: Insight
  all: readonly Insight[]
}

/** The common part of insights that differ in their GPUs and numbers only; names may differ in digits. */
function likenessOf({ rule, severity, state, silence, sentence, cause, advice, process }: Insight): string {
  const words = [sentence, cause].map((text) => text?.replace(/\d[\d.,–]*/g, '#'))
  return [rule, severity, state, silence?.id, advice, process?.user, process?.program, ...words].join('\n')
}

/** Groups insights that are alike, in the order of the first of each. */
export function grouped(insights: readonly Insight[]): InsightGroup[] {
  const alike = new Map<string, Insight[]>()
  for (const insight of insights) {
    const key = likenessOf(insight)
    alike.set(key, [...(alike.get(key) ?? []), insight])
  }
  return [...alike.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const gpus = all.flatMap((each) => each.gpus).sort((a, b) => a.index - b.index)
    return { insight: all.length === 1 ? first : { ...first, gpus }, all }
  })
}
