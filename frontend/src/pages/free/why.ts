import { stateText } from '@/format/absence'
import { formatMemory } from '@/format/display'
import { formatAge, formatNumber, formatPercent } from '@/format/number'
import type { Translate } from '@/i18n/words'
import type { FreeRow } from './free-rows'

/** Why a GPU is free or not, as a sentence; its state is worded by the server. */
export function whyText(row: FreeRow, t: Translate, locale: string): string {
  switch (row.why) {
    case null:
      return t(row.processes === 0 ? 'free.noProcess' : 'free.untouched')
    case 'STATE':
      return stateText(row.state === 'OK' ? 'ATTACHING' : row.state)
    case 'UTILIZATION':
      return busyText(row, t, locale)
    case 'EXCLUSIVE':
    case 'MEMORY_USED':
    case 'PROCESSES':
      return heldText(row, t, locale)
    case 'RESERVED': {
      const [job] = row.reservations
      if (job === undefined) return t('freeWhy.RESERVED')
      if (job.user === null) return t('free.reservedJob', { job: job.workload.id })
      return t('free.reserved', { job: job.workload.id, user: job.user })
    }
    case 'HELD':
      return t('free.onHold', { span: formatAge((row.hold?.seconds ?? 0) * 1000), user: row.hold?.holder ?? '' })
    case 'MEMORY_FREE':
      return t('free.tooLittle', { memory: memory(row.freeMemory, locale) })
    case 'MEMORY_TOTAL':
      return t('free.tooSmall', { memory: memory(row.totalMemory, locale) })
    case 'MIG':
      return row.instances.length === 0 ? t('freeWhy.MIG') : t('free.instances', { n: row.instances.length })
    default:
      return t(`freeWhy.${row.why}`)
  }
}

function busyText(row: FreeRow, t: Translate, locale: string): string {
  if (row.maxUtilization === null) return t('freeWhy.UTILIZATION_UNKNOWN')
  const words = {
    percent: formatPercent(row.maxUtilization, locale),
    span: formatAge((row.windowSeconds ?? 0) * 1000),
    n: row.processes ?? 0,
  }
  if (row.processes === null || row.processes === 0) return t(row.isIdle ? 'free.lately' : 'free.busy', words)
  return row.gpus.length > 1 ? t('free.job', words, words.n) : t('free.processes', words, words.n)
}

function heldText(row: FreeRow, t: Translate, locale: string): string {
  if (row.usedMemory === null)
    return t('free.heldBy', { n: formatNumber(row.processes ?? 1, 0, locale) }, row.processes ?? 1)
  const key = row.why === 'EXCLUSIVE' ? 'free.exclusive' : 'free.held'
  return t(key, { memory: memory(row.usedMemory, locale) })
}

function memory(bytes: number | null, locale: string): string {
  return bytes === null ? '' : formatMemory(bytes, locale)
}
