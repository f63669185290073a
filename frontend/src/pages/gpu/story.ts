import type { Evidence, Gpu, GpuProcess, Insight } from '@/api/types'
import { shownName } from '@/api/names'
import type { Glyph } from '@/api/states'
import { formatMemory } from '@/format/display'
import { formatIndexes } from '@/format/indexes'
import { listNames } from '@/format/list'
import { formatMinutes, formatNumber, formatPercent, formatSpan } from '@/format/number'
import { formatStart } from '@/format/time'
import type { KeyWith } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import { said } from '@/store/active-insights'
import { alertsOf, HELD_BYTES, HELD_MILLIS, healthNow, idleFor, type Alert } from '@/store/alerts'
import { RECENT_MILLIS } from '@/store/clocks'
import { sampleAge, type Moment } from '@/store/readings'
import { byMemory, jobOf } from './holders'
import type { RowId } from './useOpenRows'

/** A text of the page or of the server. */
export interface StoryText {
  text: string
  lang?: 'en' | undefined
}

/** What a GPU does, by its worst fact. */
export interface Story {
  health: Glyph
  /** State, since when, and who. */
  sentence: StoryText
  /** The cause, and what to do. */
  more: StoryText[]
  /** The insight that it is about, for its actions. */
  insight: Insight | null
  /** The folded row that has the details of the fact. */
  row: RowId | null
}

/** What a story is made of. */
export interface Scene {
  moment: Moment
  /** The GPU, or what is known of it from before it failed. */
  gpu: Gpu
  state: Gpu['state']
  /** The active insights about the GPU, the worst first; null while they are unknown. */
  insights: readonly Insight[] | null
  t: Translate
  locale: string
}

type Part = Partial<Story> & Pick<Story, 'sentence'>
type Teller = (scene: Scene) => Part | null

/** The worst fact first; the last one always has something to tell. */
const TELLERS: readonly Teller[] = [failed, late, faulty, held, throttled, starved, warned, serving]
const FAULTS = ['gpu-lost', 'gpu-stuck', 'errors-growing', 'recovery-action', 'xid']
const HEAT = { thermal: 'story.throttledByHeat', brake: 'story.throttledByBrake' } as const

export function storyOf(scene: Scene): Story {
  const part = TELLERS.reduce<Part | null>((told, tell) => told ?? tell(scene), null) ?? { sentence: { text: '' } }
  return { health: healthNow(scene.moment, scene.gpu), more: [], insight: null, row: null, ...part }
}

/** A state in which the GPU reports nothing. */
function failed({ moment, gpu, state, insights, t }: Scene): Part | null {
  if (state === 'OK') return null
  const since = formatStart(Date.parse(gpu.stateSince), moment.edge)
  const n = gpu.processes.length
  const isTrouble = state !== 'ATTACHING' && state !== 'SLEEPING'
  const more = isTrouble && n > 0 ? [t(`story.${state}Held`, { n }, n)] : [t(`story.${state}More`)]
  return {
    health: healthNow(moment, { ...gpu, state }),
    sentence: { text: t(`story.${state}`, { index: gpu.index, since }) },
    more: more.map((text) => ({ text })),
    insight: insights?.find(({ rule }) => FAULTS.includes(rule)) ?? null,
    row: isTrouble ? 'errors' : null,
  }
}

/** Only this GPU has no new samples; if all are late, the page says so. */
function late({ moment, gpu, t }: Scene): Part | null {
  if (gpu.sampledAt === null || sampleAge(moment, gpu) - moment.silenceMillis <= moment.patienceMillis) return null
  const since = formatStart(Date.parse(gpu.sampledAt), moment.edge)
  return { sentence: { text: t('story.late', { index: gpu.index, since }) } }
}

/** A fault of the hardware, as the server describes it. */
function faulty(scene: Scene): Part | null {
  const insight = scene.insights?.find(({ rule }) => FAULTS.includes(rule))
  if (insight === undefined) return null
  const sentence = said(insight, 'sentence', scene.locale) ?? { text: insight.sentence }
  // The cause of an Xid has running counts.
  const keys = insight.rule === 'xid' ? (['advice'] as const) : (['cause', 'advice'] as const)
  return { ...about(insight, scene, keys), sentence, row: 'errors' }
}

