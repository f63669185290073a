import type { Translate } from '@/i18n/words'
import type { Aligned, Gap } from '@/timeseries/buckets'

export interface SilenceWords {
  gap: string
  before: string
  unstarted: string
}

/** The same in the language of the page. */
export function silenceWords(t: Translate): SilenceWords {
  return { gap: t('timeline.gap'), before: t('timeline.before'), unstarted: t('timeline.unstarted') }
}

export type NamedGap = Gap & { text: string }

interface Known extends Pick<Aligned, 'began' | 'gaps'> {
  /** Where more of the past is still on its way. */
  pendingFrom: number | null
}

/** Where a chart has no samples at all, and why; without words the reasons are left out. */
export function silences(
  { began, gaps, pendingFrom }: Known,
  { from, to }: Gap,
  startedAt: number | null,
  words: SilenceWords | null,
): NamedGap[] {
  const told = words ?? { gap: '', before: '', unstarted: '' }
  const before = beforeFirst({ from, to: Math.min(to, began) }, startedAt, told)
  const isPending = (gap: Gap) => pendingFrom !== null && gap.from <= pendingFrom && pendingFrom <= gap.to
  return [
    ...(pendingFrom === -Infinity ? [] : before),
    ...gaps.filter((gap) => !isPending(gap)).map((gap) => ({ ...gap, text: told.gap })),
  ]
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
