import { apiAddress } from './address'
import { getJson } from './request'
import { isNumber, isTrue, list, neededNumber, neededPositive, neededText, neededTime } from './shape'
import { number, orEmpty, shaped, text, word } from './shape'
import type { History, HistorySeries, InstancePlace, MetricKey, Unit } from './types'

export function fetchHistory(query: string, signal?: AbortSignal): Promise<History> {
  return getJson('history', parseHistory, query, signal)
}

/** Address of the same samples as a CSV table. */
export function csvAddress(query: string): string {
  const address = apiAddress('history')
  address.search = query
  address.searchParams.set('format', 'csv')
  return address.href
}

const shapedHistory = shaped<History>({
  from: neededTime,
  to: neededTime,
  stepMillis: neededPositive,
  tier: word('RAW', 'MINUTE', 'HOUR'),
  simulated: isTrue,
  t: (json) => (Array.isArray(json) && json.every(isNumber) ? json : undefined),
  series: list(
    shaped<HistorySeries>({
      gpu: text,
      index: number,
      name: text,
      mig: shaped<InstancePlace>({ gpuInstance: neededNumber, computeInstance: neededNumber }),
      metric: (json) => neededText(json) as MetricKey | undefined,
      unit: (json) => orEmpty(json) as Unit,
      min: numbers,
      avg: numbers,
      max: numbers,
    }),
  ),
})

/** Pads or cuts each series to the number of times. */
export function parseHistory(json: unknown): History | null {
  const history = shapedHistory(json)
  if (history === null) return null
  const fitted = (values: (number | null)[]) => history.t.map((_, i) => values[i] ?? null)
  const series = history.series.map((each) => ({
    ...each,
    min: fitted(each.min),
    avg: fitted(each.avg),
    max: fitted(each.max),
  }))
  return { ...history, series }
}

function numbers(json: unknown): (number | null)[] {
  return Array.isArray(json) ? json.map(number) : []
}
