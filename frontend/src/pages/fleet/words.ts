import type { FleetMachine } from '@/api/types'
import { healthOf } from '@/api/states'
import { formatIndexes } from '@/format/indexes'
import { formatMinutes } from '@/format/number'
import { localized } from '@/format/server'
import { formatStart } from '@/format/time'
import { stateText } from '@/format/absence'
import type { Translate } from '@/i18n/words'
import { said, worstFirst, type TranslatedText } from '@/store/active-insights'
import { countUsers, gpusOf, longestIdle, troublesOf } from './machines'
import type { Sort } from './groups'

/** The text next to the marks of a machine: why it is in trouble, for how long GPUs are idle, or who uses them. */
export interface RowText {
  text: string
  lang: 'en' | undefined
  tone: 'crit' | 'warn' | 'soft' | 'faint'
  /** A name before it. */
  who: string
}

/** Joins facts in one line. */
export function dots(parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

interface Context {
  t: Translate
  locale: string
  now: number
  sort: Sort
}

const plain = (text: string, tone: RowText['tone'] = 'soft', who = ''): RowText => ({
  text,
  lang: undefined,
  tone,
  who,
})

export function rowText(machine: FleetMachine, context: Context): RowText {
  const { t, locale, now, sort } = context
  if (machine.answer === 'WAITING') return plain(t('fleet.waiting'), 'faint')
  if (machine.answer === 'SILENT') return silentText(machine, t, now)
  const trouble = troubleText(machine, t, locale)
  if (trouble !== null) return trouble
  const { reason = null } = machine.machine ?? {}
  if (reason !== null) return { ...localized(reason), tone: 'soft', who: '' }
  const gpus = gpusOf(machine)
  const free = gpus.filter(({ use }) => use === 'FREE')
  if (sort === 'free' && free.length > 0) return plain(names(machine, t), 'soft', t('fleet.nFree', { n: free.length }))
  const idle = idleText(machine, t)
  if (idle !== null) return idle
  if (gpus.length > 0 && free.length === gpus.length) return plain(t('fleet.nobody'), 'faint')
  return plain(names(machine, t) || (gpus.length === 0 ? t('fleet.noGpus') : t('fleet.unknown')))
}

function silentText({ since }: FleetMachine, t: Translate, now: number): RowText {
  return plain(
    since === null ? t('fleet.silent') : t('fleet.silentSince', { time: formatStart(Date.parse(since), now) }),
  )
}

function troubleText(machine: FleetMachine, t: Translate, locale: string): RowText | null {
  const [worst, ...others] = worstFirst(troublesOf(machine))
  const more = others.length === 0 ? '' : ` +${others.length}`
  if (worst !== undefined) {
    const text: TranslatedText = said(worst, 'short', locale) ?? { text: worst.short, lang: undefined }
    const tone = worst.severity === 'critical' ? 'crit' : 'warn'
    return { text: aboutGpus(worst.gpus, text.text, t) + more, lang: text.lang, tone, who: '' }
  }
  const ailing = gpusOf(machine).filter(({ use }) => use === 'TROUBLE')
  const state = ailing[0]?.state ?? null
  if (state === null) return null
  const same = ailing.filter((gpu) => gpu.state === state).map(({ index }) => index)
  return plain(aboutGpus(same, stateText(state), t), healthOf(state, false) === 'crit' ? 'crit' : 'warn')
}

/** "GPU 3: Fell off the bus". */
function aboutGpus(gpus: readonly number[], text: string, t: Translate): string {
  return gpus.length === 0 ? text : t('gpu.about', { indexes: formatIndexes(gpus), text }, gpus.length)
}

/** The user with the most idle GPUs. */
function idleText(machine: FleetMachine, t: Translate): RowText | null {
  const idle = gpusOf(machine).filter(({ use }) => use === 'HELD_IDLE')
  const [first, ...others] = countUsers(idle)
  const longest = longestIdle(machine)
  if (idle.length === 0) return null
  const n = first?.[1] ?? idle.length
  const text = longest === null ? t('fleet.idle', { n }) : t('fleet.idleFor', { n, span: formatMinutes(longest) })
  const who = first === undefined ? '' : first[0] + (others.length === 0 ? '' : ` +${others.length}`)
  return plain(text, 'warn', who)
}

/** The users, the one with the most GPUs first; a dash where they may not be seen. */
function names(machine: FleetMachine, t: Translate): string {
  const gpus = gpusOf(machine)
  const users = countUsers(gpus)
  const [first, ...others] = users
  if (first !== undefined) return first[0] + (others.length === 0 ? '' : ` +${others.length}`)
  return machine.usersKnown && gpus.some(({ holders }) => holders === null) ? t('fleet.usersHidden') : ''
}
