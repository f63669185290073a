import { text, time } from './lenient'
import type { EventPage, GpuEvent } from './incident-types'
import { parseNamedGpu, parseNamedGpus, parseSeverity, parseTranslations } from './insights'
import { getJson, parsedBy } from './request'
import { list, neededNumber, neededText, neededTime, number, orEmpty, orZero, record, shaped } from './shape'

export type EventQuestion = Record<string, string>

export function fetchEvents(question: EventQuestion, signal?: AbortSignal): Promise<EventPage> {
  return getJson('events', question, signal).then(parsedBy(parseEvents))
}

const texts = (json: unknown) => (Array.isArray(json) ? json.flatMap((each: unknown) => text(each) ?? []) : [])

export const parseGpuEvent = shaped<GpuEvent>({
  id: neededNumber,
  sequence: orZero,
  at: neededTime,
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
  blame: texts,
  facts: record(text),
  translations: parseTranslations,
})

const shapedPage = shaped<EventPage>({
  events: (json) => (Array.isArray(json) ? list(parseGpuEvent)(json) : undefined),
  next: number,
  sequence: orZero,
})

export function parseEvents(json: unknown): EventPage | null {
  const page = shapedPage(json)
  return page && { ...page, sequence: Math.max(page.sequence, ...page.events.map(({ sequence }) => sequence)) }
}
