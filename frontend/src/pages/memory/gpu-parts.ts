import { shownName } from '@/api/names'
import { formatMemory } from '@/format/display'
import { listClauses } from '@/format/list'
import { formatMinutes } from '@/format/number'
import { describeProcess } from '@/format/process'
import type { Translate } from '@/i18n/words'
import type { BarPart } from './bar-part'
import type { MemoryRow, MemorySegment } from './memory'

/** The parts of the memory of a GPU with their texts. */
export function partsOfGpu(row: MemoryRow, t: Translate, locale: string): BarPart[] {
  return row.segments.map((segment) => ({
    ...{ key: segment.process?.pid ?? segment.kind, kind: segment.kind, percent: segment.percent },
    ...wordsOf(row, segment, t, locale),
  }))
}

function wordsOf(
  { gpu, idleMillis }: MemoryRow,
  { kind, bytes, process }: MemorySegment,
  t: Translate,
  locale: string,
): Pick<BarPart, 'name' | 'second' | 'title'> {
  const memory = formatMemory(bytes, locale)
  if (kind === 'reserved') return { name: '', second: '', title: t('memory.reserved', { memory }) }
  if (kind === 'system') return { name: t('shared.others'), second: '', title: t('shared.othersTitle', { memory }) }
  if (kind === 'cache') return { name: '', second: '', title: t('shared.cacheTitle', { memory }) }
  if (process === null) {
    const omitted = gpu.processesOmitted
    const second = omitted > 0 ? t('memoryPage.more', { n: omitted }, omitted) : ''
    const title = listClauses([t('memoryPage.othersTitle', { memory }), second])
    return { name: t('memoryPage.others'), second, title }
  }
  const pid = t('memoryPage.pid', { pid: process.pid })
  const name = shownName(process) ?? pid
  const idle = idleMillis === null ? null : t('memoryPage.idle', { span: formatMinutes(idleMillis) })
  const second = idle === null ? pid : [process.facts['user'], idle].filter(Boolean).join(' · ')
  return { name, second: second === name ? '' : second, title: describeProcess(process, t, locale) }
}
