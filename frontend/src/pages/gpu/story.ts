import { isRead } from '@/api/states'
import type { Glyph } from '@/api/states'
import type { Evidence, Gpu, Insight } from '@/api/types'
import { formatIndexes } from '@/format/indexes'
import { formatNumber, formatPercent, formatSpan } from '@/format/number'
import { formatStart } from '@/format/time'
import type { KeyWith } from '@/i18n/keys'
import { said } from '@/store/active-insights'
import { alertsOf, HELD_BYTES, HELD_MILLIS, idleFor, type Alert } from '@/store/alerts'
import { RECENT_MILLIS } from '@/store/clocks'
import { healthNow } from '@/store/health'
import { sampleAge } from '@/store/readings'
import type { Part, Scene, Story } from './scene'
import { resting, working } from './workload'

type Teller = (scene: Scene) => Part | null

/** The worst fact first; the last one always applies. */
const TELLERS: readonly Teller[] = [failed, late, faulty, held, throttled, starved, warned, serving]
/** Rules about the hardware. */
const FAULTS = ['gpu-lost', 'gpu-stuck', 'errors-growing', 'recovery-action', 'xid']
/** Rules about the state. */
const STATES = ['gpu-lost', 'gpu-stuck']
/** From this share on, a slowdown is what a GPU does. */
const MAIN_SHARE_PERCENT = 50
const HEAT = { thermal: 'story.throttledByHeat', brake: 'story.throttledByBrake' } as const

export function storyOf(scene: Scene): Story {
  const part = TELLERS.reduce<Part | null>((told, tell) => told ?? tell(scene), null) ?? { sentence: { text: '' } }
  return { health: healthIn(scene), more: [], insight: null, row: null, ...part }
}

/** A state in which the GPU reports nothing; the server knows more, and has the order that fits all alerts. */
function failed(scene: Scene): Part | null {
  const { moment, gpu, state, insights, t } = scene
  if (isRead(state)) return null
  const since = formatStart(Date.parse(gpu.stateSince), moment.edge)
  const isTrouble = state !== 'ATTACHING' && state !== 'SLEEPING'
  const insight = isTrouble ? insights?.find(({ rule }) => STATES.includes(rule)) : undefined
  if (insight !== undefined) {
    const part = insightPart(insight, scene, ['advice'])
    return { ...part, more: [{ text: t('story.sinceThen', { since }) }, ...(part.more ?? [])] }
  }
  const n = gpu.processes.length
  const more = isTrouble && n > 0 ? [t(`story.${state}Held`, { n }, n)] : [t(`story.${state}More`)]
  return {
    sentence: { text: t(`story.${state}`, { index: gpu.index, since }) },
    more: more.map((text) => ({ text })),
    row: isTrouble ? 'errors' : null,
  }
}

/** Only this GPU has no new samples; if all are late, the page reports it. */
function late({ moment, gpu, t }: Scene): Part | null {
  if (gpu.sampledAt === null || sampleAge(moment, gpu) - moment.silenceMillis <= moment.patienceMillis) return null
  const since = formatStart(Date.parse(gpu.sampledAt), moment.edge)
  return { sentence: { text: t('story.late', { index: gpu.index, since }) } }
}

/** A fault of the hardware, as the server describes it; an Xid of a program is not one. */
function faulty(scene: Scene): Part | null {
  const insight = scene.insights?.find(({ rule, severity }) => FAULTS.includes(rule) && severity === 'critical')
  return insight === undefined ? null : insightPart(insight, scene)
}

/** Idle for long while its memory is held; silenced or not, that is what it does. */
function held(scene: Scene): Part | null {
  const { moment, gpu, insights } = scene
  const insight = insights?.find(({ rule }) => rule === 'idle-allocated')
  const idle = idleFor(moment.snapshot.takenAt, gpu)
  // Of a split GPU the instances are held or free.
  const isHeld = gpu.mig.length === 0 && (gpu.values['memory.used'] ?? 0) >= HELD_BYTES
  if (idle === null || (insight === undefined && !(isHeld && idle >= HELD_MILLIS))) return null
  return { ...about(insight, scene, []), ...resting(scene, idle) }
}

