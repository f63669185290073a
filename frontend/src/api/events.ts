import type { EventPage, GpuEvent } from './types'
import { parseNamedGpu, parseNamedGpus, parseSeverity, parseTranslations } from './insights'
import { getJson } from './request'
import { list, neededList, neededNumber, neededText, neededTime, number } from './shape'
import { orEmpty, orZero, record, shaped, text, time } from './shape'

export type EventQuery = Record<string, string>

export function fetchEvents(query: EventQuery, signal?: AbortSignal): Promise<EventPage> {
  return getJson('events', parseEvents, query, signal)
}

export const parseGpuEvent = shaped<GpuEvent>({
  id: neededNumber,
  sequence: orZero,
  at: neededTime,
  reportedAt: time,
  until: time,
  kind: orEmpty,
  severity: parseSeverity,
  gpu: parseNamedGpu,
  gpus: parseNamedGpus,
  xid: number,
  count: (json) => Math.max(1, orZero(json)),
  title: neededText,
  detail: text,
  action: text,
  blame: list(text),
  facts: record(text),
  translations: parseTranslations,
})

const shapedPage = shaped<EventPage>({
  events: neededList(parseGpuEvent),
  next: number,
  sequence: orZero,
})

export function parseEvents(json: unknown): EventPage | null {
  const page = shapedPage(json)
  return page && { ...page, sequence: Math.max(page.sequence, ...page.events.map(({ sequence }) => sequence)) }
}
