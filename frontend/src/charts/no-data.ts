import type { Translate } from '@/i18n/words'
import type { Aligned, Gap } from '@/timeseries/buckets'

export interface NoDataTexts {
  gap: string
  before: string
  unstarted: string
}

/** The explanations in the language of the page. */
export function noDataTexts(t: Translate): NoDataTexts {
  return { gap: t('timeline.gap'), before: t('timeline.before'), unstarted: t('timeline.unstarted') }
}

export type LabelledRange = Gap & { text: string }

interface Gaps extends Pick<Aligned, 'began' | 'gaps'> {
  /** The time up to which older samples are still being loaded. */
  pendingFrom: number | null
}

/** The time ranges in which a chart has no samples, with the reasons unless there are no texts. */
export function noDataRanges(
  { began, gaps, pendingFrom }: Gaps,
  { from, to }: Gap,
  startedAt: number | null,
  texts: NoDataTexts | null,
): LabelledRange[] {
  const labels = texts ?? { gap: '', before: '', unstarted: '' }
  const before = beforeFirst({ from, to: Math.min(to, began) }, startedAt, labels)
  const isPending = (gap: Gap) => pendingFrom !== null && gap.from <= pendingFrom && pendingFrom <= gap.to
  return [
    ...(pendingFrom === -Infinity ? [] : before),
    ...gaps.filter((gap) => !isPending(gap)).map((gap) => ({ ...gap, text: labels.gap })),
  ]
}

/** The time before the first sample: before gpulse started, or older than the samples it retains. */
export function beforeFirst(
  { from, to }: Gap,
  startedAt: number | null,
  texts: Pick<NoDataTexts, 'before' | 'unstarted'>,
): LabelledRange[] {
  const started = Math.min(to, Math.max(from, startedAt ?? from))
  return [
    { from, to: started, text: texts.unstarted },
    { from: started, to, text: texts.before },
  ].filter((each) => each.to > each.from)
}
