import type { Quality } from '@/api/states'
import type { AbsenceReason, GpuState } from '@/api/types'
import { t } from '@/i18n/words'

/** Explains a missing value by its reason, else by its quality. */
export function absenceText(quality: Quality, reason?: AbsenceReason): string {
  if (reason !== undefined) return t(`reason.${reason}`)
  return quality === 'ok' || quality === 'stale' ? '' : t(`quality.${quality}`)
}

/** Describes the state of a GPU; empty if it is OK. */
export function stateText(state: GpuState): string {
  return state === 'OK' ? '' : t(`state.${state}`)
}
