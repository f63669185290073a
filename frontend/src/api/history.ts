import { isJsonObject, isNumber, number, objects, text, time, type JsonObject } from './lenient'
import { apiAddress } from './address'
import { getJson, parsedBy } from './request'
import type { History, HistorySeries } from './types'

export function fetchHistory(question: string, signal: AbortSignal): Promise<History> {
  return getJson('history', Object.fromEntries(new URLSearchParams(question)), signal).then(parsedBy(parseHistory))
}

/** Where the same answer is to be had as a table. */
export function csvAddress(question: string): string {
  const address = apiAddress('history')
  address.search = question
  address.searchParams.set('format', 'csv')
  return address.href
}

export function parseHistory(json: unknown): History | null {
  if (!isJsonObject(json) || !Array.isArray(json['t'])) return null
  const from = time(json['from'])
  const to = time(json['to'])
  const stepMillis = number(json['stepMillis'], 0)
  const t = json['t'].filter(isNumber)
  if (from === null || to === null || stepMillis <= 0 || t.length !== json['t'].length) return null
  const tier = json['tier'] === 'MINUTE' || json['tier'] === 'HOUR' ? json['tier'] : 'RAW'
  const series = objects(json['series']).flatMap((each) => parseSeries(each, t.length))
  return { from, to, stepMillis, tier, simulated: json['simulated'] === true, t, series }
}

function parseSeries(json: JsonObject, length: number): HistorySeries[] {
  const metric = text(json['metric'])
  if (metric === null) return []
  return [
    {
      gpu: text(json['gpu']),
      index: isNumber(json['index']) ? json['index'] : null,
      name: text(json['name']),
      metric: metric as HistorySeries['metric'],
      unit: (text(json['unit']) ?? '') as HistorySeries['unit'],
      min: numbers(json['min'], length),
      avg: numbers(json['avg'], length),
      max: numbers(json['max'], length),
    },
  ]
}

function numbers(json: unknown, length: number): (number | null)[] {
  const told: readonly unknown[] = Array.isArray(json) ? json : []
  return Array.from({ length }, (_, i) => (isNumber(told[i]) ? told[i] : null))
}
