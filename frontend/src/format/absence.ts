import type { Quality } from '@/api/states'
import type { AbsenceReason, GpuState } from '@/api/types'
import { t } from '@/i18n/words'

/** Why there is no value; without a reason the form in which its absence is shown. */
export function absenceText(quality: Quality, reason?: AbsenceReason): string {
  if (reason !== undefined) return t(`reason.${reason}`)
  return quality === 'ok' || quality === 'stale' ? '' : t(`quality.${quality}`)
}

/** What is the matter with a GPU; empty for one that is read. */
export function stateText(state: GpuState): string {
  return state === 'OK' ? '' : t(`state.${state}`)
}
