import { isRead } from '@/api/states'
import type { Glyph } from '@/api/states'
import type { Insight } from '@/api/types'
import { stateText } from '@/format/absence'
import { formatStart } from '@/format/time'
import { said } from '@/store/active-insights'
import { alertsOf, alertText, HELD_BYTES, HELD_MILLIS, idleFor, sharedAlerts } from '@/store/alerts'
import { FAULTS, STATES } from '@/store/faults'
import { healthNow } from '@/store/health'
import { sampleAge } from '@/store/readings'
import type { Part, Scene, Story, StoryText } from './scene'
import type { RowId } from './useOpenRows'
import { resting, working } from './workload'

type Teller = (scene: Scene) => Part | null

/** The worst fact first; the last one always applies. */
const TELLERS: readonly Teller[] = [failed, late, faulty, reported, held, alerted, serving]
/** The folded rows that have the details of a rule. */
const ROWS: Readonly<Record<string, RowId>> = {
  ...Object.fromEntries(FAULTS.map((rule) => [rule, 'errors' as const])),
  ...{ 'power-capped': 'clocks', 'thermally-slowed': 'clocks' },
  ...{ 'narrow-link': 'links', 'ailing-link': 'links', 'link-down': 'links' },
}
/** The first sentence of an advice, and the rest of it. */
const FIRST_SENTENCE = /^(.+?(?:\.(?=\s)|。|$))\s*(.*)$/su

export function storyOf(scene: Scene): Story {
  const part = TELLERS.reduce<Part | null>((told, tell) => told ?? tell(scene), null) ?? { sentence: { text: '' } }
  return { health: healthIn(scene), since: null, order: null, more: [], insight: null, row: null, ...part }
}

/** A GPU that does not answer. */
function failed(scene: Scene): Part | null {
  const { gpu, state, fault, t } = scene
  if (isRead(state)) return null
  if (fault?.insight != null) return faultPart(fault.insight, scene)
  const text = t('gpu.about', { indexes: String(gpu.index), text: stateText(state) }, 1)
  const isQuiet = state === 'ATTACHING' || state === 'SLEEPING'
  return {
    sentence: { text },
    since: Date.parse(gpu.stateSince),
    more: isQuiet ? [{ text: t(`story.${state}More`) }] : [],
    row: isQuiet ? null : 'errors',
  }
}

/** Only this GPU has no new samples; if all are late, the page reports it. */
function late({ moment, gpu, fault, t }: Scene): Part | null {
  if (fault !== null || gpu.sampledAt === null) return null
  if (sampleAge(moment, gpu) - moment.silenceMillis <= moment.patienceMillis) return null
  const since = formatStart(Date.parse(gpu.sampledAt), moment.edge)
  return { sentence: { text: t('story.late', { index: gpu.index, since }) } }
}

/** A GPU that answers late, or has a fault of its hardware. */
function faulty(scene: Scene): Part | null {
  return scene.fault?.insight == null ? null : faultPart(scene.fault.insight, scene)
}

/** Any other warning of the server, and that it is hot. */
function reported(scene: Scene): Part | null {
  const insight = scene.insights?.find(({ severity }) => severity !== 'info')
  if (insight === undefined) return null
  return { ...about(insight, scene, ['cause', 'advice'], alertsIn(scene)), sentence: saidBy(insight, scene) }
}

/** Idle for long while its memory is held; silenced or not, that is what it does. */
function held(scene: Scene): Part | null {
  const { moment, gpu } = scene
  const idle = idleFor(moment.snapshot.takenAt, gpu)
  // Of a split GPU the instances are held or free.
  const isHeld = gpu.mig.length === 0 && (gpu.values['memory.used'] ?? 0) >= HELD_BYTES
  return idle !== null && isHeld && idle >= HELD_MILLIS ? resting(scene, idle) : null
}

/** Values beyond its limits about which the server has no rule, or has not evaluated any. */
function alerted(scene: Scene): Part | null {
  const [sentence] = alertsIn(scene)
  return sentence === undefined ? null : { sentence, row: 'clocks' }
}

function alertsIn({ moment, gpu, insights }: Scene): StoryText[] {
  const alerts = alertsOf(moment, gpu).filter(({ kind }) => kind === 'hot' || (insights === null && kind !== 'held'))
  return sharedAlerts([{ gpu, alerts }]).map((shared) => ({ text: alertText(shared) }))
}

/** Its work, and a note of the server about it. */
function serving(scene: Scene): Part {
  const { insights, t } = scene
  const part = working(scene)
  const note = insights?.[0]
  if (note !== undefined) return { ...about(note, scene, ['sentence', 'advice']), sentence: part.sentence }
  const isFine = insights !== null && healthIn(scene) === 'ok'
  return isFine ? { ...part, more: part.more ?? [{ text: t('story.fine') }] } : part
}

/** A fault in the words of the server, with exactly one order. Causes of states and of Xids are in the folded row. */
function faultPart(insight: Insight, scene: Scene): Part {
  const advice = said(insight, 'advice', scene.locale)
  const [, order = '', rest = ''] = FIRST_SENTENCE.exec(advice?.text ?? '') ?? []
  const hasCause = insight.rule !== 'xid' && !STATES.includes(insight.rule)
  return {
    ...about(insight, scene, hasCause ? ['cause'] : [], rest === '' ? [] : [{ ...advice, text: rest }]),
    sentence: saidBy(insight, scene),
    since: scene.fault?.since ?? null,
    order: order === '' ? null : { ...advice, text: order },
  }
}

function saidBy(insight: Insight, { locale }: Scene): StoryText {
  return said(insight, 'sentence', locale) ?? { text: insight.sentence }
}

/** The parts of a story that come from an insight, and further texts. */
function about(
  insight: Insight,
  { locale }: Scene,
  keys: readonly ('sentence' | 'cause' | 'advice')[],
  more: readonly StoryText[] = [],
): Partial<Story> {
  return {
    insight,
    row: ROWS[insight.rule] ?? null,
    more: [...keys.flatMap((key) => said(insight, key, locale) ?? []), ...more],
  }
}

/** The status that all pages show. */
function healthIn({ moment, gpu, state }: Scene): Glyph {
  return healthNow(moment, { ...gpu, state })
}
