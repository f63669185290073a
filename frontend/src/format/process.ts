import type { GpuProcess } from '@/api/types'
import { formatClock } from './time'
import { formatMemory } from './display'
import type { Translate } from '@/i18n/words'

/** Describes a process in one line: "python · pid 41102 · mchen · 70 GiB · since 09:14:01". */
export function describeProcess(process: GpuProcess, t: Translate, locale: string): string {
  const memory = process.values['process.memory.used']
  return [
    process.facts['command'] ?? process.facts['program'] ?? process.name,
    t('overview.pid', { pid: process.pid }),
    process.facts['user'],
    memory === undefined ? null : formatMemory(memory, locale),
    process.startedAt === null ? null : t('state.since', { time: formatClock(Date.parse(process.startedAt)) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
