import type {
  GpuTotals,
  HistorySummary,
  HistoryUsage,
  OwnerUsage,
  Mark,
  StateSeconds,
  Totals,
  UsageInterval,
  UserUsage,
} from './types'
import { RequestError } from './problem'
import { getJson, parsed, send } from './request'
import { list, needed, neededList, neededNumber, neededText, neededTime, number, or, orEmpty, orZero } from './shape'
import { isJsonObject, record, shaped, text, time, word, type Shape } from './shape'

const NOT_FOUND = 404

/** Null from an older server, which does not have the path. */
export async function getOptional<T>(
  path: string,
  query: string,
  signal: AbortSignal,
  parse: (json: unknown) => T | null,
): Promise<T | null> {
  try {
    return await getJson(path, parse, query, signal)
  } catch (failure) {
    if (failure instanceof RequestError && failure.problem.status === NOT_FOUND) return null
    throw failure
  }
}

export function fetchSummary(query: string, signal: AbortSignal): Promise<HistorySummary | null> {
  return getOptional('history/summary', query, signal, parseSummary)
}

export function fetchUsage(query: string, signal: AbortSignal): Promise<HistoryUsage | null> {
  return getOptional('history/usage', query, signal, parseUsage)
}

export function fetchMarks(query: string, signal: AbortSignal): Promise<Mark[] | null> {
  return getOptional('marks', query, signal, parseMarks)
}

/** Marks the current moment; returns the mark as stored. */
export async function addMark(words: string, gpus: readonly number[]): Promise<Mark> {
  const body = JSON.stringify({ text: words, ...(gpus.length === 0 ? {} : { gpus }) })
  const response = await send('marks', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return parsed(await response.json(), parseMark)
}

export async function removeMark(id: number): Promise<void> {
  await send(`marks/${id}`, { method: 'DELETE' })
}

const parseMark = shaped<Mark>({
  id: neededNumber,
  at: neededTime,
  text: orEmpty,
  gpus: list(number),
})

const shapedMarks = shaped({ marks: neededList(parseMark) })
const parseMarks = (json: unknown) => shapedMarks(json)?.marks ?? null

const TOTALS: Shape<Totals> = {
  energyKilowattHours: number,
  seconds: (json) => parseSeconds(isJsonObject(json) ? json : {}) ?? undefined,
  clocksEventSeconds: record(number),
  missingSeconds: orZero,
}
const parseSeconds = shaped<StateSeconds>({
  active: orZero,
  heldIdle: orZero,
  free: orZero,
  reserved: number,
  unknown: orZero,
})

export const parseSummary = shaped<HistorySummary>({
  from: or(time, ''),
  to: or(time, ''),
  gpus: list(
    shaped<GpuTotals>({
      ...TOTALS,
      gpu: neededText,
      index: orZero,
      name: orEmpty,
      p95OfMinuteAverages: record(number),
    }),
  ),
  total: needed(shaped(TOTALS)),
})

const parseInterval = shaped<UsageInterval>({
  gpu: neededText,
  index: orZero,
  pid: orZero,
  user: text,
  name: text,
  program: text,
  gpuInstance: number,
  computeInstance: number,
  startedAt: neededTime,
  firstSeenAt: or(time, ''),
  endedAt: time,
  lastSeenAt: or(time, ''),
  peakMemoryBytes: number,
  meanUtilization: number,
  energyKilowattHours: number,
  energyShare: word('SHARED', 'EXCLUSIVE', 'BY_SM'),
})

const parseUser = shaped<UserUsage>({
  user: text,
  energyKilowattHours: number,
  seconds: orZero,
  activeSeconds: orZero,
  heldIdleSeconds: orZero,
  peakMemoryBytes: number,
  processes: orZero,
})

const parseOwner = shaped<OwnerUsage>({
  kind: word('NOT_ATTRIBUTED', 'OWNER', 'SHARED', 'OTHER', 'FREE', 'RESERVED'),
  owners: list(text),
  gpuHours: orZero,
  activeGpuHours: orZero,
  heldIdleGpuHours: orZero,
  energyKilowattHours: number,
})

export const parseUsage = shaped<HistoryUsage>({
  from: or(time, ''),
  to: or(time, ''),
  intervals: neededList(parseInterval),
  omitted: orZero,
  users: list(parseUser),
  owners: list(parseOwner),
})
