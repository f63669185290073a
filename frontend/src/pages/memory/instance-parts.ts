import type { GpuProcess } from '@/api/types'
import { shownName } from '@/api/names'
import { formatMemory } from '@/format/display'
import { describeProcess } from '@/format/process'
import type { Translate } from '@/i18n/words'
import type { Instance } from '@/store/instances'
import { segmentsOf } from './memory'

/** A part of the bar of an instance. */
export interface InstancePart {
  key: string
  kind: 'process' | 'idle' | 'others'
  /** Share of the memory of the instance. */
  percent: number
  title: string
  /** Program and user. */
  words: string
}

/** The parts of the memory of an instance; empty where it is not known. */
export function partsOf(instance: Instance, t: Translate, locale: string): InstancePart[] {
  const { used, total, processes, use, health } = instance
  if (used.summary === null || total.value === null || use === 'free') return []
  return segmentsOf({ processes }, used.summary.mean, total.value, null, health === 'warn').map(
    ({ kind, bytes, percent, process }) => ({
      key: `${process?.pid ?? kind}`,
      kind: kind === 'process' || kind === 'idle' ? kind : 'others',
      percent,
      title:
        process === null
          ? t('memory.othersTitle', { memory: formatMemory(bytes, locale) })
          : describeProcess(process, t, locale),
      words: process === null ? t('memory.others') : holderText(process, t),
    }),
  )
}

/** Program and user of a process, as "train.py mchen". */
export function holderText(process: GpuProcess, t: Translate): string {
  return [shownName(process) ?? t('memory.pid', { pid: process.pid }), process.facts['user']].filter(Boolean).join(' ')
}
