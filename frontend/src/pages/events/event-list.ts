import type { GpuEvent, Mark } from '@/api/types'
import type { Glyph } from '@/api/states'
import { formatIndexes } from '@/format/indexes'
import { listNames } from '@/format/list'
import { hasText, type Translate } from '@/i18n/words'
import { GLYPH, said } from '@/store/active-insights'

/** A row of the list: an event or a mark. */
export interface Entry {
  key: string
  at: number
  until: number | null
  kind: string
  glyph: Glyph
  xid: number | null
  /** Indexes as text, or null for an event of the machine. */
  gpus: string | null
  /** Index of a single GPU. */
  index: number | null
  title: string
  lang: 'en' | undefined
  count: number
  rule: string | null
  /** Null for a mark. */
  event: GpuEvent | null
}

export const GROUPS = ['all', 'errors', 'clocks', 'processes', 'marks'] as const
export type Group = (typeof GROUPS)[number]

/** The kinds of each group, by their names in the API; a kind without a group is only in `all`. */
const KINDS: Readonly<Record<Exclude<Group, 'all'>, readonly string[]>> = {
  errors: [
    ...['xid', 'operational', 'gpu_lost', 'gpu_stuck', 'gpu_failed', 'driver_renewed', 'driver_gone'],
    ...['ecc_uncorrected', 'memory_repair', 'recovery_action', 'link_errors'],
  ],
  clocks: ['clocks', 'p_state'],
  processes: ['process_started', 'process_ended'],
  marks: [],
}
/** Kinds that are neutral, and have the glyph of success. */
const ORDINARY: readonly string[] = ['process_started', 'process_ended', 'gpulse_started']

/** Returns the kinds of the address, which has a group or names of kinds; null for all. */
export function kindsOf(text: string): readonly string[] | null {
  if (text === '' || text === 'all') return null
  return text in KINDS ? KINDS[text as Exclude<Group, 'all'>] : text.split(',').filter(Boolean)
}

/** Returns the group of the address; empty if it has names of kinds. */
export function groupOf(text: string): Group | '' {
  if (text === '') return 'all'
  return GROUPS.find((group) => group === text) ?? ''
}

/** Whether the kinds of the address include marks. */
export function includesMarks(text: string): boolean {
  return ['', 'all', 'marks'].includes(text) || text.split(',').includes('mark')
}

/** Parses indexes such as "0-3,6". */
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

/** Whether the server would return an event of the stream for this query. */
export function matches(
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
  const { id, at, until, kind, severity, xid, count, facts } = event
  const title = said(event, 'title', locale)
  const isOver = kind === 'insight' && until !== null
  return {
    ...placeOf(gpusOf(event)),
    ...{ key: `e${id}`, at: Date.parse(at), until: until === null ? null : Date.parse(until), kind, xid, count },
    glyph: severity === 'info' && (isOver || ORDINARY.includes(kind)) ? 'ok' : GLYPH[severity],
    title: title?.text ?? event.title,
    lang: title?.lang,
    rule: facts['rule'] ?? null,
    event,
  }
}

export function markEntry({ id, at, text, gpus }: Mark): Entry {
  return {
    ...placeOf(gpus),
    ...{ key: `m${id}`, at: Date.parse(at), until: null, kind: 'mark', glyph: 'info', xid: null, count: 1 },
    ...{ title: text, lang: undefined, rule: null, event: null },
  }
}

function placeOf(gpus: readonly number[]): Pick<Entry, 'gpus' | 'index'> {
  const [index = null] = gpus
  return { gpus: gpus.length === 0 ? null : formatIndexes(gpus), index: gpus.length === 1 ? index : null }
}

/** Returns events and marks, the newest first, without marks that are older than the loaded events. */
export function merged(events: readonly Entry[], marks: readonly Entry[], oldest: number): Entry[] {
  return [...events, ...marks.filter(({ at }) => at >= oldest)].sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1))
}

/** Returns the entries whose text contains every word. */
export function filtered(entries: readonly Entry[], text: string, textOf: (entry: Entry) => string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const all = words.length === 0 ? '' : textOf(entry).toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

export interface Day {
  /** Midnight in the time zone of the browser. */
  begin: number
  entries: Entry[]
}

/** Groups the entries by day, in their order. */
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

/** Returns a title such as "Today, Monday 14 September"; with the year if it is another one. */
export function dayTitle(begin: number, now: number, locale: string, t: Translate): string {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const isThisYear = new Date(begin).getFullYear() === new Date(now).getFullYear()
  const day = new Date(begin).toLocaleDateString(locale === 'en' ? 'en-GB' : locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  if (begin === today) return t('events.today', { day })
  // Days may have 23 or 25 hours.
  return begin === new Date(today - 1).setHours(0, 0, 0, 0) ? t('events.yesterday', { day }) : day
}

/** Returns the kind of an entry as text; an unknown kind of a newer server by its name. */
export function kindText({ kind, xid }: Pick<Entry, 'kind' | 'xid'>, t: Translate): string {
  return hasText('eventKind', kind) ? t(`eventKind.${kind}`, { xid: xid ?? '' }).trim() : kind.replaceAll('_', ' ')
}

/** Returns the likely causes of an event as text. */
export function causeText({ blame }: Pick<GpuEvent, 'blame'>, t: Translate): string {
  return listNames(blame.map((each) => (hasText('eventBlame', each) ? t(`eventBlame.${each}`) : each)))
}
