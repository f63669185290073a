import { isJsonObject, isNumber, objects, text, time, type JsonObject } from './lenient'
import type {
  BlamedProcess,
  Evidence,
  EvidenceSeries,
  Insight,
  InsightBoard,
  InsightCheck,
  NamedGpu,
  Severity,
  Translations,
} from './incident-types'
import { getJson, parsedBy } from './request'
import { parseSilence } from './silences'

export type InsightState = 'active' | 'all'

export function fetchInsights(state: InsightState, signal: AbortSignal): Promise<InsightBoard> {
  return getJson('insights', { state }, signal).then(parsedBy(parseInsights))
}

export function parseInsights(json: unknown): InsightBoard | null {
  if (!isJsonObject(json) || !Array.isArray(json['insights'])) return null
  return {
    insights: objects(json['insights']).flatMap((each) => parseInsight(each) ?? []),
    checks: objects(json['checks']).flatMap(parseCheck),
  }
}

/** One without a sentence says nothing. */
export function parseInsight(json: unknown): Insight | null {
  if (!isJsonObject(json)) return null
  const [id, sentence, since] = [text(json['id']), text(json['sentence']), time(json['since'])]
  if (id === null || sentence === null || since === null) return null
  return {
    id,
    rule: text(json['rule']) ?? id.split('/')[0] ?? id,
    severity: parseSeverity(json['severity']),
    state: json['state'] === 'resolved' || json['state'] === 'silenced' ? json['state'] : 'active',
    silence: parseSilence(json['silence']),
    since,
    until: time(json['until']),
    gpus: parseNamedGpus(json['gpus']),
    sentence,
    cause: text(json['cause']),
    advice: text(json['advice']),
    evidence: objects(json['evidence']).flatMap(parseEvidence),
    chart: parseSeries(json['chart']),
    process: parseProcess(json['process']),
    translations: parseTranslations(json['translations']),
  }
}

export function parseSeverity(json: unknown): Severity {
  return json === 'critical' || json === 'warning' ? json : 'info'
}

export function parseNamedGpu(json: unknown): NamedGpu | null {
  if (!isJsonObject(json) || !isNumber(json['index'])) return null
  return { index: json['index'], uuid: text(json['uuid']) ?? '' }
}

export function parseNamedGpus(json: unknown): NamedGpu[] {
  return objects(json).flatMap((gpu) => parseNamedGpu(gpu) ?? [])
}

export function parseTranslations(json: unknown): Translations<string> {
  const all = isJsonObject(json) ? Object.entries(json) : []
  return Object.fromEntries(
    all.map(([language, words]) => [
      language,
      Object.fromEntries(Object.entries(isJsonObject(words) ? words : {}).map(([key, said]) => [key, text(said)])),
    ]),
  )
}

function parseCheck(json: JsonObject): InsightCheck[] {
  const [rule, sentence] = [text(json['rule']), text(json['sentence'])]
  if (rule === null || sentence === null) return []
  const { outcome } = json
  return [
    {
      rule,
      // What is not said to have passed has not.
      outcome: outcome === 'passed' || outcome === 'active' ? outcome : 'not-checked',
      sentence,
      detail: text(json['detail']),
      gpus: parseNamedGpus(json['gpus']),
      translations: parseTranslations(json['translations']),
    },
  ]
}

function parseEvidence(json: JsonObject): Evidence[] {
  const [name, value] = [text(json['name']), json['value']]
  if (name === null || !isNumber(value)) return []
  return [
    {
      metric: text(json['metric']),
      name,
      value,
      unit: unitOf(json['unit']),
      threshold: numberOrNull(json['threshold']),
      windowSeconds: numberOrNull(json['windowSeconds']),
      gpu: text(json['gpu']),
      translations: parseTranslations(json['translations']),
    },
  ]
}

function parseSeries(json: unknown): EvidenceSeries | null {
  if (!isJsonObject(json) || !Array.isArray(json['values'])) return null
  const [metric, from, stepMillis] = [text(json['metric']), time(json['from']), json['stepMillis']]
  if (metric === null || from === null || !isNumber(stepMillis) || stepMillis <= 0) return null
  const shaded: readonly unknown[] = Array.isArray(json['shaded']) ? json['shaded'] : []
  const values = json['values'].map((value: unknown) => (isNumber(value) ? value : null))
  if (values.length < 2) return null
  return {
    metric,
    gpu: text(json['gpu']),
    unit: unitOf(json['unit']),
    stepMillis,
    from,
    values,
    shaded: values.map((_, i) => shaded[i] === true),
  }
}

function parseProcess(json: unknown): BlamedProcess | null {
  if (!isJsonObject(json) || !isNumber(json['pid'])) return null
  return { pid: json['pid'], name: text(json['name']), user: text(json['user']), startedAt: time(json['startedAt']) }
}

/** The catalogue's JSON writes units as they are printed; a server may tell their names instead. */
const UNITS: Record<string, string> = {
  ...{ NONE: '', PERCENT: '%', BYTES: 'B', BYTES_PER_SECOND: 'B/s', PER_SECOND: '/s', SECONDS: 's' },
  ...{ WATTS: 'W', JOULES: 'J', CELSIUS: '°C', MEGAHERTZ: 'MHz', COUNT: '' },
}

function unitOf(json: unknown): string {
  const told = text(json) ?? ''
  return UNITS[told] ?? told
}

function numberOrNull(json: unknown): number | null {
  return isNumber(json) ? json : null
}
