import type { GpuEvent, Mark } from '@/api/types'
import type { MarkKind, RibbonMark } from '@/charts/ribbon'
import { formatIndexes } from '@/format/indexes'
import { locale, t } from '@/i18n/words'
import { said } from '@/store/active-insights'

/** The other kinds of events, as a changed setting, have no mark. */
const KINDS: Readonly<Record<string, MarkKind>> = {
  xid: 'fault',
  gpu_lost: 'fault',
  gpu_stuck: 'fault',
  gpu_failed: 'fault',
  driver_gone: 'fault',
  ecc_uncorrected: 'fault',
  recovery_action: 'insight',
  link_errors: 'insight',
  clocks: 'insight',
  p_state: 'insight',
  insight: 'insight',
  process_started: 'started',
  process_ended: 'ended',
  gap: 'stopped',
}

/** Those that have one, as a parameter of a request. */
export const MARKED_KINDS = Object.keys(KINDS).join()

/** Events and marks of these GPUs, or of none, as marks of the ribbon; of all GPUs with null. */
export function ribbonMarks(
  events: readonly GpuEvent[],
  marks: readonly Mark[],
  gpus: readonly number[] | null,
): RibbonMark[] {
  const concerns = (indexes: readonly number[]) =>
    gpus === null || indexes.length === 0 || indexes.some((index) => gpus.includes(index))
  const who = (indexes: readonly number[]) =>
    indexes.length === 0 ? '' : `${t('timeline.gpus', { indexes: formatIndexes(indexes) })}: `
  return [
    ...events.flatMap((event) => {
      const kind = kindOf(event)
      const indexes = indexesOf(event)
      if (kind === undefined || !concerns(indexes)) return []
      return [{ key: `event ${event.id}`, at: Date.parse(event.at), kind, text: who(indexes) + titleOf(event) }]
    }),
    ...marks
      .filter((mark) => concerns(mark.gpus))
      .map(({ id, at, text, gpus: of }) => ({
        key: `mark ${id}`,
        at: Date.parse(at),
        kind: 'mark' as const,
        text: who(of) + text,
      })),
  ]
}

/** A GPU that only answers late has no fault. */
function kindOf({ kind, severity }: GpuEvent): MarkKind | undefined {
  return kind === 'gpu_stuck' && severity === 'warning' ? 'insight' : KINDS[kind]
}

function indexesOf({ gpu, gpus }: GpuEvent): number[] {
  return [...new Set([...(gpu === null ? [] : [gpu.index]), ...gpus.map(({ index }) => index)])]
}

function titleOf(event: GpuEvent): string {
  return said(event, 'title', locale.value)?.text ?? event.title
}
