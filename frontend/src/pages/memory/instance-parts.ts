import type { GpuProcess } from '@/api/types'
import { shownName } from '@/api/names'
import { formatMemory } from '@/format/display'
import { describeProcess } from '@/format/process'
import type { Translate } from '@/i18n/words'
import type { Instance } from '@/store/instances'
import type { BarPart } from './bar-part'
import { segmentsOf } from './memory'

/** The parts of the memory of an instance; empty where it is not known. */
export function partsOf(instance: Instance, t: Translate, locale: string): BarPart[] {
  const { used, total, processes, use, health } = instance
  if (used.summary === null || total.value === null || use === 'free') return []
  return segmentsOf({ processes }, used.summary.mean, total.value, null, health === 'warn').map(
    ({ kind, bytes, percent, process }) => ({
      ...{ key: process?.pid ?? kind, kind, percent },
      title:
        process === null
          ? t('memoryPage.othersTitle', { memory: formatMemory(bytes, locale) })
          : describeProcess(process, t, locale),
      name: process === null ? t('memoryPage.others') : nameOf(process, t),
      second: process?.facts['user'] ?? '',
    }),
  )
}

/** Program and user of a process, as "train.py mchen". */
export function holderText(process: GpuProcess, t: Translate): string {
  return [nameOf(process, t), process.facts['user']].filter(Boolean).join(' ')
}

function nameOf(process: GpuProcess, t: Translate): string {
  return shownName(process) ?? t('memoryPage.pid', { pid: process.pid })
}
