import type { Aligned, Gap } from '@/series/buckets'

export interface SilenceWords {
  gap: string
  before: string
  unstarted: string
}

export type NamedGap = Gap & { text: string }

/** Where a chart has no samples at all, and why; without words the reasons are left out. */
export function silences(
  { began, gaps }: Pick<Aligned, 'began' | 'gaps'>,
  { from, to }: Gap,
  startedAt: number | null,
  words: SilenceWords | null,
): NamedGap[] {
  const told = words ?? { gap: '', before: '', unstarted: '' }
  const before = beforeFirst({ from, to: Math.min(to, began) }, startedAt, told)
  return [...before, ...gaps.map((gap) => ({ ...gap, text: told.gap }))]
}

/** The time before the first sample: gpulse had not started, or it keeps no samples of that time. */
export function beforeFirst(
  { from, to }: Gap,
  startedAt: number | null,
  words: Pick<SilenceWords, 'before' | 'unstarted'>,
): NamedGap[] {
  const started = Math.min(to, Math.max(from, startedAt ?? from))
  return [
    { from, to: started, text: words.unstarted },
    { from: started, to, text: words.before },
  ].filter((each) => each.to > each.from)
}