function throttled(scene: Scene): Part | null {
  const { moment, gpu, insights, t, locale } = scene
  const insight = insights?.find(({ rule }) => rule === 'thermally-slowed' || rule === 'power-capped')
  const alert = slowdownOf(alertsOf(moment, gpu))
  if (insight === undefined && (alert === null || isOutweighed(alert, insights))) return null
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
  const part = { ...about(insight, scene, ['advice']), sentence: { text: t(key, words) } }
  const isHot = !isHeat && alertsOf(moment, gpu).some((alert) => alert.kind === 'hot')
  const more = isHot ? [{ text: t('story.isHot', words) }] : []
  return { ...part, more: [...more, ...(part.more ?? [])], row: 'clocks' }
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
  if (insight !== undefined) return insightPart(insight, scene)
  const hot = alertsOf(moment, gpu).find((alert) => alert.kind === 'hot')
  if (hot === undefined) return null
  const words = { indexes: String(gpu.index), celsius: formatNumber(hot.celsius, 0, locale) }
  return { sentence: { text: t('story.hot', words) }, row: 'clocks' }
}

/** Its work, and a note of the server about it. */
function serving(scene: Scene): Part {
  const { gpu, insights, t } = scene
  const part = working(scene)
  const note = insights?.[0]
  if (note === undefined) {
    const isFine = insights !== null && healthIn(scene) === 'ok'
    return isFine ? { ...part, more: part.more ?? [{ text: t('story.fine') }] } : part
  }
  const lanes = evidenceOf(note, gpu, ({ metric }) => metric === 'pcie.link.width.current')
  const most = evidenceOf(note, gpu, ({ metric }) => metric === 'pcie.link.width.max')?.value ?? lanes?.threshold
  if (note.rule !== 'narrow-link' || lanes === undefined || most == null || lanes.value >= most) {
    return { ...about(note, scene, ['sentence', 'advice']), sentence: part.sentence }
  }
  const text = t('story.narrow', { work: part.sentence.text, lanes: lanes.value, most })
  return { ...about(note, scene, ['advice']), sentence: { text }, row: 'links' }
}

/** An insight in the words of the server. The cause of an Xid has running counts. */
function insightPart(
  insight: Insight,
  scene: Scene,
  keys: readonly ('cause' | 'advice')[] = insight.rule === 'xid' ? ['advice'] : ['cause', 'advice'],
): Part {
  const sentence = said(insight, 'sentence', scene.locale) ?? { text: insight.sentence }
  return { ...about(insight, scene, keys), sentence, row: FAULTS.includes(insight.rule) ? 'errors' : null }
}

/** The parts of a story that come from an insight. */
function about(
  insight: Insight | undefined,
  { locale }: Scene,
  keys: readonly ('sentence' | 'cause' | 'advice')[],
): Partial<Story> {
  if (insight === undefined) return {}
  const more = keys.flatMap((key) => said(insight, key, locale) ?? [])
  return { insight, more }
}

/** The status that all pages show. */
function healthIn({ moment, gpu, state }: Scene): Glyph {
  return healthNow(moment, { ...gpu, state })
}

function evidenceOf(
  insight: Insight | undefined,
  gpu: Gpu,
  fits: (evidence: Evidence) => boolean,
): Evidence | undefined {
  return insight?.evidence.find((each) => (each.gpu === null || each.gpu === gpu.uuid) && fits(each))
}

/** A slowdown that no rule reports, or not yet, is a fact; a warning of a rule is worse than a rare one. */
function isOutweighed({ share }: { share: number }, insights: Scene['insights']): boolean {
  return share < MAIN_SHARE_PERCENT && (insights?.some(({ severity }) => severity !== 'info') ?? false)
}

function slowdownOf(alerts: readonly Alert[]) {
  return alerts.find((alert) => 'share' in alert) ?? null
}

function percent({ value }: Evidence, locale: string): { share: string } {
  return { share: formatPercent(value, locale) }
}
