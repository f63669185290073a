import type { GpuEvent } from '@/api/types'
import type { Glyph } from '@/api/states'
import { GLYPH, said } from '@/store/active-insights'
import type { StoryText } from './scene'

/** The events around a fault. */
export interface LogLine extends StoryText {
  key: string
  at: number
  health: Glyph
}

const AROUND_MILLIS = 30_000
const MOST_LINES = 6

/** The events around a fault and the last sample, in order; the nearest where there are more. */
export function faultLog(
  events: readonly GpuEvent[],
  { uuid, since, sampled }: { uuid: string | null; since: number; sampled: (LogLine & { key: 'sample' }) | null },
  locale: string,
): LogLine[] {
  const isOf = ({ gpu, gpus }: GpuEvent) => {
    const all = gpu === null ? gpus : [gpu, ...gpus]
    return all.length === 0 || all.some((each) => each.uuid === uuid)
  }
  const lines = events.filter(isOf).map((event): LogLine => {
    const title = said(event, 'title', locale) ?? { text: event.title, lang: undefined }
    return { ...title, key: String(event.id), at: Date.parse(event.at), health: GLYPH[event.severity] }
  })
  return [...lines, ...(sampled === null ? [] : [sampled])]
    .filter(({ at }) => Math.abs(at - since) <= AROUND_MILLIS)
    .sort((a, b) => Math.abs(a.at - since) - Math.abs(b.at - since))
    .slice(0, MOST_LINES)
    .sort((a, b) => a.at - b.at)
}
