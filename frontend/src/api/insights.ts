import type {
  BlamedProcess,
  Evidence,
  EvidenceSeries,
  Insight,
  InsightBoard,
  InsightCheck,
  NamedGpu,
  Translations,
} from './types'
import { getJson } from './request'
import { isJsonObject, list, neededList, neededNumber, neededPositive, neededText, neededTime, number } from './shape'
import { or, orEmpty, record, shaped, text, time, word } from './shape'
import { parseSilence } from './silences'

export type InsightState = 'active' | 'all'

export function fetchInsights(state: InsightState, signal: AbortSignal): Promise<InsightBoard> {
  return getJson('insights', parseInsights, { state }, signal)
}

/** A newer server may report other severities. */
export const parseSeverity = word('info', 'warning', 'critical')
export const parseNamedGpu = shaped<NamedGpu>({ index: neededNumber, uuid: orEmpty })
export const parseNamedGpus = list(parseNamedGpu)

/** Texts by language; null is a missing text. */
export function parseTranslations(json: unknown): Translations<string> {
  return record((words) =>
    Object.fromEntries(Object.entries(isJsonObject(words) ? words : {}).map(([key, each]) => [key, text(each)])),
  )(json)
}

/** The catalogue's JSON writes units as they are printed; a server may send their names instead. */
const UNITS: Record<string, string> = {
  ...{ NONE: '', PERCENT: '%', BYTES: 'B', BYTES_PER_SECOND: 'B/s', PER_SECOND: '/s', SECONDS: 's' },
  ...{ WATTS: 'W', JOULES: 'J', CELSIUS: '°C', MEGAHERTZ: 'MHz', COUNT: '' },
}

function unit(json: unknown): string {
  const sent = text(json) ?? ''
  return UNITS[sent] ?? sent
}

const parseEvidence = shaped<Evidence>({
  metric: text,
  name: neededText,
  value: neededNumber,
  unit,
  threshold: number,
  windowSeconds: number,
  gpu: text,
  translations: parseTranslations,
})

const parseShape = shaped<EvidenceSeries>({
  metric: neededText,
  gpu: text,
  unit,
  stepMillis: neededPositive,
  from: neededTime,
  values: (json) => (Array.isArray(json) && json.length > 1 ? json.map(number) : undefined),
  shaded: (json) => (Array.isArray(json) ? json.map((each) => each === true) : []),
  memory: (json) => (Array.isArray(json) ? json.map(number) : []),
})

/** As many shades as values. */
function parseSeries(json: unknown): EvidenceSeries | null {
  const series = parseShape(json)
  return series && { ...series, shaded: series.values.map((_, i) => series.shaded[i] === true) }
}

const parseProcess = shaped<BlamedProcess>({
  pid: neededNumber,
  name: text,
  program: text,
  user: text,
  startedAt: time,
})

const parseShapeOfInsight = shaped<Insight>({
  id: neededText,
  rule: orEmpty,
  severity: parseSeverity,
  state: word('active', 'resolved', 'silenced'),
  silence: parseSilence,
  since: neededTime,
  reportedAt: or(time, ''),
  until: time,
  gpus: parseNamedGpus,
  sentence: neededText,
  short: orEmpty,
  cause: text,
  advice: text,
  evidence: list(parseEvidence),
  chart: parseSeries,
  process: parseProcess,
  translations: parseTranslations,
})

/** Parses an insight; null without a sentence. */
export function parseInsight(json: unknown): Insight | null {
  const insight = parseShapeOfInsight(json)
  if (insight === null) return null
  const { id, rule, sentence, short } = insight
  return { ...insight, rule: rule || (id.split('/')[0] ?? id), short: short || sentence }
}

const parseCheck = shaped<InsightCheck>({
  rule: neededText,
  // Unknown outcomes have not passed.
  outcome: word('not-checked', 'passed', 'active'),
  sentence: neededText,
  detail: text,
  gpus: parseNamedGpus,
  translations: parseTranslations,
})

export const parseInsights = shaped<InsightBoard>({
  insights: neededList(parseInsight),
  checks: list(parseCheck),
})
