import type { Insight, InsightBoard } from '@/api/types'
import { activeOf, worstFirst } from '@/store/active-insights'

export const TABS = ['active', 'silenced', 'resolved', 'muted'] as const
export type Tab = (typeof TABS)[number]

/** Returns the insights of each tab. */
export function tabsOf(board: InsightBoard, muted: readonly string[]): Record<Tab, Insight[]> {
  const resolved = board.insights.filter(({ state }) => state === 'resolved')
  return {
    active: activeOf(board, muted),
    silenced: worstFirst(board.insights.filter(({ state }) => state === 'silenced')),
    resolved: resolved.sort((a, b) => Date.parse(b.until ?? b.since) - Date.parse(a.until ?? a.since)),
    muted: worstFirst(board.insights.filter(({ id, state }) => state === 'active' && muted.includes(id))),
  }
}

const MOST_MUTED = 200

/** Mutes an insight or ends that; the oldest entry is removed from a full list. */
export function toggled(muted: readonly string[], id: string): string[] {
  return muted.includes(id) ? muted.filter((each) => each !== id) : [...muted, id].slice(-MOST_MUTED)
}
