import { healthOf, isRead, type Health } from '@/api/states'
import type { Gpu, GpuProcess, GpuState, Insight, InsightBoard } from '@/api/types'
import { stateText } from '@/format/absence'
import { formatIndexes } from '@/format/indexes'
import { t } from '@/i18n/words'
import { said, type TranslatedText } from './active-insights'

/** A fault of a GPU, in the words of the server; in those of the page while it has sent none. */
export interface Fault extends TranslatedText {
  health: Health
  /** In milliseconds since 1970. */
  since: number
  /** Null while the server has sent none. */
  insight: Insight | null
}

/** The parts of a GPU, also of one in another answer, with its name and its state. */
export type GpuInState = Pick<Gpu, 'index' | 'state'> & { uuid?: string | null; stateSince: string | null }

/** Rules about the state, and about a hardware fault of a GPU that still answers. */
export const STATES: readonly string[] = ['gpu-lost', 'gpu-stuck']
export const FAULTS: readonly string[] = [...STATES, 'errors-growing', 'recovery-action', 'xid']

const WORST_FIRST: readonly GpuState[] = ['LOST', 'RESET_REQUIRED', 'ERROR', 'STUCK', 'SLOW']

/** Whether a GPU is in a state without values that is no fault. */
export function isQuiet({ state }: Pick<Gpu, 'state'>): boolean {
  return state === 'ATTACHING' || state === 'SLEEPING'
}

/** Whether a GPU is in a state that somebody must end. */
export function isFailed(gpu: Pick<Gpu, 'state'>): boolean {
  return !isRead(gpu.state) && !isQuiet(gpu)
}

/** The state of a GPU that is not OK, else its critical fault; null without one. */
export function faultOf(gpu: GpuInState, board: InsightBoard | null, locale: string): Fault | null {
  const insight = insightAbout(gpu, board)
  if (insight === null && gpu.state === 'OK') return null
  const { text, lang } = (insight && said(insight, 'short', locale)) ?? { text: stateText(gpu.state), lang: undefined }
  const health = gpu.state === 'OK' ? 'crit' : healthOf(gpu.state, false)
  return { text, lang, health, since: Date.parse(insight?.since ?? gpu.stateSince ?? ''), insight }
}

/** The insight that words the fault; one about a state also while it is silenced. */
function insightAbout(gpu: GpuInState, board: InsightBoard | null): Insight | null {
  if (isQuiet(gpu)) return null
  const own = board?.insights.filter(({ state, gpus }) => state !== 'resolved' && gpus.some(isOf(gpu))) ?? []
  if (gpu.state !== 'OK') return own.find(({ rule }) => STATES.includes(rule)) ?? null
  const isFault = ({ rule, severity, state }: Insight) =>
    state === 'active' && severity === 'critical' && FAULTS.includes(rule)
  return own.find(isFault) ?? null
}

function isOf(gpu: GpuInState) {
  return (named: { index: number; uuid: string }) =>
    gpu.uuid == null ? named.index === gpu.index : named.uuid === gpu.uuid
}

/** A line for each fault of these GPUs: "GPUs 3, 5: Fell off the bus". */
export function faultLines(
  gpus: readonly Gpu[],
  board: InsightBoard | null,
  locale: string,
): (Fault & { id: string })[] {
  const groups = new Map<string, { fault: Fault; indexes: number[] }>()
  const sorted = WORST_FIRST.flatMap((state) => gpus.filter((gpu) => gpu.state === state))
  for (const gpu of sorted) {
    const fault = faultOf(gpu, board, locale)
    if (fault === null) continue
    const id = fault.insight?.id ?? gpu.state
    groups.set(id, { fault, indexes: [...(groups.get(id)?.indexes ?? []), gpu.index] })
  }
  return [...groups].map(([id, { fault, indexes }]) => {
    const text = t('gpu.about', { indexes: formatIndexes(indexes), text: fault.text }, indexes.length)
    return { ...fault, id, text }
  })
}

/** The processes of a GPU: of one that is not read, the last ones, which may still run. */
export function processesOf({
  state,
  processes,
  last,
}: Pick<Gpu, 'state' | 'processes' | 'last'>): readonly GpuProcess[] {
  return isRead(state) || state === 'SLEEPING' ? processes : (last?.processes ?? processes)
}