/** Idle for long while its memory is held; silenced or not, that is what it does. */
function held(scene: Scene): Part | null {
  const { moment, gpu, insights } = scene
  const insight = insights?.find(({ rule }) => rule === 'idle-allocated')
  const idle = idleFor(moment.snapshot.takenAt, gpu)
  const isHeld = (gpu.values['memory.used'] ?? 0) >= HELD_BYTES
  if (idle === null || (insight === undefined && !(isHeld && idle >= HELD_MILLIS))) return null
  const health = insight === undefined ? 'warn' : undefined
  return { ...about(insight, scene, []), ...resting(scene, idle), ...(health && { health }) }
}

/** "Idle for 13 min. Holds 74 GiB for …" and what would become free. */
function resting({ moment, gpu, t, locale }: Scene, idle: number): Part {
  const [first, ...others] = byMemory(gpu.processes)
  const memory = formatMemory(gpu.values['memory.used'] ?? 0, locale)
  const words = { time: formatMinutes(idle), memory, since: formatStart(moment.edge - idle, moment.edge) }
  if (first === undefined) return { sentence: { text: t('story.heldByNone', words) } }
  const freed = first.values['process.memory.used']
  const program = programOf(first, t)
  const more = freed === undefined ? [] : [t('story.ifEnds', { ...words, program, freed: formatMemory(freed, locale) })]
  const who = t('story.and', { first: holderOf(first, t), others: othersOf(first, others, t) })
  const text = t('story.held', { ...words, who: others.length === 0 ? holderOf(first, t) : who })
  return { sentence: { text }, more: more.map((each) => ({ text: each })) }
}

function throttled(scene: Scene): Part | null {
  const { moment, gpu, insights, t, locale } = scene
  const insight = insights?.find(({ rule }) => rule === 'thermally-slowed' || rule === 'power-capped')
  const alert = insights === null || insight !== undefined ? slowdownOf(alertsOf(moment, gpu)) : null
  if (insight === undefined && alert === null) return null
  const share = evidenceOf(insight, gpu, ({ unit, windowSeconds }) => unit === '%' && windowSeconds !== null)
  const limits = moment.limits.get(gpu.uuid ?? '')
  const words = {
    share: formatPercent(share?.value ?? alert?.share ?? 0, locale),
    span: formatSpan(share === undefined ? RECENT_MILLIS : (share.windowSeconds ?? 0) * 1000),
    limit: formatNumber(limits?.['enforced.power.limit'] ?? 0, 0, locale),
    usual: formatNumber(limits?.['power.default_limit'] ?? 0, 0, locale),
    celsius: formatNumber(gpu.values['temperature.gpu'] ?? 0, 0, locale),
  }
  const isHeat = insight === undefined ? alert?.kind !== 'capped' : insight.rule === 'thermally-slowed'
  const by = share?.metric?.includes('brake') === true || alert?.kind === 'brake' ? 'brake' : 'thermal'
  const knowsLimit = limits?.['enforced.power.limit'] !== undefined && limits['power.default_limit'] !== undefined
  const key = isHeat ? HEAT[by] : knowsLimit ? 'story.throttledByLimit' : 'story.throttledByPower'
  return { ...about(insight, scene, ['advice']), sentence: { text: t(key, words) }, row: 'clocks' }
}

/** Waits for data, alone or with the other GPUs of its job. */
function starved(scene: Scene): Part | null {
  const { gpu, t, locale } = scene
  const insight = scene.insights?.find(({ rule }) => rule === 'input-bound')
  if (insight === undefined) return null
  const isHost = ({ metric }: Evidence) => metric?.startsWith('host.cpu.') === true
  const share = insight.evidence.find((each) => each.unit === '%' && !isHost(each))
  const cause = insight.evidence.find(isHost)
  const others = insight.gpus.filter(({ index }) => index !== gpu.index).map(({ index }) => index)
  const text = t('story.starved', {
    share: share === undefined ? '' : ` ${t('story.ofTime', { share: formatPercent(share.value, locale) })}`,
    together: others.length === 0 ? '' : t('story.together', { indexes: formatIndexes(others) }, others.length),
    cause: cause === undefined ? '' : t(CAUSES[cause.metric ?? ''] ?? 'story.whileCpu', percent(cause, locale)),
  })
  return { ...about(insight, scene, ['advice']), sentence: { text } }
}
const CAUSES: Record<string, KeyWith<'share'>> = { 'host.cpu.iowait': 'story.whileDisks' }

