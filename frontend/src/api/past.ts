import type { GpuTotals, HistorySummary, HistoryUsage, Mark, Totals, UsageInterval, UserUsage } from '@/history/contract'
import { isJsonObject, isNumber, number, objects, text, time, type JsonObject } from './lenient'
import { malformedResponse, RequestError } from './problem'
import { getJson, parsedBy, send } from './request'

const NOT_FOUND = 404

/** What a server that does not tell it yet has is nothing. */
async function told<T>(
  path: string,
  question: string,
  signal: AbortSignal,
  parse: (json: unknown) => T | null,
): Promise<T | null> {
  try {
    return parsedBy(parse)(await getJson(path, Object.fromEntries(new URLSearchParams(question)), signal))
  } catch (failure) {
    if (failure instanceof RequestError && failure.problem.status === NOT_FOUND) return null
    throw failure
  }
}

export function fetchSummary(question: string, signal: AbortSignal): Promise<HistorySummary | null> {
  return told('history/summary', question, signal, parseSummary)
}

export function fetchUsage(question: string, signal: AbortSignal): Promise<HistoryUsage | null> {
  return told('history/usage', question, signal, parseUsage)
}

export function fetchMarks(question: string, signal: AbortSignal): Promise<Mark[] | null> {
  return told('marks', question, signal, parseMarks)
}

/** Names this moment; the mark as the server keeps it. */
export async function addMark(words: string, gpus: readonly number[]): Promise<Mark> {
  const body = JSON.stringify({ text: words, ...(gpus.length === 0 ? {} : { gpus }) })
  const response = await send('marks', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const [mark] = parseMark(await response.json())
  if (mark === undefined) throw malformedResponse()
  return mark
}

export async function removeMark(id: number): Promise<void> {
  await send(`marks/${id}`, { method: 'DELETE' })
}

function parseMarks(json: unknown): Mark[] | null {
  return isJsonObject(json) && Array.isArray(json['marks']) ? objects(json['marks']).flatMap(parseMark) : null
}

function parseMark(json: unknown): Mark[] {
  if (!isJsonObject(json) || !isNumber(json['id'])) return []
  const at = time(json['at'])
  const gpus = Array.isArray(json['gpus']) ? json['gpus'].filter(isNumber) : []
  return at === null ? [] : [{ id: json['id'], at, text: text(json['text']) ?? '', gpus }]
}

export function parseSummary(json: unknown): HistorySummary | null {
  if (!isJsonObject(json) || !isJsonObject(json['total'])) return null
  return {
    from: time(json['from']) ?? '',
    to: time(json['to']) ?? '',
    gpus: objects(json['gpus']).flatMap(parseGpuTotals),
    total: parseTotals(json['total']),
  }
}

function parseGpuTotals(json: JsonObject): GpuTotals[] {
  const gpu = text(json['gpu'])
  if (gpu === null) return []
  const p95OfMinuteAverages = numbersOf(json['p95OfMinuteAverages'])
  return [{ ...parseTotals(json), gpu, index: number(json['index'], 0), name: text(json['name']) ?? '', p95OfMinuteAverages }]
}

function parseTotals(json: JsonObject): Totals {
  const seconds = isJsonObject(json['seconds']) ? json['seconds'] : {}
  return {
    energyKilowattHours: numberOrNull(json['energyKilowattHours']),
    seconds: {
      active: number(seconds['active'], 0),
      heldIdle: number(seconds['heldIdle'], 0),
      free: number(seconds['free'], 0),
      unknown: number(seconds['unknown'], 0),
    },
    clocksEventSeconds: numbersOf(json['clocksEventSeconds']),
    missingSeconds: number(json['missingSeconds'], 0),
  }
}

export function parseUsage(json: unknown): HistoryUsage | null {
  if (!isJsonObject(json) || !Array.isArray(json['intervals'])) return null
  return {
    from: time(json['from']) ?? '',
    to: time(json['to']) ?? '',
    intervals: objects(json['intervals']).flatMap(parseInterval),
    omitted: number(json['omitted'], 0),
    users: objects(json['users']).map(parseUser),
  }
}

function parseInterval(json: JsonObject): UsageInterval[] {
  const gpu = text(json['gpu'])
  const startedAt = time(json['startedAt'])
  if (gpu === null || startedAt === null) return []
  const share = json['energyShare']
  return [
    {
      gpu,
      index: number(json['index'], 0),
      pid: number(json['pid'], 0),
      user: text(json['user']),
      name: text(json['name']),
      startedAt,
      endedAt: time(json['endedAt']),
      peakMemoryBytes: numberOrNull(json['peakMemoryBytes']),
      meanUtilization: numberOrNull(json['meanUtilization']),
      energyKilowattHours: numberOrNull(json['energyKilowattHours']),
      energyShare: share === 'EXCLUSIVE' || share === 'BY_SM' ? share : 'SHARED',
    },
  ]
}

function parseUser(json: JsonObject): UserUsage {
  return {
    user: text(json['user']),
    energyKilowattHours: numberOrNull(json['energyKilowattHours']),
    seconds: number(json['seconds'], 0),
    activeSeconds: number(json['activeSeconds'], 0),
    heldIdleSeconds: number(json['heldIdleSeconds'], 0),
    peakMemoryBytes: numberOrNull(json['peakMemoryBytes']),
    processes: number(json['processes'], 0),
  }
}

function numbersOf(json: unknown): Record<string, number> {
  const all = isJsonObject(json) ? Object.entries(json) : []
  return Object.fromEntries(all.filter((each): each is [string, number] => isNumber(each[1])))
}

function numberOrNull(json: unknown): number | null {
  return isNumber(json) ? json : null
}
