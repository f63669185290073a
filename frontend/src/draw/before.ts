import type { Gap } from '@/series/trace'

interface Words {
  before: string
  unstarted: string
}

/** The time before the first sample: gpulse had not started, or it keeps no samples of that time. */
export function beforeFirst({ from, to }: Gap, startedAt: number | null, words: Words): (Gap & { text: string })[] {
  const started = Math.min(to, Math.max(from, startedAt ?? from))
  return [
    { from, to: started, text: words.unstarted },
    { from: started, to, text: words.before },
  ].filter((each) => each.to > each.from)
}
