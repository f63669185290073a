import type { GpuEvent, Mark } from '@/api/types'
import type { Glyph } from '@/api/states'
import { formatIndexes } from '@/format/indexes'
import { hasText, type Translate } from '@/i18n/words'
import { GLYPH, said } from '@/store/active-insights'

/** A row of the list: what happened, or a moment that somebody named. */
export interface Entry {
  key: string
  at: number
  until: number | null
  kind: string
  glyph: Glyph
  xid: number | null
  /** Indexes as they are written, or null where it is about the machine. */
  gpus: string | null
  /** Of a single GPU. */
  index: number | null
  title: string
  lang: 'en' | undefined
  count: number
  blame: readonly string[]
  rule: string | null
  /** The event itself; null for a mark. */
  event: GpuEvent | null
}

export const GROUPS = ['all', 'errors', 'clocks', 'processes', 'marks'] as const
export type Group = (typeof GROUPS)[number]

/** The kinds of each group, as the server names them; whatever is in none is among all. */
const KINDS: Readonly<Record<Exclude<Group, 'all'>, readonly string[]>> = {
  errors: [
    ...['xid', 'operational', 'gpu_lost', 'gpu_stuck', 'gpu_failed', 'driver_renewed', 'driver_gone'],
    ...['ecc_uncorrected', 'memory_repair', 'recovery_action', 'link_errors'],
  ],
  clocks: ['clocks', 'p_state'],
  processes: ['process_started', 'process_ended'],
  marks: [],
}
/** What is neither good nor bad, and is shown as what went well. */
const ORDINARY: readonly string[] = ['process_started', 'process_ended', 'gpulse_started']

/** What the address asks for: a group, or kinds by name; null where it asks for all. */
export function kindsOf(asked: string): readonly string[] | null {
  if (asked === '' || asked === 'all') return null
  return asked in KINDS ? KINDS[asked as Exclude<Group, 'all'>] : asked.split(',').filter(Boolean)
}

/** The group that is pressed; none is where kinds are asked for by name. */
export function groupOf(asked: string): Group | '' {
  if (asked === '') return 'all'
  return GROUPS.find((group) => group === asked) ?? ''
}

/** Whether marks belong to what is asked for. */
export function wantsMarks(asked: string): boolean {
  return ['', 'all', 'marks'].includes(asked) || asked.split(',').includes('mark')
}

/** Indexes out of words such as "0-3,6". */
export function indexesOf(text: string): number[] {
  return [...text.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, from = '0', to = from]) =>
    Array.from({ length: Math.min(256, Math.max(0, Number(to) - Number(from) + 1)) }, (_, i) => Number(from) + i),
  )
}

/** Returns the indexes of an event's GPUs. Events of several GPUs that an older gpulse stored have them as text only. */
export function gpusOf({ gpu, gpus, facts }: GpuEvent): number[] {
  if (gpus.length > 0) return gpus.map(({ index }) => index)
  const stored = facts['gpus']
  if (stored !== undefined) return indexesOf(stored)
  return gpu === null ? [] : [gpu.index]
}

/** Whether one that the stream tells would be in the answer of the server. */
export function isAsked(
  event: GpuEvent,
  kinds: readonly string[] | null,
  gpus: readonly number[],
  since: number,
): boolean {
  if (kinds !== null && !kinds.includes(event.kind)) return false
  if (gpus.length > 0 && !gpusOf(event).some((index) => gpus.includes(index))) return false
  return Date.parse(event.until ?? event.at) >= since
}

export function entryOf(event: GpuEvent, locale: string): Entry {
  const gpus = gpusOf(event)
  const title = said(event, 'title', locale)
  const isOver = event.kind === 'insight' && event.until !== null
  return {
    key: `e${event.id}`,
    at: Date.parse(event.at),
    until: event.until === null ? null : Date.parse(event.until),
    kind: event.kind,
    glyph: event.severity === 'info' && (isOver || ORDINARY.includes(event.kind)) ? 'ok' : GLYPH[event.severity],
    xid: event.xid,
    gpus: gpus.length === 0 ? null : formatIndexes(gpus),
    index: gpus.length === 1 ? (gpus[0] ?? null) : null,
    title: title?.text ?? event.title,
    lang: title?.lang,
    count: event.count,
    blame: event.blame,
    rule: event.facts['rule'] ?? null,
    event,
  }
}

export function markEntry({ id, at, text, gpus }: Mark): Entry {
  return {
    key: `m${id}`,
    at: Date.parse(at),
    until: null,
    kind: 'mark',
    glyph: 'info',
    xid: null,
    gpus: gpus.length === 0 ? null : formatIndexes(gpus),
    index: gpus.length === 1 ? (gpus[0] ?? null) : null,
    title: text,
    lang: undefined,
    count: 1,
    blame: [],
    rule: null,
    event: null,
  }
}

/** Marks among events, the newest first; of marks only those that lie as far back as the events reach. */
export function merged(events: readonly Entry[], marks: readonly Entry[], reachesTo: number): Entry[] {
  return [...events, ...marks.filter(({ at }) => at >= reachesTo)].sort(
    (a, b) => b.at - a.at || (a.key < b.key ? 1 : -1),
  )
}

/** Those that contain every word. */
export function filtered(entries: readonly Entry[], text: string, wordsOf: (entry: Entry) => string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  return entries.filter((entry) => {
    const all = wordsOf(entry).toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

export interface Day {
  /** Its midnight, in the zone of the browser. */
  begin: number
  entries: Entry[]
}

/** By day of the browser's zone, in the order they have. */
export function byDay(entries: readonly Entry[]): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const begin = new Date(entry.at).setHours(0, 0, 0, 0)
    const day = days.at(-1)
    if (day?.begin === begin) day.entries.push(entry)
    else days.push({ begin, entries: [entry] })
  }
  return days
}

/** What kind an entry is, in words; of a kind that a newer server has, as it is named. */
export function kindWord({ kind, xid }: Pick<Entry, 'kind' | 'xid'>, t: Translate): string {
  return hasText('eventKind', kind) ? t(`eventKind.${kind}`, { xid: xid ?? '' }).trim() : kind.replaceAll('_', ' ')
}
