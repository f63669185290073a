import { formatWhen } from '@/format/time'
import type { Translate } from '@/i18n/words'
import type { Aligned, Gap } from '@/timeseries/buckets'

/** A server samples within this time of its start. */
const START_MILLIS = 30_000

export interface NoDataTexts {
  gap: string
  /** The start of the samples: that of gpulse, or only of what it retains. */
  started: (time: string) => string
  since: (time: string) => string
}

/** The explanations in the language of the page. */
export function noDataTexts(t: Translate): NoDataTexts {
  return {
    gap: t('timeline.gap'),
    started: (time) => t('timeline.started', { time }),
    since: (time) => t('timeline.since', { time }),
  }
}

export type LabelledRange = Gap & { text: string }

interface Gaps extends Pick<Aligned, 'began' | 'gaps'> {
  /** The time up to which older samples are still being loaded. */
  pendingFrom: number | null
}

/** The time ranges between samples in which a chart has none; the text is empty without texts. */
export function noDataRanges({ gaps, pendingFrom }: Omit<Gaps, 'began'>, texts: NoDataTexts | null): LabelledRange[] {
  const isPending = (gap: Gap) => pendingFrom !== null && gap.from <= pendingFrom && pendingFrom <= gap.to
  return gaps.filter((gap) => !isPending(gap)).map((gap) => ({ ...gap, text: texts?.gap ?? '' }))
}

/** Where the samples begin within a chart; null if they are older, or may still be loaded. */
export function sampleStart(
  { began, pendingFrom }: Omit<Gaps, 'gaps'>,
  { from, to }: Gap,
  startedAt: number | null,
  texts: NoDataTexts | null,
): { at: number; text: string } | null {
  if (pendingFrom === -Infinity || began <= from || began >= to) return null
  const isStart = startedAt !== null && Math.abs(began - startedAt) < START_MILLIS
  const text = isStart ? texts?.started(formatWhen(startedAt, to)) : texts?.since(formatWhen(began, to))
  return { at: began, text: text ?? '' }
}