/** Any other warning, as the server or the table of GPUs words it. */
function warned(scene: Scene): Part | null {
  const { moment, gpu, t, locale } = scene
  const insight = scene.insights?.find(({ severity }) => severity !== 'info')
  if (insight !== undefined) {
    const sentence = said(insight, 'sentence', locale) ?? { text: insight.sentence }
    return { ...about(insight, scene, ['cause', 'advice']), sentence }
  }
  const hot = alertsOf(moment, gpu).find((alert) => alert.kind === 'hot')
  if (hot === undefined) return null
  const words = { indexes: String(gpu.index), celsius: formatNumber(hot.celsius, 0, locale) }
  return { sentence: { text: t('story.hot', words) }, row: 'clocks' }
}

/** What it serves, and a note of the server about it. */
function serving(scene: Scene): Part {
  const { moment, gpu, insights, t } = scene
  const part = working(scene)
  const note = insights?.[0]
  if (note === undefined) {
    const isFine = insights !== null && healthNow(moment, gpu) === 'ok'
    return isFine ? { ...part, more: part.more ?? [{ text: t('story.fine') }] } : part
  }
  const lanes = evidenceOf(note, gpu, ({ metric }) => metric === 'pcie.link.width.current')
  const most = lanes?.threshold ?? gpu.values['pcie.link.width.max']
  if (note.rule !== 'narrow-link' || lanes === undefined || most === undefined || lanes.value >= most) {
    return { ...about(note, scene, ['sentence', 'advice']), sentence: part.sentence }
  }
  const text = t('story.narrow', { work: part.sentence.text, lanes: lanes.value, most })
  return { ...about(note, scene, ['advice']), sentence: { text }, row: 'links' }
}

function working(scene: Scene): Part {
  const { moment, gpu, t } = scene
  const [first, ...others] = byMemory(gpu.processes)
  const idle = idleFor(moment.snapshot.takenAt, gpu)
  if (idle !== null && (gpu.values['memory.used'] ?? 0) >= HELD_BYTES) return resting(scene, idle)
  if (idle !== null) {
    const time = formatMinutes(idle)
    const n = gpu.processes.length
    return { sentence: { text: n === 0 ? t('story.free', { time }) : t('story.idle', { time, n }, n) } }
  }
  if (first === undefined) return { sentence: { text: t(gpu.busySince === null ? 'story.unknown' : 'story.busy') } }
  const peers = jobOf(moment.snapshot.gpus, gpu, first)
  const text = t('story.serves', {
    program: programOf(first, t),
    user: first.facts['user'] === undefined ? '' : t('story.forUser', { user: first.facts['user'] }),
    since:
      first.startedAt === null ? '' : t('story.since', { time: formatStart(Date.parse(first.startedAt), moment.edge) }),
    together: peers.length === 0 ? '' : t('story.with', { indexes: formatIndexes(peers) }, peers.length),
    others: others.length === 0 ? '' : t('story.others', { n: others.length }, others.length),
  })
  return { sentence: { text } }
}

/** The parts of a story that come from an insight. */
function about(
  insight: Insight | undefined,
  { moment, gpu, locale }: Scene,
  keys: readonly ('sentence' | 'cause' | 'advice')[],
): Partial<Story> {
  if (insight === undefined) return {}
  const more = keys.flatMap((key) => said(insight, key, locale) ?? [])
  const health = healthNow(moment, gpu)
  // A group of GPUs that waits is no fault of each, but none of them is called healthy.
  return { insight, more, health: health === 'ok' ? 'info' : health }
}

function evidenceOf(
  insight: Insight | undefined,
  gpu: Gpu,
  fits: (evidence: Evidence) => boolean,
): Evidence | undefined {
  return insight?.evidence.find((each) => (each.gpu === null || each.gpu === gpu.uuid) && fits(each))
}

function slowdownOf(alerts: readonly Alert[]) {
  return alerts.find((alert) => 'share' in alert) ?? null
}

function percent({ value }: Evidence, locale: string): { share: string } {
  return { share: formatPercent(value, locale) }
}

/** Names of the script or module, never of the interpreter. */
function programOf(process: GpuProcess, t: Translate): string {
  return shownName(process) ?? t('processes.noName')
}

function holderOf(process: GpuProcess, t: Translate): string {
  const words = { program: programOf(process, t), pid: process.pid }
  const { user } = process.facts
  return user === undefined ? t('story.holder', words) : t('story.holderOf', { ...words, user })
}

/** The users of the other processes, or their number. */
function othersOf(first: GpuProcess, others: readonly GpuProcess[], t: Translate): string {
  const users = [...new Set(others.map(({ facts }) => facts['user']))]
  const isNamed = users.length <= 2 && users.every((user) => user !== undefined && user !== first.facts['user'])
  return isNamed ? listNames(users as string[]) : t('overview.processes', { n: others.length }, others.length)
}
